"""The exact best response: counted right, met when it is played, and beaten by nobody."""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from math import perm
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import card_envs
from card_envs.agents import Agent, Decisions, PolicyPlayer, load_agent
from card_envs.agents.policy import FORMAT, probe
from card_envs.engine.match import Match
from card_envs.evaluation import Matchup
from card_envs.games.gnav import GAME
from card_envs.games.gnav.cards import CAT, CUCKOO, DRAGON, FOOL, HORSE, HOUSE, NAMES, NUM_RANKS
from card_envs.games.gnav.rules import KEEP, SWAP
from training import best_response as module
from training.best_response import PARAMS, BestResponse, best_response, exact_rewards, main, probabilities_of

AGAINST_RANDOM = (0.31662007688965327, 0.3244781091379294)
AGAINST_HEURISTIC = (0.12143153606568244, -0.0049212976042244255)
POLICY_PROBABILITIES = 4000


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An exported policy of one layer, with weights drawn by chance."""
    rng = np.random.default_rng(1)
    k, a = GAME.layout.size, GAME.num_actions
    weights = {"w": rng.normal(size=(k, a)), "v": rng.normal(size=(k, 1))}
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["observation", "w"], ["plain"]),
            helper.make_node("Mul", ["plain", "action_mask"], ["logits"]),
            helper.make_node("MatMul", ["observation", "v"], ["values"]),
            helper.make_node("ReduceSum", ["values", "last"], ["value"], keepdims=0),
        ],
        "policy",
        [
            helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["rows", k]),
            helper.make_tensor_value_info("action_mask", TensorProto.FLOAT, ["rows", a]),
        ],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["rows", a]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["rows"]),
        ],
        [
            *(onnx.numpy_helper.from_array(array.astype(np.float32), name) for name, array in weights.items()),
            onnx.numpy_helper.from_array(np.array([1], np.int64), "last"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    entry = model.metadata_props.add()
    asked = probe(GAME).observations * GAME.layout.scale
    answers = [*(asked @ weights["w"]).ravel().tolist(), *(asked @ weights["v"]).ravel().tolist()]
    told = {"format": FORMAT, "game": GAME.name, "version": GAME.version, "layout": GAME.layout.digest}
    entry.key, entry.value = "card_envs", json.dumps({**told, "probe": answers})
    file = tmp_path_factory.mktemp("policy") / "policy.onnx"
    onnx.save(model, str(file))
    return str(file)


@pytest.fixture(scope="module", params=["random", "heuristic", "policy", "policy:greedy"])
def agent(request: pytest.FixtureRequest, policy: str) -> Agent:
    return load_agent("gnav", str(request.param).replace("policy", policy), seed=1)


@pytest.fixture(scope="module")
def response(agent: Agent) -> BestResponse:
    return best_response(agent)


def all_sets() -> Decisions:
    return module._tree("win").decisions


def played(one: Agent | str, agent: Agent, deals: int) -> Matchup:
    return card_envs.evaluate("gnav", [one], fields=[agent], deals=deals, seed=4, **PARAMS).matchups[0]


# --- the same by hand, from the written rules: what a seat knows is (seat, its card, the other's card or -1, swapped)


def settled(own: int, other: int) -> int:
    """G35, G37, G38: who holds less is out; with a Fool on the table, or two, both are."""
    return 0 if FOOL in (own, other) else (own > other) - (own < other)


@cache
def drawn(own: int, other: int) -> float:
    """G29 to G33: what a draw from the stock wins on average."""
    left = {card: 2 - (own, other).count(card) for card in range(NUM_RANKS) if card not in (HOUSE, HORSE)}
    total = 0
    for card, ways in left.items():
        if card in (DRAGON, CAT):
            total -= ways
        else:
            total += ways * settled(own if card == CUCKOO else card, other)
    return total / sum(left.values())


def by_hand(swaps: Callable[..., float]) -> tuple[float, float]:
    """The best response's reward in each seat; `swaps(seat, own, other, swapped)`: how likely the agent swaps."""
    first: dict[tuple[int, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    second: dict[tuple[int, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for a in range(NUM_RANKS):
        for b in range(NUM_RANKS):
            share = 2 * (2 - (a == b)) / (42 * 41)
            mine, yours = (0, a, FOOL if b == FOOL else -1, 0), (1, b, FOOL if a == FOOL else -1, 0)
            asked = swaps(*mine)
            gain = (settled(a, b), -drawn(b, a))  # of seat 0, when seat 1 keeps and when it draws
            for action, likely in ((KEEP, 1 - asked), (SWAP, asked)):
                if action == SWAP and b in (HOUSE, HORSE, CAT, DRAGON, CUCKOO):
                    gain = (drawn(a, b) if b in (HOUSE, HORSE) else settled(a, b) if b == CUCKOO else -1, 0)
                    yours, swapped_on = (), 0.0
                elif action == SWAP:
                    gain, yours = (settled(b, a), -drawn(a, b)), (1, a, b, 1)
                    swapped_on = swaps(*yours)
                else:
                    swapped_on = swaps(*yours)
                first[mine][action] += share * ((1 - swapped_on) * gain[KEEP] + swapped_on * gain[SWAP])
                for answer in (KEEP, SWAP):
                    second[yours][answer] -= share * likely * gain[answer if yours else KEEP]
    return sum(map(max, first.values())), sum(map(max, second.values()))


def known_by_hand(agent: Agent) -> dict[tuple[int, ...], float]:
    """How likely an agent swaps, by what the seat knows."""
    decisions = all_sets()
    swaps = {}
    for row, (_, likely) in zip(decisions.observations, probabilities_of(agent, decisions), strict=True):
        seen = GAME.layout.decode(row * GAME.layout.scale)
        other = int(seen["known_card"][0].argmax()) if seen["known_card"][0].any() else -1
        swapped = int(seen["partner"].any())
        swaps[int(seen["dealer"][0]), int(seen["card"].argmax()), other, swapped] = float(likely)
    assert len(swaps) == len(decisions)
    return swaps


# --- the values


def test_it_is_that_found_by_hand(agent: Agent, response: BestResponse) -> None:
    swaps = known_by_hand(agent)
    assert by_hand(lambda *known: swaps[known]) == pytest.approx(response.by_seat, abs=1e-12)


@pytest.mark.parametrize(("name", "by_seat"), [("random", AGAINST_RANDOM), ("heuristic", AGAINST_HEURISTIC)])
def test_values(name: str, by_seat: tuple[float, float]) -> None:
    found = best_response(load_agent("gnav", name))
    assert found.agent == name
    assert found.by_seat == pytest.approx(by_seat, abs=1e-12)
    assert found.value == pytest.approx(sum(by_seat) / 2, abs=1e-12)
    # Seat 0: 21 cards, a Fool across the table or not. Seat 1, asked or not: 42, and 16 x 21 cards after a swap.
    assert found.information_sets == 2 * NUM_RANKS + 2 * NUM_RANKS + 16 * NUM_RANKS


def test_it_has_its_value_and_nobody_has_more(agent: Agent, response: BestResponse) -> None:
    assert exact_rewards(response.player(), agent) == pytest.approx(response.by_seat, abs=1e-12)
    assert response.value >= 0
    for name in ("heuristic", "random"):
        assert (np.array(exact_rewards(load_agent("gnav", name), agent)) <= np.array(response.by_seat) + 1e-12).all()


def test_rewards_sum_to_zero(agent: Agent, response: BestResponse) -> None:
    """The table is the same from both sides, so an agent has nothing against itself."""
    assert sum(exact_rewards(agent, agent)) == pytest.approx(0, abs=1e-12)
    theirs = exact_rewards(agent, response.player())
    assert theirs[::-1] == pytest.approx([-value for value in response.by_seat], abs=1e-12)


def test_no_single_change_improves_it(agent: Agent, response: BestResponse, rng: np.random.Generator) -> None:
    keys = sorted(response.policy)
    for place in rng.choice(len(keys), 6, replace=False):
        changed = response.player()
        changed.policy = {**response.policy, keys[place]: 1 - response.policy[keys[place]]}
        assert sum(exact_rewards(changed, agent)) <= 2 * response.value + 1e-12


def test_another_reward() -> None:
    agent = load_agent("gnav", "random")
    assert best_response(agent, rewards="score").by_seat == pytest.approx(np.array(AGAINST_RANDOM) / 2, abs=1e-12)
    with pytest.raises(ValueError, match="rewards takes"):
        best_response(agent, rewards="fame")


# --- played


def test_played_it_has_its_value(agent: Agent, response: BestResponse) -> None:
    low, high = played(response.player(), agent, 4000).mean_reward_ci95
    assert low <= response.value <= high


def test_played_nobody_has_more(agent: Agent, response: BestResponse) -> None:
    for name, deals in (("heuristic", 1000), ("random", 1000), ("search:50", 200)):
        assert played(name, agent, deals).mean_reward_ci95[0] <= response.value


def test_its_player_knows_its_matches_only(response: BestResponse) -> None:
    player = pickle.loads(pickle.dumps(response.player()))
    env = card_envs.make("gnav", **PARAMS)
    env.reset(seed=1)
    assert player.act(env) == response.policy[env.unwrapped.match.vector.tobytes()]
    other = card_envs.make("gnav", num_players=2, lives=2)
    other.reset(seed=1)
    with pytest.raises(ValueError, match="'lives': 1"):
        player.act(other)


# --- the deals


def test_all_deals_are_counted_once() -> None:
    lines = module._tree("win").lines
    total = perm(42, 7)
    assert lines.ways[(lines.actions == KEEP).all(1) & (lines.sets >= 0).all(1)].sum() == total
    first = lines.sets[:, 0]
    assert (first >= 0).all(), "seat 0 decides in every deal"
    alone = lines.sets[:, 1] < 0
    assert (lines.actions[alone, 0] == SWAP).all(), "seat 1 is left out only by a request"
    assert lines.ways[alone].sum() == total * 10 // 42, "... of one of its ten matadors"


def test_no_card_matters_beyond_those_that_are_counted(rng: np.random.Generator) -> None:
    """Longer than any beginning: the kernel never turns a card that was not counted."""
    match = Match(GAME, GAME.params.make(PARAMS))
    for cards in [(1, 2, HOUSE, HORSE, HORSE, HOUSE, 5), (FOOL, HOUSE, HORSE, 3), (7, 7, 4)]:
        assert cards in set(module._beginnings(cards[:1]))
        rest = [card for card in range(NUM_RANKS) for _ in range(2 - cards.count(card))]
        for actions in ((KEEP, KEEP), (KEEP, SWAP), (SWAP, KEEP), (SWAP, SWAP)):
            ends = set()
            for _ in range(4):
                match.deal(0, [[NAMES[card] for card in (*cards, *rng.permutation(rest))]])
                for action in actions:
                    if not match.over:
                        match.step(action)
                assert match.over
                assert match.state.stock <= len(cards)
                ends.add(tuple(match.results()[2]))
            assert len(ends) == 1


# --- what agents tell


def test_told_probabilities_are_those_of_its_choices(agent: Agent) -> None:
    decisions = all_sets()
    rows = np.repeat(np.arange(0, len(decisions), 60), POLICY_PROBABILITIES)
    told = probabilities_of(agent, decisions)
    assert told.dtype == np.float64
    assert told.sum(1) == pytest.approx(1)
    chosen = agent.choose(Decisions(GAME, decisions.observations[rows], decisions.action_masks[rows]))
    shares = chosen.reshape(-1, POLICY_PROBABILITIES).mean(1)
    assert shares == pytest.approx(told[::60, SWAP], abs=4.5 / 2 / POLICY_PROBABILITIES**0.5)


def test_a_policy_gives_nothing_to_illegal_actions(policy: str) -> None:
    decisions = all_sets()
    only = np.zeros_like(decisions.action_masks)
    only[:, SWAP] = 1
    for spec in (policy, f"{policy}:greedy"):
        player = load_agent("gnav", spec)
        assert isinstance(player, PolicyPlayer)
        assert (player.probabilities(Decisions(GAME, decisions.observations, only)) == [0, 1]).all()


def test_the_heuristic_does_without_luck() -> None:
    decisions = all_sets()
    chosen = [load_agent("gnav", "heuristic", seed=seed).choose(decisions) for seed in range(5)]
    assert (np.stack(chosen) == chosen[0]).all()


def test_search_is_refused() -> None:
    with pytest.raises(TypeError, match="search:50 does not tell the probabilities"):
        best_response(load_agent("gnav", "search:50"))


# --- the command line


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["heuristic", "--json", str(tmp_path / "found.json")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "gnav, 2 players, 1 life: mean reward against heuristic, exact (420 information sets)"
    assert lines[2].split() == ["best", "response", "+0.12143", "-0.00492", "+0.05826"]
    assert [line.split()[0] for line in lines[3:]] == ["heuristic", "random"]
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["by_seat"] == pytest.approx(AGAINST_HEURISTIC, abs=1e-12)
    assert found["others"]["heuristic"]["value"] == pytest.approx(0, abs=1e-12)


def test_mistakes_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("search", "search does not tell"), ("whist", "no agent is called 'whist'")):
        assert main([name]) == 2
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert text in err
