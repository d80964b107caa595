import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/debate/log/entry';
import { drawn } from '../../../src/debate/formats/common/drawn';
import { sampled, upTo } from '../../support/depth';
import { hostClient, type HostClient, ToolRefused, type Value } from '../../support/hostClient';
import { answerTo, heldThrough, openTask, readerFor, tasksIn } from '../../support/hostDebate';
import { lintFolder } from '../../support/lintLog';
import { fullScript, lineup, readEntries, shape, writeEvidence } from '../../support/scriptedDebate';

/**
 * Start, next, open, answer (right, wrong, twice), kill and close, by two clients of two server processes, in an order
 * that a seed draws: whatever the order, the record has the steps of a run in one go.
 */

const names = ['ada', 'bob'];
const script = fullScript({ names, rounds: 1, outcome: 'bob_wins' });
const start = {
  topic: 'Where should the parcels go?',
  debaters: lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position })),
  rounds: 1,
  evidence: '.',
};

const folders: string[] = [];
let serial: ReturnType<typeof course> | undefined;

async function place(): Promise<{ cwd: string; state: string }> {
  const cwd = await writeEvidence(names);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  return { cwd, state };
}

beforeAll(async () => {
  const where = await place();
  const host = await hostClient({ ...where, args: ['--no-web'] });
  const begun = await host.call('debate_start', start);
  const [folder, handle] = [String(begun['debate']), String(begun['handle'])];
  await heldThrough(host, { script, names, folder, handle });
  await host.close();
  serial = course(await readEntries(folder));
}, 120_000);

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** How often each is drawn. A restart takes half a second of processor time, as much as all answers together. */
const weights = { answer: 18, twice: 5, open: 2, wrong: 2, read: 1, kill: 1, close: 1 };
type Action = keyof typeof weights;
const actions = Object.entries(weights).flatMap(([action, times]) =>
  Array.from({ length: times }, () => action as Action),
);

/** Refusals that an order may bring about: the ticket was answered, is being checked, or another one stands in its place. */
const mayCome = new Set(['answered', 'checking', 'moved', 'ticket', 'busy']);

const allowed = async (work: Promise<Value>): Promise<Value> =>
  await work.catch((error: unknown) => {
    if (error instanceof ToolRefused && mayCome.has(error.code)) return {};
    throw error;
  });

/** Two clients of two server processes, each started when it is first needed. */
class Clients {
  readonly #hosts: (HostClient | undefined)[] = [];

  constructor(private readonly where: { cwd: string; state: string }) {}

  async at(index: number): Promise<HostClient> {
    return (this.#hosts[index] ??= await hostClient({ ...this.where, args: ['--no-web'] }));
  }

  async end(index: number, how: 'kill' | 'close'): Promise<void> {
    const host = await this.at(index);
    this.#hosts[index] = undefined;
    if (how === 'kill') process.kill(host.pid(), 'SIGKILL');
    await host.close();
  }

  async close(): Promise<void> {
    for (const host of this.#hosts) await host?.close();
  }
}

/** The tasks that wait now, or what was said at the end. Answers are awaited, so that a task comes without being asked for. */
async function waiting(host: HostClient, handle: string): Promise<Value> {
  const now = await host.call('debate_next', { handle, wait: 0 });
  return now['state'] === 'running' && tasksIn(now).length === 0
    ? await host.call('debate_next', { handle, wait: 1 })
    : now;
}

/**
 * What two runs share: the main steps in their order, and the checks. A server that leaves logs the checks that are done,
 * which elsewhere wait for the end of the main step, so their place between the main steps is free.
 */
function course(entries: readonly Entry[]): { main: string[]; checks: string[] } {
  const isCheck = (line: string): boolean => line.includes(' verification_result ');
  const lines = shape(entries);
  return { main: lines.filter((line) => !isCheck(line)), checks: lines.filter(isCheck).toSorted() };
}

describe('Two clients', { concurrent: true }, () => {
  test.each(sampled('orders of calls and kills', upTo(200), 1, 20))(
    'order %i leaves the record of a run in one go',
    held,
    300_000,
  );
});

async function held(seed: number): Promise<void> {
  const where = await place();
  const clients = new Clients(where);
  const drawnAt = <T>(items: readonly T[], what: string, n: number): T | undefined =>
    drawn(items, `${seed} ${n} ${what}`)[0];
  const begun = await (await clients.at(0)).call('debate_start', start);
  const [folder, handle] = [String(begun['debate']), String(begun['handle'])];
  const reader = readerFor({ script, names, folder });
  const wrong = new Set<string>();
  for (let n = 0; ;) {
    const at = drawnAt([0, 1], 'who', n) ?? 0;
    const host = await clients.at(at);
    const next = await waiting(host, handle);
    if (next['state'] !== 'running') {
      expect(next).toMatchObject({ done: true });
      break;
    }
    const task = drawnAt(tasksIn(next), 'which', n);
    if (task === undefined) continue;
    const action = drawnAt(actions, 'what', n) ?? 'answer';
    n += 1;
    if (action === 'kill' || action === 'close') await clients.end(at, action);
    else if (action === 'read') await host.call('debate_read', { handle, what: 'entries' });
    else {
      const opened = await allowed(openTask(host, task.ticket));
      if (action === 'open' || opened['kind'] === undefined) continue;
      // One refusal for each ticket, so that no seat runs out of tries.
      const isWrong = action === 'wrong' && !wrong.has(task.ticket);
      if (isWrong) wrong.add(task.ticket);
      const answer = isWrong ? { nothing: 'of use' } : answerTo(opened, await reader());
      const both = action === 'twice' ? [host, await clients.at(1 - at)] : [host];
      await Promise.all(both.map((one) => allowed(one.call('task_answer', { ticket: task.ticket, answer }))));
    }
  }
  expect(await lintFolder(folder)).toEqual([]);
  expect(course(await readEntries(folder))).toEqual(serial);
  await clients.close();
}
