import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { programName, Session } from '../../../src/session/run/session';
import { fact, fullScript, lineup } from '../scriptedDebate';
import { writeFiles } from '../tempFolder';

const names = ['ada', 'bob'] as const;
const factsPerFile = 60;

/** Longer than any test. */
export const forever = 3_600_000;

/** Milliseconds that a task takes, by its id: `r2/turn/ada`. */
export type Pace = (task: string) => number;

/** A pace at which the debate waits at this task until it is ended. */
export const waitingAt =
  (held: string): Pace =>
  (task) =>
    task === held ? forever : 0;

/** A pace at which no debater speaks, and all tasks of officials are done at once. */
export const silent: Pace = (task) =>
  /\/turn\/|^opening|^closing/.test(task) && !task.endsWith('/review') ? forever : 0;

/** Script of a debate of ada and bob in a workspace; the durations of its tasks are read when it is resumed. */
export class PacedScript {
  readonly path: string;
  readonly evidence: string;

  constructor(
    workspace: string,
    name: string,
    readonly rounds: number,
  ) {
    this.path = join(workspace, 'scripts', `${name}.json`);
    this.evidence = join(workspace, 'depots');
    const facts = (of: string): string =>
      Array.from({ length: factsPerFile }, (_, index) => `${fact(of, index + 1)}\n`).join('');
    writeFiles(workspace, Object.fromEntries(names.map((of) => [`depots/${of}.md`, facts(of)])));
  }

  async pace(pace: Pace): Promise<void> {
    const script = fullScript({ names, rounds: this.rounds });
    const paced = Object.entries(script).map(([task, output]) => {
      const wait_ms = pace(task);
      return [task, wait_ms === 0 ? output : { wait_ms, output }];
    });
    await mkdir(join(this.path, '..'), { recursive: true });
    await writeFile(this.path, JSON.stringify(Object.fromEntries(paced)));
  }
}

/** A debate that was made and not run. */
export type PacedDebate = { path: string; topic: string; script: PacedScript };

export const parcelTopic = 'Where should the parcels go?';

export interface PacedOptions {
  topic?: string;
  rounds?: number;
  /** Performers other than the script, by debater: `human`. */
  seats?: Readonly<Record<string, string>>;
}

/** Makes a scripted debate in `output` of a workspace, with its evidence and its script beside it. */
export async function pacedDebate(
  workspace: string,
  pace: Pace,
  { topic = parcelTopic, rounds = 2, seats = {} }: PacedOptions = {},
): Promise<PacedDebate> {
  const script = new PacedScript(workspace, topic.replaceAll(/\W+/g, '-'), rounds);
  await script.pace(pace);
  const parent = join(workspace, 'output');
  const path = await createDebate({
    topic,
    parent,
    provider: 'scripted',
    script: script.path,
    now: () => new Date(),
    evidence: await gatherEvidence({ evidence: script.evidence, subject: [], output: parent }),
    debaters: lineup(names.length).map((debater) => ({ ...debater, model: seats[debater.name] ?? debater.model })),
    limits: { min_rounds: rounds, max_rounds: rounds, time_budget_minutes: 30, budget_usd: null },
  });
  return { path, topic, script };
}

/** Runs a debate to its end in this process, without interruption. */
export async function runThrough({ path }: PacedDebate): Promise<void> {
  const session = await Session.open({ folder: path, program: programName('test') });
  const end = await session.run();
  if (end.status !== 'done') throw new Error(`The debate ended as ${end.status}.`);
}
