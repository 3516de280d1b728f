"""Trying one card: what `rulekit try` does.

Contract: a trial is an example that is not finished yet: the table is laid out by the same lines, the same sentences are
run, and answers are scripted or asked for. It reads everything, hidden things included, so it is for authors, never for
players. Nothing is written anywhere.
"""

from __future__ import annotations

from rulekit.tryout.subject import Subject, subject_of
from rulekit.tryout.trial import Asked, Trial

__all__ = ["Asked", "Subject", "Trial", "subject_of"]
