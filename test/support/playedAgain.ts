import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { without } from '../../src/debate/flow/step';
import type { Entry } from '../../src/debate/log/entry';
import type { RunEnd } from '../../src/engine/engine';
import { writeScript } from '../../src/session/library/recordScript';
import { createReplay, replayAt, takeUp, type Replay } from '../../src/session/run/replay';
import { readEntries } from './scriptedDebate';
import { withLog } from './logs';
import { runFolder } from './testSession';

/**
 * Records written as scripts and played again without a model or a network, from the script and its snapshots alone.
 */

export async function replayOfFolder(folder: string): Promise<Replay> {
  const file = join(await mkdtemp(join(tmpdir(), 'rostrum-script-')), 'script.json');
  await withLog(folder, (log) => writeScript(log, file));
  const replay = await replayAt(file);
  if (replay === undefined) throw new Error(`${file} is no script of a record`);
  return replay;
}

const ownSetup = ['provider', 'models', 'script', 'estimate'];

/**
 * The part of an entry that two records of one debate share: all but times, cost of steps, the chain, and the setup's
 * performers.
 */
export function said({ data = {}, ...entry }: Entry): object {
  const isSetup = entry.type === 'setup';
  const change = data['change'] as Record<string, unknown> | undefined;
  const isGiven = change?.['provider'] !== undefined;
  const kept = without(data, 'step', 'prev');
  return {
    ...without(entry, 'timestamp'),
    ...(isSetup
      ? { content: entry.content.slice(0, entry.content.lastIndexOf('Provider: ')) }
      : isGiven
        ? { content: '' }
        : {}),
    data: isSetup ? without(kept, ...ownSetup) : isGiven ? { ...kept, change: without(change, ...ownSetup) } : kept,
  };
}

/** Plays a script to its end. An imported debate continues from `imported`, a fresh import. */
export async function played(
  replay: Replay,
  imported?: string,
): Promise<{ folder: string; end: RunEnd; entries: Entry[] }> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-again-'));
  const folder = imported ?? (await createReplay(replay, { parent, now: () => new Date() }));
  if (imported !== undefined) await withLog(imported, (log) => takeUp(log, replay));
  const end = await runFolder(folder);
  return { folder, end, entries: await readEntries(folder) };
}

/** Compares the record with the result of its own script, entry by entry. */
export async function expectPlayedAgain(folder: string, imported?: string): Promise<RunEnd> {
  const again = await played(await replayOfFolder(folder), imported);
  const before = await readEntries(folder);
  for (const [at, entry] of before.entries()) expect(again.entries[at] && said(again.entries[at])).toEqual(said(entry));
  expect(again.entries).toHaveLength(before.length);
  return again.end;
}
