import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../src/debate/log/codec';
import type { Draft, Entry } from '../../../src/debate/log/entry';
import { allCitations } from '../../../src/debate/fold/citations';
import { headerOf, isRedacted } from '../../../src/debate/fold/state';
import type { RecordView } from '../../../src/debate/fold/view';
import { leadIn } from '../../../src/projections/formats/formatProjection';
import { projectionIn, railOf, stageIn } from '../../../src/projections/formats/registry';
import { leadOf } from '../../../src/projections/outcome';
import { verdictOf } from '../../../src/projections/verdict';
import { summary } from '../../../src/reports/panel/panelReports';
import { scoresOf } from '../../../src/ui/panel/views/graph';
import { verdictCard } from '../../../src/ui/panel/views/verdictCard';
import { dialecticEntries } from '../../support/formats/dialecticRecord';
import { viewOf } from '../../support/formats/inMemory';
import { tribunalEntries } from '../../support/formats/tribunalRecord';
import { logIn } from '../../support/logs';
import { panelRecord, sourceOf } from '../../support/panelRecord';
import { kept, recordsRoot } from '../../support/oldRecords';

async function ofKept(name: string): Promise<RecordView> {
  return (await logIn(kept(name))).view;
}

const later = (draft: Partial<Draft>, seq: number): Entry =>
  entryOf(
    { phase: 'system', speaker: 'user', type: 'intervention', content: 'More.', ...draft },
    seq,
    '2027-01-01T00:00:00.000Z',
  );

const intervention = (seq: number, change: Record<string, unknown>): Entry => later({ data: { change } }, seq);

/** Of each format, by each performer; of imports; of runs that were cut. */
const records = readdirSync(recordsRoot).filter((name) =>
  /-(done|struck|concluded)$|^imported|paused-rounds$/.test(name),
);

describe('the verdict of a record', () => {
  it.each(records)('%s: names only entries that are there, in words that anyone may read', async (name) => {
    const view = await ofKept(name);
    const { state, mask } = view;
    const verdict = verdictOf(view);
    const card = verdictCard(view);
    expect(verdict.decided.length).toBeLessThanOrEqual(3);
    for (const { seq } of verdict.decided) {
      expect(headerOf(state, seq), `seq ${seq}`).toBeDefined();
      expect(isRedacted(state, seq), `seq ${seq} is struck`).toBe(false);
    }
    expect(card.outcome).toBe(verdict.outcome.code);
    const { verified, unreliable, fabricated, unverified, unchecked } = verdict.sources;
    const counted = verified + unreliable + fabricated + unverified + unchecked;
    expect(counted).toBe(allCitations(state).length);
    expect(card.sources.reduce((sum, { count }) => sum + count, 0)).toBe(counted);
    const texts = [card.title, card.why, ...card.facts.map(({ text }) => text)];
    for (const text of texts) expect(mask.text(text)).toBe(text);
    expect(verdict.conclusion === undefined).toBe(state.conclusion === undefined);
  });

  it('says who weighed: a model, a script, nobody, another program', async () => {
    const by = async (name: string): Promise<string> => verdictOf(await ofKept(name)).judging.by.join();
    expect(await by('panel-anthropic-done')).toBe('model');
    expect(await by('panel-scripted-done')).toBe('scripted');
    expect(await by('panel-offline-done')).toBe('nobody');
    expect(await by('imported-agent-debate')).toBe('elsewhere');
    expect(await by('imported-dialectic')).toBe('elsewhere');
  });

  it('says who weighed then, whoever has the seat now', async () => {
    for (const [name, by] of [
      ['panel-anthropic-done', 'model'],
      ['panel-scripted-done', 'scripted'],
      ['panel-offline-done', 'nobody'],
    ] as const)
      for (const chair of ['offline', 'human', 'anthropic:other']) {
        const view = await ofKept(name);
        const { headers } = view.state;
        const entries = headers.flatMap(({ seq }) => view.raw(seq) ?? []);
        const change = intervention(headers.length, { models: { chair }, provider: chair });
        expect(verdictOf(viewOf([...entries, change])).judging.by, `${name}, then ${chair}`).toEqual([by]);
      }
  });

  it('says who weighed each exchange, where that has changed', () => {
    const entries = dialecticEntries({ exchanges: 3, passes: 1 });
    const at = entries.findIndex(({ data }) => JSON.stringify(data?.['step']).includes('"e2/start"'));
    const before = verdictOf(viewOf(entries)).judging.by;
    expect(before).toHaveLength(1);
    const view = viewOf(entries.with(at, intervention(at, { models: { judge: 'human' } })));
    expect(verdictOf(view).judging.by).toEqual([...before, 'human']);
    expect(verdictCard(view).facts.find(({ label }) => label === 'Judged by')?.text).toMatch(
      /.; then a person, in one order$/,
    );
  });

  it('does not say who weighed in a record whose setup only a newer program reads', async () => {
    const view = await ofKept('panel-anthropic-done');
    const entries = view.state.headers.flatMap(({ seq }) => view.raw(seq) ?? []);
    const setup = { ...entries[0], data: { record_version: 9 } } as Entry;
    const card = verdictCard(viewOf(entries.with(0, setup)));
    expect(card.about[0]).toBe('Written by a newer Rostrum');
    expect(card.facts.map(({ label }) => label)).not.toContain('Judged by');
  });

  it('does not say who weighed in a format that it does not know, nor in a newer version of one that it knows', async () => {
    const view = await ofKept('panel-anthropic-done');
    const entries = view.state.headers.flatMap(({ seq }) => view.raw(seq) ?? []);
    const judged = (data: Record<string, unknown>) => {
      const setup = { ...entries[0], data: { ...entries[0]?.data, ...data } } as Entry;
      const card = verdictCard(viewOf(entries.with(0, setup)));
      expect(card.title).not.toBe('');
      return card.facts.find(({ label }) => label === 'Judged by')?.text;
    };
    expect(judged({})).toContain('the Chair, once');
    expect(judged({ format: 'duel' })).toBeUndefined();
    expect(judged({ record_version: 9 })).toBeUndefined();
  });

  it('lists a correction only where it put something right, each pair of entries once', () => {
    const record = panelRecord();
    const keys = record.lines.map(({ key }) => key).filter((key) => key.startsWith('verify/'));
    const [wrong = '', right = ''] = keys.slice(0, 2).map((key) => key.slice('verify/'.length));
    const corrected = (status: string): RecordView =>
      viewOf(
        panelRecord()
          .edit(`verify/${right}`, { data: { status } })
          .edit(right, (seqOf) => ({
            data: {
              correction: {
                seq: seqOf(wrong),
                old_url: sourceOf(wrong).url,
                new_url: sourceOf(right).url,
                reason: 'It was the wrong file.',
              },
            },
          }))
          .build(),
      );
    const pair = [{ from: record.seqOf(wrong), to: record.seqOf(right), kind: 'corrected' }];
    expect(verdictOf(corrected('verified')).corrections).toEqual(pair);
    for (const status of ['fabricated', 'unreliable', 'unverified'])
      expect(verdictOf(corrected(status)).corrections, status).toEqual([]);
  });

  it('says of a winner that a source of theirs is fabricated, on the card and in the summary', () => {
    const won = (status: string) =>
      viewOf(
        panelRecord()
          .edit('conclusion', { data: { outcome: 'ann_wins' } })
          .edit('verify/opening/ann', { data: { status } })
          .build(),
      );
    const held = (view: RecordView) => verdictCard(view).facts.find(({ label }) => label === 'Held against it')?.text;
    const words = 'ann is named winner with a source that was found fabricated; known in time, it bars from winning.';
    expect(held(won('fabricated'))).toBe(words);
    expect(summary(won('fabricated'))).toContain(words);
    expect(held(won('verified'))).toBeUndefined();
    expect(summary(won('verified'))).not.toContain('named winner');
  });

  it('names the totals of both sides, which in an import need not come to zero', async () => {
    expect(verdictCard(await ofKept('imported-dialectic')).title).toBe('The proposition leads, +0.35 to −0.50');
    expect(verdictCard(await ofKept('dialectic-scripted-done')).title).toMatch(/leads, \+(\d\.\d\d) to −\1$/);
    const scores = { proposition: { total: 0.4, count: 3 }, opposition: { total: 0.9, count: 3 } };
    expect(leadIn(scores)).toBe('opposition');
  });

  it('names no lead where lines of the log cannot be read: a judgment may be among them', async () => {
    const whole = await ofKept('dialectic-scripted-done');
    const torn = { ...whole, state: whole.state, unreadLines: [12] };
    expect(verdictCard(torn).title).toMatch(
      /^Who leads is not known, as a line or a judgment of the log cannot be read: [+−]\d\.\d\d to [+−]\d\.\d\d$/,
    );
    expect([scoresOf(whole).lead, scoresOf(torn).lead]).toEqual([leadOf(whole), undefined]);
    expect(leadOf(whole)).toMatch(/^(?:proposition|opposition)$/);
  });

  it('names the entry of what is left open once', async () => {
    const { open } = verdictCard(await ofKept('panel-offline-done'));
    const facts = open.map(({ text }) => text);
    expect(facts.join()).toMatch(/quoted at seq 7 and seq 14 point different ways/);
    expect(facts.join()).not.toContain('(seq 7)');
  });

  it('shows what the conclusion itself refers to, in its order: first of the reason, then of its text, each once', () => {
    const record = panelRecord().edit('conclusion', (seqOf) => ({
      content: `Reason: as below. See seq ${seqOf('opening/ann')}, seq ${seqOf('closing/ann')}.`,
      data: {
        outcome: 'draw',
        reason: `Closely balanced (seq ${seqOf('closing/bob')}, then seq ${seqOf('opening/ann')}; seq ${seqOf('ready')}).`,
        evaluations: [],
      },
    }));
    const keys = ['closing/bob', 'opening/ann', 'closing/ann'];
    expect(verdictOf(viewOf(record.build())).decided).toMatchObject(keys.map((key) => ({ seq: record.seqOf(key) })));
  });

  it('shows nothing as deciding where nobody weighed, and no redaction that came later', async () => {
    const view = await ofKept('panel-struck');
    const conclusion = view.state.conclusion?.seq ?? -1;
    const entries = view.state.headers.flatMap(({ seq }) => view.raw(seq) ?? []);
    const redacted = entries.filter(({ type }) => type === 'redaction');
    expect(redacted.length).toBeGreaterThan(0);
    const unweighed = { ...entries[conclusion], data: { outcome: 'undecided', undecided: { why: 'nobody_weighed' } } };
    expect(verdictOf(viewOf(entries.with(conclusion, unweighed as Entry))).decided).toEqual([]);

    const record = panelRecord();
    const concluded = record.build();
    const said = record.seqOf('opening/ann');
    const words = { content: `Redaction of seq ${said}. Reason: late.`, data: { reason: 'late' } };
    const after = later({ speaker: 'chair', type: 'redaction', target_seq: said, ...words }, concluded.length);
    const decided = verdictOf(viewOf([...concluded, after])).decided.map(({ seq }) => seq);
    const named = verdictOf(viewOf(concluded)).decided.map(({ seq }) => seq);
    expect(decided.includes(concluded.length)).toBe(named.includes(said));
  });

  it('no-answer: begins with the question, its answer, what both accept and what is open, and what decided in sentences of people', () => {
    const answered = {
      answer: { text: 'The north depot can close.', seqs: [2, 3] },
      agreed: [{ text: 'Both depots are too small (seq 2).', seqs: [2] }],
      open: [{ text: 'What the weekends bring.', seqs: [2], settle: 'A count of the weekends.' }],
    };
    const ended = { outcome: 'ann_wins', reason: 'Counted (seq 2).', evaluations: [], ...answered };
    const panel = viewOf(panelRecord().edit('conclusion', { data: ended }).build());
    const tribunal = viewOf(tribunalEntries({ rounds: 2, isRuled: true, ruled: answered }));
    for (const view of [panel, tribunal])
      expect(verdictCard(view)).toMatchObject({
        question: view.state.setup?.topic,
        answer: 'The north depot can close. (seq 2, seq 3)',
        agreed: ['Both depots are too small (seq 2).'],
        open: [{ text: 'What the weekends bring. (seq 2)', settle: 'A count of the weekends.' }],
        hasOpen: true,
      });
    const dialectic = viewOf(dialecticEntries({ exchanges: 3 }));
    for (const view of [panel, dialectic]) {
      const { decided } = verdictCard(view);
      expect(decided.length).toBeGreaterThan(0);
      for (const { text, speaker } of decided) {
        expect(speaker).not.toBe('');
        expect(text).not.toMatch(/^#|\*\*|^(?:prop|opp)_\d|^Claim:/);
        expect(text.length).toBeLessThanOrEqual(161);
      }
    }
  });

  it('no-answer: says once that nobody judged, with the counts', async () => {
    for (const name of records.filter((one) => one.endsWith('offline-done'))) {
      const card = verdictCard(await ofKept(name));
      expect(card.answer, name).toMatch(
        /^Nobody judged this debate\. It holds \d+ quotations from \d+ sources; \d+ of/,
      );
      const rest = [card.title, card.why, ...card.facts.map(({ label, text }) => `${label} ${text}`)].join(' ');
      expect(rest, name).not.toMatch(/nobody|no model/i);
    }
  });

  it('no-answer: says how to have a debate judged that ended undecided because nobody judged it', () => {
    const data = {
      outcome: 'undecided',
      undecided: { why: 'nobody_weighed' },
      reason: 'Nobody weighed it.',
      evaluations: [],
    };
    const card = verdictCard(viewOf(panelRecord().edit('conclusion', { data }).build()));
    expect(card).toMatchObject({
      title: 'Undecided',
      why: 'To have it judged, start it again with a model, or with a person who concludes.',
      isUnjudged: true,
    });
  });

  it('has a redaction among what decided', async () => {
    const view = await ofKept('panel-struck');
    const { decided } = verdictOf(view);
    expect(decided.map(({ seq }) => headerOf(view.state, seq)?.type)).toContain('redaction');
  });
});

describe('the verdict of a tribunal', () => {
  const view = viewOf(tribunalEntries({ rounds: 3, planned: 3, isRuled: true }));

  it('is by issue, with what the ruling says of each', () => {
    const { issues = [], decided } = verdictOf(view);
    expect(issues.map(({ id, verdict }) => `${id} ${verdict}`)).toContain('I4 REJECTED');
    expect(issues.every(({ title, reason }) => title !== '' && reason !== '')).toBe(true);
    expect(decided).toEqual([]);
  });

  it('leaves open what the ruling does: what it says so of, and what has no verdict', () => {
    const ruledAs = (ruled: Record<string, unknown>) =>
      viewOf(tribunalEntries({ rounds: 3, planned: 3, isRuled: true, ruled }));
    const left = (ruled: Record<string, unknown>) => verdictOf(ruledAs(ruled)).answer.open.map(({ text }) => text);
    expect(left({ unresolved: [] })).toEqual([]);
    expect(verdictCard(ruledAs({ unresolved: [] }))).toMatchObject({ hasOpen: false });
    const verdicts = ['I1', 'I3', 'I4', 'I5'].map((issue) => ({ issue, verdict: 'ACCEPTED', reason: 'It was shown.' }));
    const undecided = [...verdicts, { issue: 'I6', verdict: 'UNDECIDED', reason: 'Nobody weighed it.' }];
    expect(left({ verdicts: undecided, unresolved: ['I6: What the contract asks for.'] })).toEqual([
      'I6: What the contract asks for.',
      'A refund that was booked meanwhile is shown as open',
    ]);
    expect(left({ verdicts: undecided, unresolved: [] })).toHaveLength(2);
  });

  it('tells what its ruling says was given up', () => {
    const ruled = { concessions: ['The Critic: two gateways agree within a second.'] };
    const card = verdictCard(viewOf(tribunalEntries({ rounds: 3, isRuled: true, ruled })));
    expect(card.agreed.join()).toMatch(/^The Critic: .* a second\. \(seq \d+\)$/);
    expect(verdictCard(view).agreed).toEqual([]);
  });

  it('has no outcome before it is ruled', () => {
    const open = viewOf(tribunalEntries({ rounds: 2, planned: 3 }));
    expect(verdictOf(open)).toMatchObject({ outcome: { code: 'none' }, conclusion: undefined, reason: [] });
    expect(verdictCard(open)).toMatchObject({ title: '', why: '', issues: [], hasOpen: true });
    expect(verdictCard(open).facts).toEqual([]);
    expect(verdictCard(open).open).not.toEqual([]);
  });
});

describe('the verdict of a log without a setup', () => {
  const foreign = (entries: Entry[]): RecordView =>
    viewOf(entries.filter(({ type }) => type !== 'setup').map((entry, seq) => ({ ...entry, seq })));

  it('is by issue where it is a tribunal’s, whose last part is the ruling', () => {
    const view = foreign(tribunalEntries({ rounds: 3, isRuled: true }));
    const verdict = verdictOf(view);
    expect(verdict.issues?.map(({ id }) => id)).toContain('I4');
    expect(verdict.judging).toEqual({ role: 'judge', by: ['elsewhere'] });
    expect(stageIn(view.state, 'conclusion')).toEqual({ code: 'ruling' });
    const rail = railOf(
      view.state,
      new Map([
        ['setup', 0],
        ['r1', 1],
        ['conclusion', 9],
      ]),
      true,
    );
    expect(rail.map(({ stage }) => stage.code)).toEqual(['round', 'ruling']);
    expect(projectionIn(view.state).progress).toBeUndefined();
  });

  it('is its lead where it is a dialectic’s', () => {
    const view = foreign(dialecticEntries({ exchanges: 2, passes: 1 }));
    expect(verdictOf(view).outcome.code).toBe('result');
    const card = verdictCard(view);
    expect(card.title).toMatch(/leads|even/);
    expect(card).toMatchObject({ outcome: 'result' });
    expect(stageIn(view.state, 'r1').code).toBe('exchange');
  });

  it('does not say that nobody conceded anything, which it does not record', () => {
    const view = viewOf([]);
    expect(verdictOf(view).answer.agreed).toEqual([]);
  });
});

describe('the verdict of a dialectic', () => {
  const view = viewOf(dialecticEntries({ exchanges: 4, passes: 3 }));

  it('is its lead, with the strongest and the weakest argument', () => {
    const { outcome, decided, judging, answer } = verdictOf(view);
    const { open } = answer;
    expect(outcome.code).toBe('result');
    expect(decided.map(({ as }) => as)).toEqual(['strongest', 'weakest']);
    expect(judging).toMatchObject({ role: 'judge', passes: 3 });
    expect(open.every(({ seqs }) => seqs.length === 1)).toBe(true);
    expect(verdictCard(view).title).toMatch(/leads|even/);
  });
});
