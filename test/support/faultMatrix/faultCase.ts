import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../../../src/debate/log/entry';
import type { RunEnd } from '../../../src/engine/engine';
import type { DebateEvent } from '../../../src/engine/events';
import { Session } from '../../../src/session/run/session';
import { fixedFence, hurried } from '../modelDebate';
import { readEntries } from '../scriptedDebate';
import { ScriptedModel } from '../scriptedModel';
import { FaultedModel, type Strike } from './faultedModel';
import { afflictions, type FaultName } from './faults';
import { essence, names, stepIdOf, type ReferenceDebate, type Row } from './referenceDebate';
import type { Booked, Stage, Staging } from './stage';

export interface FaultCase {
  row: Row;
  fault: FaultName;
  strike: Strike;
}

/** Result of a case. */
export interface Observed {
  end: RunEnd;
  /** Entries that the run added. */
  added: Entry[];
  /**
   * End of the following run, with a working provider, and the record after it. If the step got the same entries as in
   * the reference, there is no following run.
   */
  resumed: RunEnd | undefined;
  after: Entry[];
  waits: readonly number[];
  waiting: readonly Extract<DebateEvent, { kind: 'waiting' }>[];
  errors: readonly string[];
  /** Requests of the task in the first run, and those that the fault hit. */
  asked: number;
  hit: number;
  booked: Booked;
  mistakes: readonly unknown[];
  /** Everything that is stored or shown, except drafts. */
  kept: string;
}

export type Staged = (staging: Staging) => Promise<Stage>;

export const testKey = 'sk-ant-api03-FaultMatrix_Key_0123456789';
const enough = 'That is enough.';
/** Requests after which a run counts as an endless loop. */
const mostRequests = 40;

/** Runs one step with the fault, and another without it. */
export async function runCase(
  { row, fault, strike }: FaultCase,
  reference: ReferenceDebate,
  stageOf: Staged,
): Promise<Observed> {
  const folder = await reference.before(row.step);
  const scripted = new ScriptedModel(reference.script, names);
  const { before: known } = reference.around(row.step);
  for (const entry of known) scripted.wasWritten(stepIdOf(entry), entry.seq);
  const model = new FaultedModel(scripted, strike);
  const staging: Staging = { model, affliction: afflictions[fault], key: testKey };
  const stage = await stageOf(staging);
  const first = await runStep(folder, { stage, scripted });
  const added = (await readEntries(folder)).slice(known.length);
  const facts = {
    asked: model.asked,
    hit: model.hit,
    booked: stage.booked(),
    mistakes: [...stage.mistakes()],
  };
  await stage.close();
  const second = isSame(added, reference.around(row.step).own)
    ? undefined
    : await healthyStep(folder, scripted, stageOf);
  const after = await readEntries(folder);
  const kept = `${await textsIn(folder)}\n${JSON.stringify([first, second])}`;
  await rm(dirname(folder), { recursive: true });
  return {
    end: first.end,
    added,
    resumed: second?.end,
    after,
    waits: first.waits,
    waiting: first.waiting,
    errors: first.errors,
    ...facts,
    kept,
  };
}

async function healthyStep(folder: string, scripted: ScriptedModel, stageOf: Staged): ReturnType<typeof runStep> {
  const stage = await stageOf({ model: new FaultedModel(scripted, undefined), affliction: undefined, key: testKey });
  const run = await runStep(folder, { stage, scripted });
  await stage.close();
  return run;
}

/** Runs until an entry was written, or none can be. */
async function runStep(folder: string, { stage, scripted }: { stage: Stage; scripted: ScriptedModel }) {
  const clock = hurried();
  const waiting: Extract<DebateEvent, { kind: 'waiting' }>[] = [];
  const events: DebateEvent[] = [];
  const session = await Session.open({
    folder,
    program: 'fault matrix',
    isStrict: true,
    log: { settleMs: 0 },
    participants: { models: stage.access, clock, fence: fixedFence() },
    onEvent: (event) => {
      scripted.onEvent(event);
      if (event.kind === 'draft') return;
      events.push(event);
      if (event.kind === 'waiting') waiting.push(event);
      if (event.kind === 'written') session.pause(enough);
      if (stage.requests() > mostRequests) session.stop('It goes round in circles.');
    },
  });
  const end = await session.run();
  const errors = events.flatMap((event) => (event.kind === 'error' ? [event.message] : []));
  return { end, waits: clock.waits, waiting, errors, events };
}

/** All files of the debate, without the text of their sources. */
async function textsIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile() && basename(file.parentPath) !== 'sources')
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return texts.join('\n');
}

export const isSame = (left: readonly Entry[], right: readonly Entry[]): boolean =>
  isDeepStrictEqual(left.map(essence), right.map(essence));

export const isEnough = (end: RunEnd): boolean => end.status === 'paused' && end.reason === enough;

export const ofStep = (entries: readonly Entry[], step: string): Entry[] =>
  entries.filter((entry) => stepIdOf(entry) === step);
