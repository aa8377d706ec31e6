"""...und tschüss! for PettingZoo: `from card_envs import und_tschuess_v0`."""

from card_envs.envs.aec import entry_points

env, raw_env = entry_points("und_tschuess")
