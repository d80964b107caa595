import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import { tribunalFacts } from '../../src/debate/formats/tribunal/facts';
import { evidenceOf, fourDayWeek } from '../support/offlineEvidence';
import { TribunalStage, type Hearing } from '../support/offlineTribunal';

/** Whole offline tribunals by the format's own rules: every answer passes its gate at the first try. */

const week = 'Should our company adopt a four-day week?';
const favourable = {
  'pro.md': 'Resignations dropped by more than half in offices with a four-day week.\nSick days fell from 6.1 to 3.9 per employee in the four-day week.\n',
  'more.md': 'Staff satisfaction improved after the four-day week was introduced.\nThe four-day week improved productivity in every office.\n',
};
const hostile = {
  'con.md': 'The four-day week caused delays and conflicts in every team.\nResignations rose by more than half in offices with a four-day week.\n',
};

const play = (hearing: Hearing): Promise<TribunalStage> => new TribunalStage(hearing).play();
const outcomeOf = (stage: TribunalStage): string | null => tribunal.standing(stage.state).outcome;
const assessed = (stage: TribunalStage) => stage.of('assessment').map(({ data }) => data ?? {});

const hearings: [string, Hearing][] = [
  ['two small files', { topic: week, evidence: evidenceOf(fourDayWeek) }],
  ['the Advocate first in every round', { topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 5, order: 'advocate-first' } }],
  ['everything handed over', { topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 4, handover: 'raw' } }],
  ['two sentences', { topic: week, evidence: evidenceOf({ 'a.md': fourDayWeek['memo.txt'].split('\n').slice(2, 4).join('\n') }), options: { rounds: 4 } }],
  ['only the subject material', { topic: week, evidence: evidenceOf(fourDayWeek), subject: Object.keys(fourDayWeek), options: { rounds: 4 } }],
  ['evidence for one side', { topic: week, evidence: evidenceOf(favourable), options: { rounds: 4 } }],
  ['evidence for the other side', { topic: week, evidence: evidenceOf(hostile), options: { rounds: 4 } }],
  ['a topic that offers a choice', { topic: 'Remote, hybrid or office?', evidence: evidenceOf(fourDayWeek), options: { rounds: 3 } }],
  ['a topic of one word', { topic: 'AI', evidence: evidenceOf(fourDayWeek), options: { rounds: 2 } }],
  ['a topic that cannot be read', { topic: '应该采用四天工作制吗?', evidence: evidenceOf(fourDayWeek), options: { rounds: 2 } }],
];

describe('an offline tribunal', () => {
  it.each(hearings)('over %s passes every gate, quotes nothing twice and is ruled on', async (_, hearing) => {
    const stage = await play(hearing);
    expect(stage.violations).toEqual([]);
    expect(new Set(stage.quotes()).size).toBe(stage.quotes().length);
    expect(outcomeOf(stage)).toMatch(/^(?:accepted|rejected|revision_required|mixed)$/);
    expect(stage.words()).not.toMatch(/\{\w+\}|\bundefined\b|\bNaN\b|\[object|\bnone s\b|\d s\b/);
    for (const entry of [...stage.of('defense'), ...stage.of('critique')]) expect(entry.sources?.length ?? 0).toBeLessThanOrEqual(5);
  });

  it('goes on in another process as if nothing had happened, and does not mind the order of the files', async () => {
    const one = await play({ topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 4 } });
    const other = await play({ topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 4 }, restarts: true });
    expect(other.entries).toEqual(one.entries);
    const turned = await play({ topic: week, evidence: evidenceOf(fourDayWeek, Object.keys(fourDayWeek).sort().reverse()), options: { rounds: 4 } });
    expect(turned.entries.slice(1)).toEqual(one.entries.slice(1));
  });

  it('ends before its time where nothing moves any more, and says how many rounds there are only to the Judge', async () => {
    const stage = await play({ topic: week, evidence: evidenceOf(favourable), options: { rounds: 6 } });
    const all = assessed(stage);
    expect(all.length).toBeLessThan(6);
    expect(all.at(-1)?.['end']).toBe(true);
    expect(all.slice(0, -1).every(({ end }) => end !== true)).toBe(true);
    expect(outcomeOf(stage)).toBe('accepted');
    for (const { content } of stage.of('assessment')) expect(content).not.toMatch(/\b(?:6|six) rounds\b|round \d+ of \d+/i);
  });

  it('says so where nothing can be quoted', async () => {
    const stage = await play({ topic: week, evidence: evidenceOf(hostile), options: { rounds: 4 } });
    const [first] = stage.of('defense');
    expect(first?.content).toContain('[CONJECTURE]');
    expect(first?.sources).toBeNull();
    const conceding = stage.of('defense').flatMap(({ data }) => (data?.['assessments'] ?? []) as { status: string }[]);
    expect(conceding.length).toBeGreaterThan(0);
    expect(conceding.every(({ status }) => status === 'VULNERABLE')).toBe(true);
    expect(outcomeOf(stage)).toMatch(/rejected|revision_required/);
  });

  it('objects to a closed book, which no other page can mend there', async () => {
    const stage = await play({ topic: week, evidence: evidenceOf(fourDayWeek), subject: Object.keys(fourDayWeek), options: { rounds: 3 } });
    const { tracker } = stage.state.factsOf(tribunalFacts);
    expect(tracker.find(({ title }) => title === 'Argued with a closed book')).toMatchObject({ status: 'open', severity: 'Critical' });
    const [first] = stage.of('assessment');
    expect(first?.content).toContain('all of it the subject material');
  });

  it('never tells the Critic how the Advocate labels its answers', async () => {
    const stage = await play({ topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 4 } });
    for (const { data } of stage.of('defense')) {
      const { assessments, argument, scope_and_framing: scope, preemptive_rebuttals: before } = data ?? {};
      const seen = JSON.stringify([argument, scope, before, (assessments as { answer?: string }[]).map(({ answer }) => answer)]);
      expect(seen).not.toMatch(/DEFENDED|NEEDS TIGHTENING|VULNERABLE/);
    }
  });

  it('goes on without a side that failed, and covers a round without an assessment', async () => {
    const stage = await play({ topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 4 }, failing: ['r1/critic', 'r2/judge'] });
    expect(stage.violations).toEqual([]);
    const [first, second] = stage.of('assessment');
    expect((first?.data?.['argument_evaluation'] as { critic: string }).critic).toMatch(/no contribution|did not contribute/);
    const critiqued = stage.of('critique')[0];
    const facts = second?.data?.['fact_check'] as { seq?: number }[];
    expect(facts.some(({ seq }) => seq === critiqued?.seq)).toBe(true);
    expect(outcomeOf(stage)).not.toBeNull();
  });

  it('leaves a struck contribution out of account and acknowledges it', async () => {
    const stage = await play({
      ...{ topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 4 } },
      verdictOn: (entry) => (entry.type === 'critique' && entry.data?.['round'] === 1 ? 'fabricated' : undefined),
    });
    expect(stage.violations.filter(({ found }) => found.some(({ rule }) => rule !== '19'))).toEqual([]);
    const redaction = stage.of('redaction')[0];
    const [struck, next] = stage.of('critique');
    expect(redaction?.target_seq).toBe(struck?.seq);
    expect(next?.data?.['acknowledges']).toEqual([redaction?.seq]);
    const verdicts = stage.of('assessment')[0]?.data?.['fact_check'] as { seq: number; verdict: string }[];
    expect(verdicts.filter(({ seq }) => seq === struck?.seq).map(({ verdict }) => verdict)).toContain('FABRICATED');
    expect(stage.of('judges_ruling')[0]?.data?.['dismissed']).toEqual(expect.arrayContaining([expect.stringContaining(`Seq ${struck?.seq ?? ''} of the Critic is struck`)]));
  });

  it('lets nothing count that could not be verified', async () => {
    const stage = await play({ topic: week, evidence: evidenceOf(fourDayWeek), options: { rounds: 3 }, verdictOn: (entry) => (entry.type === 'critique' ? 'unverified' : undefined) });
    const { tracker } = stage.state.factsOf(tribunalFacts);
    expect(tracker.length).toBeGreaterThan(0);
    expect(tracker.every(({ status }) => status === 'resolved')).toBe(true);
    expect(outcomeOf(stage)).toBe('accepted');
    expect(stage.of('assessment')[0]?.data?.['round_score']).toMatchObject({ critic: 0 });
  });
});

const sample = resolve(import.meta.dirname, '..', '..', 'media', 'sample');

describe.skipIf(!existsSync(join(sample, 'topic.txt')))('the sample as a tribunal', () => {
  const folder = join(sample, 'evidence');
  const files = Object.fromEntries(readdirSync(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

  it.each(['defense', 'critique'] as const)('finds other words after a %s was struck, long titles and paths or not', async (type) => {
    const topic = readFileSync(join(sample, 'topic.txt'), 'utf8').trim();
    const stage = await play({
      ...{ topic, evidence: evidenceOf(files), options: { rounds: 3 } },
      verdictOn: (entry) => (entry.type === type && entry.data?.['round'] === 1 ? 'fabricated' : undefined),
    });
    expect(stage.of(type).map(({ data }) => data?.['round'])).toEqual([1, 2, 3]);
    expect(stage.of(type)[1]?.data?.['acknowledges']).toEqual([stage.of('redaction')[0]?.seq]);
    const after = stage.entries.filter(({ seq }) => seq > (stage.of('redaction')[0]?.seq ?? 0));
    for (const { content } of after.filter((entry) => entry.type === type)) expect(stage.view.mask.text(content)).toBe(content);
  });

  it('is an exchange: objections answered and come back to, issues settled, a verdict for each', async () => {
    const topic = readFileSync(join(sample, 'topic.txt'), 'utf8').trim();
    const stage = await play({ topic, evidence: evidenceOf(files) });
    expect(stage.violations).toEqual([]);
    expect(new Set(stage.quotes()).size).toBe(stage.quotes().length);
    const objections = stage.of('critique').flatMap(({ data }) => (data?.['objections'] ?? []) as { issue?: string; severity: string }[]);
    expect(objections.filter(({ issue }) => issue !== undefined).length).toBeGreaterThanOrEqual(4);
    expect(new Set(objections.map(({ severity }) => severity)).size).toBeGreaterThanOrEqual(2);
    const answers = stage.of('defense').flatMap(({ data }) => (data?.['assessments'] ?? []) as { status: string }[]);
    expect(answers.filter(({ status }) => status === 'DEFENDED').length).toBeGreaterThanOrEqual(4);
    const ruling = stage.of('judges_ruling')[0]?.data;
    const { tracker } = stage.state.factsOf(tribunalFacts);
    expect((ruling?.['verdicts'] as { issue: string }[]).map(({ issue }) => issue)).toEqual(tracker.map(({ id }) => id));
    expect(new Set((ruling?.['verdicts'] as { verdict: string }[]).map(({ verdict }) => verdict)).size).toBeGreaterThanOrEqual(2);
    const cited = new Set(stage.entries.flatMap((entry) => (entry.sources ?? []).map(({ url }) => url.split('#')[0])));
    expect(cited.size).toBeGreaterThanOrEqual(6);
  });
});
