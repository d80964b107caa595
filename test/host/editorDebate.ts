import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Script } from '../../src/agents/scripted';
import { lintDebate, type LintProblem } from '../../src/debate/rules/lint/lint';
import type { RunEnd } from '../../src/engine/engine';
import type { DebateEvent } from '../../src/engine/events';
import type { RetryClock } from '../../src/models/retries';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import type { ModelAccess } from '../../src/session/plan/modelAccess';
import { Session } from '../../src/session/run/session';
import { fixedFence, hurried, modelFolder } from '../support/modelDebate';
import { modelOfScript, scriptNames } from '../support/modelScript';
import { ScriptedModel, type Asked, type Said } from '../support/scriptedModel';
import { model, ScriptedModels, testVendor, textOf, type SeenRequest } from './chatModels';
import { servicesHere, until } from './startedDebate';

/** Debates through the editor's own models, which answer from the script that all providers are played with. */

/**
 * Models of these tests alone: one that was seen to take no tools is not offered any again in this window. With rooms so large that
 * nothing is counted: this provider's count is twice the characters.
 */
const window = 400_000;
export const debatingModels = (): vscode.LanguageModelChatInformation[] => [
  model('fluent', true, window),
  model('plain', false, window),
];

export const fluentRef = `vscode:${testVendor}/fluent`;
export const plainRef = `vscode:${testVendor}/plain`;

/** Registers the models, and waits until the extension knows them. */
export async function offered(models: ScriptedModels): Promise<vscode.Disposable> {
  const registered = vscode.lm.registerLanguageModelChatProvider(testVendor, models);
  const provider = await (await servicesHere()).models.provider('vscode');
  await until('the models', async () =>
    (await provider.list(new AbortController().signal)).some(({ id }) => `vscode:${id}` === fluentRef),
  );
  return registered;
}

type Progress = vscode.Progress<vscode.LanguageModelResponsePart>;

/** A moment in an answer that a test cuts in at. */
export interface Moment {
  seen: SeenRequest;
  /** The engine's step at hand: `r1/turn/ada`. */
  step: string;
  progress: Progress;
}

const quick = { pieces: 4, ms: 0 };

/** Models of the editor that play the script, piece by piece. */
export class PlayedModels {
  readonly models = new ScriptedModels(debatingModels());
  #script: ScriptedModel;
  #step = '';
  #calls = 0;
  /** What happens instead of an answer, or before it: true where the answer was given. */
  instead: (moment: Moment) => Promise<boolean> | boolean = () => false;
  /** The steps of answers that were given up before their end. */
  readonly cutOff: string[] = [];
  /** In how many pieces an answer comes, and how long after each other. */
  pace = quick;

  /** @param made the script from its beginning */
  constructor(private made: () => ScriptedModel = modelOfScript) {
    this.#script = made();
    this.models.answer = (seen, progress) => this.#answer(seen, progress);
  }

  /** This script from now on. */
  play(script: Script): void {
    this.made = () => new ScriptedModel(script, []);
    this.reset();
  }

  /** The script from its beginning, with nothing in its way. */
  reset(): void {
    this.#script = this.made();
    this.#step = '';
    this.instead = () => false;
    this.pace = quick;
    this.cutOff.length = 0;
    this.models.requests.length = 0;
  }

  readonly onEvent = (event: DebateEvent): void => {
    if (event.kind === 'handover') this.#step = event.step;
    this.#script.onEvent(event);
  };

  async #answer(seen: SeenRequest, progress: Progress): Promise<void> {
    if (await this.instead({ seen, step: this.#step, progress })) return;
    const said = this.#script.answer(askedOfEditor(seen));
    if ('call' in said && seen.tools.length > 0) {
      this.#calls += 1;
      progress.report(new vscode.LanguageModelToolCallPart(`call-${this.#calls}`, said.call.name, said.call.input));
    } else
      for (const piece of pieces(wordsOf(said), this.pace.pieces)) {
        progress.report(new vscode.LanguageModelTextPart(piece));
        await new Promise((resolve) => setTimeout(resolve, this.pace.ms));
        if (seen.token.isCancellationRequested) {
          this.cutOff.push(this.#step);
          return;
        }
      }
  }
}

/** A request of the editor as the scripted model reads it: its schema stands in its text. */
const askedOfEditor = ({ messages, tools }: SeenRequest): Asked => ({
  schema: undefined,
  text: messages.map(textOf).join('\n'),
  tools,
  results: messages.flatMap(({ content }) =>
    content.filter((part) => part instanceof vscode.LanguageModelToolResultPart),
  ).length,
});

/** As a model without tools and schemas writes it. */
function wordsOf(said: Said): string {
  if ('json' in said) return JSON.stringify(said.json);
  if ('text' in said) return said.text;
  if ('call' in said) return `CALL ${JSON.stringify({ tool: said.call.name, input: said.call.input })}`;
  // The editor's API tells neither from an answer: what came is all there is.
  return 'cut' in said ? said.cut : said.refusal;
}

function pieces(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size)).filter(
    (piece) => piece !== '',
  );
}

/** The debate of the script, ready to be run: bob's model knows no tools. */
export const editorFolder = (models: Readonly<Record<string, string>> = {}): Promise<string> =>
  modelFolder({
    names: scriptNames,
    provider: 'vscode',
    model: `${testVendor}/fluent`,
    models: { bob: plainRef, ...models },
  });

/** Between two looks at the clock there is time for a draft to be shown; what would be waited is noted. */
function quickened(waits: number[]): RetryClock {
  const time = hurried();
  let looks = 0;
  return {
    random: () => time.random(),
    now: () => time.now() + 120 * (looks += 1),
    sleep: (ms, signal) => {
      waits.push(ms);
      return time.sleep(ms, signal);
    },
  };
}

export interface Played {
  end: RunEnd;
  events: DebateEvent[];
  waits: number[];
}

/** Runs the debate with every check waited for, until it ends or rests. */
export async function played(
  folder: string,
  models: ModelAccess,
  onEvent: (event: DebateEvent) => void,
): Promise<Played> {
  const events: DebateEvent[] = [];
  const waits: number[] = [];
  const take = (event: DebateEvent): void => {
    events.push(event);
    onEvent(event);
  };
  const participants = { models, clock: quickened(waits), fence: fixedFence() };
  const session = await Session.open({ folder, program: 'test', isStrict: true, participants, onEvent: take });
  return { end: await session.run(), events, waits };
}

/** What lint says of the debate's log and documents. */
export async function lintOf(folder: string): Promise<LintProblem[]> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.md') || name === 'metadata.json');
    const documents = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    const { view, problems: logProblems, lines, unfinishedTail } = log;
    return lintDebate({ view, logProblems, lineOf: (seq) => log.lineOf(seq), lines, documents, unfinishedTail });
  } finally {
    await log.close();
  }
}

export interface LoggedStep {
  id: string;
  index: number;
  usage?: Record<string, unknown>;
}

export interface Logged {
  seq: number;
  phase: string;
  speaker: string;
  type: string;
  content: string;
  sources: Record<string, unknown>[] | null;
  data: Record<string, unknown> & { step?: LoggedStep };
}

export const loggedIn = (file: string): Logged[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged);

export const entriesOf = (folder: string): Logged[] => loggedIn(join(folder, 'debate-log.jsonl'));

/** What the same debate has come to through the Messages API. The bundle of this suite stands in `dist/test`. */
export const goldenEntries = (): Logged[] =>
  loggedIn(join(import.meta.dirname, '..', '..', 'test', 'golden', 'anthropic', 'debate-log.jsonl'));

/** Who does what at which step, but for notes of what was used. An entry in the name of a step goes by its own step, as numbers move with the time that checks take. */
const shapeOf = (entries: readonly Logged[]): string[] => {
  const stepOf = (entry: Logged | undefined): string => entry?.data.step?.id ?? '-';
  const named = (step: string): string => step.replace(/(?<=\/)\d+/g, (seq) => stepOf(entries[Number(seq)]));
  return entries
    .filter(({ data }) => data['kind'] !== 'usage')
    .map((entry) => `${entry.speaker} ${entry.type} ${named(stepOf(entry))}`);
};

/** An entry without what differs from run to run and from provider to provider: times, and what it cost. */
export function essenceOf({ sources, data, ...entry }: Logged): unknown {
  const { step, ...facts } = data;
  const { id, index } = step ?? {};
  return {
    ...entry,
    timestamp: '',
    sources: sources?.map((source) => ({ ...source, accessed: '' })) ?? null,
    data: { ...facts, prev: '', step: { id, index } },
  };
}

/** Nothing is there twice, and nothing is missing: the same debate as through the Messages API. */
export function assertWhole(folder: string): void {
  const entries = entriesOf(folder);
  assert.deepEqual(shapeOf(entries).sort(), shapeOf(goldenEntries()).sort());
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    entries.map((_, at) => at),
  );
}
