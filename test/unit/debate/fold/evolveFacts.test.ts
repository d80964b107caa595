import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { standingIssues } from '../../../../src/debate/flow/duties';
import { speechFacts } from '../../../../src/debate/formats/common/speech';
import { redactionSteps, warningSteps } from '../../../../src/debate/formats/common/verification';
import { panelFacts } from '../../../../src/debate/formats/panel/facts';
import { ledgersOf } from '../../../../src/debate/formats/panel/ledger';
import { barredDebaters, defaultLimits, findingOn, isCorrected, isRuledOn } from '../../../../src/debate/fold/state';
import { fold, numbered, setup, setupData, source, step, type Part, speech } from '../../../support/entries';

const finding = (target_seq: number, url: string, status: string, fields: Partial<Entry> = {}): Part => ({
  type: 'verification_result',
  speaker: 'verifier',
  target_seq,
  content: `${status}: ${url}`,
  data: { url, status, explanation: `because ${status}` },
  ...fields,
});

describe('findings', () => {
  it('the latest for an entry and a source is in force; a person’s word vouches, stays, and changes nothing else', () => {
    const url = 'workspace:a.md';
    const state = fold(
      numbered(
        setup,
        speech('ada', { sources: [source(url), source('workspace:b.md')] }),
        finding(1, url, 'unverified'),
        finding(1, 'workspace:b.md', 'verified'),
        finding(1, url, 'unreliable', { speaker: 'user' }),
        finding(1, url, 'fabricated'),
      ),
    );
    expect(findingOn(state, 1, url)).toEqual({
      seq: 5,
      check: 5,
      target: 1,
      url,
      status: 'fabricated',
      explanation: 'because fabricated',
      vouched: true,
    });
    expect(findingOn(state, 1, 'workspace:b.md')).toMatchObject({ status: 'verified', vouched: false });
    const vouched = fold(
      numbered(setup, speech('ada'), finding(1, url, 'unverified'), finding(1, url, 'verified', { speaker: 'user' })),
    );
    expect(findingOn(vouched, 1, url)).toMatchObject({ seq: 3, status: 'unverified', vouched: true });
    const first = fold(numbered(setup, speech('ada'), finding(1, url, 'verified', { speaker: 'user' })));
    expect(findingOn(first, 1, url)).toMatchObject({ status: 'unverified', vouched: true });
    expect(findingOn(state, 2, url)).toBeUndefined();
    expect(barredDebaters(state)).toEqual(['ada']);
  });

  it('on what an entry does not cite bar, strike, warn and support nobody', () => {
    const stray = 'https://example.org/of-nobody';
    const entries = (status: string) =>
      numbered(
        setup,
        speech('ada', { sources: [source('workspace:a.md')] }),
        speech('bob', { type: 'rebuttal', rebuttal_to_seq: 1, sources: [source('workspace:a.md')] }),
        finding(1, stray, status),
        finding(2, stray, status),
      );
    for (const status of ['fabricated', 'unreliable', 'verified']) {
      const state = fold(entries(status));
      expect(findingOn(state, 1, stray)?.status).toBe(status);
      expect(barredDebaters(state)).toEqual([]);
      expect([...redactionSteps(state, 'chair'), ...warningSteps(state, 'chair')]).toEqual([]);
      expect(standingIssues(state, 'ada')).toEqual([]);
      expect(ledgersOf(state)[0]?.rebutted).toEqual([]);
    }
  });

  it('are read from the ancestors’ JSON text; prose and unknown words say nothing', () => {
    const json = (value: unknown) => ({
      type: 'verification_result',
      speaker: 'verifier',
      target_seq: 1,
      content: JSON.stringify(value),
    });
    const state = fold(
      numbered(
        setup,
        speech('ada'),
        json({ url: 'https://a.example', status: 'unreliable', notes: 'not there' }),
        json({ url: 'https://b.example', status: 'splendid' }),
        json({ status: 'verified' }),
        json(null),
        json([]),
        { type: 'verification_result', speaker: 'verifier', target_seq: 1, content: 'It is fine.' },
      ),
    );
    expect([...(state.findings.get(1)?.values() ?? [])]).toMatchObject([
      { seq: 2, url: 'https://a.example', status: 'unreliable', explanation: 'not there' },
    ]);
  });

  it('are ruled on by source or by redaction of the entry', () => {
    const ruling = {
      type: 'ruling',
      target_seq: 1,
      content: 'Ruling on seq 1.',
      data: { kind: 'unreliable', url: 'a', reason: 'r' },
    };
    const state = fold(numbered(setup, speech('ada'), ruling, { type: 'redaction', target_seq: 0, content: 'x' }));
    expect([isRuledOn(state, 1, 'a'), isRuledOn(state, 1, 'b'), isRuledOn(state, 0, 'b')]).toEqual([true, false, true]);
    expect(state.rulings).toEqual([
      {
        seq: 2,
        kind: 'unreliable',
        target: 1,
        rule: undefined,
        reason: 'r',
        url: 'a',
        debater: undefined,
        status: undefined,
      },
    ]);
  });

  it('unreliable ones are corrected by a verified source in an entry that stands', () => {
    const correction = { seq: 1, old_url: 'old', new_url: 'new', reason: 'typo' };
    const record = [
      setup,
      speech('ada', { sources: [source('old')] }),
      finding(1, 'old', 'unreliable'),
      speech('ada', { data: { correction } }),
    ];
    const isCured = (...more: Part[]) => isCorrected(fold(numbered(...record, ...more)), 1, 'old');
    expect(isCured()).toBe(false);
    expect(isCured(finding(3, 'new', 'unreliable'))).toBe(false);
    expect(isCured(finding(3, 'new', 'verified'))).toBe(true);
    expect(isCured(finding(3, 'new', 'verified'), { type: 'redaction', target_seq: 3, content: 'x' })).toBe(false);
    expect(fold(numbered(...record)).corrections).toEqual([
      { by: 3, seq: 1, oldUrl: 'old', newUrl: 'new', reason: 'typo' },
    ]);
  });
});

describe('redactions', () => {
  it('come from data, or from the ancestors’ words; the first one stands', () => {
    const state = fold(
      numbered(
        { type: 'redaction', target_seq: 5, content: 'REDACTED', data: { reason: 'invented', url: 'u' } },
        {
          type: 'redaction',
          content: 'REDACTED: seq 3 (ada). Reason: Invented source.\nTwice. Entry is struck from the record.',
        },
        { type: 'redaction', content: 'REDACTED: seq 4 (ada). Reason: off topic' },
        { type: 'redaction', target_seq: 5, content: 'again' },
        { type: 'redaction', content: 'nothing named' },
      ),
    );
    expect([...state.redactions]).toEqual([
      [5, { by: 0, reason: 'invented', url: 'u' }],
      [3, { by: 1, reason: 'Invented source.\nTwice.', url: undefined }],
      [4, { by: 2, reason: 'off topic', url: undefined }],
    ]);
  });
});

describe('what debaters say of their turns', () => {
  it('a framework is introduced once, whatever the spelling of its name', () => {
    const introduces = (name: string) => ({ data: { introduces: [{ name, description: `d of ${name}` }] } });
    const state = fold(
      numbered(
        setup,
        speech('ada', introduces('The Lever')),
        speech('bob', introduces(' the lever ')),
        speech('bob', introduces('Other')),
      ),
    );
    expect([...state.factsOf(speechFacts).frameworks.values()]).toEqual([
      { seq: 1, by: 'ada', name: 'The Lever', description: 'd of The Lever' },
      { seq: 3, by: 'bob', name: 'Other', description: 'd of Other' },
    ]);
  });

  it('acknowledgements and concessions count in arguments and in what rides on them', () => {
    const state = fold(
      numbered(
        setup,
        speech('ada', { data: { acknowledges: [1, 2] } }),
        speech('ada', {
          type: 'clarification_request',
          data: { acknowledges: [7], concedes: [{ seq: 1, claim: 'c' }] },
        }),
        {
          type: 'source_challenge',
          phase: 'rebuttal',
          speaker: 'bob',
          data: { url: 'u', claim: 'c', acknowledges: [9] },
        },
      ),
    );
    expect([...state.acknowledged]).toEqual([
      ['ada', new Set([1, 2, 7])],
      ['bob', new Set([9])],
    ]);
    expect(state.factsOf(speechFacts).concessions).toEqual([{ by: 'ada', at: 2, seq: 1, claim: 'c' }]);
    expect([...state.factsOf(speechFacts).challenges]).toEqual([[3, 'u']]);
  });
});

describe('the user', () => {
  const change = (fields: Record<string, unknown>): Part => ({
    type: 'intervention',
    speaker: 'user',
    data: { change: fields },
  });

  it('changes limits one by one; the setup stays as it was', () => {
    const state = fold(
      numbered(
        setup,
        change({ max_rounds: 9 }),
        change({ budget_usd: 5, time_budget_minutes: 1 }),
        change({ budget_usd: null }),
      ),
    );
    expect(state.limits).toEqual({ ...setupData.limits, max_rounds: 9, time_budget_minutes: 1 });
    expect(state.setup?.limits).toEqual(setupData.limits);
    expect(fold([]).limits).toEqual(defaultLimits);
  });

  it('gives seats to others: whom a change names is not given to its provider', () => {
    const models = { ...(setupData.models as object), chair: 'offline', verifier: 'offline' };
    const begun: Part = { ...setup, data: { ...setupData, provider: 'offline', models } };
    const state = fold(numbered(begun, change({ provider: 'anthropic', models: { chair: 'offline' } })));
    expect([state.models.get('chair'), state.models.get('verifier')]).toEqual(['offline', 'anthropic']);
  });

  it('guides, asks, and asks to conclude', () => {
    const state = fold(
      numbered(
        setup,
        { type: 'intervention', speaker: 'user', data: { guidance: 'Be brief.' } },
        { type: 'audience_question', phase: 'rebuttal', speaker: 'user', data: { to: 'bob' } },
        { type: 'audience_question', phase: 'rebuttal', speaker: 'audience', content: 'To ada: why?' },
        { type: 'audience_question', phase: 'rebuttal', speaker: 'user', content: 'Why?' },
        change({ conclude: true }),
        { type: 'intervention', speaker: 'user', content: 'Speak up.' },
        change({ stop: true }),
        change({ stop: false }),
      ),
    );
    expect(state.guidance).toEqual([
      { seq: 1, text: 'Be brief.' },
      { seq: 6, text: 'Speak up.' },
    ]);
    expect(state.questions).toEqual([
      { seq: 2, to: 'bob' },
      { seq: 3, to: 'ada' },
      { seq: 4, to: 'ada' },
      { seq: 4, to: 'bob' },
    ]);
    expect([state.concludeRequested, state.stopRequests]).toEqual([true, 1]);
  });
});

describe('the ending', () => {
  it('the first conclusion counts, the last document of a name', () => {
    const state = fold(
      numbered(
        setup,
        { type: 'announcement', data: { kind: 'unresolved', points: [{ text: 'p', seqs: [1] }] } },
        { type: 'conclusion', data: { outcome: 'draw', reason: 'close' } },
        { type: 'conclusion', data: { outcome: 'ada_wins', reason: 'late' } },
        { type: 'audience_conclusion', speaker: 'audience' },
        { type: 'document', speaker: 'reporter', data: { name: 'summary.md' } },
        { type: 'document', speaker: 'reporter', data: { name: 'summary.md' } },
        { type: 'note', data: { kind: 'document_review', problems: [{ document: 'summary.md', problem: 'p' }] } },
      ),
    );
    expect(state.factsOf(speechFacts).unresolved).toEqual({
      seq: 1,
      points: [{ text: 'p', seqs: [1] }],
      agreed: [],
    });
    expect(state.conclusion).toEqual({ seq: 2, outcome: 'draw', reason: 'close' });
    expect(state.factsOf(panelFacts).audienceConclusion).toBe(4);
    expect([...state.documents]).toEqual([['summary.md', 6]]);
    expect(state.factsOf(panelFacts).documentProblems).toEqual([{ document: 'summary.md', problem: 'p' }]);
  });

  it('is read from the ancestors’ words', () => {
    const content = 'Debate concluded. Outcome: promoter_wins.\n\nReason: It was close.\nVery.';
    expect(fold(numbered({ type: 'conclusion', content })).conclusion).toEqual({
      seq: 0,
      outcome: 'promoter_wins',
      reason: 'It was close.\nVery.',
    });
    expect(
      fold(numbered({ type: 'announcement', content: 'Pre-Phase-3 review: two points.' })).factsOf(speechFacts)
        .unresolved,
    ).toEqual({ seq: 0, points: [], agreed: [] });
  });
});

describe('time and money', () => {
  const usage = { input: 10, cache_write: 1, cache_read: 2, output: 3, usd: 0.5 };

  it('are counted once per batch, and a pause costs nothing', () => {
    const batch = [0, 1, 2].map((index) =>
      speech('ada', { data: { step: step('r1/turn/ada', { index, count: 3, elapsed_ms: 1_000, usage }) } }),
    );
    const night: Part = {
      type: 'note',
      timestamp: '2026-07-23T08:00:00Z',
      data: { kind: 'go_on', step: step('r1/go-on', { elapsed_ms: 20, usage }) },
    };
    const state = fold(numbered(setup, ...batch, night));
    expect(state.activeMs).toBe(1_020);
    expect(state.usage).toEqual({ input: 20, cache_write: 2, cache_read: 4, output: 6, usd: 1 });
    expect([...state.usageBySpeaker]).toEqual([
      ['ada', usage],
      ['chair', usage],
    ]);
    expect([...state.steps.keys()]).toEqual(['r1/turn/ada', 'r1/go-on']);
    expect(state.lastTime).toBe(Date.UTC(2026, 6, 23, 8));
  });

  it('a step whose first entry cannot be read is closed all the same, and costs nothing', () => {
    const state = fold(
      numbered(setup, speech('ada', { data: { step: step('r1/turn/ada', { index: 1, count: 2, usage }) } })),
    );
    expect([state.steps.has('r1/turn/ada'), state.activeMs, state.usage.usd]).toEqual([true, 0, 0]);
  });

  it('the verifier lane costs money and no time; usage is of whoever was asked', () => {
    const data = {
      url: 'u',
      status: 'verified',
      step: step('verify/1', { elapsed_ms: 500, agent: 'verifier', usage }),
    };
    const skipped = { kind: 'skipped', debater: 'bob', step: step('r1/turn/bob', { agent: 'bob', usage }) };
    const state = fold(
      numbered(
        setup,
        speech('ada'),
        { type: 'verification_result', speaker: 'verifier', target_seq: 1, data },
        { type: 'ruling', data: skipped },
      ),
    );
    expect(state.activeMs).toBe(100);
    expect([...state.usageBySpeaker.keys()]).toEqual(['verifier', 'bob']);
    expect(state.usage.usd).toBe(1);
  });

  it('the last time never goes back', () => {
    const state = fold(
      numbered(
        { type: 'note', timestamp: '2026-07-23T08:00:00Z' },
        { type: 'note', timestamp: '2020-01-01T00:00:00Z' },
      ),
    );
    expect(state.lastTime).toBe(Date.UTC(2026, 6, 23, 8));
  });
});
