import { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import { mostPassages, type PassageFinder, withPassages } from '../../agents/plainAnswer';
import { type HostDependencies, HostPerformer } from '../../agents/host';
import { HumanPerformer } from '../../agents/human';
import { Fence } from '../../agents/model/fence';
import { effortsIn } from '../../agents/model/thinking';
import { priceFor, pricesIn } from '../../models/prices';
import {
  type KnownServers,
  LanguageModelPerformer,
  type ModelDependencies,
} from '../../agents/model/languageModelPerformer';
import { PromptBook } from '../../agents/model/promptBook';
import { cutToTokens } from '../../agents/model/tokens';
import { paced, type Pace } from '../../agents/pace';
import { TaskError, type Performer } from '../../agents/performer';
import { ScriptedPerformer } from '../../agents/scripted';
import { subjectPaths } from '../../debate/log/manifest';
import type { SetupData } from '../../debate/log/entryData';
import { isLined, readLined } from '../../matching/text/linedText';
import { hasPerson, namedPerformer } from '../../debate/flow/seats';
import type { DebateState } from '../../debate/fold/state';
import type { TaskKind } from '../../debate/flow/tasks';
import {
  isModelProvider,
  modelProvider,
  type ModelProvider,
  type ModelProviderName,
  withoutServerTools,
  formatModelRef,
  parseModelRef,
  type ModelRef,
} from '../../models/provider';
import { systemClock } from '../../models/retries';
import { exists } from '../../record/logPath';
import { sha256 } from '../../record/sha256';
import { SnapshotStore } from '../../record/snapshots';
import { fileKind } from '../../research/fileKind';
import type { CapturedPage, Captures } from '../../research/tool';
import { wholeEvidence, type WholeEvidence } from '../../agents/model/wholeEvidence';
import { givenFiles } from '../plan/givenEvidence';
import { evidenceTools } from '../../research/tools/evidenceTools';
import type { KnownPage } from '../../research/tools/researchTools';
import type { ProviderName } from '../plan/modelPlan';
import type { OpenedEvidence } from '../plan/evidenceSet';
import type { ModelAccess, Participants } from '../plan/modelAccess';
import { refuseBudget } from '../plan/estimate';
import type { SeatModel } from '../plan/estimates/accounts';
import { PlanError } from '../plan/planError';
import { scriptAt, type Replay } from './replay';
import { locatedRoot } from '../library/sampleFolder';
import { sampleScript } from '../library/samples';
import { errorText } from '../../debate/log/objects';

interface PerformersOptions {
  setup: SetupData;
  provider: ProviderName;
  folder: string;
  evidence: OpenedEvidence;
  participants: Participants;
  offline: () => Promise<Performer>;
  state: () => DebateState;
  now: () => Date;
  /** Keeps a snapshot of an evidence file as it is now. */
  capture: (url: string, signal: AbortSignal) => Promise<unknown>;
  /** Holds a page that may be another than the requested one, until a quotation is found in it. */
  hold?: (page: CapturedPage) => void;
  pace: Pace;
  replay?: Replay | undefined;
  servers?: KnownServers;
}

export class Performers {
  readonly #seats = new Map<string, Performer>();

  private constructor(
    private readonly parts: PerformersOptions,
    private readonly standard: Performer | undefined,
    private readonly dependencies: PerformerDependencies,
  ) {}

  /**
   * Opens script, prompts and evidence. @throws PlanError `script_missing`, `prompt`; Error when the script is invalid.
   */
  static async of(parts: PerformersOptions): Promise<Performers> {
    const { provider, offline, pace, replay } = parts;
    if (replay !== undefined)
      return new Performers(
        parts,
        paced(new ScriptedPerformer(replay.script, { repeats: true }), pace),
        await dependenciesOf(parts),
      );
    const local =
      provider === 'scripted' ? await scripted(parts) : provider === 'offline' ? await offline() : undefined;
    const standard = local === undefined ? undefined : paced(local, pace);
    return new Performers(parts, standard, await dependenciesOf(parts));
  }

  /** Returns the performer of a seat. One task may have a performer of its own, for example the Chair's decision. */
  performerOf(agent: string, kind?: TaskKind): Performer {
    if (this.parts.replay !== undefined && this.standard !== undefined) return this.standard;
    const { models } = this.parts.state();
    const named = namedPerformer({ models }, agent, kind);
    const performer = this.#performer(named);
    const decider = agent === 'chair' && kind === undefined ? models.get('conclusion') : undefined;
    if (kind === 'voter/choose' && !performer.isLocal) return withPassages(performer, this.dependencies.passages);
    if (decider !== undefined) return withDecider(performer, this.#performer(decider));
    return agent === 'verifier' ? withEvidence(performer, this.parts.setup) : performer;
  }

  get changedPrompts(): string[] {
    const { hashes } = this.dependencies.book;
    if (this.parts.replay !== undefined) return [];
    return Object.entries(this.parts.setup.prompts).flatMap(([name, hash]) =>
      hashes[name] === undefined || hashes[name] === hash ? [] : [name],
    );
  }

  #performer(named: string): Performer {
    const { provider } = this.parts;
    const ref = parseModelRef(named, modelProvider(provider));
    // A debate without a model may name anything there.
    if (ref === undefined && provider === 'host') return this.#performer('host');
    if (ref === undefined || (ref.kind === provider && ref.kind !== 'host') || ref.kind === 'scripted') {
      return (
        this.standard ??
        emptySeat(
          `“${named}” names no model. Name one with Change Model, or with --models on the command line, then resume.`,
        )
      );
    }
    const key = formatModelRef(ref);
    const known = this.#seats.get(key);
    if (known !== undefined) return known;
    const made = this.#made(ref);
    this.#seats.set(key, made);
    return made;
  }

  #made(ref: ModelRef): Performer {
    const { participants, offline, pace } = this.parts;
    if (ref.kind === 'model') return this.#model(ref);
    if (ref.kind === 'human') return new HumanPerformer(participants.humanTasks);
    if (ref.kind === 'host') return new HostPerformer(participants.hostTasks, this.dependencies.host);
    if (ref.kind === 'offline') return paced(latePerformer(offline), pace);
    return emptySeat('This debate has no script.');
  }

  #model(ref: SeatModel): Performer {
    const { models } = this.parts.participants;
    return new LanguageModelPerformer(
      {
        providerName: ref.provider,
        model: ref.model,
        provider: async () => {
          if (models === undefined)
            throw new PlanError('provider', `The provider ${ref.provider} cannot be reached from here.`);
          await this.dependencies.reachOut();
          const provider = await reached(models, ref.provider);
          this.#requirePrice(ref, provider);
          return provider;
        },
        efforts: effortsIn(this.parts.setup),
        prices: pricesIn(this.parts.state().setup ?? this.parts.setup),
      },
      this.dependencies,
    );
  }

  /** Requires a price, because resuming may send requests to another address. @throws PlanError `unpriced` */
  #requirePrice(ref: SeatModel, { place: origin }: ModelProvider): void {
    const { limits, setup = this.parts.setup } = this.parts.state();
    const price = priceFor({ ...ref, origin }, pricesIn(setup));
    refuseBudget(limits, price === undefined ? [formatModelRef(ref)] : []);
  }
}

/** Applies the user's decision on searching, even if the model could search by itself. */
async function reached(models: ModelAccess, name: ModelProviderName): Promise<ModelProvider> {
  const provider = await models.provider(name);
  return models.mayUseServerTools?.() === false ? withoutServerTools(provider) : provider;
}

const subjectTokens = 6_000;

interface PerformerDependencies extends ModelDependencies {
  /**
   * Adds the tools that use the network. Runs once, before the first request to a model, which may get its seat while
   * the engine runs.
   */
  reachOut: () => Promise<void>;
  host: HostDependencies;
  /** Finds passages for the plain answer. */
  passages: PassageFinder;
}

async function dependenciesOf(parts: PerformersOptions): Promise<PerformerDependencies> {
  const { setup, folder, evidence, participants, now } = parts;
  const fence = participants.fence ?? new Fence(() => markOf(parts.state()));
  const store = new SnapshotStore(folder);
  const known = async (url: string): Promise<KnownPage | undefined> => {
    const snapshot = await store.find(url);
    if (snapshot === undefined) return undefined;
    const { metadata, text, layout } = snapshot;
    return { title: metadata.title, text, layout };
  };
  const tools = evidenceTools(evidence);
  const reachOut = onceDone(async () => {
    tools.push(...((await participants.models?.researchTools({ known, web: participants.web })) ?? []));
  });
  // Set up first, so that a failure is reported before anything runs.
  if (usesModels(parts)) await reachOut();
  const captures: Captures = {
    hold: (page) => parts.hold?.(page),
    keep: async ({ finalUrl, ...page }) => {
      await store.add({ ...page, finalUrl: finalUrl ?? page.url, accessed: now().toISOString().slice(0, 10) });
    },
  };
  const given = onceDone(() => givenFiles({ evidence: setup.evidence, store, capture: parts.capture }));
  const evidenceFor = async (around: Fence): Promise<WholeEvidence | undefined> => {
    const files = await given();
    return files === undefined ? undefined : wholeEvidence(files, around);
  };
  const common = { book: promptBookFor(participants), captures, background: backgroundOf(setup) };
  const clock = participants.clock ?? systemClock;
  return {
    ...common,
    fence,
    clock,
    tools,
    reachOut,
    hasPerson: () => hasPerson(parts.state()),
    evidence: onceDone(() => evidenceFor(fence)),
    ...(parts.servers === undefined ? {} : { servers: parts.servers }),
    subject: await subjectText(setup, evidence, fence),
    passages: (topic, signal) => new DocumentsPerformer(evidence).bestPassages(topic, mostPassages, signal),
    host: {
      ...common,
      now: () => clock.now(),
      tools: async () => {
        await reachOut();
        return tools;
      },
      subject: (around) => subjectText(setup, evidence, around),
      evidence: evidenceFor,
    },
  };
}

/** What the client said of the conversation that led to the debate. */
const backgroundOf = ({ background }: SetupData): string | undefined =>
  typeof background === 'string' && background.trim() !== '' ? background : undefined;

function onceDone<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}

/**
 * Boundary mark, drawn from the setup and its time: unknown beforehand, but the same when a debate is resumed, so that
 * its prompts keep the prefix that the provider may have cached. Text that others wrote cannot contain it.
 */
const markOf = ({ setup, headers: [first] }: DebateState): string =>
  sha256(JSON.stringify([setup, first?.time])).slice(0, 12);

export function promptBookFor({ prompts }: Pick<Participants, 'prompts'>): PromptBook {
  try {
    return prompts === undefined ? PromptBook.bundled() : PromptBook.bundled().withOverrides(prompts);
  } catch (error) {
    throw new PlanError('prompt', errorText(error));
  }
}

/** Whether any seat has a model; a debate that began without one may have got one. */
const usesModels = ({ provider, state }: PerformersOptions): boolean =>
  isModelProvider(provider) || [...state().models.values()].some((name) => parseModelRef(name)?.kind === 'model');

/** Text of the subject for all agents, so that it does not matter whether one of them looked it up. */
async function subjectText(setup: SetupData, evidence: OpenedEvidence, fence: Fence): Promise<string> {
  const readable = subjectPaths(setup).filter((path) => evidence.files.some((file) => file.path === path));
  const each = Math.floor(subjectTokens / Math.max(1, readable.length));
  const texts = await Promise.all(
    readable.map(async (path) => fence.wrap('subject', { path }, cutToTokens(await shownText(evidence, path), each))),
  );
  return texts.join('\n\n');
}

async function shownText(evidence: OpenedEvidence, path: string): Promise<string> {
  const text = await evidence.text(path);
  const { extractor, layout } = fileKind(path) === 'html' ? await evidence.document(path) : {};
  if (!isLined({ extractor: extractor?.name })) return text;
  const reading = readLined(text, layout);
  return reading.text.slice(reading.body.start, reading.body.end);
}

async function scripted({ setup, state }: PerformersOptions): Promise<Performer> {
  const path = typeof setup['script'] === 'string' ? setup['script'] : '';
  const script = (await sampleScript(path, setup['script_sha256'])) ?? (await scriptAt(path));
  return new ScriptedPerformer(script, { seqOf: (step, index) => seqIn(state(), step, index) });
}

function seqIn({ steps, headers }: DebateState, step: string, index: number): number | undefined {
  const first = steps.get(step);
  return first === undefined
    ? undefined
    : headers.find(({ seq, step: id }) => seq === first + index && id === step)?.seq;
}

/** A performer that pauses the debate until the seat is taken. */
function emptySeat(message: string): Performer {
  const refuse = (): Promise<never> => Promise.reject(new TaskError('no_model', message, false, { blocks: true }));
  return { provider: 'none', isLocal: true, canPerform: () => true, ready: refuse, perform: refuse };
}

/** Makes the performer at its first task, because reading the evidence takes time. */
function latePerformer(make: () => Promise<Performer>): Performer {
  let made: Promise<Performer> | undefined;
  const performer = (): Promise<Performer> => (made ??= make());
  return {
    provider: 'offline',
    isLocal: true,
    canPerform: (kind) => kind !== 'verifier/support',
    ready: async (...given) => (await performer()).ready(...given),
    perform: async (request, context) => (await performer()).perform(request, context),
  };
}

/** Ready when the deciding model is ready, too. A person need not be there before the end. */
const withDecider = (chair: Performer, decider: Performer): Performer => ({
  provider: chair.provider,
  isLocal: chair.isLocal,
  isPerson: chair.isPerson === true,
  canPerform: (kind, id) => chair.canPerform(kind, id),
  perform: (request, context) => chair.perform(request, context),
  settled: (...how) => chair.settled?.(...how),
  ready: async (...given) => {
    await chair.ready(...given);
    if (decider.isPerson !== true) await decider.ready(...given);
  },
});

/** Ready when the evidence can be read; otherwise every source would end as unverified. */
function withEvidence(performer: Performer, setup: SetupData): Performer {
  const root = locatedRoot(setup.evidence.root);
  return {
    provider: performer.provider,
    isLocal: performer.isLocal,
    isPerson: performer.isPerson === true,
    canPerform: (kind, id) => performer.canPerform(kind, id),
    longestMs: () => performer.longestMs?.(),
    perform: (request, context) => performer.perform(request, context),
    settled: (...how) => performer.settled?.(...how),
    ready: async (...given) => {
      const isThere = root === null || (await exists(root));
      if (!isThere)
        throw new TaskError(
          'evidence_missing',
          `The evidence folder ${root} is gone. Put it back, then resume.`,
          false,
          { blocks: true },
        );
      await performer.ready(...given);
    },
  };
}
