"""The legal actions as a person calls them: by number, by name, or by the beginning of a name."""

from __future__ import annotations

from card_envs.engine.match import Match


class Choices:
    """The choices at a decision.

    They are numbered from 1, in games that call their actions by words; where actions are called by numbers (cards
    that are numbers), their names alone count.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self.actions = match.legal_actions()
        """The legal actions, ascending."""
        self.names = [match.game.actions[action] for action in self.actions]
        self.numbered = not any(_is_number(name) for name in match.game.actions)
        """Can they be called by number?"""

    def lines(self) -> list[str]:
        """Each choice as it is offered."""
        if not self.numbered:
            return self.names
        width = len(str(len(self.names)))
        return [f"{number:>{width}}) {name}" for number, name in enumerate(self.names, 1)]

    def find(self, text: str) -> int:
        """The action that is meant; `ValueError` in a person's words when it is none, or may be several."""
        if self.numbered and text.isdecimal():
            if not 1 <= int(text) <= len(self.actions):
                raise ValueError(f"the choices are numbered from 1 to {len(self.actions)}, not {text}")
            return self.actions[int(text) - 1]
        wanted = text.casefold()
        whole = [action for action, name in enumerate(self._match.game.actions) if name.casefold() == wanted]
        if whole and whole[0] not in self.actions:
            raise ValueError(self._match.why_illegal(whole[0]))
        names = self._match.game.actions
        fits = whole or [action for action in self.actions if wanted and names[action].casefold().startswith(wanted)]
        if not fits:
            raise ValueError(f"{text or 'nothing'} is none of the choices; ? is for help")
        if len(fits) > 1:
            raise ValueError(f"{text} may be {' or '.join(names[action] for action in fits)}: write more of it")
        return fits[0]


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
