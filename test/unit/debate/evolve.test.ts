import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, serialiseEntry } from '../../../src/debate/codec';
import type { Entry } from '../../../src/debate/entry';
import { entryTypes, isEntryType } from '../../../src/debate/entryData';
import { panelFacts } from '../../../src/debate/formats/panel/facts';
import {
  barredDebaters,
  defaultLimits,
  findingOn,
  headerOf,
  isCorrected,
  isRuledOn,
  owedSources,
} from '../../../src/debate/state';
import { DebateLog } from '../../../src/record/debateLog';
import { entry, fold, numbered, setup, setupData, source, step } from '../../support/entries';
import { tempFolder } from '../../support/tempFolder';
import { validData } from '../../support/validData';

const seed = 20_260_721;

type Part = Partial<Entry> & Pick<Entry, 'type'>;

const roundStart = (round: number): Part => ({
  type: 'announcement',
  phase: 'rebuttal',
  content: `Round ${round} of 4 beginning.`,
  data: { kind: 'round_start', round },
});
const speech = (speaker: string, fields: Partial<Entry> = {}): Part => ({
  type: 'new_point',
  phase: 'rebuttal',
  speaker,
  content: 'Words.',
  ...fields,
});
const finding = (target_seq: number, url: string, status: string, fields: Partial<Entry> = {}): Part => ({
  type: 'verification_result',
  speaker: 'verifier',
  target_seq,
  content: `${status}: ${url}`,
  data: { url, status, explanation: `because ${status}` },
  ...fields,
});

describe('the fold', () => {
  const part = fc
    .record({
      type: fc.constantFrom(...entryTypes, 'poll', 'toString', '__proto__', '__defineGetter__', 'constructor'),
      sample: fc.nat(3),
      speaker: fc.constantFrom('ada', 'bob', 'cy', 'chair', 'Chair', 'user', 'verifier', 'judge', 'toString'),
      phase: fc.constantFrom('system', 'opening', 'rebuttal', 'closing', 'lunch'),
      target: fc.option(fc.nat(12), { nil: null }),
      text: fc.constantFrom(
        'Words.',
        'Round 2 of 8 beginning.',
        'REDACTED: seq 3 (ada). Reason: r.',
        'Ruling on seq 2: no.',
        '{"url":"u","status":"verified"}',
      ),
      step: fc.option(fc.tuple(fc.constantFrom('a', 'b', 'r1/turn/ada'), fc.nat(2)), { nil: undefined }),
      odd: fc.boolean(),
      shift: fc.constantFrom(0, 0, 0, 0, 1, -1),
    })
    .map(({ type, sample, speaker, phase, target, text, step: mark, odd, shift }) => {
      const known = isEntryType(type) ? validData[type] : [{ step: 7, kind: {} }];
      const data: Record<string, unknown> | undefined = known[sample % known.length];
      const marked = mark === undefined ? data : { ...data, step: step(mark[0], { index: mark[1], count: 3 }) };
      const fields: Part = {
        type,
        speaker,
        phase,
        content: text,
        target_seq: target,
        ...(odd || marked === undefined ? {} : { data: marked }),
      };
      return { fields: { ...fields, sources: sample === 3 ? [source('workspace:a.md')] : null }, shift };
    });
  const record = fc
    .array(part, { maxLength: 30 })
    .map((parts) => parts.map(({ fields, shift }, index) => entry({ ...fields, seq: Math.max(0, index + shift) })));

  it('never throws, and gives the same state from the same entries', () => {
    fc.assert(
      fc.property(record, (entries) => {
        const state = fold(structuredClone(entries));
        expect(state).toEqual(fold(structuredClone(entries)));
        expect(state.headers).toHaveLength(entries.length);
        for (const { seq } of entries) {
          expect(headerOf(state, seq)).toBe(state.headers.find((header) => header.seq === seq));
        }
        expect(headerOf(state, 99)).toBeUndefined();
      }),
      { seed, numRuns: 400 },
    );
  });

  it('gives the same state whatever the pieces in which the log is read', async () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const oddLines = fc.constantFrom('', 'no entry\n', '\r\n', '{"seq":0}\n');
    const folder = tempFolder();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(record, cuts, oddLines, async (entries, places, odd) => {
        const bytes = Buffer.from(
          entries.map((item) => odd + serialiseEntry({ ...item, content: `${item.content} — ü😀` })).join(''),
        );
        const path = join(folder, `${(number += 1)}.jsonl`);
        writeFileSync(path, '');
        const log = await DebateLog.open(path);
        const ends = [...places.map((place) => Math.floor(place * bytes.length)), bytes.length].sort((a, b) => a - b);
        let done = 0;
        for (const end of ends) {
          appendFileSync(path, bytes.subarray(done, end));
          await log.refresh();
          done = end;
        }
        const whole = await DebateLog.open(path);
        expect(log.state).toEqual(whole.state);
        expect(log.problems).toEqual(whole.problems);
        expect(log.unfinishedTail).toBe('');
        for (const { seq } of log.state.headers) {
          expect(log.entry(seq)).toEqual(whole.entry(seq));
          expect(log.lineOf(seq)).toBe(whole.lineOf(seq));
        }
        await Promise.all([log.close(), whole.close()]);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('is not disturbed by what JSON can say and a record should not', () => {
    const state = fold(
      numbered(
        { type: 'poll', data: { step: null, kind: 5 } },
        { type: 'poll', data: { step: { id: 'x' } } },
        { type: '__proto__', speaker: '__proto__' },
        { type: 'setup', data: { topic: 'half a setup' } },
      ),
    );
    expect(state.steps.size).toBe(0);
    expect(state.setup).toBeUndefined();
    expect(state.debaters).toEqual([]);
  });
});

describe('headers', () => {
  it('hold what lists need, urls and references included', () => {
    const sources = [source('workspace:a.md'), source('https://b.example')];
    const [, , header] = fold(
      numbered(setup, roundStart(2), speech('ada', { type: 'rebuttal', rebuttal_to_seq: 1, sources })),
    ).headers;
    expect(header).toEqual({
      seq: 2,
      time: Date.UTC(2026, 6, 21, 12, 0, 2),
      phase: 'rebuttal',
      speaker: 'ada',
      type: 'rebuttal',
      round: 2,
      step: undefined,
      kind: undefined,
      urls: ['workspace:a.md', 'https://b.example'],
      rebuttalTo: 1,
      target: null,
    });
  });

  it('take the target of the ancestors’ rulings and redactions from their text', () => {
    const texts = [
      'Ruling on seq 1: no.',
      '**Ruling on seq 12**: no',
      'REDACTED: seq 3 (ada). Reason: x.',
      'ruling on SEQ 4',
      'A ruling on seq 5',
      'REDACTED: all',
    ];
    const targets = texts.map(
      (content) =>
        fold(numbered({ type: content.startsWith('RED') ? 'redaction' : 'ruling', content })).headers[0]?.target,
    );
    expect(targets).toEqual([1, 12, 3, 4, null, null]);
    expect(fold(numbered({ type: 'announcement', content: 'Ruling on seq 1: no.' })).headers[0]?.target).toBeNull();
    expect(fold(numbered({ type: 'ruling', target_seq: 7, content: 'Ruling on seq 1: no.' })).headers[0]?.target).toBe(
      7,
    );
  });

  it('are found by seq where seqs are doubled or out of order: the first one counts', () => {
    const entries = [0, 2, 2, 1, 1, 7].map((seq, index) => entry({ seq, type: 'note', content: String(index) }));
    const state = fold(entries);
    expect([0, 1, 2, 3, 7].map((seq) => state.headers.indexOf(headerOf(state, seq) ?? entriesHeader))).toEqual([
      0, 3, 1, -1, 5,
    ]);
  });

  it('are owed a verification for the first five sources, each once', () => {
    const urls = ['a', 'b', 'a', 'c', 'd', 'e', 'f'];
    const [header] = fold(numbered(speech('ada', { sources: urls.map((url) => source(url)) }))).headers;
    expect(header && owedSources(header)).toEqual(['a', 'b', 'c', 'd']);
  });
});

const entriesHeader = fold(numbered({ type: 'note' })).headers[0] as ReturnType<typeof fold>['headers'][number];

describe('rounds', () => {
  it('are counted from data, or from the ancestors’ words', () => {
    const state = fold(numbered(setup, roundStart(1), speech('ada'), roundStart(2), speech('ada')));
    expect(state.round).toBe(2);
    expect(state.maxRoundsAnnounced).toBe(4);
    expect(state.headers.map((header) => header.round)).toEqual([0, 1, 1, 2, 2]);
    const old = fold(
      numbered({ type: 'announcement', phase: 'rebuttal', content: 'Round 3 of 8 beginning.' }, speech('ada')),
    );
    expect([old.round, old.maxRoundsAnnounced]).toEqual([3, 8]);
  });

  it('are not begun by another announcement that names one', () => {
    const relay = {
      type: 'announcement',
      phase: 'rebuttal',
      content: 'Round 3 of 8 had no findings.',
      data: { kind: 'relay', round: 3 },
    };
    expect(fold(numbered(setup, roundStart(1), relay)).round).toBe(1);
  });

  it('end with a note of the kind stop', () => {
    expect(fold(numbered(setup, { type: 'note', data: { kind: 'go_on' } })).factsOf(panelFacts).roundsEnded).toBe(
      false,
    );
    expect(fold(numbered(setup, { type: 'note', data: { kind: 'stop' } })).factsOf(panelFacts).roundsEnded).toBe(true);
  });
});

describe('turns', () => {
  it('gather the entries of a step; a review gives them a summary and frameworks', () => {
    const mark = (index: number) => ({ data: { step: step('r1/turn/ada', { index, count: 2 }) } });
    const review = { kind: 'review', summary: 'Ada says so.', frameworks: [{ name: 'The lever', description: 'd' }] };
    const state = fold(
      numbered(
        setup,
        roundStart(1),
        speech('ada', mark(0)),
        speech('ada', { type: 'clarification_request', ...mark(1) }),
        { type: 'note', target_seq: 3, data: review },
      ),
    );
    expect(state.turns).toEqual([
      {
        id: 'r1/turn/ada',
        debater: 'ada',
        phase: 'rebuttal',
        round: 1,
        seqs: [2, 3],
        skipped: false,
      },
    ]);
    const { summaries, frameworks } = state.factsOf(panelFacts);
    expect(summaries).toEqual(new Map([[state.turns[0], 'Ada says so.']]));
    expect([...frameworks.values()]).toEqual([{ seq: 2, by: 'ada', name: 'The lever', description: 'd' }]);
  });

  it('of other writers are one per phase, round and speaker', () => {
    const state = fold(
      numbered(
        speech('ada', { type: 'opening_statement', phase: 'opening' }),
        speech('bob', { type: 'opening_statement', phase: 'opening' }),
        roundStart(1),
        speech('ada'),
        speech('ada', { type: 'rebuttal', rebuttal_to_seq: 1 }),
        speech('bob'),
        roundStart(2),
        speech('bob'),
      ),
    );
    expect(state.turns.map(({ id, seqs }) => [id, seqs])).toEqual([
      ['opening/0/ada', [0]],
      ['opening/0/bob', [1]],
      ['rebuttal/1/ada', [3, 4]],
      ['rebuttal/1/bob', [5]],
      ['rebuttal/2/bob', [7]],
    ]);
  });

  it('that were skipped stand with the ruling that skipped them', () => {
    const data = { kind: 'skipped', debater: 'bob', phase: 'rebuttal', reason: 'silence', step: step('r1/turn/bob') };
    const state = fold(
      numbered(setup, roundStart(1), { type: 'ruling', content: 'The turn of bob is skipped.', data }),
    );
    expect(state.turns).toMatchObject([{ id: 'r1/turn/bob', debater: 'bob', round: 1, seqs: [2], skipped: true }]);
    const closing = fold(
      numbered(setup, roundStart(1), { type: 'ruling', data: { ...data, phase: 'closing', step: undefined } }),
    );
    expect(closing.turns).toMatchObject([{ id: 'closing/1/bob', phase: 'closing', round: 0 }]);
  });

  it('are of debaters only: of the setup, or of whoever speaks as one where there is none', () => {
    const strangers = [speech('timekeeper', { type: 'poll' }), speech('Chair'), speech('chair')];
    expect(fold(numbered(setup, ...strangers, speech('cy'))).turns).toEqual([]);
    const state = fold(
      numbered(
        ...strangers,
        speech('zoe'),
        speech('ada', { type: 'source_challenge' }),
        speech('critic', { type: 'critique' }),
      ),
    );
    expect(state.debaters.map((debater) => debater.name)).toEqual(['zoe', 'ada', 'critic']);
    expect(state.turns.map((turn) => turn.debater)).toEqual(['zoe', 'ada', 'critic']);
  });
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
    expect([...state.factsOf(panelFacts).frameworks.values()]).toEqual([
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
    expect(state.factsOf(panelFacts).concessions).toEqual([{ by: 'ada', at: 2, seq: 1, claim: 'c' }]);
    expect([...state.factsOf(panelFacts).challenges]).toEqual([[3, 'u']]);
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
    expect(state.factsOf(panelFacts).unresolved).toEqual([{ text: 'p', seqs: [1] }]);
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
      fold(numbered({ type: 'announcement', content: 'Pre-Phase-3 review: two points.' })).factsOf(panelFacts)
        .unresolved,
    ).toEqual([]);
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

const ancestor = resolve(import.meta.dirname, '../../../../shared/data/panel-ancestor/debate-log.jsonl');

describe.skipIf(!existsSync(ancestor))('the ancestor’s real log', () => {
  it('folds to what a reader sees in it', () => {
    const lines = readFileSync(ancestor, 'utf8').trimEnd().split('\n');
    const parsed = lines.map(parseLine);
    const state = fold(parsed.flatMap((line) => (line.kind === 'entry' ? [line.entry] : [])));
    expect(state.debaters.map((debater) => debater.name)).toEqual(['promoter', 'detractor']);
    expect([state.round, state.maxRoundsAnnounced]).toEqual([5, 8]);
    expect(state.turns.map(({ id }) => id)).toEqual([
      ...['opening/0/promoter', 'opening/0/detractor'],
      ...[1, 2, 3, 4, 5].flatMap((round) => [`rebuttal/${round}/promoter`, `rebuttal/${round}/detractor`]),
      ...['closing/0/detractor', 'closing/0/promoter'],
    ]);
    expect(state.conclusion?.outcome).toBe('draw');
    expect(state.conclusion?.reason).toMatch(/^This was an exceptionally/);
  });
});
