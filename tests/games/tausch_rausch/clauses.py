"""Where every clause of the rules is held: the tests of each, or why there is nothing to test.

R1 to R48 are the clauses, A1 to A24 the decisions, F1 to F9 the fine points of RULES.md.
"""

from __future__ import annotations

LAST = {"R": 48, "A": 24, "F": 9}
"""The letters that clauses, decisions and fine points begin with, and the last number of each."""

CLAUSES: dict[str, tuple[str, ...] | str] = {
    # Components
    "R1": ("test_setup.py::test_r1_two_cards_of_each_value_in_each_of_four_colours",),
    "R2": ("test_setup.py::test_r2_r6_market_cards_in_ascending_order",),
    "R3": ("test_setup.py::test_r3_a1_24_tasks_with_three_second_copies",),
    "R4": "overview cards have no part in play",
    "R5": "the theme; its goal is R13",
    # Setup
    "R6": ("test_setup.py::test_r2_r6_market_cards_in_ascending_order",),
    "R7": ("test_setup.py::test_r7_a4_the_top_five_tasks_are_open_and_the_rest_is_a_deck",),
    "R8": ("test_setup.py::test_r8_r9_r10_f1_the_market_first_then_five_cards_each_then_the_deck",),
    "R9": (
        "test_setup.py::test_r8_r9_r10_f1_the_market_first_then_five_cards_each_then_the_deck",
        "test_setup.py::test_r9_cards_left_in_the_deck",
    ),
    "R10": ("test_setup.py::test_r8_r9_r10_f1_the_market_first_then_five_cards_each_then_the_deck",),
    "R11": "overview cards have no part in play",
    "R12": ("test_setup.py::test_r12_r13_seat_0_begins_and_turns_go_clockwise",),
    # Play
    "R13": (
        "test_setup.py::test_r12_r13_seat_0_begins_and_turns_go_clockwise",
        "test_setup.py::test_r13_r29_the_last_task_needed_wins_at_once",
    ),
    "R14": ("test_setup.py::test_r14_a_turn_is_a_trade_or_a_task",),
    "R15": ("test_trade.py::test_r15_r16_a14_a_market_card_takes_its_own_number_of_cards",),
    "R16": ("test_trade.py::test_r15_r16_a14_a_market_card_takes_its_own_number_of_cards",),
    "R17": ("test_trade.py::test_r17_f3_what_is_chosen_and_picked_is_public_at_once",),
    "R18": ("test_trade.py::test_r18_r19_r20_the_cards_of_the_other_side_and_one_more",),
    "R19": ("test_trade.py::test_r18_r19_r20_the_cards_of_the_other_side_and_one_more",),
    "R20": ("test_trade.py::test_r20_each_trade_gains_one_card",),
    "R21": ("test_trade.py::test_r21_the_example_of_nils",),
    "R22": (
        "test_fulfil.py::test_r22_r26_each_of_the_five_places",
        "test_fulfil.py::test_r22_r24_r25_r26_r27_a_task_fulfilled",
    ),
    "R23": (
        "test_fulfil.py::test_r23_a5_the_cards_are_shown_to_all",
        "test_tasks.py::test_r23_a5_exactly_the_number_of_cards",
    ),
    "R24": ("test_fulfil.py::test_r22_r24_r25_r26_r27_a_task_fulfilled",),
    "R25": (
        "test_fulfil.py::test_r22_r24_r25_r26_r27_a_task_fulfilled",
        "test_fulfil.py::test_r25_a21_tasks_done_stay_known_to_all",
    ),
    "R26": (
        "test_fulfil.py::test_r22_r24_r25_r26_r27_a_task_fulfilled",
        "test_fulfil.py::test_r22_r26_each_of_the_five_places",
    ),
    "R27": ("test_fulfil.py::test_r27_r47_a3_the_bonus", "test_fulfil.py::test_r27_a_dear_task_draws_two"),
    "R28": ("test_fulfil.py::test_r28_a17_the_discard_pile_becomes_the_deck_the_moment_it_is_empty",),
    "R29": (
        "test_setup.py::test_r13_r29_the_last_task_needed_wins_at_once",
        "test_setup.py::test_r29_a20_a_win_opens_no_task_and_draws_nothing",
    ),
    # Tasks: what fits, what nearly fits, and every set of cards by brute force
    **dict.fromkeys(
        (f"R{number}" for number in range(30, 46)),  # R40 has tests of its own, below
        (
            "test_tasks.py::test_r30_to_r45_cards_used",
            "test_tasks.py::test_r30_to_r45_sets_that_fit",
            "test_tasks.py::test_a7_r30_to_r46_near_misses",
            "test_tasks.py::test_r30_to_r45_the_examples_in_a_match",
            "test_tasks.py::test_f2_r30_to_r45_picks_reach_every_set_that_fits_and_no_other",
        ),
    ),
    "R40": ("test_tasks.py::test_a10_r40_a_full_house_has_two_values", "test_tasks.py::test_a7_r30_to_r46_near_misses"),
    "R46": ("test_tasks.py::test_a8_r46_nothing_goes_round_from_10_to_1",),
    "R47": ("test_fulfil.py::test_r27_r47_a3_the_bonus",),
    "R48": "a remark of the source's on itself; what follows from it is A1",
    # Decisions
    "A1": (
        "test_setup.py::test_r3_a1_24_tasks_with_three_second_copies",
        "test_setup.py::test_a1_distinct21_has_each_task_once",
    ),
    "A2": (
        "test_setup.py::test_a2_the_tasks_never_run_out",
        "test_setup.py::test_a2_cards_are_conserved_and_nothing_overflows",
    ),
    "A3": ("test_fulfil.py::test_r27_r47_a3_the_bonus",),
    "A4": ("test_setup.py::test_r7_a4_the_top_five_tasks_are_open_and_the_rest_is_a_deck",),
    "A5": ("test_tasks.py::test_r23_a5_exactly_the_number_of_cards",),
    "A6": ("test_tasks.py::test_a6_the_player_chooses_among_the_sets",),
    "A7": ("test_tasks.py::test_a7_four_equal_cards_are_no_two_pairs", "test_tasks.py::test_a7_r30_to_r46_near_misses"),
    "A8": ("test_tasks.py::test_a8_r46_nothing_goes_round_from_10_to_1",),
    "A9": ("test_tasks.py::test_a9_any_of_the_eight_cards_of_a_value",),
    "A10": ("test_tasks.py::test_a10_r40_a_full_house_has_two_values",),
    "A11": ("test_tasks.py::test_a11_nine_in_all_four_ways",),
    "A12": ("test_trade.py::test_a12_no_pass_and_a_trade_is_always_possible",),
    "A13": (
        "test_fulfil.py::test_a13_a_task_that_could_be_done_need_not_be",
        "test_fulfil.py::test_a13_one_task_a_turn",
    ),
    "A14": (
        "test_trade.py::test_r15_r16_a14_a_market_card_takes_its_own_number_of_cards",
        "test_trade.py::test_a14_never_more_or_fewer_cards_nor_two_market_cards",
    ),
    "A15": ("test_trade.py::test_a15_a_market_is_the_cards_put_there_last",),
    "A16": ("test_trade.py::test_a16_what_was_put_down_stays_there",),
    "A17": (
        "test_fulfil.py::test_r28_a17_the_discard_pile_becomes_the_deck_the_moment_it_is_empty",
        "test_fulfil.py::test_a17_in_the_middle_of_a_bonus",
        "test_fulfil.py::test_a17_on_the_last_turn_before_the_cap",
        "test_fulfil.py::test_a17_no_shuffle_of_nothing",
        "test_fulfil.py::test_a17_a18_f5_a_task_with_both_piles_empty",
    ),
    "A18": (
        "test_trade.py::test_a18_with_deck_and_discard_pile_empty_nothing_is_drawn",
        "test_fulfil.py::test_a17_a18_f5_a_task_with_both_piles_empty",
    ),
    "A19": ("test_trade.py::test_a19_no_hand_limit", "test_tasks.py::test_f2_a19_large_hands"),
    "A20": (
        "test_setup.py::test_r29_a20_a_win_opens_no_task_and_draws_nothing",
        "test_fulfil.py::test_a20_the_winning_task_reshuffles_nothing",
    ),
    "A21": ("test_fulfil.py::test_r25_a21_tasks_done_stay_known_to_all",),
    "A22": (
        "test_setup.py::test_a22_f8_f9_the_match_is_cut_after_max_turns_and_ranked_by_tasks",
        "test_setup.py::test_a22_by_default_a_match_is_cut_after_100_turns_a_seat",
        "test_setup.py::test_a22_a_win_in_the_last_turn_before_the_cap_is_a_win",
    ),
    "A23": ("test_fulfil.py::test_a23_the_same_task_twice",),
    "A24": ("test_setup.py::test_a24_two_to_four_players",),
    # Fine points
    "F1": ("test_setup.py::test_r8_r9_r10_f1_the_market_first_then_five_cards_each_then_the_deck",),
    "F2": (
        "test_trade.py::test_f2_picks_come_in_the_order_of_kinds",
        "test_trade.py::test_f2_each_set_of_cards_is_reached_in_exactly_one_way",
        "test_tasks.py::test_f2_r30_to_r45_picks_reach_every_set_that_fits_and_no_other",
        "test_tasks.py::test_f2_a19_large_hands",
    ),
    "F3": ("test_trade.py::test_r17_f3_what_is_chosen_and_picked_is_public_at_once",),
    "F4": (
        "test_trade.py::test_f4_cards_traded_away_never_go_to_the_discard_pile",
        "test_trade.py::test_f4_giving_back_kinds_equal_to_those_taken_is_legal",
    ),
    "F5": ("test_fulfil.py::test_a17_a18_f5_a_task_with_both_piles_empty",),
    "F6": (
        "test_fulfil.py::test_f6_cards_taken_are_known_until_given_or_spent",
        "test_fulfil.py::test_f6_gives_come_before_takes_and_never_below_zero",
        "test_fulfil.py::test_f6_a_card_spent_is_charged_to_those_known_first",
    ),
    "F7": ("test_fulfil.py::test_f7_recycled_cards_are_those_put_in_less_what_the_seat_has_seen_of_them",),
    "F8": ("test_setup.py::test_a22_f8_f9_the_match_is_cut_after_max_turns_and_ranked_by_tasks",),
    "F9": (
        "test_setup.py::test_a22_f8_f9_the_match_is_cut_after_max_turns_and_ranked_by_tasks",
        "test_setup.py::test_f9_the_score_reward_counts_tasks",
    ),
}
