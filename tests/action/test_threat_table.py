"""The attacks that the Action has to withstand, and the tests that show each of them fail.

The rows are numbered as in the threat table of the Action's specification. A test named `test_07_…` in this
folder belongs to row 7; the others stand here, as `file::name`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parents[1]
_FORKED = "snapshotter/test_forked_heads.py"
_PULL = "snapshotter/test_pull_request.py"
_SELF = "snapshotter/test_self_supplied.py"
_REVISIONS = "snapshotter/test_revisions.py"
_BORROWED = "snapshotter/test_borrowed.py"
_GITREAD = "snapshotter/test_gitread.py"
_EVIDENCE = "snapshotter/test_evidence.py"
_CLAIMS = "snapshotter/test_claims_input.py"
_GITHUB = "snapshotter/test_github.py"
_PROPOSE = "cli/action/test_propose.py"
_PUBLISHING = "action/test_publishing.py"
_HOSTILE = "action/test_hostile_texts.py"


class Row(NamedTuple):
    """One attack, and the tests of it beside those of its number."""

    attack: str
    tests: tuple[str, ...] = ()


ROWS: Mapping[int, Row] = {
    1: Row(
        "write or edit cache/ and sources/",
        (
            "action/test_pull_request.py::test_a_forged_quote_with_a_doctored_snapshot_fails_as_self_supplied",
            f"{_SELF}::test_no_forged_evidence_passes_where_it_is_rejected",
            f"{_SELF}::test_evidence_that_comes_with_its_citation_is_self_supplied",
            f"{_SELF}::test_deleting_what_accuses_a_new_citation_is_self_supplied",
            f"{_SELF}::test_evidence_under_the_full_name_that_hides_the_bare_one_is_self_supplied",
        ),
    ),
    2: Row(
        "edit settings, workflow, CODEOWNERS, attributes",
        (
            f"{_PULL}::test_a_change_of_what_governs_the_audit_is_told_of",
            f"{_PULL}::test_the_patterns_are_those_of_the_base_settings",
            f"{_SELF}::test_the_folders_of_evidence_are_those_of_the_base_settings",
            "cli/action/test_snapshot_verify.py::test_settings_of_the_audited_commit_are_not_read",
        ),
    ),
    3: Row(
        "a base branch, or an earlier push, of one's own",
        (
            f"{_REVISIONS}::test_into_another_branch_evidence_is_that_of_the_default_branch",
            f"{_REVISIONS}::test_a_push_elsewhere_is_judged_with_the_default_branch_and_not_with_the_push_before",
            f"{_REVISIONS}::test_a_commit_of_the_agent_that_looks_like_a_merge_gives_it_no_base",
            f"{_REVISIONS}::test_a_run_started_by_hand_elsewhere_has_the_evidence_of_the_default_branch",
        ),
    ),
    4: Row(
        "move, empty or delete claims",
        (
            f"{_PULL}::test_a_claim_in_order_that_is_gone_has_vanished",
            f"{_PULL}::test_a_claim_left_out_while_the_others_are_numbered_anew_has_vanished",
            f"{_FORKED}::test_a_claim_that_the_head_takes_out_has_vanished_however_old_its_branch_is",
            f"{_FORKED}::test_a_claim_newer_than_the_branch_is_taken_out_after_the_base_was_merged_in",
            f"{_FORKED}::test_a_history_of_its_own_is_no_cover",
            f"{_PULL}::test_only_changed_audits_files_that_differ_and_looks_for_vanished_claims_in_all",
        ),
    ),
    5: Row("a report of one's own, a report's path that is a link"),
    6: Row(
        "a link or a submodule as claims file or evidence",
        (
            f"{_PULL}::test_a_claims_file_that_became_no_file_is_malformed",
            f"{_PULL}::test_a_folder_of_evidence_replaced_by_something_else_never_passes",
            f"{_PULL}::test_a_folder_above_the_evidence_replaced_by_something_else_never_passes",
            f"{_EVIDENCE}::test_a_link_is_named_and_never_followed",
        ),
    ),
    7: Row("an identifier that is a path", (f"{_EVIDENCE}::test_no_identifier_leads_out_of_the_folder",)),
    8: Row(
        "two works with one name, a foreign record, twins",
        (
            f"{_EVIDENCE}::test_two_cited_dois_that_share_a_hand_made_file_collide",
            f"{_EVIDENCE}::test_a_name_in_another_case_is_named_and_not_read",
            f"{_PULL}::test_unsound_evidence_fails_although_nothing_cites_it",
        ),
    ),
    9: Row("one hostile item that crashes the rest"),
    10: Row(
        "workflow commands in texts and names",
        (
            "cli/output/test_commands.py::test_no_line_of_the_log_is_a_command",
            "cli/output/test_commands.py::test_what_is_written_is_what_the_runner_reads",
            "cli/output/test_action_log.py::test_no_text_anywhere_is_a_command_or_a_line_of_its_own",
            f"{_HOSTILE}::test_two_thousand_hostile_texts_in_every_field_give_no_command_of_their_own",
        ),
    ),
    11: Row(
        "Markdown",
        (
            "cli/output/test_summary.py::"
            "test_a_hostile_report_differs_from_a_harmless_one_in_text_inside_code_only",
            "cli/output/test_summary.py::test_so_do_the_comment_and_the_check_run",
            f"{_PROPOSE}::test_what_registries_and_agents_write_is_inert_in_body_issue_and_commit",
        ),
    ),
    12: Row(
        "huge, deep and contradictory files",
        (
            f"{_CLAIMS}::test_a_hostile_file_is_one_short_message_after_little_work",
            f"{_CLAIMS}::test_files_that_users_sent_are_read_or_refused_as_decided",
            f"{_CLAIMS}::test_any_bytes_are_claims_or_one_positioned_message",
            f"{_EVIDENCE}::test_a_file_above_its_limit_is_not_read",
        ),
    ),
    13: Row(
        "signs that no reader sees, lookalikes",
        ("cli/test_plain.py::test_what_hides_or_moves_text_is_shown_as_its_number",),
    ),
    14: Row(
        "runs of marks and other texts that grow",
        (
            "action/test_slow_texts.py::"
            "test_15_a_hundred_kilobytes_in_every_field_take_work_that_grows_with_them",
            "checks/text/test_hostile.py::test_hostile_input_of_a_megabyte_is_answered",
        ),
    ),
    15: Row(
        "slow regular expressions",
        ("checks/text/test_hostile.py::test_hostile_input_of_a_megabyte_is_answered",),
    ),
    16: Row(
        "YAML that is a bomb",
        (
            "snapshotter/test_configuration.py::test_a_bomb_is_one_message",
            "snapshotter/test_configuration.py::test_a_fault_is_refused_with_its_place",
        ),
    ),
    17: Row(
        "archives, PDFs and XML that are bombs",
        (
            "test_imports.py::test_evidence_of_a_commit_adds_subprocess_alone",
            f"{_PROPOSE}::test_the_job_that_may_write_loads_no_parser_and_the_network_only_when_it_publishes",
            "docker/test_image.py::test_an_audit_loads_no_parser_and_nothing_that_could_connect",
        ),
    ),
    18: Row(
        "a bare repository, hooks, replaced objects, attributes",
        (
            f"{_BORROWED}::test_settings_hooks_and_replacements_of_the_checkout_are_never_heeded",
            f"{_GITREAD}::test_a_tracked_folder_shaped_like_a_bare_repository_is_not_entered",
            f"{_GITREAD}::test_no_hook_monitor_pager_filter_or_alias_runs",
            f"{_GITREAD}::test_attributes_convert_nothing",
            f"{_GITREAD}::test_a_replacement_object_does_not_act",
            f"{_GITREAD}::test_a_path_of_two_files_is_refused_since_programs_differ_in_which_they_see",
            f"{_GITREAD}::test_a_parent_is_named_behind_the_tree_and_nowhere_else",
            f"{_FORKED}::test_a_file_that_says_who_whose_parent_is_is_not_believed",
            f"{_GITREAD}::test_a_variable_that_would_redirect_git_is_refused_by_name",
        ),
    ),
    19: Row(
        "modules of the workspace",
        (
            "docker/test_action.py::test_nothing_of_the_workspace_runs",
            "docker/test_image.py::test_modules_of_the_workspace_are_not_imported",
            "docker/test_dockerfile.py::test_the_entry_point_is_the_isolated_interpreter",
        ),
    ),
    20: Row(
        "a poisoned artifact", (f"{_PROPOSE}::test_a_poisoned_bundle_is_refused_before_github_is_asked",)
    ),
    21: Row(
        "a head that moves; a shallow, missing or partial base",
        (
            f"{_REVISIONS}::test_depth_1_without_a_network_is_no_verdict_and_names_the_repair",
            f"{_REVISIONS}::test_a_base_beyond_the_depth_is_fetched_or_nothing_is_judged",
            f"{_GITREAD}::test_a_partial_clone_is_not_completed_behind_the_users_back",
            f"{_FORKED}::test_a_shallow_checkout_fetches_the_history_and_no_files_for_it",
            f"{_FORKED}::test_where_the_history_cannot_be_had_nobody_is_accused_and_that_is_said",
        ),
    ),
    22: Row(
        "the marker of a stranger; the token of a fork",
        (
            f"{_PUBLISHING}::test_a_comment_of_somebody_else_with_our_marker_is_not_overwritten",
            f"{_PUBLISHING}::test_from_a_fork_nothing_is_called_and_one_notice_says_so",
            f"{_PUBLISHING}::test_no_answer_of_github_changes_the_verdict",
            f"{_GITHUB}::test_a_marker_of_a_stranger_makes_nothing_our_own",
            f"{_PROPOSE}::test_an_issue_with_the_marker_of_a_stranger_is_not_touched_and_hides_nothing",
        ),
    ),
    23: Row(
        "a token that leaks",
        (
            f"{_PUBLISHING}::test_the_token_is_in_no_output_file_or_command_line",
            f"{_BORROWED}::test_the_token_reaches_the_server_and_stands_on_no_command_line_and_in_no_file",
            f"{_BORROWED}::test_the_token_does_not_follow_to_another_server",
            f"{_GITHUB}::test_a_redirect_is_not_followed_and_the_token_stays_here",
            f"{_PROPOSE}::test_the_token_is_in_no_line_and_no_file",
        ),
    ),
    24: Row("source text addressed to a model"),
}
NUMBERS = tuple(range(1, 25))


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests of a file."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return frozenset(name for name in names if name.startswith("test_"))


def of_number(number: int) -> list[str]:
    """The tests of this folder that have the number of a row."""
    files = sorted(path.relative_to(TESTS).as_posix() for path in Path(__file__).parent.glob("test_*.py"))
    return [
        f"{file}::{name}"
        for file in files
        for name in sorted(names_in(file))
        if name.startswith(f"test_{number:02d}_")
    ]


def test_every_row_is_there() -> None:
    assert tuple(ROWS) == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_every_row_has_tests_and_each_of_them_exists(number: int) -> None:
    named = ROWS[number].tests
    assert [*of_number(number), *named], ROWS[number].attack
    for each in named:
        file, _, name = each.partition("::")
        assert name in names_in(file), each
        assert names_in(file), each


def test_no_test_has_the_number_of_a_row_that_is_not_there() -> None:
    numbers = {
        int(found[1])
        for path in Path(__file__).parent.glob("test_*.py")
        for name in names_in(path.relative_to(TESTS).as_posix())
        if (found := re.match(r"test_(\d\d)_", name))
    }
    assert numbers <= set(NUMBERS)
