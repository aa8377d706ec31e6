"""Where every clause of the rules is held: the tests of each, or why there is nothing to test.

T1 to T30 are the clauses, A1 to A21 the decisions, F1 to F27 the fine points of RULES.md.
"""

from __future__ import annotations

LAST = {"T": 30, "A": 21, "F": 27}
"""The letters that clauses, decisions and fine points begin with, and the last number of each."""

CLAUSES: dict[str, tuple[str, ...] | str] = {
    "T1": (
        "test_deal.py::test_t1_t2_a21_two_to_five_seats_with_five_cards_each_of_one_pack",
        "test_deal.py::test_t1_no_fewer_and_no_more",
    ),
    "T2": (
        "test_deal.py::test_t1_t2_a21_two_to_five_seats_with_five_cards_each_of_one_pack",
        "test_deal.py::test_t2_t4_f4_cards_are_dealt_from_the_top_seat_after_seat_then_the_upcard",
    ),
    "T3": (
        "test_deal.py::test_t3_nobody_looks_into_the_stock",
        "test_deal.py::test_t3_nor_into_other_hands",
    ),
    "T4": ("test_deal.py::test_t2_t4_f4_cards_are_dealt_from_the_top_seat_after_seat_then_the_upcard",),
    "T5": (
        "test_deal.py::test_t5_a17_seat_0_right_of_the_dealer_begins_and_the_dealer_is_last",
        "test_turn.py::test_t5_a_card_that_is_laid_is_the_next_to_be_covered",
    ),
    "T6": (
        "test_turn.py::test_t6_t7_t8_t9_a_card_covers_by_suit_by_rank_or_as_an_under",
        "test_cards.py::test_t6_t7_t8_t9_the_cards_that_cover_each_card",
    ),
    "T7": (
        "test_turn.py::test_t6_t7_t8_t9_a_card_covers_by_suit_by_rank_or_as_an_under",
        "test_turn.py::test_t7_the_same_suit",
        "test_cards.py::test_t6_t7_t8_t9_the_cards_that_cover_each_card",
    ),
    "T8": (
        "test_turn.py::test_t6_t7_t8_t9_a_card_covers_by_suit_by_rank_or_as_an_under",
        "test_turn.py::test_t8_the_same_rank",
        "test_cards.py::test_t6_t7_t8_t9_the_cards_that_cover_each_card",
    ),
    "T9": (
        "test_turn.py::test_t6_t7_t8_t9_a_card_covers_by_suit_by_rank_or_as_an_under",
        "test_turn.py::test_t9_a7_every_under_covers_everything",
        "test_cards.py::test_t6_t7_t8_t9_the_cards_that_cover_each_card",
    ),
    "T10": (
        "test_turn.py::test_t10_f7_who_cannot_cover_draws_one_card",
        "test_turn.py::test_t10_f7_when_the_card_does_not_fit_the_turn_is_over",
        "test_turn.py::test_t10_what_is_drawn_later_may_be_anything",
    ),
    "T11": (
        "test_turn.py::test_t11_a5_f7_a_drawn_card_that_fits_must_be_laid_by_the_same_seat",
        "test_turn.py::test_t11_a5_a7_of_a_drawn_under_only_the_suit_is_a_choice",
        "test_turn.py::test_t11_the_card_drawn_is_seen_by_its_drawer_alone_until_it_is_laid",
    ),
    "T12": (
        "test_end.py::test_t12_t21_a11_f13_the_first_to_go_out_has_won_and_the_others_play_on",
        "test_end.py::test_t12_f14_the_last_but_one_to_go_out_ends_the_match",
    ),
    "T13": (
        "test_special_cards.py::test_t13_t14_a9_an_under_names_any_suit",
        "test_special_cards.py::test_t13_t17_a1_a_seven_makes_the_next_seat_take_two_and_then_play",
        "test_special_cards.py::test_t13_t18_t19_a19_an_eight_skips_the_next_seat_which_draws_nothing",
    ),
    "T14": (
        "test_special_cards.py::test_t13_t14_a9_an_under_names_any_suit",
        "test_special_cards.py::test_t14_t15_the_suit_is_named_in_the_same_move",
    ),
    "T15": ("test_special_cards.py::test_t14_t15_the_suit_is_named_in_the_same_move",),
    "T16": "flavour: a hint, which the rule-of-thumb player follows",
    "T17": ("test_special_cards.py::test_t13_t17_a1_a_seven_makes_the_next_seat_take_two_and_then_play",),
    "T18": (
        "test_special_cards.py::test_t13_t18_t19_a19_an_eight_skips_the_next_seat_which_draws_nothing",
        "test_special_cards.py::test_t18_one_seat_once",
    ),
    "T19": ("test_special_cards.py::test_t13_t18_t19_a19_an_eight_skips_the_next_seat_which_draws_nothing",),
    "T20": (
        "test_stock.py::test_t20_f5_a_used_up_stock_is_made_of_the_pile_but_for_its_top",
        "test_stock.py::test_t20_f4_the_first_shuffle_is_of_all_cards_and_the_second_of_the_pile",
        "test_stock.py::test_t20_everybody_knows_what_the_new_stock_was_made_of",
    ),
    "T21": (
        "test_end.py::test_t12_t21_a11_f13_the_first_to_go_out_has_won_and_the_others_play_on",
        "test_end.py::test_t21_who_is_out_has_no_more_turn",
    ),
    "T22": ("test_end.py::test_t22_t23_a12_f17_f26_the_last_two_count_when_one_needs_a_card_and_there_is_none",),
    "T23": (
        "test_end.py::test_t22_t23_a12_f17_f26_the_last_two_count_when_one_needs_a_card_and_there_is_none",
        "test_end.py::test_t23_a12_one_can_still_go_on_and_out_after_the_last_card_was_taken",
        "test_end.py::test_t23_a12_a_table_of_two_never_shuffles_again",
    ),
    "T24": (
        "test_end.py::test_t24_a13_f13_f14_the_value_counts_and_not_the_number_of_cards",
        "test_cards.py::test_t24_the_whole_pack_is_worth_240",
    ),
    "T25": ("test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",),
    "T26": ("test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",),
    "T27": ("test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",),
    "T28": ("test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",),
    "T29": ("test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",),
    "T30": ("test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",),
    "A1": (
        "test_special_cards.py::test_t13_t17_a1_a_seven_makes_the_next_seat_take_two_and_then_play",
        "test_special_cards.py::test_a1_a5_after_the_two_cards_comes_an_ordinary_turn",
        "test_special_cards.py::test_a1_who_cannot_cover_after_the_two_draws_a_third",
        "test_variants.py::test_a1_f10_whoever_takes_the_two_has_no_turn",
        "test_variants.py::test_a1_with_two_left_the_same_seat_goes_on",
    ),
    "A2": (
        "test_special_cards.py::test_a2_sevens_do_not_add_up",
        "test_variants.py::test_a2_f20_a_penalty_waits_for_a_seven_or_is_taken",
    ),
    "A3": (
        "test_special_cards.py::test_a3_an_eight_cannot_be_answered",
        "test_special_cards.py::test_a3_each_eight_skips_one",
    ),
    "A4": (
        "test_turn.py::test_a4_f7_who_can_cover_must",
        "test_variants.py::test_a4_a5_f8_f22_who_can_cover_may_draw_and_lay_the_card_or_keep_it",
    ),
    "A5": (
        "test_turn.py::test_t11_a5_f7_a_drawn_card_that_fits_must_be_laid_by_the_same_seat",
        "test_turn.py::test_t11_a5_a7_of_a_drawn_under_only_the_suit_is_a_choice",
        "test_special_cards.py::test_a1_a5_after_the_two_cards_comes_an_ordinary_turn",
        "test_variants.py::test_a4_a5_f8_f22_who_can_cover_may_draw_and_lay_the_card_or_keep_it",
    ),
    "A6": (
        "test_deal.py::test_a6_a_special_upcard_does_nothing",
        "test_variants.py::test_a6_f24_a_seven_of_the_dealer_hits_seat_0_and_is_no_turn",
        "test_variants.py::test_a6_f23_a_special_upcard_goes_openly_under_the_stock",
    ),
    "A7": (
        "test_turn.py::test_t9_a7_every_under_covers_everything",
        "test_turn.py::test_t11_a5_a7_of_a_drawn_under_only_the_suit_is_a_choice",
        "test_turn.py::test_a7_a_drawn_under_is_laid_on_an_under",
        "test_special_cards.py::test_a7_an_under_covers_an_under",
    ),
    "A8": (
        "test_special_cards.py::test_a8_after_an_under_its_printed_suit_does_not_count",
        "test_special_cards.py::test_a8_the_named_suit_holds_until_the_next_card_is_laid",
    ),
    "A9": (
        "test_special_cards.py::test_t13_t14_a9_an_under_names_any_suit",
        "test_special_cards.py::test_a9_the_suit_asked_for_before_may_be_named_again",
        "test_special_cards.py::test_a9_the_unders_own_suit_may_be_named",
    ),
    "A10": (
        "test_special_cards.py::test_a10_the_last_card_may_be_an_under_that_names_a_suit",
        "test_special_cards.py::test_a10_the_last_card_may_be_a_seven_for_the_next_seat_in",
        "test_special_cards.py::test_a10_the_last_card_may_be_an_eight_for_the_next_seat_in",
        "test_end.py::test_a10_any_card_may_be_the_last",
        "test_variants.py::test_a10_with_a_last_seven_the_next_seat_in_takes_two_and_has_no_turn",
    ),
    "A11": (
        "test_end.py::test_t12_t21_a11_f13_the_first_to_go_out_has_won_and_the_others_play_on",
        "test_variants.py::test_a11_f13_the_match_ends_with_the_first_out_and_the_others_are_ranked_by_value",
        "test_variants.py::test_a11_a12_with_end_at_first_out_a_table_of_two_may_still_be_counted",
    ),
    "A12": (
        "test_end.py::test_t22_t23_a12_f17_f26_the_last_two_count_when_one_needs_a_card_and_there_is_none",
        "test_end.py::test_t23_a12_one_can_still_go_on_and_out_after_the_last_card_was_taken",
        "test_end.py::test_a12_f17_for_a_seven_what_is_left_is_taken_first_and_counts",
        "test_end.py::test_t23_a12_a_table_of_two_never_shuffles_again",
        "test_variants.py::test_f20_a12_f17_two_left_with_too_few_cards_count_and_the_taking_is_no_turn",
        "test_variants.py::test_a11_a12_with_end_at_first_out_a_table_of_two_may_still_be_counted",
        "test_variants.py::test_a12_f25_the_last_two_go_on_with_a_new_stock",
    ),
    "A13": (
        "test_end.py::test_t24_a13_f13_f14_the_value_counts_and_not_the_number_of_cards",
        "test_end.py::test_a13_equal_values_share_the_place",
    ),
    "A14": ("test_end.py::test_a14_only_the_state_when_a_card_is_missing_counts",),
    "A15": (
        "test_stock.py::test_a15_f19_with_nothing_to_draw_and_nothing_to_shuffle_the_turn_passes",
        "test_stock.py::test_a15_f18_of_a_sevens_two_cards_as_many_are_taken_as_there_are",
        "test_variants.py::test_f20_a15_a_penalty_takes_what_there_is",
    ),
    "A16": (
        "test_stock.py::test_a16_f26_the_stock_is_made_when_a_card_is_needed_and_not_before",
        "test_stock.py::test_a16_a_named_suit_survives_the_shuffle",
    ),
    "A17": (
        "test_deal.py::test_t5_a17_seat_0_right_of_the_dealer_begins_and_the_dealer_is_last",
        "test_deal.py::test_a17_a_seat_sees_the_others_in_the_order_of_play",
    ),
    "A18": ("test_special_cards.py::test_a18_with_two_left_whoever_lays_an_eight_acts_again",),
    "A19": (
        "test_special_cards.py::test_t13_t18_t19_a19_an_eight_skips_the_next_seat_which_draws_nothing",
        "test_special_cards.py::test_a19_a_seven_after_an_eight_hits_the_next_seat_alone",
    ),
    "A20": ("test_turn.py::test_a20_nothing_is_called",),
    "A21": (
        "test_deal.py::test_t1_t2_a21_two_to_five_seats_with_five_cards_each_of_one_pack",
        "test_cards.py::test_f1_a21_the_pack_and_its_names",
    ),
    "F1": (
        "test_variants.py::test_f1_the_names_of_the_environment",
        "test_cards.py::test_f1_a21_the_pack_and_its_names",
    ),
    "F2": (
        "test_variants.py::test_f2_the_parameters_and_their_ranges",
        "test_variants.py::test_f2_all_variants_together",
    ),
    "F3": ("test_variants.py::test_f3_variants_of_other_tables_are_not_offered",),
    "F4": (
        "test_deal.py::test_t2_t4_f4_cards_are_dealt_from_the_top_seat_after_seat_then_the_upcard",
        "test_stock.py::test_t20_f4_the_first_shuffle_is_of_all_cards_and_the_second_of_the_pile",
    ),
    "F5": (
        "test_stock.py::test_t20_f5_a_used_up_stock_is_made_of_the_pile_but_for_its_top",
        "test_stock.py::test_f5_cards_are_drawn_from_the_top",
    ),
    "F6": (
        "test_turn.py::test_f6_the_numbers_of_the_actions",
        "test_turn.py::test_f6_an_under_has_no_move_without_a_suit",
    ),
    "F7": (
        "test_turn.py::test_t10_f7_who_cannot_cover_draws_one_card",
        "test_turn.py::test_t10_f7_when_the_card_does_not_fit_the_turn_is_over",
        "test_turn.py::test_t11_a5_f7_a_drawn_card_that_fits_must_be_laid_by_the_same_seat",
        "test_turn.py::test_a4_f7_who_can_cover_must",
        "test_turn.py::test_f7_a_draw_proves_that_nothing_in_the_hand_covered",
        "test_turn.py::test_f7_a_card_drawn_that_was_laid_at_once_leaves_the_proof",
    ),
    "F8": (
        "test_turn.py::test_f8_by_default_there_is_no_passing",
        "test_variants.py::test_a4_a5_f8_f22_who_can_cover_may_draw_and_lay_the_card_or_keep_it",
        "test_variants.py::test_f8_f22_passing_takes_a_draw_first",
    ),
    "F9": (
        "test_turn.py::test_f9_a_last_under_may_name_any_suit",
        "test_turn.py::test_f9_also_when_it_ends_the_match",
    ),
    "F10": (
        "test_special_cards.py::test_f10_a_skipped_seat_has_no_turn",
        "test_end.py::test_f10_a_draw_is_part_of_its_turn",
        "test_variants.py::test_a1_f10_whoever_takes_the_two_has_no_turn",
        "test_variants.py::test_f20_f10_with_seven_skips_turn_taking_ends_the_turn_and_is_one",
    ),
    "F11": (
        "test_end.py::test_f11_at_the_cap_the_match_is_truncated_and_the_value_ranks",
        "test_end.py::test_f11_who_is_out_comes_before_those_still_in",
        "test_end.py::test_f11_the_cap_is_in_the_observation",
    ),
    "F12": ("test_end.py::test_f12_all_agents_finish_in_the_same_step",),
    "F13": (
        "test_end.py::test_t12_t21_a11_f13_the_first_to_go_out_has_won_and_the_others_play_on",
        "test_end.py::test_f13_places_follow_the_order_of_going_out",
        "test_end.py::test_t24_a13_f13_f14_the_value_counts_and_not_the_number_of_cards",
        "test_variants.py::test_a11_f13_the_match_ends_with_the_first_out_and_the_others_are_ranked_by_value",
    ),
    "F14": (
        "test_end.py::test_t12_f14_the_last_but_one_to_go_out_ends_the_match",
        "test_end.py::test_t24_a13_f13_f14_the_value_counts_and_not_the_number_of_cards",
        "test_end.py::test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth",
    ),
    "F15": (
        "test_end.py::test_f15_a_seven_that_ends_the_match_makes_nobody_draw",
        "test_variants.py::test_f15_with_end_at_first_out_a_last_seven_makes_nobody_draw",
    ),
    "F16": (
        "test_end.py::test_f16_a_seven_on_the_last_turn_makes_nobody_draw",
        "test_end.py::test_f16_a_match_that_ends_on_the_last_turn_is_not_truncated",
    ),
    "F17": (
        "test_end.py::test_t22_t23_a12_f17_f26_the_last_two_count_when_one_needs_a_card_and_there_is_none",
        "test_end.py::test_a12_f17_for_a_seven_what_is_left_is_taken_first_and_counts",
        "test_variants.py::test_f20_a12_f17_two_left_with_too_few_cards_count_and_the_taking_is_no_turn",
    ),
    "F18": (
        "test_special_cards.py::test_f18_the_two_are_taken_without_a_decision_and_prove_nothing",
        "test_stock.py::test_a15_f18_of_a_sevens_two_cards_as_many_are_taken_as_there_are",
        "test_stock.py::test_f18_a_sevens_cards_are_taken_across_a_shuffle",
    ),
    "F19": (
        "test_stock.py::test_a15_f19_with_nothing_to_draw_and_nothing_to_shuffle_the_turn_passes",
        "test_variants.py::test_f22_f19_who_can_cover_may_not_draw_from_nothing",
        "test_variants.py::test_f25_f19_with_nothing_to_shuffle_the_turn_passes_with_two_as_well",
    ),
    "F20": (
        "test_variants.py::test_a2_f20_a_penalty_waits_for_a_seven_or_is_taken",
        "test_variants.py::test_f20_a_seven_adds_two_for_the_next_and_taking_leaves_a_normal_turn",
        "test_variants.py::test_f20_a_seven_laid_in_that_turn_starts_again_at_two",
        "test_variants.py::test_f20_three_sevens_make_six",
        "test_variants.py::test_f20_a_seven_may_be_kept_back",
        "test_variants.py::test_f20_taking_a_penalty_proves_nothing",
        "test_variants.py::test_f20_f10_with_seven_skips_turn_taking_ends_the_turn_and_is_one",
        "test_variants.py::test_f20_the_cap_comes_before_a_seven_that_waits",
        "test_variants.py::test_f20_a12_f17_two_left_with_too_few_cards_count_and_the_taking_is_no_turn",
        "test_variants.py::test_f20_a15_a_penalty_takes_what_there_is",
        "test_variants.py::test_f22_f20_taking_a_penalty_is_not_the_draw_of_the_turn",
        "test_variants.py::test_f24_f20_with_seven_stacking_seat_0_may_answer",
    ),
    "F21": ("test_variants.py::test_f21_nothing_but_a_seven_answers",),
    "F22": (
        "test_variants.py::test_a4_a5_f8_f22_who_can_cover_may_draw_and_lay_the_card_or_keep_it",
        "test_variants.py::test_f22_a_card_that_does_not_fit_leaves_passing_and_gives_nothing_away",
        "test_variants.py::test_f8_f22_passing_takes_a_draw_first",
        "test_variants.py::test_f22_a_draw_proves_nothing",
        "test_variants.py::test_f22_f19_who_can_cover_may_not_draw_from_nothing",
        "test_variants.py::test_f22_a_drawn_under_names_a_suit_or_is_kept",
        "test_variants.py::test_f22_f20_taking_a_penalty_is_not_the_draw_of_the_turn",
    ),
    "F23": (
        "test_variants.py::test_a6_f23_a_special_upcard_goes_openly_under_the_stock",
        "test_variants.py::test_f23_everybody_knows_who_draws_such_a_card",
        "test_variants.py::test_f23_where_nothing_else_is_left_the_first_stays",
        "test_variants.py::test_f23_a_record_of_a_seats_view_tells_the_buried_cards",
    ),
    "F24": (
        "test_variants.py::test_a6_f24_a_seven_of_the_dealer_hits_seat_0_and_is_no_turn",
        "test_variants.py::test_f24_with_seven_skips_turn_seat_1_begins",
        "test_variants.py::test_f24_f20_with_seven_stacking_seat_0_may_answer",
        "test_variants.py::test_f24_an_eight_of_the_dealer_skips_seat_0",
        "test_variants.py::test_f24_an_under_of_the_dealer_counts_as_naming_its_suit",
        "test_variants.py::test_f24_an_ordinary_card_of_the_dealer_does_nothing",
    ),
    "F25": (
        "test_variants.py::test_a12_f25_the_last_two_go_on_with_a_new_stock",
        "test_variants.py::test_f25_f19_with_nothing_to_shuffle_the_turn_passes_with_two_as_well",
        "test_variants.py::test_f25_a_match_ends_when_one_is_left",
    ),
    "F26": (
        "test_stock.py::test_a16_f26_the_stock_is_made_when_a_card_is_needed_and_not_before",
        "test_end.py::test_t22_t23_a12_f17_f26_the_last_two_count_when_one_needs_a_card_and_there_is_none",
    ),
    "F27": ("test_deal.py::test_f27_the_default_reward_is_the_rank",),
}
