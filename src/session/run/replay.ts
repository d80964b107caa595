import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular, readRegularText } from '../../async/regularFile';
import { parseScript, type Script } from '../../agents/scripted';
import { type Format, without } from '../../debate/flow/step';
import { dataOf, entryOf } from '../../debate/log/codec';
import { soleStep, type Draft } from '../../debate/log/entry';
import type { SetupData } from '../../debate/log/entryData';
import { evolve } from '../../debate/fold/evolve';
import { nextOf, type RecordedInput } from '../../debate/flow/recordedCourse';
import { isExtractive, sampleNamed } from '../../debate/flow/seats';
import { StateAccumulator, type DebateState } from '../../debate/fold/state';
import type { EngineOptions, SourceChecker } from '../../engine/engine';
import { createDebateFolder } from '../../record/debateFolder';
import { exists } from '../../record/logPath';
import type { DebateLog } from '../../record/debateLog';
import { syncFolder, writeOnce } from '../../record/durableFile';
import { refuseRunning, supplyWords } from './interventions';
import { PlanError } from '../plan/planError';
import { digestOf, recordedIn, resultKey, snapshotsBeside, type Recorded } from '../library/recordScript';

/** Replays the script of a record: a new debate that goes through the same steps to the same entries. */

export interface Replay {
  path: string;
  script: Recorded;
}

/** Returns undefined if the script does not come from a record. @throws PlanError `script`, `script_missing`. */
export async function replayAt(path: string): Promise<Replay | undefined> {
  const script = recordedIn(await scriptAt(path));
  return script === undefined ? undefined : { path, script };
}

/** Reads a script. @throws PlanError `script_missing`; Error when it is invalid. */
export async function scriptAt(path: string): Promise<Script> {
  const text = await readRegularText(path).catch(() => {
    throw new PlanError(
      'script_missing',
      `The script of this debate, ${path}, cannot be read. Put it back, then resume.`,
    );
  });
  return parseScript(text);
}

const words = 'Provider: scripted: the accepted answers of a record are played again; no language model is used.';

/**
 * Makes the debate. @throws PlanError `imported` for a script of an imported debate, which begins with the imported
 * entries.
 */
export async function createReplay(
  { path, script }: Replay,
  { parent, now }: { parent: string; now: () => Date },
): Promise<string> {
  const { $setup: setup } = script;
  if (setup === undefined) {
    throw new PlanError(
      'imported',
      'The script is of an imported debate. Import the same folder again, then: rostrum resume DIR --script FILE',
    );
  }
  const { speaker, content, data } = setup;
  const at = content.lastIndexOf('Provider: ');
  const draft: Draft = {
    phase: 'system',
    speaker,
    type: 'setup',
    content: `${at < 0 ? `${content} ` : content.slice(0, at)}${words}`,
    data: {
      ...without(data, 'estimate'),
      ...seatsIn(setup),
      provider: 'scripted',
      script: path,
      step: soleStep('setup'),
    },
  };
  return await createDebateFolder({ parent, topic: data.topic, now, setup: draft });
}

/** Seats by name. A seat that only quoted stays extractive, so that the rules for it still hold. */
function seatsIn({
  speaker,
  content,
  data,
}: NonNullable<Recorded['$setup']>): Partial<Pick<SetupData, 'models' | 'debaters'>> {
  const state = new StateAccumulator();
  evolve(state, entryOf({ phase: 'system', speaker, type: 'setup', content, data }, 0, new Date(0).toISOString()));
  const { setup } = state;
  if (setup === undefined) return {};
  const dealt = (name: string): boolean => isExtractive(state, name) && setup['fallback'] === undefined;
  const agents = [...Object.keys(setup.models), ...setup.debaters.map(({ name }) => name)].filter(dealt);
  return {
    models: { ...setup.models, ...Object.fromEntries(agents.map((name) => [name, 'offline'])) },
    debaters: setup.debaters.map((debater) =>
      debater.model !== '' && dealt(debater.name) ? { ...debater, model: 'offline' } : debater,
    ),
  };
}

/**
 * Adds the entries from outside that the recorded debate got here, so that the debate has its performers. @throws
 * PlanError `other_record` when the script does not begin or continue here; `running`.
 */
export async function takeUp(log: DebateLog, replay: Replay): Promise<void> {
  await refuseRunning(log);
  const { entries, sha256 } = replay.script.$after;
  const begun = log.state.headers.slice(0, entries).flatMap((_, at) => log.entryAt(at) ?? []);
  if (begun.length < entries || (entries > 1 && digestOf(begun) !== sha256)) {
    throw new PlanError(
      'other_record',
      `${log.folder} is not the debate that the script goes on with: its first ${entries} entries say something else. Import the same folder again, then resume that.`,
    );
  }
  for (;;) {
    const next = nextOf(replay.script.$course, log.state);
    if (next === 'strayed') throw new PlanError('other_record', strayedWords);
    if (next === 'over' || !('entry' in next)) return;
    await log.append(({ state }) => (state.headers.length === next.seq ? [inputIn(next, replay, state)] : undefined));
  }
}

const strayedWords =
  'The record holds what the script does not know of, so that numbers in its answers would mean other entries. It can be read; to see how it went, play the script again.';

const overWords = (seq: number): string =>
  `The script ends here: the record that it was written of goes to seq ${seq}.`;

/** Names the script as the performer, whatever provider the recorded debate was given. */
function inputIn({ entry }: RecordedInput, { path }: Pick<Replay, 'path'>, state: DebateState): Draft {
  const change = dataOf(entry, 'intervention')?.change;
  if (change?.['provider'] === undefined) return entry;
  const imported = [...state.models].filter(([, model]) => model === state.setup?.['provider']);
  const seats =
    change['provider'] === 'offline'
      ? { models: { ...Object.fromEntries(imported.map(([name]) => [name, 'offline'])), ...change.models } }
      : {};
  const given = { ...change, ...seats, provider: 'scripted' as const, script: path };
  return {
    ...entry,
    content: supplyWords({
      provider: 'scripted',
      evidence: change.evidence,
    }),
    data: { ...entry.data, change: given },
  };
}

export function courseAt(
  state: DebateState,
  replay: Replay,
  format: Format,
): NonNullable<ReturnType<NonNullable<EngineOptions['course']>>> {
  const next = nextOf(replay.script.$course, state);
  if (next === 'strayed') return { end: { status: 'paused', reason: strayedWords, code: 'other_record' } };
  if (next !== 'over') return 'step' in next ? next : { input: inputIn(next, replay, state) };
  if (format.decide(state).length === 0) return { end: { status: 'done' } };
  return { end: { status: 'paused', reason: overWords(state.headers.length - 1), code: 'script_over' } };
}

/** Opens the current setup's script. @throws PlanError `script`, `script_missing`. */
export async function replayOf({ script }: SetupData): Promise<Replay | undefined> {
  return typeof script !== 'string' || sampleNamed(script) !== undefined ? undefined : await replayAt(script);
}

/** Checks sources against the snapshots; without a snapshot the recorded result is used. */
export function replayedChecker({ script }: Replay, checker: SourceChecker): SourceChecker {
  return {
    isLocal: () => true,
    check: async (entry, url, signal) => {
      const result = script[resultKey(entry.seq, url)];
      const data =
        result === undefined
          ? undefined
          : dataOf({ type: 'verification_result', data: { ...result } }, 'verification_result');
      return data === undefined ? await checker.check(entry, url, signal) : { isSettled: true, data };
    },
  };
}

export async function restoreSnapshots({ path }: Replay, folder: string): Promise<void> {
  const [from, to] = [snapshotsBeside(path), join(folder, 'sources')];
  if (!(await exists(from))) return;
  await mkdir(to, { recursive: true });
  for (const name of (await readdir(from)).filter((file) => /^[0-9a-f]{64}\.[0-9a-z.]+$/.test(file))) {
    if (!(await exists(join(to, name)))) await writeOnce(join(to, name), await readRegular(join(from, name)));
  }
  await syncFolder(to);
}
