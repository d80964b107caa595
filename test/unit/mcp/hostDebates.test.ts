import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { hostClient, type HostClient, type Value } from '../../support/hostClient';
import { heldThrough, type HostDebate } from '../../support/hostDebate';
import { dialecticScript } from '../../support/dialecticScript';
import { lintFolder } from '../../support/lintLog';
import { fullScript, lineup, readEntries, writeEvidence } from '../../support/scriptedDebate';
import { sideFiles, tribunalScript } from '../../support/tribunalScript';

const open: HostClient[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

interface Wanted {
  script: Script;
  files: readonly string[];
  start: Value;
  names?: readonly string[];
  era?: 'legacy' | 'auto';
}

async function held({ script, files, start, names = [], era }: Wanted): Promise<HostDebate & { folder: string }> {
  const cwd = await writeEvidence(files);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  const host = await hostClient({ cwd, state, args: ['--no-web'], ...(era && { era }) });
  open.push(host);
  const started = await host.call('debate_start', { evidence: '.', ...start });
  const folder = String(started['debate']);
  const debate = await heldThrough(host, { script, names, folder, handle: String(started['handle']) });
  return { ...debate, folder };
}

const panelNames = ['ada', 'bob'];
const panelStart = {
  topic: 'Where should the parcels go?',
  debaters: lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position })),
  rounds: 1,
};

test.each(['legacy', 'auto'] as const)('a panel is held by subagents of a client (%s)', async (era) => {
  const debate = await held({
    script: fullScript({ names: panelNames, rounds: 1, outcome: 'bob_wins' }),
    files: panelNames,
    start: panelStart,
    names: panelNames,
    era,
  });
  expect(debate.end).toMatchObject({ done: true });
  expect(debate.refusals).toEqual([]);
  expect(await lintFolder(debate.folder)).toEqual([]);
  expect(debate.tickets.length).toBeLessThanOrEqual(35);
  const [setup, ...entries] = await readEntries(debate.folder);
  const client = { name: 'test-client', version: '1.2.3' };
  for (const { type, data } of entries)
    if (type === 'opening_statement' || type === 'verdict')
      expect(data?.['step']).toMatchObject({ via: { client, opens: type === 'verdict' ? 2 : 1 } });
  expect(setup?.data).toMatchObject({
    provider: 'host',
    hosts: [{ client: { name: 'test-client', version: '1.2.3' }, restricted: 'unknown' }],
  });
});

test('a tribunal is held by subagents of a client', async () => {
  const debate = await held({
    script: tribunalScript(1),
    files: sideFiles,
    start: { topic: 'The depot should open on Sundays.', format: 'tribunal', rounds: 1 },
  });
  expect(debate.end).toMatchObject({ done: true });
  expect(await lintFolder(debate.folder)).toEqual([]);
});

test('a dialectic is held by subagents of a client', async () => {
  const debate = await held({
    script: dialecticScript(1),
    files: ['proposition', 'opposition'],
    start: { topic: 'This house would open the depot on Sundays.', format: 'dialectic', exchanges: 1 },
  });
  expect(debate.end).toMatchObject({ done: true });
  expect(await lintFolder(debate.folder)).toEqual([]);
});
