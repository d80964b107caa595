import { resolve } from 'node:path';
import { withDeadline } from '../async/deadline';
import type { Documents } from '../agents/documents/documentAnswers';
import type { DocumentsPerformer } from '../agents/documents/documentsPerformer';
import { TaskError, type Performer } from '../agents/performer';
import { notPerformed, type Format } from '../debate/flow/step';
import { performing, sampleWords } from '../debate/flow/seats';
import { sum, type Debater, type Limits, type Usage } from '../debate/log/entryData';
import { isModelProvider, modelProvider } from '../models/provider';
import { readConfigFiles, readPromptFiles, type GivenDebater } from '../session/plan/configFiles';
import { parseScript } from '../agents/scripted';
import { needsMotion, proposeMotions } from '../session/plan/motions';
import { createDebate, topicWordsText, type DebatePlan } from '../session/plan/createDebate';
import { gatherEvidence, type EvidenceSet } from '../session/plan/evidenceSet';
import type { GivenPrices } from '../models/prices';
import { unheardPrices } from '../session/run/interventions';
import { cheaperSeats, estimateOf, requirePrices, type EstimateRequest } from '../session/plan/estimate';
import type { MeasuredThinking } from '../agents/model/thinking';
import { measuredThinking, proposeLineup, type LineupRequest } from '../session/plan/lineup';
import type { Participants } from '../session/plan/modelAccess';
import { localServers } from '../session/plan/localServers';
import { aboutModels, windowNotices } from '../session/plan/windows';
import { documentLineup, hintsRefused, withDocuments } from '../session/plan/documentLineup';
import { optionsFor, refuseEmptySeats, seatedDebaters } from '../session/plan/formatPlan';
import { planModels, rolesOf, seatReference, type ModelPlan, type ProviderName } from '../session/plan/modelPlan';
import { checkedLimits, checkedTopic } from '../session/plan/plan';
import { PlanError } from '../session/plan/planError';
import {
  lineupPerformer,
  modelLineupPerformer,
  prepareOffline,
  promptsFor,
  refuseOffTopic,
} from '../session/plan/preparation';
import { planNotices } from '../projections/formats/registry';
import { planNoticeWords } from '../projections/planNotice';
import { english } from '../projections/vocabulary';
import { createReplay, type Replay } from '../session/run/replay';
import { samplePlan } from '../session/library/samples';
import {
  baseUrlsFrom,
  checkReachable,
  CliModels,
  environmentKeys,
  originsOf,
  participantsFrom,
  withoutKey,
} from './cliModels';
import { approveLineup, cheaperLine, estimateLines, isConfirmed, lineupLines } from './lineup';
import { activityText } from './activities';
import { evidenceProgress } from './progressLines';
import type { Output } from './output';
import { play, type PlayOptions } from './play';
import { askedMotion, askLine, chosenOffer, isAsked, mayOffer, type OfferPorts } from './modelOffers';
import { type Command, resumeFlags, writingTo } from './options';
import {
  checkedProvider,
  checkSeats,
  formatFlag,
  formatWishes,
  effortFlag,
  priceFlag,
  givenLineup,
  flagsGiven,
  ignoredByReplay,
  ignoredFlags,
  limitsFrom,
  modelsFlag,
  paceFlag,
  parseFlags,
  refuseForeignFlags,
  refuseWithSample,
  replayFlag,
  scriptText,
  withOffer,
  type Flags,
} from './runFlags';
import { hinted } from './hinted';
import { UsageError } from './usage';
import { capitalised } from '../matching/text/shortText';
import { own } from '../debate/log/objects';

/** All is checked before the folder is made, and before a model is asked. */
export const run: Command = async (args, output) => {
  const flags = parseFlags(args);
  const pace = paceFlag(flags);
  const out = output(flags.json, flags.quiet);
  if (flags.sample) return await runSample(args, flags, { out, pace });
  const replay = await replayFlag(flags);
  if (replay !== undefined) return await runReplay(args, flags, { replay, out, pace });
  const isInteractive = isAsked(flags);
  const isOffered = mayOffer({ flags, isAsked: isInteractive, environment: process.env });
  const offer = isOffered ? await chosenOffer(offerPorts(out)) : undefined;
  if (isOffered && offer === undefined) return nothing(out);
  const values = withOffer(flags, offer);
  // The key of the environment was not meant for what was found by looking.
  const environment = offer?.isKeyless === true ? withoutKey(process.env, offer.provider) : process.env;
  const wishes = await wishesFrom(values, { environment, out });
  const { participants, evidence, provider } = wishes;
  // Before a lineup is paid for.
  requirePrices({
    ...wishes,
    effort: undefined,
    format: wishes.format.name,
    debaters: [],
    models: roleModels(wishes.seats, wishes.format),
    ...endpointsOf(wishes.values, provider),
  });
  const offline = await hinted(checkedOffline(wishes));
  const documents = await offline?.documentsOn(wishes.topic);
  const motion = await motionFor(wishes, { out, isAsked: isInteractive });
  const lineup = motion === undefined ? undefined : await lineupFor(wishes, { out, isAsked: isInteractive, documents });
  if (motion === undefined || lineup === undefined) return nothing(out);
  const options = motion.text === undefined ? wishes.options : { ...wishes.options, motion: motion.text };
  if (documents !== undefined && lineup.debaters.some(({ document }) => document !== undefined))
    await hinted(Promise.resolve().then(() => refuseOffTopic(documents, values.anyway)));
  const words = documents === undefined ? {} : { topicWords: documents.words };
  const plan = { ...planOf({ ...wishes, options }, { ...lineup, usage: sum(lineup.usage, motion.usage) }), ...words };
  requirePrices(plan);
  const expected = { ...plan, ...knownOf(wishes), measured: lineup.measured };
  const estimate = estimateOf(expected);
  const cheaper = cheaperSeats(expected);
  if (estimate !== undefined) for (const line of estimateLines(estimate, plan.limits.budget_usd)) out.print(line);
  if (cheaper !== undefined) out.print(cheaperLine(cheaper));
  const { windows, about } = await aboutModels(
    [...Object.values(plan.models ?? {}), ...plan.debaters.map(({ model }) => model)],
    participants.models,
  );
  for (const [reference, text] of Object.entries(about)) out.print(`  ${reference}: ${text}`);
  const warnings = [...planNotices(plan), ...windowNotices({ ...plan, files: evidence.files.length }, windows)].map(
    (notice) => planNoticeWords(english, notice),
  );
  for (const line of warnings) out.print(`  ${line}`);
  if (isInteractive && estimate !== undefined && !(await isConfirmed('Start? [Y]es or [n]o: '))) return nothing(out);
  const scriptOf = values.script === undefined ? {} : { script: resolve(values.script) };
  const estimated = estimate === undefined ? {} : { estimate: { ...estimate } };
  const notes = [
    ...ignoredFlags({ values, isByModels: estimate !== undefined, unheard: unheardPrices(plan.prices ?? {}, plan) }),
    ...leftOutLines(evidence),
    ...(documents === undefined ? [] : topicWordsText(documents.words)),
  ];
  const lines = isInteractive ? [] : lineupLines(plan.topic, plan.debaters, out);
  const made = making({ out, lines, parent: plan.parent }, () => createDebate({ ...plan, ...scriptOf, ...estimated }));
  return await play(made, { out, pace, notes, participants, resumeFlags: resumeFlags(values), offline });
};

const knownOf = ({
  values,
  participants,
  evidence,
}: RunWishes): Pick<EstimateRequest, 'files' | 'evidenceUse' | 'isSearching'> => ({
  files: evidence.files.length,
  evidenceUse: {
    bytes: evidence.files.reduce((sum, { bytes }) => sum + bytes, 0),
    isWebAllowed: !values['no-web'],
  },
  isSearching: !values['no-web'] && participants.models?.mayUseServerTools?.() !== false,
});

/** Makes the debate when it is called, and says where it is. `lines`: said then. */
const making =
  ({ out, lines, parent }: { out: Output; lines: readonly string[]; parent: string }, make: () => Promise<string>) =>
  async (): Promise<string> => {
    const folder = await writingTo(parent, make());
    out.path(folder);
    for (const line of lines) out.say(line);
    return folder;
  };

const listLimitMs = 30_000;

const offerPorts = (out: Output): OfferPorts => ({
  environment: process.env,
  servers: localServers,
  list: async ({ provider: name, baseUrl }) => {
    const models = new CliModels({
      baseUrls: baseUrlsFrom(baseUrl, name),
      keys: environmentKeys(process.env),
      environment: process.env,
      search: undefined,
      isWebAllowed: false,
    });
    const provider = await models.provider(name);
    return await withDeadline({ ms: listLimitMs }, (signal) => provider.list(signal));
  },
  ask: askLine,
  print: (line) => out.print(line),
});

/** Nothing can be changed, and nothing leaves this machine. */
async function runSample(
  args: readonly string[],
  values: Pick<Flags, 'format' | 'out'>,
  playing: Pick<PlayOptions, 'out' | 'pace'>,
): Promise<number> {
  const { out } = playing;
  refuseWithSample(args);
  const plan = await samplePlan(formatFlag(values).name, { parent: resolve(values.out), now: () => new Date() });
  const lines = [out.paint('gray', `A ${sampleWords}.`), ...lineupLines(plan.topic, plan.debaters, out)];
  return await play(
    making({ out, lines, parent: plan.parent }, () => createDebate(plan)),
    playing,
  );
}

async function runReplay(
  args: readonly string[],
  { out: parent }: Pick<Flags, 'out'>,
  { replay, ...playing }: Pick<PlayOptions, 'out' | 'pace'> & { replay: Replay },
): Promise<number> {
  const notes = ignoredByReplay(flagsGiven(args));
  const make = () => createReplay(replay, { parent: resolve(parent), now: () => new Date() });
  return await play(making({ out: playing.out, lines: [], parent }, make), { ...playing, notes });
}

/** Checked as far as that goes without making or asking anything. */
interface RunWishes {
  values: Flags;
  topic: string;
  provider: ProviderName;
  format: Format;
  options: Record<string, unknown>;
  limits: Limits;
  given: GivenDebater[] | undefined;
  script: string | undefined;
  seats: ModelPlan;
  effort: ReturnType<typeof effortFlag>;
  prices: GivenPrices | undefined;
  participants: Participants;
  evidence: EvidenceSet;
}

async function wishesFrom(
  values: Flags,
  { environment, out }: { environment: NodeJS.ProcessEnv; out: Output },
): Promise<RunWishes> {
  const isTrusted = values['trust-workspace'];
  const config = await hinted(readConfigFiles({ workspace: isTrusted ? process.cwd() : undefined }));
  const topic = checkedTopic(values.topic ?? config.topic ?? missingTopic());
  const format = formatFlag(values);
  refuseForeignFlags(values);
  const provider = checkedProvider(values);
  const options = optionsFor(format, topic, { ...(await formatWishes(values)), isOffline: provider === 'offline' });
  const limits = { ...checkedLimits(limitsFrom(values, config), provider), ...format.limits(options) };
  const seats = await hinted(
    Promise.resolve().then(() => seatsFrom(values, { provider, format, config: config.models ?? undefined })),
  );
  checkReachable(seats.models, { baseUrls: baseUrlsFrom(values['base-url'], provider), environment });
  return {
    values,
    topic,
    provider,
    format,
    options,
    limits,
    seats,
    effort: effortFlag(values.effort),
    prices: priceFlag(values.price),
    given: await givenLineup(values, format.seats === undefined ? config : {}, provider),
    script: await scriptText(provider, values.script),
    participants: participantsFrom(values, {
      baseUrls: baseUrlsFrom(values['base-url'], provider),
      environment,
      onProxy: (notice) => out.print(notice),
      prompts: isTrusted ? await hinted(readPromptFiles(process.cwd())) : undefined,
    }),
    evidence: await gatherEvidence({
      evidence: values.evidence,
      subject: values.subject,
      output: values.out,
      onProgress: evidenceProgress('Reading'),
    }),
  };
}

const printWait =
  (out: Output) =>
  (detail: string): void => {
    const text = activityText(detail);
    out.print(out.paint('gray', `${capitalised(text)} …`));
  };

interface ChosenMotion {
  text?: string;
  usage?: Usage | undefined;
}

/** Proposed where the topic is no motion: chosen by the user where one is asked, else the first. Undefined when the user left. */
async function motionFor(
  wishes: RunWishes,
  { out, isAsked }: { out: Output; isAsked: boolean },
): Promise<ChosenMotion | undefined> {
  const { values, topic, format, evidence } = wishes;
  const performer = needsMotion(topic, { format: format.name, motion: values.motion })
    ? motionPerformer(wishes)
    : undefined;
  if (performer === undefined) return {};
  let usage: Usage | undefined;
  const request = {
    topic,
    evidence: evidence.files.map(({ path }) => path),
    onUsage: (used: Usage) => void (usage = sum(usage, used)),
    onAwaiting: printWait(out),
  };
  const motions = await proposeMotions(request, performer);
  const [first = topic] = motions;
  if (!isAsked) out.print(`The topic is no motion. It is debated as: ${first}`);
  const text = isAsked ? await askedMotion(topic, motions, out) : first;
  return text === undefined ? undefined : { text, usage };
}

/** A model, or a script that has motions; undefined: the topic is kept as given. */
function motionPerformer({ provider, script, seats, participants, prices }: RunWishes): Performer | undefined {
  if (isModelProvider(provider)) return modelLineupPerformer(seats, participants, prices);
  const isScripted =
    script !== undefined && Object.keys(parseScript(script)).some((key) => key.split('#')[0] === 'motions');
  return isScripted ? lineupPerformer(script) : undefined;
}

interface ChosenLineup {
  debaters: Debater[];
  usage: Usage | undefined;
  measured?: MeasuredThinking;
}

async function lineupFor(
  wishes: RunWishes,
  { out, isAsked, documents }: { out: Output; isAsked: boolean; documents: Documents | undefined },
): Promise<ChosenLineup | undefined> {
  const { values, topic, provider, format, given, script, seats, participants, evidence } = wishes;
  if (format.seats !== undefined)
    return { debaters: seated(wishes, seatedDebaters(format, seats.standard, given)), usage: undefined };
  const performer = isModelProvider(provider)
    ? modelLineupPerformer(seats, participants, wishes.prices)
    : lineupPerformer(script);
  if (performer === undefined && given === undefined && documents === undefined)
    throw new UsageError('The debaters are not named: give --lineup FILE.json.');
  let usage: Usage | undefined;
  let measured: MeasuredThinking = {};
  const request: LineupRequest = {
    topic,
    given,
    hints: values.debaters ?? '',
    model: seats.standard,
    evidence: evidence.files.map((file) => file.path),
    onUsage: (used) => (usage = sum(usage, used)),
    onThought: (tokens) => (measured = measuredThinking(seats, tokens)),
    onAwaiting: printWait(out),
  };
  const proposed =
    documents !== undefined && given === undefined
      ? documentLineup(topic, documents)
      : await proposeLineup(request, performer);
  const approved = isAsked
    ? await approveLineup(request, proposed, { performer: performer ?? noChair, out })
    : proposed;
  if (approved === undefined) return undefined;
  const debaters = seated(wishes, approved);
  const speaking = documents === undefined ? debaters : withDocuments(debaters, { topic, documents, provider });
  return { debaters: speaking, usage, measured };
}

/** Offline nobody revises a lineup. */
const noChair: Performer = {
  provider: 'none',
  isLocal: true,
  canPerform: () => true,
  ready: () => Promise.resolve(),
  perform: () => Promise.reject(new TaskError(notPerformed, hintsRefused)),
};

/** With the models of the command line or the lineup. @throws UsageError where nobody is called so, or cannot be reached */
function seated({ values, provider, format, seats, effort }: RunWishes, approved: readonly Debater[]): Debater[] {
  checkSeats({ flag: 'models', named: modelsFlag(values.models) }, approved, format);
  checkSeats({ flag: 'effort', named: effort.efforts ?? {} }, approved, format);
  const debaters = approved.map((debater) => ({
    ...debater,
    model: own(seats.models, debater.name) ?? seatOf(debater.model, seats, provider),
  }));
  checkReachable(Object.fromEntries(debaters.map(({ name, model }) => [name, model])), {
    baseUrls: baseUrlsFrom(values['base-url'], provider),
    environment: process.env,
  });
  return debaters;
}

function planOf(
  { values, topic, provider, format, options, limits, seats, effort, prices, participants, evidence }: RunWishes,
  { debaters, usage }: ChosenLineup,
): DebatePlan {
  return {
    topic,
    format: format.name,
    options,
    debaters,
    limits,
    provider,
    evidence,
    usage,
    models: roleModels(seats, format),
    parent: resolve(values.out),
    now: () => new Date(),
    ...promptsFor(participants),
    ...effort,
    prices,
    ...endpointsOf(values, provider),
  };
}

const missingTopic = (): never => {
  throw new UsageError('run needs --topic TEXT, for example --topic "Should we adopt a monorepo?".');
};

function nothing(out: Output): number {
  out.print('Nothing was started.');
  return 0;
}

function seatsFrom(
  values: Flags,
  { provider, format, config }: { provider: ProviderName; format: Format; config: Record<string, string> | undefined },
): ModelPlan {
  return planModels({ provider, model: values.model, models: modelsFlag(values.models), config, roles: format.roles });
}

/** A lineup means the same as a flag; what names nobody stays as it came. */
const seatOf = (model: string, { standard }: ModelPlan, provider: ProviderName): string =>
  model.trim() === '' ? standard : (seatReference(model, modelProvider(provider)) ?? model);

function roleModels({ models }: ModelPlan, format: Format): Record<string, string> {
  const roles = rolesOf(format);
  return Object.fromEntries(Object.entries(models).filter(([name]) => roles.includes(name)));
}

/** Of the provider at hand, and of others that the command line names. */
function endpointsOf(values: Flags, provider: ProviderName): Pick<DebatePlan, 'endpoints'> {
  const urls = Object.entries(originsOf(baseUrlsFrom(values['base-url'], provider)));
  const found = urls.filter(([name]) => name === provider || values['base-url']?.includes(`${name}=`) === true);
  return found.length === 0 ? {} : { endpoints: Object.fromEntries(found) };
}

/** Undefined where no document speaks. Nothing is made when there is nothing to quote, or nobody for a seat. */
async function checkedOffline(wishes: RunWishes): Promise<DocumentsPerformer | undefined> {
  const { provider, format, seats, given = [], values, evidence } = wishes;
  if (provider !== 'offline') return undefined;
  if (values.debaters !== undefined) throw new PlanError('hints', hintsRefused);
  const modelOf = (seat: string): string | undefined =>
    own(seats.models, seat) ?? given.find(({ name }) => name === seat)?.model;
  refuseEmptySeats(format, { provider, modelOf });
  const isOfDocuments =
    format.seats === undefined &&
    !(given.length > 0 && given.every(({ name, model }) => isOthers(own(seats.models, name) ?? model)));
  return isOfDocuments ? await prepareOffline(evidence, { onProgress: evidenceProgress('Indexing') }) : undefined;
}

/** A person's or a model's seat. */
const isOthers = (model: string | undefined): boolean => {
  const by = performing(model ?? '', 'offline');
  return by === 'human' || by === 'model';
};

const listedAtMost = 10;

function leftOutLines({ leftOut }: EvidenceSet): string[] {
  const lines = leftOut
    .slice(0, listedAtMost)
    .map(({ path, detail }) => `Left out of the evidence: ${path} (${detail})`);
  const more = leftOut.length - listedAtMost;
  return more > 0 ? [...lines, `… and ${more} more left out.`] : lines;
}
