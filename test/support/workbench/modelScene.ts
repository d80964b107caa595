import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import type { ModelProviderName } from '../../../src/models/provider';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { providers } from '../../../src/models/providers';
import { planModels } from '../../../src/session/plan/modelPlan';
import type { Answer } from '../messagesServer/answer';
import type { Fault } from '../messagesServer/faults';
import { startMessagesServer, type MessagesServer } from '../messagesServer/messagesServer';
import type { RecordedRequest } from '../messagesServer/recordedRequest';
import type { MessagesRequest } from '../messagesServer/requestSchema';
import { askedOfMessages, messagesAnswer } from '../modelDebate';
import { fact, factSource, fullScript, lineup } from '../scriptedDebate';
import { ScriptedModel, type Asked } from '../scriptedModel';
import { stepInRequest } from '../stepInRequest';
import { patienceMs, until } from './patience';
import type { QuickInput } from './quickInput';
import type { Settings } from './userSettings';

const names = ['ada', 'bob'] as const;
const factsPerFile = 60;
/** Milliseconds between two pieces of a debater's text: quick, but visibly writing. */
const paceMs = 30;

export const sceneTopic = 'Where should the parcels go?';

/** The evidence of the debate, for a folder. */
export const depotFiles = (): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [
      `evidence/${name}.md`,
      Array.from({ length: factsPerFile }, (_, index) => `${fact(name, index + 1)}\n`).join(''),
    ]),
  );

/** Some paragraphs, so that there is something to watch while they are written. */
export const openingText = [
  `The parcels belong where the hands are. ${fact('ada', 1)}`,
  'A depot that is full every day has learned how to be full: its lanes are marked, its crews know each other, and a late lorry upsets nobody. An empty one has all of that before it.',
  'What would show me wrong is plain enough: a day on which the yard stood still because there was no room. The record of the trial knows of none.',
].join('\n\n');

/** Speeches of the scene: a long opening, and a rebuttal that concedes. `opening`: seq of the opening, which a plain answer moves. */
export function sceneScript(opening = 2): Script {
  const script = fullScript({ names, rounds: 1, outcome: 'bob_wins' });
  script['opening/ada'] = {
    entries: [{ type: 'opening_statement', content: openingText, sources: [factSource('ada', 1)] }],
  };
  const rebuttal = `The strongest reading grants the count, and I grant it. Volume is no room, though. ${fact('bob', 2)} That is what a yard with room to spare looks like.`;
  script['r1/turn/bob'] = {
    entries: [
      {
        type: 'rebuttal',
        rebuttal_to_seq: opening,
        content: rebuttal,
        sources: [factSource('bob', 2)],
        concedes: [{ seq: opening, claim: fact('ada', 1) }],
      },
    ],
  };
  const proposed = lineup(2).map(({ name, persona, starting_position, incentives }) => ({
    name,
    persona,
    starting_position,
    incentives,
  }));
  script['chair/propose_lineup'] = { debaters: proposed };
  script['chair/revise_lineup'] = {
    debaters: proposed.map((debater) =>
      debater.name === 'bob'
        ? { ...debater, persona: 'the tenant of depot bob, who pays by the square metre' }
        : debater,
    ),
  };
  return script;
}

/** The scene's server is not where Anthropic's prices hold. */
const prices = {
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2 },
  'claude-haiku-5-5': { input: 0.1, output: 0.5, cacheRead: 0.01 },
};

/** A debate by a scene's models, made in `output` of a workspace with its evidence, and not run. */
export const sceneDebate = ({ server }: ModelScene, workspace: string): Promise<string> =>
  madeDebate(workspace, 'anthropic', { endpoint: server.url });

/** A debate whose money budget is based on Anthropic's own prices. */
export const budgetedDebate = (workspace: string): Promise<string> =>
  madeDebate(workspace, 'anthropic', { endpoint: providers.anthropic.server.url, budget: 2 });

/** The same by one model of a server of this machine. */
export const localDebate = (endpoint: string, workspace: string, model: string): Promise<string> =>
  madeDebate(workspace, 'openai-compatible', { endpoint, model });

async function madeDebate(
  workspace: string,
  provider: ModelProviderName,
  { endpoint, model, budget = null }: { endpoint: string; model?: string; budget?: number | null },
): Promise<string> {
  const parent = join(workspace, 'output');
  const plan = planModels({ provider, ...(model === undefined ? {} : { model }) });
  return await createDebate({
    topic: sceneTopic,
    provider,
    parent,
    now: () => new Date(),
    endpoints: { [provider]: endpoint },
    ...(budget === null ? { prices } : {}),
    evidence: await gatherEvidence({ evidence: join(workspace, 'evidence'), subject: [], output: parent }),
    debaters: lineup(names.length).map((debater) => ({ ...debater, model: plan.standard })),
    limits: { min_rounds: 1, max_rounds: 1, time_budget_minutes: 30, budget_usd: budget },
    models: plan.models,
  });
}

/** A model that is held in the middle of a text until it is released. */
export interface Held {
  /** Settles when the server has come there. */
  reached(): Promise<void>;
  letGo(): void;
}

export interface SceneOptions {
  script?: Script;
  /**
   * Pages of the web that are read before a step, for example `opening/ada`; before other steps, the evidence is read.
   */
  reads?: Readonly<Record<string, readonly string[]>>;
}

/** A Messages API beside a window, whose model plays a debate; a test can hold it, break it, and see its requests. */
export class ModelScene {
  key = 'sk-ant-the-first-key';
  readonly #holds = new Map<string, { gate: Promise<void>; come: () => void }>();
  readonly #faults = new Map<string, Fault[]>();
  readonly #model: ScriptedModel;
  #server: MessagesServer | undefined;

  private constructor(
    script: Script,
    private readonly reads: NonNullable<SceneOptions['reads']>,
  ) {
    this.#model = new ScriptedModel(script, names);
  }

  /** Ends with the test. */
  static async start(options: SceneOptions = {}): Promise<ModelScene> {
    const scene = await ModelScene.open(options);
    onTestFinished(() => scene.server.close());
    return scene;
  }

  /** Opens a scene for several tests; the caller closes its server. */
  static async open({ script = sceneScript(), reads = {} }: SceneOptions = {}): Promise<ModelScene> {
    const scene = new ModelScene(script, reads);
    const options = {
      answer: (request: MessagesRequest) => scene.#answer(request),
      faults: (request: RecordedRequest) => scene.#faultOf(request),
    };
    scene.#server = await startMessagesServer(
      Object.defineProperty({ ...options, key: '' }, 'key', { get: () => scene.key }),
    );
    return scene;
  }

  get server(): MessagesServer {
    if (this.#server === undefined) throw new Error('The server is not there yet.');
    return this.#server;
  }

  /** Settings of the window, which send all requests here. */
  get settings(): Settings {
    return {
      'rostrum.provider': 'anthropic',
      'rostrum.anthropic.baseUrl': this.server.url,
      'rostrum.prices': prices,
      'rostrum.rounds.minimum': 1,
      'rostrum.rounds.maximum': 1,
    };
  }

  /** Gives the window the key of this server, by the command. */
  async setKey({
    command,
    quickInput,
  }: {
    command: (title: string) => Promise<void>;
    quickInput: QuickInput;
  }): Promise<void> {
    await command('Rostrum: Set API Key');
    await quickInput.shown('Set API Key');
    await quickInput.pick('Anthropic');
    await quickInput.shown('API Key for Anthropic');
    await quickInput.type(this.key);
    await quickInput.accept();
    // An input opened before this one has gone would be closed with it.
    await quickInput.gone();
  }

  /** Holds the text of a step before its piece of this number; once. */
  hold(step: string, piece = 0): Held {
    const opened = deferred();
    const reached = deferred();
    this.#holds.set(`${step} ${piece}`, { gate: opened.promise, come: reached.settle });
    return { reached: () => reached.promise, letGo: opened.settle };
  }

  /** Faults of the next requests for this step; a research pass is `research of <step>`. */
  fail(step: string, ...faults: Fault[]): void {
    this.#faults.set(step, faults);
  }

  requestsFor(step: string): RecordedRequest[] {
    return this.server.requests.filter((request) => stepOf(request) === step);
  }

  /** Waits until the client has left a request for this step in its middle. */
  async left(step: string): Promise<void> {
    await until(
      `the request for ${step} to be closed`,
      () => Promise.resolve(this.requestsFor(step).some(({ closedEarly }) => closedEarly) ? true : undefined),
      patienceMs,
    );
  }

  #faultOf(request: RecordedRequest): Fault | undefined {
    const step = stepOf(request);
    return step === undefined ? undefined : this.#faults.get(step)?.shift();
  }

  #answer(request: MessagesRequest): Answer {
    const asked = askedOfMessages(request);
    const step = stepIn(asked);
    const answer = this.#reading(step, asked) ?? messagesAnswer(this.#model.answer(asked));
    const isSpeech = step !== undefined && /^(?:opening|closing|r\d+\/turn)\/\w+$/.test(step);
    return step === undefined ? answer : { ...answer, pace: (piece) => this.#pace(step, piece, isSpeech) };
  }

  /** The tool call of a research pass; undefined if the script has the answer. */
  #reading(step: string | undefined, asked: Asked): Answer | undefined {
    if (asked.schema !== undefined) return undefined;
    const pages = this.reads[step?.replace(/^research of /, '') ?? ''];
    const url = pages?.[asked.results];
    if (url !== undefined) return { toolCalls: [{ name: 'fetch_page', input: { url } }] };
    return pages === undefined && asked.results === 1 ? readingOf(asked) : undefined;
  }

  #pace(step: string, piece: number, isSpeech: boolean): Promise<unknown> | undefined {
    const hold = this.#holds.get(`${step} ${piece}`);
    if (hold === undefined) return isSpeech ? new Promise((resolve) => setTimeout(resolve, paceMs)) : undefined;
    this.#holds.delete(`${step} ${piece}`);
    hold.come();
    return hold.gate;
  }
}

/** A file is opened after the search; the model's own words about it come then. */
function readingOf({ text }: Asked): Answer {
  const name = /<persona-\S+ name="([^"]+)">/.exec(text)?.[1] ?? 'ada';
  return { toolCalls: [{ name: 'read_evidence', input: { path: `${name}.md`, start_line: 1, end_line: 20 } }] };
}

/** Undefined where it asks for no text of a debate: the list of models, whether it is ready. */
function stepOf({ path, body }: RecordedRequest): string | undefined {
  if (path !== '/v1/messages' || typeof body !== 'object' || body === null || !('messages' in body)) return undefined;
  return stepIn(askedOfMessages(body as MessagesRequest));
}

function stepIn(asked: Asked): string | undefined {
  if (asked.text.includes('Write the word "ready"')) return undefined;
  const kind = kinds.kindOf(asked.schema, asked.text);
  return kind === undefined ? `research of ${stepInRequest('research', asked.text)}` : stepInRequest(kind, asked.text);
}

/** Knows schemas; plays nothing. */
const kinds = new ScriptedModel({}, names);

function deferred(): { promise: Promise<void>; settle: () => void } {
  let settle = (): void => undefined;
  const promise = new Promise<void>((resolve) => (settle = resolve));
  return { promise, settle };
}
