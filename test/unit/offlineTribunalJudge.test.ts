import { describe, expect, it } from 'vitest';
import { createOfflinePerformer } from '../../src/agents/offline/offlinePerformer';
import { taskOutputs, type CheckedSource, type TaskInputs, type TaskOutput, type VisibleEntry } from '../../src/debate/tasks';
import type { Severity, VerificationStatus } from '../../src/debate/entryData';
import type { TrackerRow } from '../../src/debate/tasks/tribunal';
import { evidenceOf } from '../support/offlineEvidence';

/** The offline Judge on records made by hand: what it counts, and what it does not. */

const files = {
  'pro.md': 'Revenue rose by 1.4 per cent on average in offices with a four-day week.\nSick days fell by a third in the offices of the trial.\nResignations dropped by more than half in the offices.\n',
  'con.md': 'Revenue fell by 2 per cent in shops with a four-day week.\nSick days rose again in the second year of the trial.\nThe wage bill of shops rose by 11 per cent.\n',
};
const [revenue = '', sick = '', resignations = ''] = files['pro.md'].split('\n');
const [lessRevenue = '', moreSick = '', wages = ''] = files['con.md'].split('\n');
const brief = { topic: 'Should our company adopt a four-day week?', debaters: [], evidence: { root: '/e', files: Object.keys(files) }, subject: [] as string[], guidance: [] };

interface Part {
  data: Record<string, unknown>;
  quotes: readonly string[];
}

const urlOf = (quote: string): string => {
  const path = files['pro.md'].includes(quote) ? 'pro.md' : 'con.md';
  return `workspace:${path}#L${files[path].split('\n').indexOf(quote) + 1}`;
};

function entry(seq: number, type: 'defense' | 'critique', { data, quotes }: Part): VisibleEntry {
  const sources = quotes.map((quote) => ({ url: urlOf(quote), title: 'A file', accessed: '2026-01-01', quote, claim: quote }));
  return {
    ...{ seq, timestamp: '2026-01-01T00:00:00.000Z', phase: 'rebuttal', speaker: type === 'defense' ? 'advocate' : 'critic', type },
    ...{ content: JSON.stringify(data), sources, rebuttal_to_seq: null, target_seq: null, data },
  };
}

const defended = (seq: number, round: number, answers: readonly { issue?: string; point?: string; quote: string; status?: string }[], quotes: readonly string[], padding = ''): VisibleEntry =>
  entry(seq, 'defense', {
    quotes,
    data: {
      round,
      argument: `${quotes.map((quote) => `“${quote}”`).join(' ')} ${padding}`,
      assessments: answers.map(({ issue, point = 'A point', quote, status = 'DEFENDED' }) => ({ point, status, answer: `It says: “${quote}” ${padding}`, ...(issue === undefined ? {} : { issue }) })),
    },
  });

const criticised = (seq: number, round: number, objections: readonly { title: string; quote: string; issue?: string; severity?: Severity }[], padding = ''): VisibleEntry =>
  entry(seq, 'critique', {
    quotes: objections.map(({ quote }) => quote).filter((quote) => quote !== ''),
    data: {
      round,
      argument: `Objections. ${padding}`,
      objections: objections.map(({ title, quote, issue, severity = 'Major' }) => ({ area: 'evidence and support', title, severity, text: `Against it: “${quote}” ${padding}`, ...(issue === undefined ? {} : { issue }) })),
    },
  });

const row = (id: string, title: string, status: TrackerRow['status'] = 'open'): TrackerRow => ({ id, title, status, severity: 'Major', history: [] });

function checkedIn(entries: readonly VisibleEntry[], statusOf: (seq: number) => VerificationStatus = () => 'verified'): CheckedSource[] {
  return entries.flatMap(({ seq, speaker, sources }) => (sources ?? []).map(({ url, title, claim }) => ({ seq, speaker, url, title, claim, status: statusOf(seq), explanation: '' })));
}

async function judged<K extends 'judge/assess' | 'judge/rule'>(kind: K, input: TaskInputs[K]): Promise<TaskOutput<K>> {
  const performer = await createOfflinePerformer(evidenceOf(files));
  const { output } = await performer.perform({ id: 'r1/judge', kind, agent: 'judge', input, attempt: 1, feedback: [] }, { signal: new AbortController().signal, progress: () => undefined });
  return taskOutputs[kind].parse(output) as TaskOutput<K>;
}

function assess(record: readonly VisibleEntry[], round: number, fields: Partial<TaskInputs['judge/assess']> = {}): Promise<TaskOutput<'judge/assess'>> {
  const last = (type: string): VisibleEntry | undefined => record.findLast((one) => one.type === type && one.data?.['round'] === round);
  const base = { brief, record, round, tracker: [], checked: checkedIn(record), guidance: [], defense: last('defense'), critique: last('critique'), missing: [], uncovered: [], final: undefined };
  return judged('judge/assess', { ...base, ...fields });
}

const metrics = {
  ...{ citations: { confirmed: 0, disputed: 0, unverifiable: 0, fabricated: 0 }, issues: { total: 0, resolved: 0, open: 0, stalled: 0 } },
  ...{ research: {}, evolution: [] },
};
const rule = (record: readonly VisibleEntry[], tracker: readonly TrackerRow[], fields: Partial<TaskInputs['judge/rule']> = {}): Promise<TaskOutput<'judge/rule'>> =>
  judged('judge/rule', { ...{ brief, record, round: 2, tracker, checked: checkedIn(record), guidance: [], occasion: 'final', metrics }, ...fields });

describe('scores', () => {
  const plain = [defended(1, 1, [], [revenue, sick]), criticised(2, 1, [{ title: 'Shops', quote: lessRevenue }])];
  const noise = 'This is beyond any doubt, as everybody knows, and it has been shown again and again by all who looked. '.repeat(20);

  it('count quotations, and nothing that is said around them', async () => {
    const padded = [defended(1, 1, [], [revenue, sick], noise), criticised(2, 1, [{ title: 'Shops', quote: lessRevenue }], noise)];
    expect((await assess(padded, 1)).round_score).toEqual((await assess(plain, 1)).round_score);
  });

  it('gain nothing by citing the same once more', async () => {
    const twice = [defended(1, 1, [], [revenue, sick, sick, revenue]), plain[1] ?? plain[0]].filter((one) => one !== undefined);
    expect((await assess(twice, 1)).round_score.advocate).toBe((await assess(plain, 1)).round_score.advocate);
    const again = [...plain, defended(3, 2, [], [revenue, sick])];
    const repeated = await assess(again, 2, { critique: undefined });
    expect(repeated.argument_evaluation.advocate).toMatch(/not been quoted before|No new passage/);
  });

  it('are the same for whoever speaks', async () => {
    const asAdvocate = await assess([criticised(1, 1, [{ title: 'Shops', quote: lessRevenue }]), defended(2, 1, [], [revenue, resignations])], 1);
    const asCritic = await assess([defended(1, 1, [], [lessRevenue]), criticised(2, 1, [{ title: 'A', quote: revenue }, { title: 'B', quote: resignations }])], 1);
    expect(asCritic.round_score.critic).toBe(asAdvocate.round_score.advocate);
    expect(asCritic.round_score.advocate).toBe(asAdvocate.round_score.critic);
  });

  it('fall with what was not verified, and to nothing where nothing is quoted', async () => {
    const half = await assess(plain, 1, { checked: checkedIn(plain, (seq) => (seq === 1 ? 'unreliable' : 'verified')) });
    expect(half.round_score.advocate).toBeLessThan((await assess(plain, 1)).round_score.advocate);
    const silent = await assess([defended(1, 1, [], [])], 1, { missing: ['critic'] });
    expect(silent.round_score).toMatchObject({ advocate: 0, critic: 0 });
  });

  it('take half of the weight from a closed book', async () => {
    const closed = await assess(plain, 1, { brief: { ...brief, subject: ['pro.md'] } });
    expect(closed.round_score.advocate).toBeLessThan((await assess(plain, 1)).round_score.advocate);
    expect(closed.evidence_quality.advocate).toMatch(/^Weak/);
  });
});

describe('the fact check', () => {
  it.each([
    ['verified', 'CONFIRMED'],
    ['unreliable', 'DISPUTED'],
    ['unverified', 'UNVERIFIABLE'],
    ['fabricated', 'FABRICATED'],
  ] as const)('makes %s %s', async (status, verdict) => {
    const record = [defended(1, 1, [], [revenue])];
    const { fact_check: facts } = await assess(record, 1, { checked: checkedIn(record, () => status) });
    expect(facts).toMatchObject([{ claim: revenue, verdict, side: 'advocate', seq: 1, url: urlOf(revenue) }]);
  });
});

describe('issues', () => {
  const first = [defended(1, 1, [], [revenue, resignations]), criticised(2, 1, [{ title: 'Shops', quote: lessRevenue, severity: 'Critical' }])];

  it('come from objections, and not from conjecture', async () => {
    const guess = entry(3, 'critique', { quotes: [], data: { round: 1, objections: [{ area: 'completeness', title: 'Who knows', severity: 'Minor', text: '[CONJECTURE] Perhaps.' }] } });
    const { issues } = await assess([...first, guess], 1);
    expect(issues).toMatchObject([{ title: 'Shops', status: 'open', severity: 'Critical', argued: true }]);
    expect(issues[0]).not.toHaveProperty('id');
  });

  it('are resolved when a verified answer stands and the Critic does not come back', async () => {
    const answered = [...first, defended(4, 2, [{ issue: 'I1', quote: sick }], [sick])];
    const tracker = [row('I1', 'Shops')];
    const waiting = await assess(answered, 2, { tracker, critique: undefined });
    expect(waiting.issues).toMatchObject([{ id: 'I1', status: 'open', severity: 'Major' }]);
    const silence = [...answered, criticised(6, 3, [{ title: 'Wages', quote: wages }])];
    expect((await assess(silence, 3, { tracker })).issues[0]).toMatchObject({ id: 'I1', status: 'resolved', argued: false });
    const back = [...answered, criticised(6, 3, [{ title: 'Shops', quote: moreSick, issue: 'I1' }])];
    expect((await assess(back, 3, { tracker })).issues[0]).toMatchObject({ id: 'I1', status: 'open', severity: 'Critical', argued: true });
  });

  it('are not resolved by an answer that was not verified, nor by giving up', async () => {
    const tracker = [row('I1', 'Shops')];
    const later = criticised(6, 3, [{ title: 'Wages', quote: wages }]);
    const unproven = [...first, defended(4, 2, [{ issue: 'I1', quote: sick }], [sick]), later];
    const checked = checkedIn(unproven, (seq) => (seq === 4 ? 'unverified' : 'verified'));
    expect((await assess(unproven, 3, { tracker, checked })).issues[0]?.status).toBe('open');
    const givenUp = [...first, defended(4, 2, [{ issue: 'I1', quote: sick, status: 'VULNERABLE' }], [sick]), later];
    expect((await assess(givenUp, 3, { tracker })).issues[0]).toMatchObject({ status: 'open', reason: expect.stringContaining('seq 4') as string });
  });
});

describe('the end', () => {
  const tracker = [row('I1', 'Shops')];
  const first = [defended(1, 1, [], [revenue]), criticised(2, 1, [{ title: 'Shops', quote: lessRevenue }])];
  const empty = [entry(4, 'critique', { quotes: [], data: { round: 2, objections: [] } }), entry(5, 'defense', { quotes: [], data: { round: 2, assessments: [] } })];

  it('comes when nothing moved and nothing new was quoted on an issue', async () => {
    expect(await assess([...first, ...empty], 2, { tracker })).toMatchObject({ end: true });
  });

  it('does not come in the first round, while an issue moves, with a side missing, or where it is the last anyway', async () => {
    expect((await assess(first, 1)).end).toBe(false);
    const fed = [...first, criticised(4, 2, [{ title: 'Shops', quote: wages, issue: 'I1' }])];
    expect((await assess(fed, 2, { tracker })).end).toBe(false);
    expect((await assess([...first, ...empty], 2, { tracker, missing: ['critic'] })).end).toBe(false);
    expect((await assess([...first, ...empty], 2, { tracker, final: { total: 2 } })).end).toBe(false);
  });
});

describe('the ruling', () => {
  const put = (severity: Severity): VisibleEntry[] => [defended(1, 1, [], [resignations]), criticised(2, 1, [{ title: 'Shops', quote: lessRevenue, severity }])];
  const tracker = [row('I1', 'Shops')];
  const verdictOf = async (record: readonly VisibleEntry[], fields: Partial<TaskInputs['judge/rule']> = {}): Promise<string | undefined> => (await rule(record, tracker, fields)).verdicts[0]?.verdict;

  it('accepts what was met on the same subject, and asks for revision where it was met aside', async () => {
    expect(await verdictOf([...put('Major'), defended(4, 2, [{ issue: 'I1', quote: revenue }], [revenue])])).toBe('ACCEPTED');
    expect(await verdictOf([...put('Major'), defended(4, 2, [{ issue: 'I1', quote: sick }], [sick])])).toBe('REVISION REQUIRED');
  });

  it('rejects what was heard and not met, unless it is Minor or came too late', async () => {
    const silent = entry(4, 'defense', { quotes: [], data: { round: 2, assessments: [] } });
    expect(await verdictOf([...put('Critical'), silent])).toBe('REJECTED');
    expect(await verdictOf([...put('Minor'), silent])).toBe('REVISION REQUIRED');
    expect(await verdictOf(put('Critical'))).toBe('REVISION REQUIRED');
  });

  it('lets an answer meet one objection only', async () => {
    const two = [...put('Major'), criticised(3, 2, [{ title: 'Shops', quote: wages, issue: 'I1' }])];
    expect(await verdictOf([...two, defended(4, 2, [{ issue: 'I1', quote: revenue }], [revenue])])).toBe('REVISION REQUIRED');
  });

  it('accepts where nothing that was cited against it could be verified', async () => {
    const record = [...put('Critical'), entry(4, 'defense', { quotes: [], data: { round: 2, assessments: [] } })];
    expect(await verdictOf(record, { checked: checkedIn(record, (seq) => (seq === 2 ? 'unverified' : 'verified')) })).toBe('ACCEPTED');
  });

  it('rules on each issue of the tracker once, says by what rule, and that nobody understood a word', async () => {
    const ruling = await rule([...put('Major')], [row('I1', 'Shops'), row('I2', 'Never argued')], { occasion: 'early' });
    expect(ruling.verdicts.map(({ issue }) => issue)).toEqual(['I1', 'I2']);
    expect(ruling.overall).toContain('ACCEPTED: each objection that counts');
    expect(ruling.overall).toContain('without a language model');
    expect(ruling.overall).toContain('ended early');
  });
});

describe('the number of rounds', () => {
  it('follows from the evidence, within the bounds', async () => {
    const recommend = async (evidence: Record<string, string>, max = 10): Promise<number> => {
      const performer = await createOfflinePerformer(evidenceOf(evidence));
      const input = { brief, min: 1, max };
      const { output } = await performer.perform({ id: 'plan', kind: 'judge/recommend_rounds', agent: 'judge', input, attempt: 1, feedback: [] }, { signal: new AbortController().signal, progress: () => undefined });
      return taskOutputs['judge/recommend_rounds'].parse(output).rounds;
    };
    const spread = Object.fromEntries([1, 2, 3, 4].map((number) => [`f${number}.md`, `${files['pro.md'].replace(/the trial/, `trial ${number}`)}${files['con.md'].replace(/the trial/, `trial ${number}`)}`]));
    const few = await recommend(files);
    expect(await recommend(spread)).toBeGreaterThan(few);
    expect(await recommend(spread, 1)).toBe(1);
  });
});
