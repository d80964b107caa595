import { describe, expect, it } from 'vitest';
import { Mask } from '../../../../../src/debate/fold/mask';
import { tribunalFacts, totalOf } from '../../../../../src/debate/formats/tribunal/facts';
import { tribunal } from '../../../../../src/debate/formats/tribunal/tribunal';
import { changeLimits, concludeNow } from '../../../../../src/session/run/interventions';
import type { DebateEvent } from '../../../../../src/engine/events';
import { isCorrected } from '../../../../../src/debate/fold/state';
import { lintFile } from '../../../../support/lintLog';
import { readEntries } from '../../../../support/scriptedDebate';
import { after, runTribunal, ruleInputOf, tasksGiven } from '../../../../support/tribunalRun';
import {
  assessment,
  defence,
  rulingAnswer,
  tribunalFolder,
  tribunalScript,
  verdicts,
} from '../../../../support/tribunalScript';
import { withLog } from '../../../../support/logs';
import { viewOf } from '../../../../support/formats/inMemory';

/** When rounds go on, when they end, and what the fold knows on the way. */

const moderated = async (folder: string): Promise<string[]> =>
  (await readEntries(folder))
    .filter(({ type }) => ['defense', 'critique', 'assessment', 'judges_ruling'].includes(type))
    .map(({ type }) => type);

const factsIn = async (folder: string) => viewOf(await readEntries(folder)).state.factsOf(tribunalFacts);

describe('the rounds of a tribunal', () => {
  it('end with the ruling when the time budget is spent, once the round is assessed', async () => {
    const folder = await tribunalFolder({
      script: tribunalScript(4),
      options: { rounds: 4 },
      limits: { time_budget_minutes: 0.000_001 },
    });
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    expect(await moderated(folder)).toEqual(['defense', 'critique', 'assessment', 'judges_ruling']);
    const entries = await readEntries(folder);
    expect(ruleInputOf(tasksGiven(entries)).occasion).toBe('concluded');
    expect(entries.at(-2)).toMatchObject({ type: 'note', speaker: 'moderator' });
    expect(entries.at(-2)?.content).toMatch(/^The time budget of .* is spent: the Judge rules now\.$/);
    expect(await lintFile(`${folder}/debate-log.jsonl`)).toEqual([]);
  });

  it('end at once when the user concludes; what was objected to is assessed first where no issue is known', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(4), options: { rounds: 4 } });
    await runTribunal(folder, { pauseAt: after('critique') });
    await withLog(folder, concludeNow);
    await runTribunal(folder);
    expect(await moderated(folder)).toEqual(['defense', 'critique', 'assessment', 'judges_ruling']);
  });

  it('are none where the user concludes before the first: the ruling finds no issue and no case', async () => {
    const folder = await tribunalFolder({
      script: tribunalScript(2, { ruling: rulingAnswer({ verdicts: [] }) }),
      options: { rounds: 2 },
    });
    await runTribunal(folder, { pauseAt: after('note') });
    await withLog(folder, concludeNow);
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    expect((await readEntries(folder)).at(-1)?.data).toMatchObject({
      outcome: 'revision_required',
      verdicts: [],
      early: true,
    });
  });

  it('are fewer when the user says so, but the one that runs is finished', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(5), options: { rounds: 5 } });
    await runTribunal(folder, { pauseAt: after('critique', 2) });
    await withLog(folder, (log) => changeLimits(log, { max_rounds: 1 }));
    expect(totalOf(viewOf(await readEntries(folder)).state)).toBe(2);
    await runTribunal(folder);
    expect((await moderated(folder)).filter((type) => type === 'assessment')).toHaveLength(2);
    expect((await readEntries(folder)).at(-1)?.data).toMatchObject({ early: false });
  });

  it('are more when the user says so after the last was assessed', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(3), options: { rounds: 2 } });
    await runTribunal(folder, { pauseAt: after('assessment', 2) });
    await withLog(folder, (log) => changeLimits(log, { max_rounds: 3 }));
    await runTribunal(folder);
    expect((await moderated(folder)).slice(-4)).toEqual(['critique', 'defense', 'assessment', 'judges_ruling']);
  });

  it('are bounded by what the user said before they were planned', async () => {
    const folder = await tribunalFolder({
      script: { ...tribunalScript(2), plan: { rounds: 6, reason: 'Much.' } },
      options: { rounds: 'auto' },
    });
    await runTribunal(folder, { pauseAt: after('announcement') });
    await withLog(folder, (log) => changeLimits(log, { max_rounds: 2 }));
    await runTribunal(folder);
    expect((await factsIn(folder)).total).toBe(2);
    expect((await readEntries(folder)).find(({ data }) => data?.['kind'] === 'rounds_planned')?.content).toContain(
      'From 1 to 2 are possible: 2 rounds are held.',
    );
  });

  it.each([
    [-3, 1],
    [0, 1],
    [40, 10],
    [4, 4],
  ])('recommended as %i are %i', async (said, held) => {
    const folder = await tribunalFolder({
      script: { ...tribunalScript(1), plan: { rounds: said, reason: 'So.' } },
      options: { rounds: 'auto' },
    });
    await runTribunal(folder, { pauseAt: after('note') });
    expect((await factsIn(folder)).total).toBe(held);
  });
});

describe('the fold of a tribunal', () => {
  it('keeps rounds, scores, failures and the tracker with its history', async () => {
    const fails = { error: 'refusal', message: 'No.' };
    const lighter = [
      {
        id: 'I1',
        title: 'The count leaves days out',
        status: 'resolved',
        severity: 'Minor',
        argued: true,
        reason: 'Counted.',
      },
    ];
    const folder = await tribunalFolder({
      script: tribunalScript(3, {
        'r2/critic': fails,
        'r3/judge': assessment(3, { issues: lighter }),
        ruling: rulingAnswer({ verdicts: verdicts('ACCEPTED') }),
      }),
      options: { rounds: 3 },
    });
    await runTribunal(folder);
    const facts = await factsIn(folder);
    expect(facts.rounds.map(({ round, failed, score }) => [round, failed, score])).toEqual(
      [1, 2, 3].map((round) => [round, round === 2 ? ['critic'] : [], { advocate: 6, critic: 5 }]),
    );
    expect(facts.tracker.map(({ id, status, history }) => [id, status, history.map((row) => row.status)])).toEqual([
      ['I1', 'resolved', ['open', 'stalled', 'resolved']],
    ]);
    expect(facts.ruling).toMatchObject({
      verdicts: [{ issue: 'I1', verdict: 'ACCEPTED' }],
      early: false,
      metrics: { issues: { total: 1, resolved: 1 }, citations: { confirmed: 5 } },
    });
    expect(
      facts.ruling?.metrics?.evolution.map(({ round, open, stalled, resolved }) => [round, open, stalled, resolved]),
    ).toEqual([
      [1, 1, 0, 0],
      [2, 0, 1, 0],
      [3, 0, 0, 1],
    ]);
    expect(facts.ruling?.metrics?.research['critic']).toEqual({
      queries: 2,
      files_read: 1,
      sources: 2,
      closed_book_rounds: 0,
    });
  });

  it('says where the debate stands', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(1), options: { rounds: 1 } });
    await runTribunal(folder);
    const entries = await readEntries(folder);
    const phases = entries.map((_, index) => tribunal.status(viewOf(entries.slice(0, index + 1)).state).phase);
    expect([...new Set(phases)]).toEqual(['setup', 'rounds', 'conclusion', 'done']);
    expect(tribunal.status(viewOf(entries).state)).toEqual({ phase: 'done', round: 1, outcome: 'revision_required' });
  });
});

describe('debate.log', () => {
  it('tells rounds with their number, the tracker and the ruling', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(2), options: { rounds: 2 } });
    const events: DebateEvent[] = [];
    await runTribunal(folder, { onEvent: (event) => events.push(event) });
    expect(events.flatMap((event) => (event.kind === 'round' ? [[event.round, event.max]] : []))).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(events.flatMap((event) => (event.kind === 'tracker' ? [event.text] : []))).toEqual([
      'after round 1: 0 resolved, 1 open, 0 stalled',
      'after round 2: 0 resolved, 0 open, 1 stalled',
    ]);
    expect(events.flatMap((event) => (event.kind === 'ruling' ? [event.text] : []))).toEqual([
      "the Judge's ruling after all 2 planned, outcome revision_required",
    ]);
  });
});

describe('a contribution that is struck', () => {
  it('takes its words with it, and not the headings and file names around them', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(1), options: { rounds: 1 } });
    await runTribunal(folder);
    const entries = await readEntries(folder);
    const defense = entries.find(({ type }) => type === 'defense');
    if (defense === undefined) throw new Error('There is no defence.');
    const mask = new Mask(viewOf(entries).state, [defense]);
    expect(mask.text('They say: “It may be said that day 1 was an exception; it was not.”')).toContain('[REDACTED]');
    expect(
      mask.text('### Research log\n\nQueries:\n\n- parcels on day 7\n\nFiles read:\n\n- advocate.md\n\nKey findings:'),
    ).not.toContain('[REDACTED]');
  });
});

describe('an unreliable source', () => {
  it('is corrected at the start of the next contribution, and the correction is folded', async () => {
    const wrong = 'Depot advocate handled parcels of every kind on each day of that long trial.';
    const old = 'workspace:advocate.md#L9';
    const [source] = defence(3).sources;
    const correction = `SOURCE CORRECTION for seq 15: replacing ${old} with ${source?.url ?? ''} — the line was another.`;
    const script = tribunalScript(3, {
      'r2/advocate': defence(2, {
        argument: `The proposition stands. ${wrong}`,
        sources: [{ url: old, title: 'advocate.md', quote: wrong, claim: wrong }],
      }),
      'r3/advocate#1': defence(3, { argument: `${correction}\n\n${defence(3).argument}` }),
      'r3/advocate#2': defence(3, {
        argument: `${correction}\nWrong: ${wrong}\nInstead: ${source?.quote ?? ''}\n\n${defence(3).argument}`,
      }),
      'r3/judge#1': assessment(3, { argument_evaluation: { advocate: `It said: ${wrong}`, critic: 'Fair.' } }),
      'ruling#1': rulingAnswer({ overall: `All the same, “${wrong}”` }),
    });
    const folder = await tribunalFolder({ script, options: { rounds: 3 } });
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const { state } = viewOf(entries);
    expect(state.corrections).toMatchObject([{ seq: 15, oldUrl: old, newUrl: source?.url, statement: wrong }]);
    expect(isCorrected(state, 15, old)).toBe(true);
    const correcting = entries.findLast(({ type }) => type === 'defense');
    expect(correcting?.content.startsWith(correction)).toBe(true);
    // Without the sentence that was wrong it went back.
    expect(correcting?.data?.['step']).toMatchObject({ attempt: 2 });
    // And the Judge says nothing by what was withdrawn.
    for (const type of ['assessment', 'judges_ruling']) {
      const judged = entries.findLast((entry) => entry.type === type);
      expect(judged?.data?.['step']).toMatchObject({ attempt: 2 });
      expect(judged?.content).not.toContain(wrong);
    }
    expect(await lintFile(`${folder}/debate-log.jsonl`)).toEqual([]);
  });
});
