"""The PettingZoo environment of every game, beyond PettingZoo's own tests."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import card_envs
from card_envs.engine.game import Game
from card_envs.envs.aec import Env, RawEnv
from card_envs.games import load

Make = Callable[..., RawEnv]


@pytest.fixture
def raw_env(name: str) -> Make:
    return lambda **params: RawEnv(load(name), **params)


def play(env: Env | RawEnv, rng: np.random.Generator, most: int = 10**9) -> None:
    for _ in range(most):
        if not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            return
        env.step(int(rng.choice(env.unwrapped.match.legal_actions())))


def same_view(one: Env | RawEnv, two: Env | RawEnv) -> bool:
    return all(
        one.observe(agent)["observation"].tobytes() == two.observe(agent)["observation"].tobytes()
        and one.observe(agent)["action_mask"].tobytes() == two.observe(agent)["action_mask"].tobytes()
        for agent in one.possible_agents
    )


def test_module_has_its_entry_points(game: Game) -> None:
    module = getattr(card_envs, game.module)
    assert isinstance(module.env(), Env)
    assert isinstance(module.raw_env(), RawEnv)
    assert str(module.env()) == game.module


def test_everybody_finishes_in_the_same_step(raw_env: Make, rng: np.random.Generator) -> None:
    env = raw_env()
    env.reset(seed=1)
    while not env.match.over:
        assert env.agents == env.possible_agents
        assert not any(env.terminations.values())
        assert not any(env.truncations.values())
        assert not any(env._cumulative_rewards.values())
        assert all(info == {"placement": 0, "score": 0.0} for info in env.infos.values())
        env.step(int(rng.choice(env.match.legal_actions())))
    assert all(env.terminations[agent] or env.truncations[agent] for agent in env.agents)
    assert abs(sum(env.rewards.values())) < 1e-6
    places = [info["placement"] for info in env.infos.values()]
    assert min(places) == 1
    while env.agents:
        _, reward, *_ = env.last()
        assert reward == env._cumulative_rewards[env.agent_selection]
        env.step(None)
    assert env.placements == places
    assert len(env.scores) == len(places)
    with pytest.raises(ValueError, match=r"reset\(\)"):
        env.step(0)


def test_observations_are_fresh_and_in_their_space_at_any_time(raw_env: Make, rng: np.random.Generator) -> None:
    env = raw_env()
    env.reset(seed=2)
    while True:
        for agent in env.possible_agents:
            one, two = env.observe(agent), env.observe(agent)
            assert env.observation_space(agent).contains(one)
            assert not np.shares_memory(one["observation"], two["observation"])
            assert not np.shares_memory(one["action_mask"], two["action_mask"])
            to_act = agent == env.agent_selection and not env.match.over
            assert one["action_mask"].any() == to_act
            assert env.legal_actions(agent) == (np.flatnonzero(one["action_mask"]).tolist())
        if env.match.over:
            break
        env.step(int(rng.choice(env.match.legal_actions())))
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert env.action_space("player_0") is env.action_space("player_0")


def test_one_policy_serves_every_table_size(game: Game, raw_env: Make) -> None:
    limits = game.params.__dataclass_fields__["num_players"].metadata
    shapes = set()
    for count in range(limits["least"], limits["most"] + 1):
        env = raw_env(num_players=count)
        assert env.possible_agents == [f"player_{seat}" for seat in range(count)]
        shapes.add(env.observation_space("player_0")["observation"].shape)  # type: ignore[index]
    assert len(shapes) == 1


def test_decoding_gives_back_the_raw_fields(raw_env: Make, rng: np.random.Generator) -> None:
    env = raw_env()
    env.reset(seed=3)
    play(env, rng, 7)
    agent = env.agent_selection
    fields = env.decode_observation(env.observe(agent)["observation"])
    assert list(fields) == [field.name for field in env.observation_fields]
    flat = np.concatenate([fields[field.name].ravel() for field in env.observation_fields])
    assert (flat == env.match.vector).all()
    for field in env.observation_fields:
        assert fields[field.name].shape == field.shape
        assert fields[field.name].min() >= 0
        assert fields[field.name].max() <= field.high
        assert field.meaning
    with pytest.raises(ValueError, match="shape"):
        env.decode_observation(np.zeros(3))


def test_words_name_the_legal_actions(raw_env: Make, rng: np.random.Generator) -> None:
    env = raw_env()
    env.reset(seed=4)
    for _ in range(30):
        if env.match.over:
            break
        text = env.describe(env.agent_selection)
        for action in env.legal_actions(env.agent_selection):
            assert f"{env.action_name(action)} ({action})" in text
        other = env.possible_agents[env.match.seat - 1]
        assert "not your turn" in env.describe(other)
        env.step(int(rng.choice(env.match.legal_actions())))


def test_raw_env_explains_an_illegal_action_and_keeps_everything(raw_env: Make) -> None:
    env = raw_env()
    env.reset(seed=5)
    before = env.get_state(), env.agent_selection, dict(env.rewards)
    illegal = [action for action in range(env.game.num_actions) if not env.match.mask[action]]
    for action in [*illegal, -1, env.game.num_actions, None, "swap", 0.5]:
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            env.step(action)  # type: ignore[arg-type]
        assert (env.get_state(), env.agent_selection, dict(env.rewards)) == before


def test_an_illegal_action_ends_the_wrapped_match(name: str) -> None:
    env = card_envs.make(name)
    for seed in range(20):
        env.reset(seed=seed)
        author = env.agent_selection
        illegal = np.flatnonzero(env.last()[0]["action_mask"] == 0)
        if not len(illegal):
            continue
        env.step(int(illegal[0]))
        assert env.rewards[author] == -1
        assert all(env.terminations.values())
        assert all(info["placement"] == 0 for info in env.infos.values())
        while env.agents:
            env.step(None)
        return
    assert name == "gnav"  # where both actions are always legal


def test_copies_keep_the_match(name: str, raw_env: Make, rng: np.random.Generator) -> None:
    for env in (raw_env(), card_envs.make(name)):
        env.reset(seed=6)
        play(env, rng, 9)
        before = env.unwrapped.get_state()
        for other in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert type(other) is type(env)
            assert other.agent_selection == env.agent_selection
            assert same_view(env, other)
            play(other, np.random.default_rng(1))
            assert other.unwrapped.match.over
        assert env.unwrapped.get_state() == before


def test_a_wrapped_env_judges_by_the_state_that_was_set(name: str, rng: np.random.Generator) -> None:
    env = card_envs.make(name)
    for seed in range(20):
        env.reset(seed=seed)
        play(env, rng, int(rng.integers(20)))
        saved = env.get_state()
        over = env.unwrapped.match.over
        env.reset(seed=seed + 100)
        env.last()
        env.set_state(saved)
        assert env.get_state() == saved
        if not over:
            env.step(env.legal_actions(env.agent_selection)[0])
            assert -1.0 not in env.rewards.values() or env.unwrapped.match.over


def test_a_bad_state_is_refused(raw_env: Make, rng: np.random.Generator) -> None:
    env = raw_env()
    env.reset(seed=7)
    play(env, rng, 3)
    before = env.get_state()
    for bad in (b"", b"nonsense", before[:-2], before + b"x"):
        with pytest.raises(ValueError, match="match"):
            env.set_state(bad)
        assert env.get_state() == before


def test_a_match_can_be_scripted(raw_env: Make) -> None:
    env = raw_env()
    env.reset(seed=8)
    cards = env.record()["events"][0]["cards"]
    env.reset(seed=9, options={"shuffles": [cards[::-1]]})
    assert env.record()["events"][0]["cards"] == cards[::-1]
    before = env.get_state()
    with pytest.raises(ValueError, match="shuffle 0"):
        env.reset(seed=9, options={"shuffles": [cards[1:]]})
    assert env.get_state() == before


def test_seeds(raw_env: Make) -> None:
    one, two = raw_env(), raw_env()
    one.reset(seed=10)
    two.reset(seed=10)
    assert same_view(one, two)
    one.reset()
    two.reset()
    assert one.get_state() == two.get_state()  # what follows a seed is fixed too
    assert raw_env().reset() is None
    free = {raw_env_seed(raw_env()) for _ in range(5)}
    assert len(free) == 5
    for bad, kind in ((-1, ValueError), (2**64, ValueError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(kind, match="seed takes"):
            one.reset(seed=bad)  # type: ignore[arg-type]
    two.reset(seed=np.uint64(2**64 - 1))  # type: ignore[arg-type]


def raw_env_seed(env: RawEnv) -> int:
    env.reset()
    return env.match.seed


def test_the_state_vector_tells_hidden_cards(raw_env: Make) -> None:
    env = raw_env()
    env.reset(seed=11)
    first = env.state()
    assert env.state_space.contains(first)
    assert sum(int(np.prod(shape)) for _, shape in env.state_fields) == first.size
    env.reset(seed=12)
    assert (env.state() != first).any()


def test_parameters_reach_it(name: str, raw_env: Make) -> None:
    with pytest.raises(TypeError, match="unknown parameter num_player; did you mean num_players"):
        raw_env(num_player=3)
    with pytest.raises(ValueError, match="rewards takes"):
        card_envs.make(name, rewards="gold")
    env = card_envs.make(name, rewards="rank", skip_forced=True)
    assert env.unwrapped.params.rewards == "rank"
    with pytest.raises(ValueError, match="no game is named 'whist'"):
        card_envs.make("whist")


def test_acting_before_reset_is_explained(raw_env: Make) -> None:
    env = raw_env()
    for call in (lambda: env.step(0), env.record, env.table):
        with pytest.raises(ValueError, match=r"reset\(\)"):
            call()


def test_replay_gives_an_env(name: str, rng: np.random.Generator) -> None:
    env = card_envs.make(name)
    env.reset(seed=13)
    play(env, rng)
    record = env.unwrapped.record()
    again = card_envs.replay(record)
    assert isinstance(again, Env)
    assert again.unwrapped.record() == record
    assert again.unwrapped.placements == record["placements"]
    assert again.unwrapped.scores == record["scores"]
