import { expect } from 'vitest';
import type { Draft } from '../../src/debate/log/entry';
import { lintRecord, told } from './lintLog';
import { panelRecord, sourceOf } from './panelRecord';
import type { Line, RecordBuilder, SeqOf } from './recordBuilder';

/** One breach of one rule of the debate, and no other problem. */

type Change = (record: RecordBuilder) => RecordBuilder;

/** Expects exactly the problems `rule severity key`. */
export async function expectOnly(change: Change, ...expected: readonly string[]): Promise<void> {
  const record = change(panelRecord());
  const wanted = expected.map((problem) => problem.replace(/\S+$/, (key) => String(record.seqOf(key))));
  expect(told(await lintRecord(record))).toEqual(wanted);
}

export const ruling = (
  key: string,
  about: string | undefined,
  data: Record<string, unknown>,
  content = 'A ruling.',
): Line => ({
  key,
  step: key,
  draft: (seqOf) => ({
    phase: 'system',
    speaker: 'chair',
    type: 'ruling',
    content,
    data,
    ...(about === undefined ? {} : { target_seq: seqOf(about) }),
  }),
});

export const redaction = (key: string, about: string, url: string): Line => ({
  key,
  step: key,
  draft: (seqOf) => ({
    phase: 'system',
    speaker: 'chair',
    type: 'redaction',
    target_seq: seqOf(about),
    content: `REDACTED: seq ${seqOf(about)}. Reason: fabricated. Entry is struck from the record.`,
    data: { kind: 'fabricated', rule: '12', reason: 'fabricated', url },
  }),
});

export const challenge = (
  key: string,
  step: string,
  draft: Partial<Draft> | ((seqOf: SeqOf) => Partial<Draft>),
): Line => ({
  key,
  step,
  draft: (seqOf) => ({
    phase: 'rebuttal',
    speaker: 'bob',
    type: 'source_challenge',
    content: 'That does not hold.',
    ...(typeof draft === 'function' ? draft(seqOf) : draft),
  }),
});

export const annUrl = sourceOf('r1/turn/ann').url;

export const annClaim = 'ann says in round 1 what has to be said.';

export const ruledOn = (key: string, challenged = 'r1/turn/ann') =>
  ruling(key, challenged, { kind: 'challenge', rule: '15', url: annUrl, reason: 'It stands.' });

export const challengeOfAnn = (key: string, step: string) =>
  challenge(key, step, (seqOf) => ({ target_seq: seqOf('r1/turn/ann'), data: { url: annUrl, claim: annClaim } }));

/** A challenge that accompanies bob's turn in round 1, with its ruling. */
export const challenged = (record: RecordBuilder) =>
  record.after('r1/turn/bob', challengeOfAnn('challenge', 'r1/turn/bob'), ruledOn('challenge/ruling'));
