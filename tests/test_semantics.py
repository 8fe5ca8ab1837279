"""The questions that four implementations answer: kept answers belong to the questions."""

from __future__ import annotations

import ask
import pytest


def test_onnx_still_answers_what_is_kept():
    assert ask.ask(ask.onnx) == ask.kept("onnx")


def test_jax_still_answers_what_is_kept():
    """Only where someone installed JAX: it isn't among the tests' packages."""
    pytest.importorskip("jax")
    assert ask.ask(ask.jax) == ask.kept("jax")


def test_kept_answers_to_other_questions_are_refused(monkeypatch):
    monkeypatch.setattr(ask, "digest", lambda: "of another file")
    with pytest.raises(LookupError, match=r"run ask\.py jax again"):
        ask.kept("jax")


def test_ours_answers_as_pytorch_does():
    ours, pytorch = ask.ask(ask.ours), ask.ask(ask.pytorch)
    assert {**ours, "name": ""} == {**pytorch, "name": ""}
    assert set(ask.QUESTIONS) < set(ours)


def test_a_failing_implementation_is_told_not_hidden():
    def broken(q, k, v, mask=None, bias=None, is_causal=False):
        return 7.0 * v[..., :1, :]

    with pytest.raises(LookupError, match="broken answers boolean_mask with 7.0"):
        ask.ask(lambda: ("broken", broken))
