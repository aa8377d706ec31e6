"""Where every clause of the rules is held: the tests of each, or why there is nothing to test.

G1 to G43 are the clauses, A1 to A29 the decisions, F1 to F21 the fine points of RULES.md.
"""

from __future__ import annotations

LAST = {"G": 43, "A": 29, "F": 21}
"""The letters that clauses, decisions and fine points begin with, and the last number of each."""

CLAUSES: dict[str, tuple[str, ...] | str] = {
    "G1": (
        "test_deal.py::test_g1_g5_a28_f20_four_seats_with_three_lives_each_by_default",
        "test_match_end.py::test_g1_g6_the_last_survivor_wins",
    ),
    "G2": (
        "test_deal.py::test_g2_g11_f5_one_card_to_each_from_the_top_in_acting_order_and_the_rest_is_the_stock",
        "test_turn.py::test_g2_g16_keeping_passes_the_turn_and_leaves_the_cards",
        "test_turn.py::test_g2_g16_a_request_swaps_with_the_next_to_the_left",
    ),
    "G3": "flavour: a hint at what G20, G23 and G35 say in full",
    "G4": ("test_settlement.py::test_g4_g35_the_lowest_card_costs_a_life",),
    "G5": (
        "test_deal.py::test_g1_g5_a28_f20_four_seats_with_three_lives_each_by_default",
        "test_match_end.py::test_g5_a_seat_without_lives_is_out",
    ),
    "G6": (
        "test_match_end.py::test_g1_g6_the_last_survivor_wins",
        "test_match_end.py::test_g6_a16_a_matador_that_leaves_one_survivor_ends_the_match_without_a_settlement",
    ),
    "G7": (
        "test_match_end.py::test_g7_a17_when_all_who_remain_fall_together_they_draw",
        "test_match_end.py::test_g7_f9_three_who_fall_together_share_the_first_place",
    ),
    "G8": "flavour: lives are counters; nothing is staked on them",
    "G9": ("test_cards.py::test_g9_the_pack_has_two_cards_of_each_of_21_ranks_and_no_suits",),
    "G10": ("test_cards.py::test_g10_f1_the_ranks_from_low_to_high",),
    "G11": (
        "test_deal.py::test_g2_g11_f5_one_card_to_each_from_the_top_in_acting_order_and_the_rest_is_the_stock",
        "test_deal.py::test_g11_f3_the_whole_pack_is_shuffled_once_for_every_contested_deal",
        "test_deal.py::test_g11_a_card_is_seen_by_its_owner_alone",
        "test_deal.py::test_g11_a_fallen_seat_gets_no_card",
    ),
    "G12": ("test_deal.py::test_g12_play_goes_clockwise_from_the_dealers_left_and_the_dealer_is_last",),
    "G13": (
        "test_deal.py::test_g13_g14_a11_a_dealt_fool_is_shown_to_everybody",
        "test_deal.py::test_g13_a_resting_and_a_fallen_seat_see_it_too",
    ),
    "G14": ("test_deal.py::test_g13_g14_a11_a_dealt_fool_is_shown_to_everybody",),
    "G15": ("test_deal.py::test_g15_the_dealer_moves_to_the_next_surviving_seat",),
    "G16": (
        "test_deal.py::test_g16_a22_a_resting_neighbour_is_passed_over",
        "test_deal.py::test_g16_a22_a_fallen_neighbour_is_passed_over",
        "test_turn.py::test_g2_g16_keeping_passes_the_turn_and_leaves_the_cards",
        "test_turn.py::test_g2_g16_a_request_swaps_with_the_next_to_the_left",
    ),
    "G17": ("test_turn.py::test_g17_whoever_holds_no_matador_must_accept",),
    "G18": ("test_turn.py::test_g18_the_recipient_chooses_next",),
    "G19": (
        "test_turn.py::test_g19_a_swap_is_seen_by_its_two_seats_alone",
        "test_turn.py::test_g19_a_card_is_known_wherever_it_travels",
    ),
    "G20": (
        "test_turn.py::test_g20_a_challenged_cuckoo_ends_the_deal_at_once",
        "test_turn.py::test_g20_a_challenged_cuckoo_is_revealed",
    ),
    "G21": ("test_turn.py::test_g21_a_dragon_refuses_and_costs_a_life_and_the_requester_keeps_its_card",),
    "G22": (
        "test_turn.py::test_g22_a4_play_goes_on_to_the_dragons_left_and_its_holder_has_no_turn",
        "test_turn.py::test_a1_g22_a_dragon_reached_past_a_house_sends_play_on_to_its_own_left",
    ),
    "G23": ("test_turn.py::test_g23_a_cat_refuses_and_costs_a_life",),
    "G24": (
        "test_turn.py::test_g24_a7_a_cat_undoes_a_chain_of_swaps",
        "test_turn.py::test_g24_a_cat_undoes_swaps_before_a_keep_too",
        "test_turn.py::test_g24_what_was_seen_stays_seen_after_a_cat",
    ),
    "G25": (
        "test_turn.py::test_g25_a4_play_goes_on_to_the_cats_left_and_its_holder_has_no_turn",
        "test_turn.py::test_a1_g25_a_cat_reached_past_a_horse_sends_play_on_to_its_own_left",
    ),
    "G26": (
        "test_turn.py::test_g26_a24_a_request_goes_past_a_house_or_horse_by_itself",
        "test_turn.py::test_g26_what_was_passed_is_seen_by_all",
    ),
    "G27": ("test_turn.py::test_g27_several_are_passed_in_a_row",),
    "G28": (
        "test_turn.py::test_g28_a_matador_that_is_not_challenged_does_nothing_and_stays_hidden",
        "test_turn.py::test_g28_a_matador_that_its_holder_swaps_away_does_nothing",
    ),
    "G29": (
        "test_turn.py::test_g29_the_dealer_may_keep",
        "test_turn.py::test_g29_g33_the_dealer_may_swap_with_the_top_of_the_stock",
    ),
    "G30": ("test_turn.py::test_g30_a2_past_the_dealers_house_or_horse_lies_the_stock_and_the_dealer_does_not_act",),
    "G31": ("test_turn.py::test_g31_a_drawn_house_or_horse_is_drawn_past",),
    "G32": (
        "test_turn.py::test_g32_a9_a_drawn_cuckoo_leaves_the_card_and_costs_no_life",
        "test_turn.py::test_g32_a9_a_drawn_dragon_leaves_the_card_and_costs_a_life",
        "test_turn.py::test_g32_a9_a_drawn_cat_costs_a_life_and_undoes_the_swaps",
    ),
    "G33": (
        "test_turn.py::test_g29_g33_the_dealer_may_swap_with_the_top_of_the_stock",
        "test_turn.py::test_g33_an_ordinary_draw_replaces_the_card",
    ),
    "G34": (
        "test_settlement.py::test_g34_all_cards_are_revealed_after_the_swaps",
        "test_settlement.py::test_g34_all_cards_are_revealed_when_a_cuckoo_stops_the_deal",
    ),
    "G35": (
        "test_settlement.py::test_g4_g35_the_lowest_card_costs_a_life",
        "test_settlement.py::test_g35_a26_all_who_tie_for_lowest_pay",
    ),
    "G36": (
        "test_settlement.py::test_g36_f14_f18_who_fell_in_mid_deal_is_not_compared_and_its_card_is_never_revealed",
        "test_settlement.py::test_g36_who_pays_to_a_dragon_and_lives_is_compared",
    ),
    "G37": ("test_settlement.py::test_g37_one_fool_costs_its_holder_and_all_with_the_next_lowest_card",),
    "G38": ("test_settlement.py::test_g38_two_fools_cost_their_holders_alone",),
    "G39": (
        "test_deal.py::test_g39_g41_a_fool_holder_rests_without_card_turn_or_payment_and_returns",
        "test_settlement.py::test_g39_a_surviving_fool_holder_rests_for_the_next_deal",
        "test_settlement.py::test_g39_whoever_holds_the_fool_at_the_settlement_rests_not_who_was_dealt_it",
    ),
    "G40": ("test_settlement.py::test_g40_the_others_pay_nothing",),
    "G41": (
        "test_deal.py::test_g39_g41_a_fool_holder_rests_without_card_turn_or_payment_and_returns",
        "test_deal.py::test_g41_f18_a_resting_seat_is_not_in_the_comparison",
    ),
    "G42": ("test_deal.py::test_g42_a19_a_deal_left_uncontested_by_rest_is_skipped_without_charge_and_all_return",),
    "G43": (
        "test_deal.py::test_g43_the_next_deal_follows_a_settlement_by_itself",
        "test_deal.py::test_g43_after_the_match_a_new_one_is_dealt",
    ),
    "A1": (
        "test_turn.py::test_a1_g22_a_dragon_reached_past_a_house_sends_play_on_to_its_own_left",
        "test_turn.py::test_a1_g25_a_cat_reached_past_a_horse_sends_play_on_to_its_own_left",
        "test_turn.py::test_a1_the_recipient_acts_next_and_who_was_passed_has_no_turn",
    ),
    "A2": ("test_turn.py::test_g30_a2_past_the_dealers_house_or_horse_lies_the_stock_and_the_dealer_does_not_act",),
    "A3": ("test_turn.py::test_a3_when_the_dealer_refuses_the_swaps_are_over",),
    "A4": (
        "test_turn.py::test_g22_a4_play_goes_on_to_the_dragons_left_and_its_holder_has_no_turn",
        "test_turn.py::test_g25_a4_play_goes_on_to_the_cats_left_and_its_holder_has_no_turn",
    ),
    "A5": (
        "test_turn.py::test_a5_a_cat_gives_no_life_back",
        "test_turn.py::test_a5_a_cat_brings_nobody_back",
    ),
    "A6": ("test_turn.py::test_a6_a_swap_with_a_seat_that_has_fallen_since_is_undone",),
    "A7": (
        "test_turn.py::test_g24_a7_a_cat_undoes_a_chain_of_swaps",
        "test_turn.py::test_a7_a_drawn_cat_undoes_also_the_swap_that_gave_its_drawer_the_card",
    ),
    "A8": ("test_turn.py::test_a8_a_cat_with_no_swap_to_undo_costs_the_life_alone",),
    "A9": (
        "test_turn.py::test_g32_a9_a_drawn_cuckoo_leaves_the_card_and_costs_no_life",
        "test_turn.py::test_g32_a9_a_drawn_dragon_leaves_the_card_and_costs_a_life",
        "test_turn.py::test_g32_a9_a_drawn_cat_costs_a_life_and_undoes_the_swaps",
        "test_turn.py::test_a9_a_matador_drawn_by_a_request_that_passed_the_dealer_works_on_the_requester",
        "test_turn.py::test_a9_drawn_matadors_are_seen_by_all",
        "test_turn.py::test_a9_drawn_matadors_are_in_the_observation",
        "test_turn.py::test_a9_a_card_seen_from_the_stock_stays_in_the_record_of_a_seats_view_after_the_deal",
    ),
    "A10": (
        "test_turn.py::test_a10_f14_a_card_replaced_from_the_stock_is_never_revealed",
        "test_turn.py::test_a10_a_draw_ends_the_deal",
    ),
    "A11": (
        "test_deal.py::test_g13_g14_a11_a_dealt_fool_is_shown_to_everybody",
        "test_deal.py::test_a11_a_shown_fool_is_followed_through_swaps",
        "test_deal.py::test_a11_a_shown_fool_is_followed_back_when_a_cat_undoes_the_swaps",
        "test_deal.py::test_a11_a_drawn_fool_is_shown",
    ),
    "A12": ("test_turn.py::test_a12_a_known_fool_is_swapped_away_and_may_be_asked_for",),
    "A13": (
        "test_settlement.py::test_a13_a_fool_of_a_seat_that_fell_in_mid_deal_does_not_count",
        "test_settlement.py::test_a13_with_one_of_two_fools_fallen_the_other_takes_the_next_lowest_along",
    ),
    "A14": ("test_settlement.py::test_a14_with_two_in_the_comparison_and_one_fool_both_pay",),
    "A15": (
        "test_settlement.py::test_a15_f15_in_an_uncontested_settlement_the_lone_card_is_revealed_and_nobody_pays",
        "test_settlement.py::test_a15_after_an_uncontested_settlement_the_resting_seat_returns",
        "test_settlement.py::test_a15_a_lone_fool_neither_pays_nor_rests",
        "test_match_end.py::test_a15_one_seat_alive_in_the_match_wins_at_once",
    ),
    "A16": (
        "test_match_end.py::test_g6_a16_a_matador_that_leaves_one_survivor_ends_the_match_without_a_settlement",
        "test_match_end.py::test_a16_so_does_a_drawn_one",
    ),
    "A17": (
        "test_match_end.py::test_g7_a17_when_all_who_remain_fall_together_they_draw",
        "test_match_end.py::test_a17_who_fell_before_has_no_part_in_a_draw",
        "test_match_end.py::test_a17_f8_who_fell_earlier_in_the_same_deal_has_no_part_in_a_draw",
        "test_match_end.py::test_a17_no_draw_while_a_resting_seat_is_alive",
    ),
    "A18": (
        "test_deal.py::test_a18_a_fool_holder_without_lives_does_not_rest",
        "test_deal.py::test_a18_a19_the_rest_lasts_for_exactly_the_next_deal",
        "test_deal.py::test_a18_both_fool_holders_rest",
    ),
    "A19": (
        "test_deal.py::test_a18_a19_the_rest_lasts_for_exactly_the_next_deal",
        "test_deal.py::test_g42_a19_a_deal_left_uncontested_by_rest_is_skipped_without_charge_and_all_return",
    ),
    "A20": (
        "test_deal.py::test_a20_a_resting_seat_deals_and_the_last_participant_has_the_stock",
        "test_turn.py::test_a20_a23_the_last_in_order_never_asks_the_first",
        "test_variants.py::test_a20_f11_the_deal_passes_over_a_resting_seat",
    ),
    "A21": (
        "test_deal.py::test_f4_a21_the_highest_seat_deals_first_and_seat_0_begins",
        "test_deal.py::test_a21_f12_a_skipped_deal_has_a_number_and_a_dealer_of_its_own",
    ),
    "A22": (
        "test_deal.py::test_g16_a22_a_resting_neighbour_is_passed_over",
        "test_deal.py::test_g16_a22_a_fallen_neighbour_is_passed_over",
    ),
    "A23": ("test_turn.py::test_a20_a23_the_last_in_order_never_asks_the_first",),
    "A24": (
        "test_turn.py::test_g26_a24_a_request_goes_past_a_house_or_horse_by_itself",
        "test_turn.py::test_a24_a_cuckoo_behind_a_house_stops_the_deal",
    ),
    "A25": ("test_turn.py::test_a25_whoever_challenges_a_cuckoo_pays_nothing_for_it",),
    "A26": ("test_settlement.py::test_g35_a26_all_who_tie_for_lowest_pay",),
    "A27": ("test_turn.py::test_a27_with_eight_seats_and_every_house_and_horse_in_the_stock_a_card_is_left_to_draw",),
    "A28": (
        "test_deal.py::test_g1_g5_a28_f20_four_seats_with_three_lives_each_by_default",
        "test_variants.py::test_f20_a28_other_sizes_of_table_than_four",
        "test_variants.py::test_a28_other_numbers_of_lives",
    ),
    "A29": ("test_cards.py::test_a29_the_dragon_is_called_dragon",),
    "F1": (
        "test_cards.py::test_g10_f1_the_ranks_from_low_to_high",
        "test_deal.py::test_f1_the_names_of_the_environments",
    ),
    "F2": ("test_variants.py::test_f2_the_parameters_and_their_ranges",),
    "F3": (
        "test_deal.py::test_g11_f3_the_whole_pack_is_shuffled_once_for_every_contested_deal",
        "test_deal.py::test_f3_a_skipped_deal_shuffles_nothing",
    ),
    "F4": ("test_deal.py::test_f4_a21_the_highest_seat_deals_first_and_seat_0_begins",),
    "F5": ("test_deal.py::test_g2_g11_f5_one_card_to_each_from_the_top_in_acting_order_and_the_rest_is_the_stock",),
    "F6": ("test_turn.py::test_f6_both_actions_are_always_legal",),
    "F7": (
        "test_match_end.py::test_f7_all_agents_terminate_in_the_step_that_decides_the_match",
        "test_match_end.py::test_f7_rewards_come_with_the_end_alone",
    ),
    "F8": (
        "test_match_end.py::test_a17_f8_who_fell_earlier_in_the_same_deal_has_no_part_in_a_draw",
        "test_match_end.py::test_f8_later_is_better_and_one_settlement_is_one_moment",
        "test_match_end.py::test_f8_who_falls_to_a_dragon_falls_before_who_falls_in_that_deals_settlement",
    ),
    "F9": ("test_match_end.py::test_g7_f9_three_who_fall_together_share_the_first_place",),
    "F10": ("test_match_end.py::test_f10_the_score_is_the_lives_left",),
    "F11": (
        "test_variants.py::test_a20_f11_the_deal_passes_over_a_resting_seat",
        "test_variants.py::test_f11_a_seat_that_rested_deals_again_later",
        "test_variants.py::test_f11_with_nobody_awake_the_next_surviving_seat_has_the_skipped_deal",
        "test_variants.py::test_f11_with_one_awake_the_skipped_deal_is_its_own",
    ),
    "F12": ("test_deal.py::test_a21_f12_a_skipped_deal_has_a_number_and_a_dealer_of_its_own",),
    "F13": ("test_match_end.py::test_f13_a_cat_that_decides_the_match_undoes_the_swaps_first_and_nothing_is_revealed",),
    "F14": (
        "test_turn.py::test_a10_f14_a_card_replaced_from_the_stock_is_never_revealed",
        "test_settlement.py::test_g36_f14_f18_who_fell_in_mid_deal_is_not_compared_and_its_card_is_never_revealed",
    ),
    "F15": ("test_settlement.py::test_a15_f15_in_an_uncontested_settlement_the_lone_card_is_revealed_and_nobody_pays",),
    "F16": ("test_match_end.py::test_f16_who_falls_to_a_drawn_dragon_falls_before_that_deals_settlement_too",),
    "F17": ("test_deal.py::test_f17_nothing_about_cards_is_kept_from_one_deal_to_the_next",),
    "F18": (
        "test_deal.py::test_g41_f18_a_resting_seat_is_not_in_the_comparison",
        "test_settlement.py::test_g36_f14_f18_who_fell_in_mid_deal_is_not_compared_and_its_card_is_never_revealed",
    ),
    "F19": ("test_variants.py::test_f19_variants_of_other_tables_are_not_offered",),
    "F20": (
        "test_deal.py::test_g1_g5_a28_f20_four_seats_with_three_lives_each_by_default",
        "test_variants.py::test_f20_a28_other_sizes_of_table_than_four",
    ),
    "F21": ("test_deal.py::test_f21_the_default_reward_is_for_winning",),
}
