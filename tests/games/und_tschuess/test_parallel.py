"""The parallel environment: PettingZoo's own tests, and the same matches as in turn."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from card_envs import GAMES, und_tschuess_v0
from card_envs.envs.parallel import ParallelCardEnv
from card_envs.games.und_tschuess.rules import DONE

PLAYERS = (4, 5, 6)


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoos_own_tests(players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(und_tschuess_v0.parallel_env(num_players=players), num_cycles=300)
        parallel_seed_test(lambda: und_tschuess_v0.parallel_env(num_players=players), num_cycles=30)


def random_actions(seen: dict[str, Any], rng: np.random.Generator) -> dict[str, int]:
    legal = {agent: np.flatnonzero(observation["action_mask"]) for agent, observation in seen.items()}
    return {agent: int(rng.choice(actions)) for agent, actions in legal.items() if len(actions)}


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_f18_it_is_the_match_that_is_played_in_turn(rng: np.random.Generator, players: int, skip_forced: bool) -> None:
    rules = {"num_players": players, "skip_forced": skip_forced}
    for seed in range(6):
        env = und_tschuess_v0.parallel_env(**rules)
        turns = und_tschuess_v0.raw_env(**rules)
        seen, _ = env.reset(seed=seed)
        turns.reset(seed=seed)
        while env.agents:
            assert env.match.states.tobytes() == turns.match.states.tobytes()
            actions = random_actions(seen, rng)
            assert actions
            assert set(env.deciding()) == set(actions)
            seen, rewards, terminations, truncations, infos = env.step(actions)
            while actions:
                agent = turns.agent_selection
                observation, *_ = turns.last()
                assert observation["action_mask"][actions[agent]]
                turns.step(actions.pop(agent))
        assert set(seen) == set(env.possible_agents)
        assert all(terminations.values())
        assert not any(truncations.values())
        assert rewards == turns.rewards
        assert infos == turns.infos
        assert env.placements == turns.placements
        assert env.scores == turns.scores
        assert env.record() == turns.record()
        assert not any(observation["action_mask"].any() for observation in seen.values())


def test_u28_all_who_are_in_decide_at_once_and_the_others_have_nothing_to_decide() -> None:
    env = und_tschuess_v0.parallel_env()
    seen, _ = env.reset(seed=1)
    sizes = set()
    rng = np.random.default_rng(1)
    while env.agents:
        state = env.match.state
        deciding = [agent for agent, observation in seen.items() if observation["action_mask"].any()]
        if state.phase == 0:
            assert deciding == [f"player_{seat}" for seat in range(4) if not state.dropped[seat]]
            for agent in deciding:
                fields = env.decode_observation(seen[agent]["observation"])
                assert (fields["hand"] > 0).tolist() == seen[agent]["action_mask"][:DONE].astype(bool).tolist()
                assert fields["to_act"].tolist() == [1, 0, 0, 0, 0, 0]
                assert not fields["committed"].any()
        else:
            assert len(deciding) == 1
        sizes.add(len(deciding))
        seen, *_ = env.step(random_actions(seen, rng))
    assert sizes == {1, 2, 3, 4}


def test_f18_what_is_passed_for_a_seat_that_does_not_decide_is_ignored() -> None:
    rng = np.random.default_rng(2)
    one, two = und_tschuess_v0.parallel_env(), und_tschuess_v0.parallel_env()
    seen, _ = one.reset(seed=3)
    two.reset(seed=3)
    while one.agents:
        actions = random_actions(seen, rng)
        idle = dict(zip(one.agents, (99, -1, None, "x"), strict=False))
        seen, *_ = one.step(actions)
        two.step({**idle, **actions})
        assert one.match.states.tobytes() == two.match.states.tobytes()
    assert one.step({}) == ({}, {}, {}, {}, {})


def test_a_missing_action_of_a_seat_that_decides_changes_nothing() -> None:
    env = und_tschuess_v0.parallel_env()
    seen, _ = env.reset(seed=3)
    actions = random_actions(seen, np.random.default_rng(2))
    before = env.match.states.tobytes()
    for bad in ({}, {**actions, "player_2": None}):
        with pytest.raises(ValueError, match=r"player_[02] has to decide"):
            env.step(bad)
    with pytest.raises(AssertionError, match="not in its action space"):
        env.step({**actions, "player_1": 18})
    assert env.match.states.tobytes() == before


@pytest.mark.parametrize("wrong", [["player_2"], ["player_1", "player_3"]])
def test_f18_an_illegal_action_ends_the_match_as_in_turn(wrong: list[str]) -> None:
    env, turns = und_tschuess_v0.parallel_env(), und_tschuess_v0.env()
    seen, _ = env.reset(seed=3)
    turns.reset(seed=3)
    actions = {**random_actions(seen, np.random.default_rng(2)), **dict.fromkeys(wrong, DONE)}
    seen, rewards, terminations, truncations, infos = env.step(actions)
    while not any(turns.terminations.values()):
        turns.step(actions[turns.agent_selection])
    assert rewards == turns.rewards == {**dict.fromkeys(env.possible_agents, 0), wrong[0]: -1}
    assert terminations == turns.terminations
    assert truncations == turns.truncations
    assert infos == turns.infos
    assert env.agents == []
    assert not any(observation["action_mask"].any() for observation in seen.values())
    seen, _ = env.reset(seed=4)
    assert env.agents == env.possible_agents


def test_copies_and_saved_states() -> None:
    env = und_tschuess_v0.parallel_env()
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(2)
    for _ in range(9):
        seen, *_ = env.step(random_actions(seen, rng))
    other = und_tschuess_v0.parallel_env()
    other.reset(seed=1)
    other.set_state(env.get_state())
    for copy in (env.clone(), pickle.loads(pickle.dumps(env)), other):
        assert copy.match.states.tobytes() == env.match.states.tobytes()
        assert copy.deciding() == env.deciding()
        copy.step(random_actions(seen, np.random.default_rng(5)))
        assert copy.match.states.tobytes() != env.match.states.tobytes()


def test_in_words() -> None:
    env = und_tschuess_v0.parallel_env(render_mode="ansi")
    env.reset(seed=3)
    assert "You have to decide. Legal actions:" in env.describe("player_2")
    assert env.legal_actions("player_2") == [
        env.action_from_name(env.action_name(a)) for a in env.legal_actions("player_2")
    ]
    assert "player_3" in env.render()
    assert env.state_space.contains(env.state())
    env.close()


def test_other_games_have_none() -> None:
    from card_envs.games import load

    alone = [name for name in GAMES if load(name).deciding is None]
    for name in alone:
        with pytest.raises(ValueError, match="one seat decides at a time"):
            ParallelCardEnv(load(name))
