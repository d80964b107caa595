import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../../../src/debate/log/entry';
import { answerAt } from '../../../../support/conclusions';
import { closedBookWords } from '../../../../../src/debate/formats/tribunal/judgeTexts';
import { tribunal } from '../../../../../src/debate/formats/tribunal/tribunal';
import type { AgentTask, CapturedSource } from '../../../../../src/debate/flow/step';
import { taskOutputs, type TaskKind, type TaskOutput } from '../../../../../src/debate/flow/tasks';
import { readEntries } from '../../../../support/scriptedDebate';
import { fact, factSource } from '../../../../support/scriptedDebate';
import { runTribunal } from '../../../../support/tribunalRun';
import {
  assessment,
  critique,
  defence,
  rulingAnswer,
  tribunalFolder,
  tribunalScript,
  verdicts,
} from '../../../../support/tribunalScript';
import { viewOf } from '../../../../support/formats/inMemory';
import { capturedText } from '../../../../support/capturedText';

/** What the gates of a tribunal send back, at the place in a record where the task is given. */

let entries: Entry[];

beforeAll(async () => {
  const folder = await tribunalFolder({ script: tribunalScript(3), options: { rounds: 3 } });
  await runTribunal(folder);
  entries = await readEntries(folder);
});

const text = Array.from(
  { length: 60 },
  (_, index) => `${fact('advocate', index + 1)}\n${fact('critic', index + 1)}`,
).join('\n');
const read = capturedText(text);

/** The task `id` as it was given when it was due. */
function refused(id: string, given: unknown, sources: Record<string, CapturedSource> = {}): string[] {
  const at = entries.findIndex(({ data }) => (data?.['step'] as { id: string }).id === id);
  const view = viewOf(entries.slice(0, at));
  const task = tribunal
    .decide(view.state)
    .flatMap((step) => step.tasks)
    .find((one) => one.id === id) as AgentTask;
  const output = given as TaskOutput<TaskKind>;
  const cited = (task.cites?.(output) ?? []).map(({ url }) => [url, sources[url] ?? read] as const);
  return (task.check?.(output, { view, sources: new Map(cited) }) ?? []).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
}

const one = (...given: string[][]): void => given.forEach((messages) => expect(messages).toHaveLength(1));

/** In numbers: no script stands behind it. */
const answeredRuling = (more: Record<string, unknown> = {}) =>
  rulingAnswer({ ...answerAt([entries.find(({ type }) => type === 'defense')?.seq ?? -1]), ...more });

describe('the gate of both sides', () => {
  it('takes what the script says', () => {
    expect(refused('r1/advocate', defence(1))).toEqual([]);
    expect(refused('r1/critic', critique(1))).toEqual([]);
    expect(refused('r2/critic', critique(2))).toEqual([]);
    expect(refused('r2/advocate', defence(2))).toEqual([]);
  });

  it('takes no argument that the same side has made already, and one with other figures', () => {
    const { argument, sources } = critique(1);
    expect(refused('r2/critic', critique(2, { argument, sources }))).toEqual([
      expect.stringMatching(/^structure: This says what your seq \d+ says already\./),
    ]);
    expect(refused('r2/critic', critique(2))).toEqual([]);
    // The argument of round 2 differs from that of round 1 in nothing but its figures.
    expect(
      refused('r3/critic', critique(3, { argument: critique(2).argument, sources: critique(2).sources })),
    ).toHaveLength(1);
  });

  it('asks for research, or for the words closed book', () => {
    const none = { research_log: { queries: [], files_read: [], key_findings: [] } };
    expect(refused('r1/advocate', defence(1, none))).toEqual([expect.stringContaining('The research log is empty')]);
    expect(
      refused(
        'r1/advocate',
        defence(1, { ...none, argument: 'This is argued closed book, from the proposition.', sources: [] }),
      ),
    ).toEqual([]);
  });

  it('asks that every source is cited in the text', () => {
    const other = { ...factSource('critic', 7), claim: undefined };
    expect(refused('r1/advocate', defence(1, { sources: [factSource('advocate', 1), other] }))).toEqual([
      expect.stringContaining('is listed but not cited'),
    ]);
  });

  it('asks that a claim stands in the text, also where the address does', () => {
    const argument = `It is said (${factSource('critic', 7).url}).`;
    expect(refused('r1/critic', critique(1, { argument, sources: [factSource('critic', 7)] }))).toEqual([
      expect.stringContaining('stands nowhere in your text'),
    ]);
  });

  it('has the rules of every format: quotations, five sources, figures, sources that were read', () => {
    const bare = { ...factSource('advocate', 1), quote: '' };
    one(refused('r1/advocate', defence(1, { sources: [bare] })));
    const six = [1, 2, 3, 4, 5, 6].map((line) => factSource('advocate', line));
    const argument = six.map(({ claim }) => claim).join(' ');
    expect(refused('r1/advocate', defence(1, { argument, sources: six }))).toEqual([expect.stringMatching(/^16: /)]);
    const wrong = { ...factSource('advocate', 1), claim: 'Depot advocate handled 9999 parcels.' };
    expect(refused('r1/advocate', defence(1, { argument: wrong.claim, sources: [wrong] }))).toEqual([
      expect.stringMatching(/^24: 9999/),
    ]);
    const absent: CapturedSource = { outcome: 'absent', reason: 'nobody opened it' };
    expect(refused('r1/advocate', defence(1), { [factSource('advocate', 1).url]: absent })).toEqual([
      expect.stringContaining('never captured'),
    ]);
  });

  it('takes issues of the tracker only', () => {
    const [objection] = critique(2).objections;
    expect(refused('r2/critic', critique(2, { objections: [{ ...objection, issue: 'I9' }] }))).toEqual([
      expect.stringContaining('Issue "I9" is not in the tracker. There are I1'),
    ]);
    expect(refused('r1/critic', critique(1, { objections: [{ ...objection, issue: 'I1' }] }))).toEqual([
      expect.stringContaining('There are none yet'),
    ]);
  });

  it('asks the Advocate to assess the points of the critique', () => {
    expect(refused('r2/advocate', defence(2, { assessments: [] }))).toEqual([
      expect.stringContaining('missing: “The count leaves days out”'),
    ]);
    expect(
      refused('r2/advocate', defence(2, { assessments: [{ point: 'Weather in general', status: 'DEFENDED' }] })),
    ).toHaveLength(1);
    expect(
      refused(
        'r2/advocate',
        defence(2, { assessments: [{ point: 'That the count leaves out days', status: 'VULNERABLE' }] }),
      ),
    ).toEqual([]);
  });
});

describe('a contribution', () => {
  it('says how its sources are to be taken, and closed book where there are none beyond the subject', async () => {
    const script = tribunalScript(1, {
      'r1/critic': critique(1, { sources: [], argument: 'The proposition does not stand as it is.' }),
    });
    const folder = await tribunalFolder({ script, options: { rounds: 1 }, subject: ['advocate.md'] });
    await runTribunal(folder);
    const [one, other] = (await readEntries(folder)).filter(({ type }) => type === 'defense' || type === 'critique');
    expect(one?.data).toMatchObject({
      closed_book: true,
      cited: { subject: ['workspace:advocate.md#L1'], evidence: [], external: [] },
    });
    expect(other?.data).toMatchObject({ closed_book: true });
    for (const entry of [one, other]) expect(entry?.content).toContain(closedBookWords);
  });
});

describe('the gate of the Judge', () => {
  it('takes what the script says', () => {
    expect(refused('r1/judge', assessment(1))).toEqual([]);
    expect(refused('ruling', answeredRuling())).toEqual([]);
  });

  it('holds the fact check against the findings', () => {
    const item = { claim: 'x', verdict: 'FABRICATED', url: factSource('critic', 1).url };
    expect(refused('r1/judge', assessment(1, { fact_check: [item] }))).toEqual([
      expect.stringContaining('as verified; that allows CONFIRMED or DISPUTED, not FABRICATED'),
    ]);
  });

  it.each(['This is the final round.', 'Two more rounds are needed.', 'Round 1 of 3 went to the critic.'])(
    'lets nothing through that tells the number of rounds: %s',
    (words) => {
      expect(refused('r1/judge', assessment(1, { evidence_quality: { advocate: words, critic: 'Fair.' } }))).toEqual([
        expect.stringContaining('must not learn how many rounds'),
      ]);
    },
  );

  it('does not mind that in the last round, or in what it quotes', () => {
    expect(
      refused(
        'r3/judge',
        assessment(3, { evidence_quality: { advocate: 'It was the final round.', critic: 'Fair.' } }),
      ),
    ).toEqual([]);
    expect(
      refused(
        'r1/judge',
        assessment(1, { evidence_quality: { advocate: 'The last round of funding is sourced.', critic: 'Fair.' } }),
      ),
    ).toEqual([]);
  });

  it('takes known issues by id, each once, and new ones with a severity', () => {
    const known = { id: 'I1', title: 'The count leaves days out', status: 'open', argued: true, reason: 'x' };
    one(
      refused('r2/judge', assessment(2, { issues: [{ ...known, id: 'I7' }] })),
      refused('r2/judge', assessment(2, { issues: [known, known] })),
      refused(
        'r2/judge',
        assessment(2, { issues: [known, { ...known, id: undefined, title: 'the count  leaves days out' }] }),
      ),
      refused('r2/judge', assessment(2, { issues: [known, { ...known, id: undefined, title: 'Law' }] })),
    );
  });

  it('refuses an end while issues move, and takes it when they do not', () => {
    const end = { end: true, end_reason: 'They repeat themselves.' };
    expect(refused('r1/judge', assessment(1, end))).toEqual([expect.stringContaining('cannot end while issues move')]);
    expect(refused('r2/judge', assessment(2, end))).toEqual([]);
    expect(refused('r2/judge', assessment(2, { end: true }))).toEqual([expect.stringContaining('end_reason')]);
    expect(refused('r1/judge', assessment(1, { ...end, issues: [] }))).toEqual([]);
  });

  it('an end that is refused to the last falls alone: the assessment stands, the rounds go on', () => {
    const at = entries.findIndex(({ data }) => (data?.['step'] as { id: string }).id === 'r1/judge');
    const view = viewOf(entries.slice(0, at));
    const step = tribunal.decide(view.state).find(({ id }) => id === 'r1/judge');
    const task = step?.tasks[0] as AgentTask;
    const committed = (given: object): unknown[] => {
      const output = taskOutputs['judge/assess'].parse(given);
      const violations = task.check?.(output, { view, sources: new Map() }) ?? [];
      expect(violations).not.toEqual([]);
      const failed = { task, attempt: 3, elapsedMs: 1, ok: false as const, code: 'rejected', message: 'Refused.' };
      const drafts = step?.commit([{ ...failed, last: { output, violations } }], { view, today: '2026-07-21' });
      return (drafts ?? []).map(({ type, data, content }) => [
        type,
        data?.['end'],
        /asked for the end of the rounds, and they go on\. (?:The debate cannot end|Say in end_reason)/.test(content),
      ]);
    };
    const end = { end: true, end_reason: 'They repeat themselves.' };
    expect(committed(assessment(1, end))).toEqual([['assessment', undefined, true]]);
    expect(committed(assessment(1, { end: true }))).toEqual([['assessment', undefined, true]]);
    expect(committed(assessment(1, { ...end, round_score: undefined }))).toEqual([['note', undefined, false]]);
  });

  it('asks for one verdict on every issue and on nothing else', () => {
    expect(refused('ruling', answeredRuling({ verdicts: [] }))).toEqual([
      expect.stringContaining('Issue I1 (The count leaves days out) has no verdict'),
    ]);
    expect(refused('ruling', answeredRuling({ verdicts: verdicts('ACCEPTED', 'REJECTED') }))).toEqual([
      expect.stringContaining('"I2" is no issue of the tracker'),
    ]);
    expect(refused('ruling', answeredRuling({ verdicts: [...verdicts('ACCEPTED'), ...verdicts('REJECTED')] }))).toEqual(
      [expect.stringContaining('has two verdicts')],
    );
  });
});
