import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { HostTask } from '../../../src/agents/host';
import { HostLookUps } from '../../../src/agents/hostLookUps';
import { Fence } from '../../../src/agents/model/fence';
import { Debates } from '../../../src/mcp/debates';
import { pauses } from '../../../src/mcp/heldDebate';
import { HostTasks } from '../../../src/mcp/hostTasks';
import { StateFolder } from '../../../src/mcp/stateFolder';
import { drawSecret, handleOf } from '../../../src/mcp/tickets';
import { leaseStatus } from '../../../src/record/lease';
import { hostClient, type HostClient } from '../../support/hostClient';
import { tasksIn } from '../../support/hostDebate';
import { lintFolder } from '../../support/lintLog';
import { spawnedRostrum } from '../../support/rostrum';
import { lineup, readEntries, writeEvidence } from '../../support/scriptedDebate';

/** Clients that do not come back, and seats that nobody takes. */

const open: HostClient[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close().catch(() => undefined)));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function begun(): Promise<{ host: HostClient; folder: string; handle: string; state: string }> {
  const cwd = await writeEvidence(['ada', 'bob']);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  const host = await hostClient({ cwd, state, args: ['--no-web'] });
  open.push(host);
  const debaters = lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position }));
  const topic = 'Where should the parcels go?';
  const { handle, debate } = await host.call('debate_start', { topic, debaters, rounds: 1, evidence: '.' });
  return { host, folder: String(debate), handle: String(handle), state };
}

test('a seat whose ticket nobody opened for ten minutes is named, and one that is opened is not', async () => {
  let now = 0;
  const tasks = new HostTasks(drawSecret(), { now: () => now });
  const stop = new AbortController();
  const task: HostTask = {
    id: 'opening/ada',
    kind: 'debater/opening',
    agent: 'ada',
    identity: 'one',
    instructions: '',
    input: '',
    schema: {},
    lookUps: new HostLookUps([], new Fence(() => 'mark'), {
      captures: { keep: () => Promise.resolve(), hold: () => undefined },
    }),
    together: '',
    reasons: [],
    triesLeft: 3,
  };
  const asked = tasks.ask(task, stop.signal).catch(() => undefined);
  expect(tasks.waiting()).toMatchObject([{ seat: 'ada', role: 'debater' }]);
  now = 10 * 60_000 - 1;
  expect(tasks.waiting()[0]).not.toHaveProperty('waiting_minutes');
  now += 1;
  expect(tasks.waiting()).toMatchObject([{ seat: 'ada', waiting_minutes: 10 }]);
  tasks.open(tasks.waiting()[0]?.ticket ?? '');
  now += 60_000;
  expect(tasks.waiting()).toMatchObject([{ seat: 'ada', opened_minutes: 1 }]);
  expect(tasks.waiting()[0]).not.toHaveProperty('waiting_minutes');
  stop.abort(new Error('The test is over.'));
  await asked;
});

test('who has the handle gives a seat up: the record says so, and the debate goes on', async () => {
  const { host, folder, handle } = await begun();
  const [task] = tasksIn(await host.call('debate_next', { handle }));
  expect(task?.seat).toBe('ada');
  expect(await host.call('debate_steer', { handle, action: 'skip', to: 'ada' })).toMatchObject({ skipped: 'ada' });
  const [next] = tasksIn(await host.call('debate_next', { handle }));
  expect(next?.seat).toBe('bob');
  const ruling = (await readEntries(folder)).find(({ type }) => type === 'ruling');
  expect(ruling?.data).toMatchObject({ kind: 'skipped', debater: 'ada' });
  expect(ruling?.content).toContain('given up by the client');
});

test('a client that is silent pauses the debate, and the next call lets it go on', async () => {
  const { host, folder, handle, state } = await begun();
  await host.close();
  const [, id = ''] = handle.split('.');
  const own = new StateFolder(join(state, 'rostrum'));
  const debates = new Debates({ state: own, participants: {}, idleMs: 200 });
  const known = await own.debate(id);
  if (known === undefined) throw new Error('The state has no such debate.');
  await debates.hold(known);
  expect((await leaseStatus(folder)).state).toBe('held');
  await vi.waitFor(async () => {
    expect(await leaseStatus(folder)).toMatchObject({
      state: 'released',
      holder: { released: 'paused', reason: expect.stringContaining(pauses.idle) as string },
    });
  }, 20_000);
  const next = await debates.call(
    { name: 'debate_next', args: { handle: handleOf(known), wait: 5 } },
    new AbortController().signal,
  );
  expect(next).toMatchObject({ state: 'running' });
  await debates.close();
});

test('a client that was killed leaves a debate that the terminal can go on with', async () => {
  const { host, folder } = await begun();
  await host.client.close();
  await vi.waitFor(async () => expect(await leaseStatus(folder)).toMatchObject({ state: 'released' }), 5_000);
  const untaken = await spawnedRostrum(['resume', folder]);
  expect(untaken.code).not.toBe(0);
  expect(`${untaken.out}${untaken.err}`).toContain('answered by agents of a client over MCP');
  const resumed = await spawnedRostrum(['resume', folder, '--provider', 'offline', '--conclude']);
  expect([resumed.err, resumed.code]).toEqual([expect.any(String), 0]);
  expect(await lintFolder(folder)).toEqual([]);
});
