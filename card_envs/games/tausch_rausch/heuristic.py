"""stub"""
from card_envs.engine.kernels import rule
@rule
def heuristic(observation, mask, luck):
    for a in range(len(mask)):
        if mask[a]:
            return a
    return -1
