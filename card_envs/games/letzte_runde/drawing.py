"""placeholder"""
def why_illegal(state, action): return "not legal now"
def table(state, viewer):
    from card_envs.engine.table import Table, SeatView
    return Table("x", (), tuple(SeatView(f"player_{s}", ()) for s in range(state.num_players)))
def describe(fields): return "x"
def seen(state, seat): return []
