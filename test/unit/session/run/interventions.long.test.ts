import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOutput } from '../../../../src/cli/output';
import { ProgressLines } from '../../../../src/cli/progressLines';
import { dataOf, serialiseEntry } from '../../../../src/debate/log/codec';
import type { Entry } from '../../../../src/debate/log/entry';
import { panel } from '../../../../src/debate/formats/panel/panel';
import { turnInput } from '../../../../src/debate/formats/panel/inputs';
import type { DebateEvent } from '../../../../src/engine/events';
import type { DebateLog } from '../../../../src/record/debateLog';
import { acquireLease } from '../../../../src/record/lease';
import {
  askAsAudience,
  changeLimits,
  changeModels,
  concludeNow,
  requestStop,
  sendGuidance,
} from '../../../../src/session/run/interventions';
import type { TaskRequest } from '../../../../src/debate/flow/tasks';
import type { ModelAccess } from '../../../../src/session/plan/modelAccess';
import { Session } from '../../../../src/session/run/session';
import { entry } from '../../../support/entries';
import { logIn } from '../../../support/logs';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { askedOfMessages, messagesAnswer, modelFolder, participantsAt } from '../../../support/modelDebate';
import { fact, factSource, fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { tempFolder } from '../../../support/tempFolder';
import { refusal } from '../../../support/planRefusal';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runFolder, runStrict, testSession } from '../../../support/testSession';

/** What users add to a debate: an entry that is right by the record's rules, or a refusal in clear words. */

const names = ['ada', 'bob'];

/** A debate of two rounds as it stands when this step is the newest; all of it without one. */
async function debateUpTo(step?: string): Promise<DebateLog> {
  const folder = await scriptedFolder({ names, script: fullScript({ names, rounds: 2 }), rounds: { min: 1, max: 2 } });
  await runFolder(folder);
  if (step === undefined) return await logIn(folder);
  const entries = await readEntries(folder);
  const last = entries.findLastIndex((item) => (item.data?.['step'] as { id: string } | undefined)?.id === step);
  if (last === -1) throw new Error(`no step ${step}`);
  return await logIn(
    tempFolder({
      'debate-log.jsonl': entries
        .slice(0, last + 1)
        .map(serialiseEntry)
        .join(''),
    }),
  );
}

describe('guidance', () => {
  it('is logged with its words trimmed, and in force from the next prompt on', async () => {
    const log = await debateUpTo('opening/end');
    const added = await sendGuidance(log, '  Speak to the cost.\n');
    expect(added).toMatchObject({
      speaker: 'user',
      type: 'intervention',
      phase: 'system',
      content: 'Speak to the cost.',
    });
    expect(dataOf(added, 'intervention')).toMatchObject({ guidance: 'Speak to the cost.' });
    const [ada] = log.state.debaters;
    if (ada === undefined) throw new Error('no debater');
    expect(turnInput(log.view, ada, 1).guidance).toEqual([{ seq: added.seq, text: 'Speak to the cost.' }]);
  });

  it('is refused when empty, too long, or late', async () => {
    const log = await debateUpTo('opening/end');
    expect(await refusal(sendGuidance(log, ' \n '))).toMatchObject({ code: 'words_empty' });
    const { code, message } = await refusal(sendGuidance(log, 'x'.repeat(4_001)));
    expect({ code, message }).toEqual({
      code: 'words_too_long',
      message: 'The guidance has 4001 characters; at most 4000 are allowed. Shorten it.',
    });
    await sendGuidance(log, 'x'.repeat(4_000));
    const over = await refusal(sendGuidance(await debateUpTo(), 'More.'));
    expect(over.code).toBe('debate_over');
    expect(over.message).toMatch(/^The debate is over: it was concluded with the outcome draw \(seq \d+\)\.$/);
  });

  it('is refused in a record of another program', async () => {
    const folder = tempFolder({
      'debate-log.jsonl': serialiseEntry(entry({ seq: 0, type: 'setup', content: 'Ready.' })),
    });
    expect((await refusal(sendGuidance(await logIn(folder), 'Hello.'))).code).toBe('not_runnable');
  });
});

describe('a question as the audience', () => {
  it('is put as it is, and stands in the next prompt of the debater asked and of nobody else', async () => {
    const log = await debateUpTo('r1/turn/ada');
    const asked = await askAsAudience(log, { to: 'ada', question: 'What of the weekends?' });
    expect(asked).toMatchObject({
      speaker: 'user',
      type: 'audience_question',
      phase: 'rebuttal',
      content: 'To ada: What of the weekends?',
    });
    expect(dataOf(asked, 'audience_question')).toMatchObject({ to: 'ada', round: 1 });
    const [ada, bob] = log.state.debaters;
    if (ada === undefined || bob === undefined) throw new Error('no debaters');
    expect(turnInput(log.view, ada, 2).questions).toEqual([{ seq: asked.seq, text: asked.content }]);
    expect(turnInput(log.view, bob, 1).questions).toEqual([]);
  });

  it('is not filtered by the Chair, and the debate goes on to its end', async () => {
    const script = { ...fullScript({ names, rounds: 2 }), 'r1/questions': { chosen: [] } };
    const folder = await scriptedFolder({ names, script });
    const session = await Session.open({
      folder,
      program: 'test',
      onEvent: (event) => {
        if (event.kind === 'round' && event.round === 1)
          void askAsAudience(session.log, { to: 'bob', question: 'Why?' });
      },
    });
    expect((await session.run()).status).toBe('done');
    const questions = (await readEntries(folder)).filter((item) => item.type === 'audience_question');
    expect(questions.map(({ speaker, content }) => [speaker, content])).toEqual([['user', 'To bob: Why?']]);
  });

  it.each([
    ['while its debater is speaking', 'asked', 1_000],
    ['at the very moment at which its debater begins', 'asked', 0],
    ['after the record was read that its debater is given', 'read', 1_000],
  ])('asked %s stands in the prompt of the next turn', async (_name, when, tick) => {
    // Whether it came before the turn or while it was written is told by the clock, which goes on when the test says so.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 2, max: 2 } });
    const model = new ScriptedModel(fullScript({ names, rounds: 2 }), names);
    let step = '';
    let asked: Entry | undefined;
    const server = await startMessagesServer({
      answer: async (request) => {
        vi.advanceTimersByTime(tick);
        if (step === 'r1/turn/ada' && when === 'asked')
          asked ??= await askAsAudience(session.log, { to: 'ada', question: 'Why?' });
        return messagesAnswer(model.answer(askedOfMessages(request)));
      },
    });
    onTestFinished(() => server.close());
    const session: Session = await testSession(folder, {
      participants: participantsAt(server),
      onEvent: (event) => {
        model.onEvent(event);
        if (event.kind === 'handover') step = event.step;
        if (event.kind === 'round' && event.round === 2) session.pause('Looked at.');
      },
    });
    const refresh = session.log.refresh.bind(session.log);
    vi.spyOn(session.log, 'refresh').mockImplementation(async () => {
      const read = await refresh();
      const isNext = panel.decide(session.log.state).some(({ id }) => id === 'r1/turn/ada');
      if (isNext && when === 'read' && asked === undefined) {
        vi.advanceTimersByTime(tick);
        asked = await askAsAudience(await logIn(folder), { to: 'ada', question: 'Why?' });
        vi.advanceTimersByTime(tick);
      }
      return read;
    });
    await session.run();
    const log = await logIn(folder);
    const [ada] = log.state.debaters;
    if (ada === undefined || asked === undefined) throw new Error('nobody was asked');
    const turn = log.state.turns.find((candidate) => candidate.id === 'r1/turn/ada');
    expect(asked.seq).toBeLessThan(turn?.seqs[0] ?? -1);
    expect(turnInput(log.view, ada, 2).questions.map(({ seq }) => seq)).toContain(asked.seq);
  });

  it.each([
    ['opening/end', 'ada', 'asked'],
    ['r1/turn/bob', 'bob', 'asked'],
    ['r1/go-on', 'ada', 'asked'],
    ['r2/turn/ada', 'bob', 'asked'],
    [
      'r2/turn/ada',
      'ada',
      'Round 2 is the last one, and ada has spoken in it: ada has no turn left in which to answer.',
    ],
    ['r2/go-on', 'bob', 'The rounds are over: bob has no turn left in which to answer.'],
    ['closing/bob', 'ada', 'The rounds are over: ada has no turn left in which to answer.'],
  ])('after %s to %s: %s', async (step, to, words) => {
    const log = await debateUpTo(step);
    const asking = askAsAudience(log, { to, question: 'Why?' });
    if (words === 'asked') expect((await asking).type).toBe('audience_question');
    else expect(await refusal(asking)).toEqual({ code: 'no_turn_left', message: words });
  });

  it('is refused to nobody of the debate, without words, and once the user concludes', async () => {
    const log = await debateUpTo('opening/end');
    expect(await refusal(askAsAudience(log, { to: 'chair', question: 'Why?' }))).toEqual({
      code: 'unknown_debater',
      message: '"chair" is no debater of this debate; ask one of ada, bob.',
    });
    expect((await refusal(askAsAudience(log, { to: 'ada', question: ' ' }))).code).toBe('words_empty');
    await concludeNow(log);
    expect((await refusal(askAsAudience(log, { to: 'ada', question: 'Why?' }))).code).toBe('no_turn_left');
  });
});

describe('concluding and stopping', () => {
  it('is asked for once; after the conclusion it is refused', async () => {
    const log = await debateUpTo('r1/turn/ada');
    const first = await concludeNow(log);
    expect(first === undefined ? undefined : dataOf(first, 'intervention')).toMatchObject({
      change: { conclude: true },
    });
    expect(await concludeNow(log)).toBeUndefined();
    expect(log.state.concludeRequested).toBe(true);
    expect((await refusal(concludeNow(await debateUpTo('conclusion')))).code).toBe('debate_over');
  });

  it('stops whoever runs it, even after the conclusion, and nobody else', async () => {
    const log = await debateUpTo('conclusion');
    expect((await refusal(requestStop(log))).code).toBe('not_running');
    const lease = await acquireLease(log.folder, { program: 'test' });
    expect(dataOf(await requestStop(log), 'intervention')).toMatchObject({ change: { stop: true } });
    expect(log.state.stopRequests).toBe(1);
    await lease.release('interrupted');
    const done = await debateUpTo();
    const late = await acquireLease(done.folder, { program: 'test' });
    expect((await refusal(requestStop(done))).code).toBe('debate_over');
    await late.release('done');
  });

  it('ends the run of an engine before its next step', async () => {
    const folder = await scriptedFolder({ names, script: fullScript({ names, rounds: 2 }) });
    const session = await Session.open({
      folder,
      program: 'test',
      onEvent: (event) => {
        if (event.kind === 'round') void requestStop(session.log);
      },
    });
    expect(await session.run()).toEqual({ status: 'stopped', reason: 'The user asked to stop.' });
    expect((await readEntries(folder)).filter((item) => item.type === 'conclusion')).toEqual([]);
  });
});

/** Models that nobody reaches, and what was asked of them. */
function outOfService(): { asked: string[]; models: ModelAccess } {
  const asked: string[] = [];
  const models: ModelAccess = {
    provider: () => Promise.resolve(asked.push('provider')).then(() => Promise.reject(new Error('Out of service.'))),
    researchTools: () => Promise.resolve(asked.push('tools')).then(() => []),
  };
  return { asked, models };
}

async function seatModel(folder: string, seat: string): Promise<void> {
  const log = await logIn(folder);
  await changeModels(log, { [seat]: 'anthropic:claude-haiku-5-5' });
  await log.close();
}

describe('a seat', () => {
  it('of the Verifier that a person has asks them as often as they like', async () => {
    const own = 'So no other depot is as large as that of ada.';
    const turn = {
      type: 'new_point',
      content: `${fact('ada', 2)} ${own}`,
      sources: [{ ...factSource('ada', 2), claim: own }],
    };
    const script = { ...fullScript({ names, rounds: 1 }), 'r1/turn/ada': { entries: [turn] } };
    const seats = { verifier: 'human' };
    const folder = await scriptedFolder({ names, script, rounds: { min: 1, max: 1 }, seats });
    const unsure = Array.from({ length: 4 }, () => ({ answer: 'perhaps', explanation: 'I do not know yet.' }));
    const answers = [...unsure, { answer: 'supports', explanation: 'It says so.' }];
    const humanTasks = { ask: () => Promise.resolve(answers.shift()) };
    expect(await runStrict(folder, { participants: { humanTasks } })).toEqual({ status: 'done' });
    expect(answers).toEqual([]);
    const entries = await readEntries(folder);
    const seq = entries.find(({ content }) => content.includes(own))?.seq;
    const result = entries.find(({ type, target_seq }) => type === 'verification_result' && target_seq === seq);
    expect(result?.data).toMatchObject({ status: 'verified', checks: { support: 'pass' } });
  });

  it('of a person is told, with their words, that an answer came too late', async () => {
    const script = fullScript({ names, rounds: 2 });
    const folder = await scriptedFolder({ names, script, rounds: { min: 1, max: 2 }, seats: { ada: 'human' } });
    const ask = async ({ id }: TaskRequest): Promise<unknown> => {
      if (id === 'r2/turn/ada') await concludeNow(await logIn(folder));
      return script[id];
    };
    const dropped: DebateEvent[] = [];
    const onEvent = (event: DebateEvent): void => void (event.kind === 'dropped' && dropped.push(event));
    expect(await runStrict(folder, { participants: { humanTasks: { ask } }, onEvent })).toEqual({ status: 'done' });
    const words = expect.arrayContaining([expect.stringContaining(fact('ada', 3))]) as string[];
    expect(dropped).toEqual([{ kind: 'dropped', agent: 'ada', step: 'r2/turn/ada', texts: words }]);
    const log = readFileSync(join(folder, 'debate.log'), 'utf8');
    expect(log).toContain('DROPPED — ada: r2/turn/ada');
    expect(log).not.toContain(fact('ada', 3));
    const shown: string[] = [];
    const { view } = await logIn(folder);
    const out = { ...createOutput({ json: false, quiet: true }), print: (line: string) => void shown.push(line) };
    const lines = new ProgressLines(() => view, out);
    for (const event of dropped) lines.show(event);
    expect(shown.join('\n')).toContain(fact('ada', 3));
  });

  it('that gets a model in a debate without one gets the tools that reach out', async () => {
    const script = fullScript({ names, rounds: 1 });
    const folder = await scriptedFolder({ names, script, rounds: { min: 1, max: 1 } });
    const { asked, models } = outOfService();
    await seatModel(folder, 'ada');
    expect(await runStrict(folder, { participants: { models } })).toMatchObject({ status: 'paused' });
    expect(asked).toEqual(['tools', 'provider']);
  });

  it('that gets a model while the engine runs has these tools before the model is asked', async () => {
    const script = fullScript({ names, rounds: 2 });
    const folder = await scriptedFolder({ names, script, rounds: { min: 2, max: 2 }, seats: { ada: 'human' } });
    const { asked, models } = outOfService();
    const ask = async ({ id }: TaskRequest): Promise<unknown> => {
      if (id === 'r1/turn/ada') await seatModel(folder, 'bob');
      return script[id];
    };
    await runStrict(folder, { participants: { models, humanTasks: { ask } } });
    expect(asked.slice(0, 2)).toEqual(['tools', 'provider']);
    expect(asked.filter((what) => what === 'tools')).toHaveLength(1);
  });
});

describe('limits', () => {
  const changeOf = (added: Entry): unknown => dataOf(added, 'intervention')?.change;

  it('change as asked for; the other end of the rounds gives way', async () => {
    const log = await debateUpTo('opening/end');
    const higher = await changeLimits(log, { min_rounds: 5 });
    expect(changeOf(higher)).toEqual({ min_rounds: 5, max_rounds: 5 });
    expect(higher.content).toBe('The user sets the minimum of rounds to 5, the maximum of rounds to 5.');
    expect(changeOf(await changeLimits(log, { max_rounds: 2 }))).toEqual({ min_rounds: 2, max_rounds: 2 });
    expect(changeOf(await changeLimits(log, { time_budget_minutes: 10, budget_usd: 5 }))).toEqual({
      time_budget_minutes: 10,
      budget_usd: 5,
    });
    expect(changeOf(await changeLimits(log, { budget_usd: null }))).toEqual({ budget_usd: null });
    expect(log.state.limits).toMatchObject({ min_rounds: 2, max_rounds: 2, time_budget_minutes: 10, budget_usd: null });
  });

  it('are worded as the command line always did', async () => {
    const log = await debateUpTo('opening/end');
    expect((await changeLimits(log, { budget_usd: 2.5 })).content).toBe('The user sets the money budget to $2.50.');
  });

  it('are refused when they are none, impossible, or late', async () => {
    const log = await debateUpTo('opening/end');
    const before = readFileSync(log.path, 'utf8');
    expect((await refusal(changeLimits(log, {}))).code).toBe('no_change');
    expect((await refusal(changeLimits(log, { max_rounds: 51 }))).code).toBe('rounds');
    expect((await refusal(changeLimits(log, { min_rounds: 3, max_rounds: 2 }))).message).toContain('above the maximum');
    expect((await refusal(changeLimits(log, { time_budget_minutes: 0 }))).code).toBe('time_budget');
    expect((await refusal(changeLimits(log, { budget_usd: -1 }))).code).toBe('money_budget');
    expect(readFileSync(log.path, 'utf8')).toBe(before);
    expect((await refusal(changeLimits(await debateUpTo(), { max_rounds: 9 }))).code).toBe('debate_over');
  });
});
