from card_envs.engine.kernels import rule
@rule
def resample(state, seat):
    pass
