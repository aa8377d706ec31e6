"""...und tschüss! for PettingZoo: `from card_envs import und_tschuess_v0`."""

from card_envs.envs.aec import entry_points
from card_envs.envs.parallel import parallel_entry_point

env, raw_env = entry_points("und_tschuess")
parallel_env = parallel_entry_point("und_tschuess")
