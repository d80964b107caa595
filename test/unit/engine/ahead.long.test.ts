import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import type { DebateEvent } from '../../../src/engine/events';
import type { Session } from '../../../src/session/run/session';
import { logIn } from '../../support/logs';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import {
  accessTo,
  anthropicAt,
  askedOfMessages,
  hurried,
  messagesAnswer,
  modelFolder,
} from '../../support/modelDebate';
import { fullScript, readEntries, shape } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';
import { testSession } from '../../support/testSession';

const names = ['ada', 'bob'];

interface Course {
  folder?: string;
  isAhead: boolean;
  more?: Script;
  /** Before this request is answered. */
  meanwhile?: (kind: string, sent: readonly string[], session: Session, folder: string) => Promise<unknown> | undefined;
  budget?: number | null;
  options?: Record<string, unknown>;
}

const research = 'research';

/** One run, with the kinds of requests in the order in which they came, and what the provider has booked. */
async function run({ folder, isAhead, more = {}, meanwhile, budget, options = {} }: Course) {
  const model = new ScriptedModel({ ...fullScript({ names, rounds: 1 }), ...more }, names);
  const sent: string[] = [];
  const running: { session?: Session } = {};
  const made =
    folder ??
    (await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 }, budget: budget ?? null, options }));
  const server = await startMessagesServer({
    chunk: 400,
    answer: async (request) => {
      const asked = askedOfMessages(request);
      const kind = model.kindOf(asked.schema, asked.text) ?? research;
      const said = model.answer(asked);
      sent.push(kind);
      if (running.session !== undefined) await meanwhile?.(kind, sent, running.session, made);
      return messagesAnswer(said);
    },
  });
  const events: DebateEvent[] = [];
  running.session = await testSession(made, {
    isAhead,
    participants: { models: accessTo(anthropicAt(server.url)), clock: hurried() },
    onEvent: (event) => {
      events.push(event);
      // Nobody tells a model for whom it is asked ahead: with several debaters at once the words of the request do.
      if (options['openings'] !== 'sealed') model.onEvent(event);
    },
  });
  const end = await running.session.run();
  await server.close();
  expect(server.mistakes).toEqual([]);
  const { input, cache_read, cache_write, output } = (await logIn(made)).state.usage;
  const totals = server.totals();
  const entries = await readEntries(made);
  return {
    folder: made,
    end,
    sent,
    entries,
    shape: shape(entries),
    used: input + cache_read + cache_write + output,
    booked: totals.input + totals.read + totals.write5m + totals.output,
  };
}

/** Resolves when so many of this kind were sent. */
const hasCome = async (kind: string, sent: readonly string[], times = 1): Promise<void> => {
  await expect.poll(() => sent.filter((one) => one === kind).length).toBeGreaterThanOrEqual(times);
};

/** Each debater asks twice before it speaks: the second opener has begun while the first is reviewed. */
const secondReads = (sent: readonly string[]): Promise<void> => hasCome(research, sent, 3);

const keptIn = (folder: string): number => {
  const path = join(folder, 'answers');
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.answer')).length : 0;
};

const notesOf = ({ entries }: Awaited<ReturnType<typeof run>>) =>
  entries.filter(({ data }) => data?.['kind'] === 'usage');

let played: ReturnType<typeof run> | undefined;
/** Where nothing is asked ahead: played once. */
const plain = () => (played ??= run({ isAhead: false }));

describe('what is asked beside the step that is under way', () => {
  it('is the next debater’s research or closing and the audience’s questions while the Chair reviews, and what comes of the end', async () => {
    let held = 0;
    const reviews: ((sent: readonly string[]) => Promise<void>)[] = [
      secondReads,
      () => Promise.resolve(),
      () => Promise.resolve(),
      // The last turn of the round, then the first closing.
      (sent) => hasCome('audience/questions', sent),
      (sent) => hasCome('debater/closing', sent, 2),
    ];
    const { end, used, booked } = await run({
      isAhead: true,
      meanwhile: (kind, sent) => {
        if (kind === 'chair/review_turn') return reviews[held++]?.(sent);
        if (kind === 'chair/review_documents') return hasCome('assessor/report', sent);
        return kind === 'audience/conclusion' ? hasCome('reporter/summary', sent) : undefined;
      },
    });
    expect(end).toEqual({ status: 'done' });
    expect(held).toBe(6);
    expect(used).toBe(booked);
  });

  it('is every opening at once where openings are sealed, whatever the budget', async () => {
    const options = { openings: 'sealed' };
    const inTurn = await run({ isAhead: false, options });
    const isOpening = (kind: string): boolean => kind === 'debater/opening';
    for (const budget of [null, 50]) {
      const beside = await run({
        isAhead: true,
        options,
        budget,
        // No opening is answered before all were asked for.
        meanwhile: async (kind, sent) => {
          if (!isOpening(kind)) return;
          await expect.poll(() => sent.filter(isOpening).length).toBe(names.length);
        },
      });
      expect(beside.end).toEqual({ status: 'done' });
      expect(beside.shape).toEqual(inTurn.shape);
      expect([...beside.sent].sort()).toEqual([...inTurn.sent].sort());
      expect(beside.used).toBe(beside.booked);
    }
  });

  it('leaves the record as it is, and asks nothing more', async () => {
    const [beside, inTurn] = [await run({ isAhead: true }), await plain()];
    expect(beside.shape).toEqual(inTurn.shape);
    const said = ({ entries }: typeof beside): string[] =>
      entries.map(({ speaker, content }) => `${speaker}: ${content}`);
    expect(said(beside)).toEqual(said(inTurn));
    expect([...beside.sent].sort()).toEqual([...inTurn.sent].sort());
    expect(beside.used).toBe(inTurn.used);
    expect(beside.used).toBe(beside.booked);
    expect(notesOf(beside)).toEqual([]);
  });

  it('is asked again where the review has changed what there is to read, and is counted all the same', async () => {
    const infraction = { rule: '7', reason: 'It speaks of the person.' };
    const more = { 'opening/ada/review': { summary: 'Ada opens.', frameworks: [], infractions: [infraction] } };
    const inTurn = await run({ isAhead: false, more });
    let isHeld = false;
    const beside = await run({
      isAhead: true,
      more,
      // All of the second opener's research is kept, and none of it is of use any more.
      meanwhile: async (kind, _, __, folder) => {
        if (kind !== 'chair/review_turn' || isHeld) return;
        isHeld = true;
        await expect.poll(() => keptIn(folder)).toBe(2);
      },
    });
    expect(beside.end).toEqual({ status: 'done' });
    // The note that counts what was asked in vain is an entry more.
    const spoken = ({ entries }: typeof beside) =>
      entries.filter(({ data }) => data?.['kind'] !== 'usage').map(({ speaker, type }) => `${speaker} ${type}`);
    expect(spoken(beside)).toEqual(spoken(inTurn));
    expect(beside.sent.length).toBeGreaterThan(inTurn.sent.length);
    expect(beside.used).toBe(beside.booked);
    expect(notesOf(beside).flatMap(({ data }) => data?.['steps'])).toEqual(['opening/bob']);
  });

  it('is answered before a run rests, counted there, and used when the debate goes on', async () => {
    let isHeld = false;
    const first = await run({
      isAhead: true,
      meanwhile: async (kind, sent, session) => {
        if (kind !== 'chair/review_turn' || isHeld) return;
        isHeld = true;
        await secondReads(sent);
        session.pause('for a test');
      },
    });
    expect(first.end.status).toBe('paused');
    expect(first.used).toBe(first.booked);
    expect(notesOf(first)).toHaveLength(1);
    const second = await run({ folder: first.folder, isAhead: true });
    expect(second.end).toEqual({ status: 'done' });
    expect(second.used).toBe(first.booked + second.booked);
    expect(first.sent.length + second.sent.length).toBe((await plain()).sent.length);
  });
});
