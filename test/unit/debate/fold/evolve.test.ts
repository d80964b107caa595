import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, serialiseEntry } from '../../../../src/debate/log/codec';
import { entryTypes, isEntryType } from '../../../../src/debate/log/entryData';
import { speechFacts } from '../../../../src/debate/formats/common/speech';
import { panelFacts } from '../../../../src/debate/formats/panel/facts';
import { headerOf, owedSources } from '../../../../src/debate/fold/state';
import { DebateLog } from '../../../../src/record/debateLog';
import { entry, fold, numbered, setup, source, step, type Part, speech } from '../../../support/entries';
import { tempFolder } from '../../../support/tempFolder';
import { validData } from '../../../support/validData';

const seed = 20_260_721;

const roundStart = (round: number): Part => ({
  type: 'announcement',
  phase: 'rebuttal',
  content: `Round ${round} of 4 beginning.`,
  data: { kind: 'round_start', round },
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
    const { summaries, frameworks } = state.factsOf(speechFacts);
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

const ancestor = resolve(import.meta.dirname, '../../../../../shared/data/panel-ancestor/debate-log.jsonl');

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
