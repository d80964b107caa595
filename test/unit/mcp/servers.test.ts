import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { leaseStatus } from '../../../src/record/lease';
import { hostClient, type HostClient, ToolRefused, type Value } from '../../support/hostClient';
import { answerTo, heldThrough, openTask, readerFor, tasksIn } from '../../support/hostDebate';
import { lintFolder } from '../../support/lintLog';
import { rostrumProgram } from '../../support/rostrum';
import { fullScript, lineup, readEntries, shape, writeEvidence } from '../../support/scriptedDebate';

const open: HostClient[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close().catch(() => undefined)));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

const names = ['ada', 'bob'];
const script = fullScript({ names, rounds: 1, outcome: 'bob_wins' });
const start = {
  topic: 'Where should the parcels go?',
  debaters: lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position })),
  rounds: 1,
  evidence: '.',
};

async function places(lines?: number): Promise<{ cwd: string; state: string }> {
  const cwd = await writeEvidence(names, lines);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  return { cwd, state };
}

async function client(
  place: { cwd: string; state: string },
  args: readonly string[] = ['--no-web'],
): Promise<HostClient> {
  const host = await hostClient({ ...place, args });
  open.push(host);
  return host;
}

async function started(host: HostClient, more: Value = {}): Promise<{ handle: string; folder: string }> {
  const { handle, debate } = await host.call('debate_start', { ...start, ...more });
  return { handle: String(handle), folder: String(debate) };
}

const refusal = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof ToolRefused ? error.code : String(error)),
  );

const firstTicket = async (host: HostClient, handle: string): Promise<string> => {
  const [task] = tasksIn(await host.call('debate_next', { handle }));
  if (task === undefined) throw new Error('Nothing waits.');
  return task.ticket;
};

test('a wrong, guessed, foreign, swapped or answered ticket opens nothing, and is not repeated', async () => {
  const place = await places();
  const host = await client(place);
  const one = await started(host);
  const other = await started(host);
  const ticket = await firstTicket(host, one.handle);
  const [, id = '', seal = ''] = ticket.split('.');
  const [, otherId = ''] = other.handle.split('.');
  const last = seal.at(-1) === 'A' ? 'B' : 'A';
  const wrong = [
    `t.${id}.${seal.slice(0, -1)}${last}`,
    `t.${otherId}.${seal}`,
    `t.${id}.${'A'.repeat(43)}`,
    one.handle,
    one.handle.replace(/^h/, 't'),
    'nonsense',
    '',
  ];
  for (const key of wrong) {
    for (const [name, args] of [
      ['task_open', {}],
      ['task_answer', { answer: { content: 'Let me in.' } }],
      ['evidence_search', { query: 'parcels' }],
    ] as const) {
      const found = await host.call(name, { ticket: key, ...args }).catch((error: unknown) => error);
      expect(found).toBeInstanceOf(ToolRefused);
      if (key.length > 20) expect(String(found)).not.toContain(key);
    }
  }
  for (const name of ['debate_next', 'debate_read', 'debate_steer'])
    expect(await refusal(host.call(name, { handle: ticket, action: 'stop' }))).toBe('handle');
  const task = await openTask(host, ticket);
  const answer = answerTo(task, await readerFor({ script, names, folder: one.folder })());
  expect(await host.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
  expect(await host.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
  expect(await refusal(host.call('task_answer', { ticket, answer: { content: 'Another one.' } }))).toBe('answered');
  expect(await refusal(host.call('task_open', { ticket }))).toBe('answered');
});

test('a refused answer goes back twice with its reasons, and is refused the same when it is sent again', async () => {
  const host = await client(await places());
  const { handle, folder } = await started(host);
  const ticket = await firstTicket(host, handle);
  const task = await openTask(host, ticket);
  expect(task).toMatchObject({ kind: 'debater/opening', tries_left: 3 });
  const bad = {
    content: 'Too short, and it cites nothing that is there.',
    sources: [{ mark: 's1', url: 'workspace:gone.md', quote: 'x', title: 'Gone' }],
  };
  const first = await host.call('task_answer', { ticket, answer: bad });
  expect(first).toMatchObject({ tries_left: 2 });
  expect(first['refused']).toContainEqual(expect.stringContaining('gone.md'));
  expect(await host.call('task_answer', { ticket, answer: bad })).toEqual(first);
  const again = await openTask(host, ticket);
  expect(again).toMatchObject({ tries_left: 2, reasons: first['refused'] });
  const good = answerTo(task, await readerFor({ script, names, folder })());
  expect(await host.call('task_answer', { ticket, answer: JSON.stringify(good) })).toEqual({ accepted: true });
});

test('at the end of its input a server pauses within two seconds, and another goes on with the same tickets', async () => {
  const place = await places();
  const host = await client(place);
  const { handle, folder } = await started(host);
  const ticket = await firstTicket(host, handle);
  const begun = performance.now();
  await host.close();
  const lease = await leaseStatus(folder);
  expect(performance.now() - begun).toBeLessThan(2_500);
  expect(lease).toMatchObject({ state: 'released', holder: { released: 'paused' } });
  const next = await client(place);
  expect(await openTask(next, ticket)).toMatchObject({ kind: 'debater/opening' });
  const debate = await heldThrough(next, { script, names, folder, handle });
  expect(debate.end).toMatchObject({ done: true });
  expect(await lintFolder(folder)).toEqual([]);
});

test('a killed server loses nothing, and the record is that of a run in one go', async () => {
  const place = await places();
  const straight = await started(await client(place));
  const whole = await heldThrough(open[0] ?? (await client(place)), { script, names, ...straight });
  expect(whole.end).toMatchObject({ done: true });
  let host = await client(place);
  const cut = await started(host);
  const reader = readerFor({ script, names, folder: cut.folder });
  for (let n = 0; ; n += 1) {
    const next = await host.call('debate_next', { handle: cut.handle });
    if (next['state'] !== 'running') break;
    const [task] = tasksIn(next);
    if (task === undefined) continue;
    const opened = await openTask(host, task.ticket);
    const answer = answerTo(opened, await reader());
    if (n % 8 === 1) {
      process.kill(host.pid(), 'SIGKILL');
      host = await client(place);
    }
    await host.call('task_answer', { ticket: task.ticket, answer });
    if (n % 8 === 5) {
      process.kill(host.pid(), 'SIGKILL');
      host = await client(place);
    }
  }
  expect(await lintFolder(cut.folder)).toEqual([]);
  expect(shape(await readEntries(cut.folder))).toEqual(shape(await readEntries(straight.folder)));
}, 180_000);

test('a second server process hands calls on to the first, and takes over where it is gone', async () => {
  const place = await places();
  const first = await client(place);
  const { handle, folder } = await started(first);
  const second = await client(place);
  const ticket = await firstTicket(second, handle);
  const task = await openTask(second, ticket);
  const answer = answerTo(task, await readerFor({ script, names, folder })());
  expect(await second.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
  expect(await second.call('debate_read', { handle })).toMatchObject({ status: 'running' });
  process.kill(first.pid(), 'SIGKILL');
  const debate = await heldThrough(second, { script, names, folder, handle });
  expect(debate.end).toMatchObject({ done: true });
  expect(await lintFolder(folder)).toEqual([]);
});

test('resuming draws a new secret: older handle and tickets open nothing, and a live debate is not resumed', async () => {
  const place = await places();
  const host = await client(place);
  const { handle, folder } = await started(host);
  const ticket = await firstTicket(host, handle);
  expect(await refusal(host.call('debate_start', { resume: folder }))).toBe('live');
  await host.call('debate_steer', { handle, action: 'pause' });
  expect(await refusal(host.call('task_open', { ticket }))).toBe('paused');
  expect(await host.call('debate_next', { handle })).toMatchObject({ state: 'paused' });
  const resumed = await host.call('debate_start', { resume: folder });
  expect(resumed['handle']).not.toBe(handle);
  expect(await refusal(host.call('debate_next', { handle }))).toBe('handle');
  const again = await firstTicket(host, String(resumed['handle']));
  expect(again).not.toBe(ticket);
  expect(await refusal(host.call('task_open', { ticket }))).toBe('ticket');
});

test('paths outside the roots, and seats that cost money, are refused', async () => {
  const place = await places();
  const host = await client(place);
  for (const evidence of ['..', '/etc', '../../etc/passwd', 'a/../..', '/proc/self/root', '~', 'ada.md/../../..', '\0'])
    expect(await refusal(host.call('debate_start', { ...start, evidence }))).toBe('outside');
  for (const file of ['/etc/passwd', '../x', '/proc/self/environ'])
    expect(await refusal(host.call('check_quote', { quote: 'root', file }))).toBe('outside');
  for (const document of ['/etc', '../x.md', '..', '/proc/self/environ'])
    expect(await refusal(host.call('check_document', { document }))).toBe('outside');
  expect(await refusal(host.call('debate_start', { resume: '/tmp' }))).toBe('outside');
  const paid = host.call('debate_start', { ...start, seats: { chair: 'anthropic:claude-sonnet-5-5' } });
  expect(await refusal(paid)).toBe('money');
  expect(await refusal(host.call('debate_start', { ...start, seats: { chair: 'human' } }))).toBe('seat');
});

test('starting the process writes nothing', async () => {
  const { cwd, state } = await places();
  const child = spawn(process.execPath, [await rostrumProgram(), 'mcp'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: state, XDG_STATE_HOME: join(state, 'none') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end();
  const code = await new Promise((done) => child.once('close', done));
  expect(code).toBe(0);
  await expect(readFile(join(state, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('check_document lists what does not hold in a document, and reads nothing beside the roots', async () => {
  const place = await places();
  const notes = 'The key is never written to disk.\n';
  await writeFile(join(place.cwd, 'notes.md'), notes);
  await writeFile(
    join(place.cwd, 'doc.md'),
    'They say “The key is often written to disk” ([n](notes.md)).\n\nThey say “The key is never written to disk” ([n](../x.md)).\n',
  );
  const host = await client(place);
  const report = await host.call('check_document', { document: 'doc.md' });
  expect(report).toMatchObject({
    files: 1,
    citations: 1,
    counts: { missing: 1 },
    findings: [{ kind: 'missing', line: 1, stands_there: 'The key is never written to disk', place: 'notes.md#L1' }],
    not_checked: [{ n: 1 }],
  });
  expect(await refusal(host.call('check_document', { document: 'gone.md' }))).toBe('outside');
});

test('an answer that was refused before a restart is asked for again under the same ticket', async () => {
  const place = await places();
  const host = await client(place);
  const { handle, folder } = await started(host);
  const ticket = await firstTicket(host, handle);
  const task = await openTask(host, ticket);
  const first = await host.call('task_answer', { ticket, answer: { nothing: 'of use' } });
  expect(first).toMatchObject({ tries_left: 2 });
  await host.close();
  const next = await client(place);
  expect(await openTask(next, ticket)).toMatchObject({ tries_left: 2, reasons: first['refused'] });
  const answer = answerTo(task, await readerFor({ script, names, folder })());
  expect(await next.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
});

test('an answer that was accepted before a restart is accepted when it is sent again, also after the end', async () => {
  const place = await places();
  const host = await client(place);
  const { handle, folder } = await started(host);
  const ticket = await firstTicket(host, handle);
  const answer = answerTo(await openTask(host, ticket), await readerFor({ script, names, folder })());
  expect(await host.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
  await firstTicket(host, handle);
  process.kill(host.pid(), 'SIGKILL');
  const next = await client(place);
  expect(await next.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
  const other = { ticket, answer: { content: 'Another one.' } };
  expect(await refusal(next.call('task_answer', other))).toBe('answered');
  await heldThrough(next, { script, names, folder, handle });
  expect(await next.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
  expect(await refusal(next.call('task_answer', other))).toBe('paused');
});

test('look-ups are counted on after a restart', async () => {
  // So much evidence that it is searched, where less of it stands in the task.
  const place = await places(1_000);
  const host = await client(place);
  const { handle, folder } = await started(host);
  const ticket = await firstTicket(host, handle);
  const task = await openTask(host, ticket);
  expect(task['tools']).toContain('evidence_search');
  const look = async (one: HostClient, query: string): Promise<Value> =>
    await one.call('evidence_search', { ticket, query });
  for (let n = 0; n < 10; n += 1) expect(await look(host, `parcels ${n}`)).not.toHaveProperty('failed');
  process.kill(host.pid(), 'SIGKILL');
  const next = await client(place);
  await openTask(next, ticket);
  for (let n = 10; n < 16; n += 1) expect(await look(next, `parcels ${n}`)).not.toHaveProperty('failed');
  const last = await look(next, 'one more');
  expect([last['failed'], String(last['text'])]).toEqual([true, expect.stringContaining('16 calls')]);
  const answer = answerTo(task, await readerFor({ script, names, folder })());
  expect(await next.call('task_answer', { ticket, answer })).toEqual({ accepted: true });
});
