import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { debateCalls } from '../../../src/mcp/debateCalls';
import { Money } from '../../../src/mcp/money';
import { StateFolder } from '../../../src/mcp/stateFolder';
import { leaseStatus } from '../../../src/record/lease';
import { hostClient, type HostClient, ToolRefused, type HostOptions } from '../../support/hostClient';
import { fullScript, lineup, readEntries, scriptedFolder, writeEvidence } from '../../support/scriptedDebate';

/** No key is set, so that what is let through ends at the provider's door. */

const open: HostClient[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close().catch(() => undefined)));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

const start = {
  topic: 'Where should the parcels go?',
  debaters: lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position })),
  rounds: 1,
  evidence: '.',
  seats: { chair: 'anthropic:claude-sonnet-5-5' },
};

async function place(): Promise<{ cwd: string; state: string }> {
  const cwd = await writeEvidence(['ada', 'bob']);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  return { cwd, state };
}

async function client(options: HostOptions): Promise<HostClient> {
  const host = await hostClient(options);
  open.push(host);
  return host;
}

const refusal = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof ToolRefused ? error.code : String(error)),
  );

const isMade = async (cwd: string): Promise<boolean> => (await readdir(cwd)).includes('output');

test('nothing is spent without a limit, without a user who can be asked, or when the user declines', async () => {
  const where = await place();
  const limited = ['--no-web', '--max-usd', '2'];
  const questions: string[] = [];
  const user = (question: string): boolean => {
    questions.push(question);
    return false;
  };
  expect(await refusal((await client({ ...where, args: ['--no-web'], user })).call('debate_start', start))).toBe(
    'money',
  );
  expect(await refusal((await client({ ...where, args: limited })).call('debate_start', start))).toBe('money');
  for (const era of ['legacy', 'auto'] as const) {
    const host = await client({ ...where, args: limited, user, era });
    expect(await refusal(host.call('debate_start', start))).toBe('declined');
    const judges = { ...start, seats: {}, judges: ['anthropic:claude-sonnet-5-5'] };
    expect(await refusal(host.call('debate_start', judges))).toBe('declined');
  }
  expect(questions).toHaveLength(4);
  expect(questions[0]).toContain('$2.00 at most');
  expect(await isMade(where.cwd)).toBe(false);
}, 120_000);

test('a start that was confirmed has the limit for its budget, and each going on asks again', async () => {
  const where = await place();
  const questions: string[] = [];
  let says = true;
  const user = (question: string): boolean => {
    questions.push(question);
    return says;
  };
  const host = await client({ ...where, args: ['--no-web', '--max-usd', '2'], user });
  const begun = await host.call('debate_start', { ...start, budget_usd: 50 });
  const [handle, folder] = [String(begun['handle']), String(begun['debate'])];
  const [setup] = await readEntries(folder);
  expect(setup?.data?.['limits']).toMatchObject({ budget_usd: 2 });
  expect(await host.call('debate_next', { handle })).toMatchObject({ state: 'paused' });
  await host.close();
  const respawned = await client({ ...where, args: ['--no-web', '--max-usd', '2'], user });
  expect(await respawned.call('debate_next', { handle })).toMatchObject({ state: 'paused' });
  expect(await refusal(respawned.call('debate_steer', { handle, action: 'resume' }))).toBe('money');
  says = false;
  expect(await refusal(respawned.call('debate_start', { resume: folder }))).toBe('declined');
  expect(questions).toHaveLength(2);
  const poor = await client({ ...where, args: ['--no-web'], user });
  expect(await refusal(poor.call('debate_start', { resume: folder }))).toBe('money');
}, 120_000);

test('what was spent today counts for all servers of the user', async () => {
  const where = await place();
  const day = new Date().toISOString().slice(0, 10);
  await mkdir(join(where.state, 'rostrum'), { recursive: true });
  await writeFile(join(where.state, 'rostrum', 'spending.json'), JSON.stringify({ day, usd: 2 }));
  const host = await client({ ...where, args: ['--no-web', '--max-usd', '2'], user: () => true });
  expect(await refusal(host.call('debate_start', start))).toBe('money');
  expect(await isMade(where.cwd)).toBe(false);
}, 120_000);

/** A debate that another program made, with models that are paid for. */
async function paidDebate(parent: string, change: (line: string) => string = (line) => line): Promise<string> {
  const names = ['ada', 'bob'];
  const made = await scriptedFolder({
    script: fullScript({ names, rounds: 1 }),
    names,
    seats: { ada: 'anthropic:claude-sonnet-5-5' },
  });
  const folder = join(parent, 'output', 'made-elsewhere');
  await cp(made, folder, { recursive: true });
  const log = join(folder, 'debate-log.jsonl');
  await writeFile(log, change(await readFile(log, 'utf8')));
  return folder;
}

test('a record that names its models without their provider is paid for like any other', async () => {
  const where = await place();
  const folder = await paidDebate(where.cwd, (line) =>
    line
      .replaceAll('"anthropic:claude-sonnet-5-5"', '"claude-sonnet-5-5"')
      .replace('"provider":"scripted"', '"provider":"anthropic"'),
  );
  const poor = await client({ ...where, args: ['--no-web'], user: () => true });
  expect(await refusal(poor.call('debate_start', { resume: folder }))).toBe('money');
  const host = await client({ ...where, args: ['--no-web', '--max-usd', '2'], user: () => false });
  expect(await refusal(host.call('debate_start', { resume: folder }))).toBe('declined');
});

test('no call but a start that was confirmed lets a debate run that is paid for, also in a server that was started again', async () => {
  const where = await place();
  const folder = await paidDebate(where.cwd);
  const args = ['--no-web', '--max-usd', '2'];
  const host = await client({ ...where, args, user: () => true });
  const handle = String((await host.call('debate_start', { resume: folder }))['handle']);
  expect(await host.call('debate_next', { handle })).toMatchObject({ state: 'paused' });
  process.kill(host.pid(), 'SIGKILL');
  const before = JSON.stringify(await usageIn(folder));
  const [, id = ''] = handle.split('.');
  const given: Record<string, unknown> = {
    handle,
    ticket: `t.${id}.${'A'.repeat(43)}`,
    text: 'Go on, whatever it costs.',
    to: 'ada',
    answer: {},
    query: 'parcels',
    path: 'ada.md',
    url: 'https://example.com/',
    wait: 0,
  };
  const respawned = await client({ ...where, args, user: () => false });
  const actions = debateCalls['debate_steer']?.input.shape['action'] as unknown as { options: string[] };
  for (const [name, { input }] of Object.entries(debateCalls)) {
    const known = Object.fromEntries(
      Object.keys(input.shape).flatMap((key) => (key in given ? [[key, given[key]]] : [])),
    );
    for (const action of name === 'debate_steer' ? actions.options : [undefined]) {
      await respawned.call(name, { ...known, ...(action && { action }) }).catch(() => undefined);
      expect([name, action, (await leaseStatus(folder)).state]).toEqual([name, action, 'released']);
    }
  }
  expect(JSON.stringify(await usageIn(folder))).toBe(before);
  expect(await refusal(respawned.call('debate_start', { resume: folder }))).toBe('declined');
});

const usageIn = async (folder: string): Promise<unknown[]> =>
  (await readEntries(folder)).flatMap(({ data }) => (data?.['usage'] === undefined ? [] : [data['usage']]));

test('the limit of the day holds for debates side by side, and for one whose server was killed', async () => {
  const { cwd, state: base } = await place();
  const state = new StateFolder(join(base, 'rostrum'));
  const money = new Money({ state, maxUsd: 2 });
  const asks = { confirm: () => true };
  const folder = await paidDebate(cwd);
  const one = { id: 'a'.repeat(16), secret: 'b'.repeat(64), folder };
  const other = { ...one, id: 'c'.repeat(16), folder: await paidDebate(await mkdtemp(join(cwd, 'other-'))) };
  await state.keepId(folder, one.id);
  expect(await money.goingOn(folder, asks)).toEqual({ paid: ['ada'], most: 2 });
  await money.begin(one, 1.5);
  // A record without a budget, or with a larger one, is held to it.
  const last = (await readEntries(folder)).at(-1)?.data;
  expect(last).toMatchObject({ change: { budget_usd: 1.5 } });
  expect(await money.goingOn(other.folder, asks)).toMatchObject({ most: 0.5 });
  await expect(money.begin(other, 1)).rejects.toMatchObject({ code: 'money' });
  // Killed: what was set aside stays so for others, and counts as the record has it for the debate itself.
  const respawned = new Money({ state: new StateFolder(join(base, 'rostrum')), maxUsd: 2 });
  expect(await respawned.goingOn(other.folder, asks)).toMatchObject({ most: 0.5 });
  expect(await respawned.goingOn(folder, asks)).toMatchObject({ most: 1.5 });
  await respawned.ended(one.id, 0.75);
  expect(await respawned.goingOn(other.folder, asks)).toMatchObject({ most: 1.25 });
  await Promise.all(Array.from({ length: 5 }, (_, n) => respawned.begin({ ...other, id: `${n}`.repeat(16) }, 0.25)));
  await expect(respawned.begin(one, 0.01)).rejects.toMatchObject({ code: 'money' });
});
