"""Drawing a table: as text, as a picture, in a window."""

from card_envs.rendering.screen import RENDER_MODES, Screen, check_render
from card_envs.rendering.text import as_text

__all__ = ["RENDER_MODES", "Screen", "as_text", "check_render"]
