import { criteria } from '../../../../../src/debate/formats/panel/points';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSourceUrl } from '../../../../../src/matching/text/sourceUrl';
import { citingField, hasRoom, withCitation } from '../../../../../src/shared/seat/citation';
import { evidencePath, linesOf } from '../../../../../src/ui/commands/citedPlace';
import { turnInput } from '../../../../../src/debate/formats/panel/inputs';
import type { Seat } from '../../../../../src/shared/protocol';
import { seatOf } from '../../../../../src/shared/seat/seatForm';
import type { PendingSeat as AskedSeat } from '../../../../../src/ui/run/humanTasks';
import { fact, factUrl, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { pageOf } from '../../../../support/fakePage';
import { until } from '../../../../support/logs';
import { ReportRecord } from '../../../../support/reportRecord';

const names = ['ada', 'bob'];
const source = (line: number) => ({ url: factUrl('ada', line), title: '', quote: fact('ada', line), claim: '' });

async function seated(seats: Readonly<Record<string, string>>) {
  const folder = await scriptedFolder({
    script: fullScript({ names, rounds: 1 }),
    names,
    rounds: { min: 1, max: 1 },
    seats,
  });
  const { page, editor, runManager, send, shown, session } = pageOf(folder);
  onTestFinished(() => runManager.stopAll('The test is over.'));
  await shown();
  await runManager.run(folder);
  const asked = async (what: (seat: Seat) => boolean, name: string): Promise<Seat> => {
    await until(() => page.seat !== undefined && what(page.seat), name);
    if (page.seat === undefined) throw new Error('There is no seat.');
    return page.seat;
  };
  return { folder, page, editor, runManager, send, shown, session, asked };
}

it('what a seat quotes is masked, and entries that were struck meanwhile are not offered', async () => {
  const secret = 'the cited incident report of the second of November says that all of it was lost';
  const record = new ReportRecord();
  record.setup({ provider: 'offline' });
  const redacted = record.add({ speaker: 'cfo', type: 'new_point', content: secret });
  const stands = record.add({ speaker: 'cfo', type: 'new_point', content: 'Short.' });
  const log = await record.open();
  const [you] = log.state.debaters;
  if (you === undefined) throw new Error('There is no debater.');
  const kind = 'debater/turn';
  const input = { ...turnInput(log.view, you, 1), guidance: [{ seq: 9, text: `They say that ${secret}` }] };
  const asked: AskedSeat = {
    folder: '/one',
    problems: [`“${secret}” is no sentence of it.`],
    refusals: 1,
    isChecking: false,
    request: { id: 'r1/turn/sre', kind, agent: 'sre', input, attempt: 2, feedback: [] },
    values: { content: `Once more: ${secret}` },
  };
  const offered = (): unknown[] =>
    seatOf([asked], log.view)
      ?.fields.filter(({ id }) => id === 'rebuts')
      .flatMap((field) => (field.kind === 'choice' ? field.options.map(({ value }) => value) : [])) ?? [];
  expect(offered()).toEqual([String(stands), String(redacted)]);
  const redaction = {
    phase: 'system',
    speaker: 'chair',
    type: 'redaction',
    target_seq: redacted,
    content: 'Struck.',
  } as const;
  await log.append([{ ...redaction, data: { kind: 'fabricated', rule: '12', reason: 'False.' } }]);
  expect(offered()).toEqual([String(stands)]);
  expect(JSON.stringify(seatOf([asked], log.view))).not.toContain('second of November');
});

describe('a citation from an editor', () => {
  it('joins what was typed in the form of the seat, under the address by which the evidence names the file', async () => {
    const { folder, send, asked, runManager } = await seated({ ada: 'human' });
    const { seats } = runManager;
    const seat = await asked(({ id }) => id === 'opening/ada', 'the seat');
    send({ kind: 'seatDraft', id: seat.id, values: { content: 'Look at the record.' } });
    await until(() => seats.waiting[0]?.values !== undefined, 'what was typed');
    const request = seats.waiting[0]?.request;
    if (request === undefined || !('brief' in request.input)) throw new Error('Nobody is asked.');
    const root = request.input.brief.evidence.root ?? '';
    const path = parseSourceUrl(factUrl('ada', 1));
    const named = path.kind === 'workspace' ? path.path : '';
    expect(evidencePath(request, join(root, named))).toBe(named);
    expect([evidencePath(request, join(root, 'other.txt')), evidencePath(request, `${root}/../x`)]).toEqual([
      undefined,
      undefined,
    ]);
    const field = citingField(seat.fields);
    if (field === undefined) throw new Error('The form cites nothing.');
    const row = { url: factUrl('ada', 1), quote: fact('ada', 1) };
    seats.cite(folder, seat.id, { field: field.id, row });
    const cited = await asked((one) => one.cited !== undefined, 'the citation');
    expect(cited.values).toEqual({ content: 'Look at the record.', [field.id]: [row] });
    expect(cited.cited).toEqual({ field: field.id, row, count: 1 });
  });

  it('takes the first empty row, as long as there is room', () => {
    const row = { url: 'workspace:a.md#L3', quote: 'It fell.' };
    const citation = { field: 'sources', row };
    const typed = { content: 'So.', sources: [{ url: 'x' }, { claim: ' ' }] };
    expect(withCitation(typed, citation)).toEqual({ content: 'So.', sources: [{ url: 'x' }, { claim: ' ', ...row }] });
    expect(withCitation({}, citation)).toEqual({ sources: [row] });
    const field = { kind: 'rows' as const, id: 'sources', label: '', fields: [], most: 2, add: '' };
    expect([hasRoom(field, typed), hasRoom(field, withCitation(typed, citation))]).toEqual([true, false]);
  });

  it('names the lines of whole lines without the one after', () => {
    const lines = (...[from, to]: [number, number][]) =>
      linesOf({
        start: { line: from?.[0] ?? 0, character: from?.[1] ?? 0 },
        end: { line: to?.[0] ?? 0, character: to?.[1] ?? 0 },
      } as never);
    expect(lines([2, 4], [2, 9])).toEqual({ start: 3, end: 3 });
    expect(lines([2, 0], [4, 0])).toEqual({ start: 3, end: 4 });
    expect(lines([2, 0], [4, 1])).toEqual({ start: 3, end: 5 });
  });
});

describe('a seat of a person', () => {
  it('waits, sends a refused answer back with the reasons and what was typed, and takes the mended one', async () => {
    const { folder, page, send, asked, runManager } = await seated({ ada: 'human' });
    const seat = await asked(({ id }) => id === 'opening/ada', 'the seat');
    expect(seat).toMatchObject({
      agent: 'ada',
      kind: 'debater/opening',
      title: 'Your opening statement',
      problems: [],
      canSkip: true,
      isChecking: false,
    });
    await until(() => page.head?.needsYou === true, 'the state');
    expect(page.head).toMatchObject({ stateText: 'ada, it is your turn.', actions: ['answer', 'stop'] });
    expect(page.head?.runningSince).toBeUndefined();
    expect(page.working).toMatchObject([{ agent: 'ada', words: 'has the floor: that is you' }]);

    send({ kind: 'seat', id: seat.id, values: {} });
    const empty = await asked(({ refusals }) => refusals === 1, 'the refusal of nothing');
    expect(empty.problems).toEqual(['“What you say” is still empty.']);

    const values = { content: 'Trust me.' };
    send({ kind: 'seat', id: seat.id, values });
    const refused = await asked(({ refusals }) => refusals === 2, 'the refusal by the gate');
    expect(refused.problems).toEqual([
      'An opening statement needs at least one source; without one it is a conjecture.',
    ]);
    expect(refused.values).toEqual(values);
    expect(page.of('seat').some((told) => told.seat?.isChecking === true)).toBe(true);

    send({
      kind: 'seat',
      id: seat.id,
      values: { content: `Look at the record. ${fact('ada', 1)}`, sources: [source(1)] },
    });
    await asked(({ id }) => id === 'r1/turn/ada', 'the next turn');
    runManager.stop(folder, 'Enough.');
    await runManager.settled(folder);
    const opening = (await readEntries(folder)).find(({ speaker }) => speaker === 'ada');
    expect(opening).toMatchObject({
      type: 'opening_statement',
      sources: [{ url: factUrl('ada', 1), title: factUrl('ada', 1), quote: fact('ada', 1) }],
    });
    expect(page.head?.needsYou).toBeUndefined();
    await until(() => page.seat === undefined, 'that nobody is asked');
  });

  it('keeps what is typed while the page is hidden and while the debate rests, and tells nobody else', async () => {
    const { folder, page, send, shown, session, asked, runManager } = await seated({ ada: 'human' });
    const { id } = await asked(() => true, 'the seat');
    const before = page.of('seat').length;
    send({ kind: 'seatDraft', id, values: { content: 'Half a sen' } });
    expect(page.of('seat')).toHaveLength(before);
    session.sleep();
    await shown();
    expect(page.of('snapshot').at(-1)?.seat?.values).toEqual({ content: 'Half a sen' });
    runManager.stop(folder, 'For today.');
    await runManager.settled(folder);
    await until(() => page.seat === undefined, 'that nobody is asked');
    await runManager.run(folder);
    expect((await asked(() => true, 'the seat again')).values).toEqual({ content: 'Half a sen' });
    expect(JSON.stringify(await readEntries(folder))).not.toContain('Half a sen');
  });

  it('may be given up: the turn is skipped with a ruling, and the debate goes on', async () => {
    const { folder, send, asked, runManager } = await seated({ bob: 'human' });
    for (const id of ['opening/bob', 'r1/turn/bob', 'closing/bob']) {
      await asked((seat) => seat.id === id && !seat.isChecking, id);
      send({ kind: 'seatSkip', id });
    }
    await runManager.settled(folder);
    const entries = await readEntries(folder);
    const skipped = entries.filter(({ data }) => data?.['kind'] === 'skipped');
    expect(skipped.map(({ content }) => content)).toEqual([
      'The turn of bob (opening) is skipped. The person in the seat of bob gave it up.',
      'The turn of bob in round 1 is skipped. The person in the seat of bob gave it up.',
      'The turn of bob (closing) is skipped. The person in the seat of bob gave it up.',
    ]);
    expect(entries.some(({ type }) => type === 'conclusion')).toBe(true);
  });

  it('the Chair’s decision and the audience’s questions', async () => {
    const { folder, send, asked, runManager } = await seated({ conclusion: 'human', audience: 'human' });
    const questions = await asked(({ kind }) => kind === 'audience/questions', 'the audience');
    expect(questions.title).toBe('Your questions as the audience in round 1');
    send({ kind: 'seat', id: questions.id, values: { questions: [{ to: 'bob', question: 'And at weekends?' }] } });
    const conclusion = await asked(({ kind }) => kind === 'chair/conclude', 'the decision');
    expect(conclusion).toMatchObject({ agent: 'chair', canSkip: false });
    send({ kind: 'seatSkip', id: 'none' });
    send({
      kind: 'seat',
      id: conclusion.id,
      values: {
        ...Object.fromEntries(
          criteria.flatMap((_, at) => [
            [`points0.${at}`, '5'] as const,
            [`points1.${at}`, '8: it was checked'] as const,
          ]),
        ),
        ...{ reason: 'Bob was checked.', evaluation0: 'Brief.', evaluation1: 'Thorough.' },
        ...{ 'answer.text': 'Where there is room, says the file.', 'answer.seqs': '5' },
      },
    });
    const last = await asked(({ kind }) => kind === 'audience/conclusion', 'the audience’s conclusion');
    const words = 'What was said about the depots was plain and could be checked by anybody. '.repeat(16);
    send({
      kind: 'seat',
      id: last.id,
      values: { content: `seq 2 stayed with me, and so did seq 5. ${words}`, seqs: [{ seq: '2' }, { seq: '5' }] },
    });
    await runManager.settled(folder);
    const entries = await readEntries(folder);
    expect(entries.find(({ type }) => type === 'audience_question')).toMatchObject({
      content: expect.stringContaining('And at weekends?') as string,
    });
    expect(entries.find(({ type }) => type === 'conclusion')?.data).toMatchObject({
      outcome: 'bob_wins',
      evaluations: [
        { debater: 'ada', text: 'Brief.', total: 25 },
        { total: 40, criteria: { rules: { points: 8, text: 'it was checked' } } },
      ],
      answer: { seqs: [5] },
    });
  });
});
