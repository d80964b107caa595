import { resolve } from 'node:path';
import { withDeadline } from '../async/deadline';
import type { Documents } from '../agents/documents/documentAnswers';
import type { Performer } from '../agents/performer';
import type { Format } from '../debate/flow/step';
import { sampleWords } from '../debate/flow/seats';
import { sum, type Debater, type Usage } from '../debate/log/entryData';
import { isModelProvider, modelProvider } from '../models/provider';
import { readConfigFiles, readPromptFiles, type DebateConfig, type GivenDebater } from '../session/plan/configFiles';
import { parseScript } from '../agents/scripted';
import { needsMotion, proposeMotions } from '../session/plan/motions';
import { createDebate, topicWordsText, type DebatePlan } from '../session/plan/createDebate';
import { gatherEvidence, type EvidenceSet } from '../session/plan/evidenceSet';
import type { GivenPrices } from '../models/prices';
import { unheardPrices } from '../session/run/interventions';
import type { MeasuredThinking } from '../agents/model/thinking';
import { LineupProposer } from '../session/plan/lineupProposer';
import type { Participants } from '../session/plan/modelAccess';
import { localServers } from '../session/plan/localServers';
import { aboutModels } from '../session/plan/windows';
import { judgesIn } from '../debate/flow/judges';
import { withDocuments } from '../session/plan/documentLineup';
import { seatedDebaters } from '../session/plan/formatPlan';
import {
  assessPlan,
  hasDocuments,
  planTerms,
  referencesOf,
  refuseProblems,
  type DraftPlan,
  type PlanProblem,
  type PlanSources,
  type PlanTerms,
} from '../session/plan/planDebate';
import { undescribed } from '../session/plan/plainLineup';
import { planModels, seatReference, type ModelPlan, type ProviderName } from '../session/plan/modelPlan';
import { checkedTopic } from '../session/plan/plan';
import { lineupPerformer, modelLineupPerformer, prepareOffline, promptsFor } from '../session/plan/preparation';
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
  givenFlag,
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
import { defined, own } from '../debate/log/objects';

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
  const { participants, evidence } = wishes;
  const named = draftPlan(wishes, namedDebaters(wishes));
  // Before a lineup is paid for.
  await refused(assessPlan(named, wishes.sources).problems, named);
  const offline = hasDocuments(named)
    ? await hinted(prepareOffline(evidence, { onProgress: evidenceProgress('Indexing') }))
    : undefined;
  const documents = await offline?.documentsOn(wishes.topic);
  const motion = await motionFor(wishes, { out, isAsked: isInteractive });
  const lineup = motion === undefined ? undefined : await lineupFor(wishes, { out, isAsked: isInteractive, documents });
  if (motion === undefined || lineup === undefined) return nothing(out);
  const plan = draftPlan(
    motion.text === undefined ? wishes : { ...wishes, options: { ...wishes.options, motion: motion.text } },
    lineup.debaters,
    lineup.measured,
  );
  const { windows, about } = await aboutModels(referencesOf(plan), participants.models);
  const { problems, estimate, cheaper, notices } = assessPlan(plan, { ...wishes.sources, documents, windows });
  await refused(values.anyway ? problems.filter(({ code }) => code !== 'off_topic') : problems, plan);
  const debaters = documents === undefined ? plan.debaters : withDocuments(plan.debaters, { ...plan, documents });
  if (estimate !== undefined) for (const line of estimateLines(estimate)) out.print(line);
  if (cheaper !== undefined) out.print(cheaperLine(cheaper));
  for (const [reference, text] of Object.entries(about)) out.print(`  ${reference}: ${text}`);
  for (const notice of notices) out.print(`  ${planNoticeWords(english, notice)}`);
  if (isInteractive && estimate !== undefined && !(await isConfirmed('Start? [Y]es or [n]o: '))) return nothing(out);
  // JSON has it among its warnings.
  const isSaid = !out.isJson && notices.some(({ code }) => code === 'missing_words');
  const notes = [
    ...ignoredFlags({ values, isByModels: estimate !== undefined, unheard: unheardPrices(plan.prices ?? {}, plan) }),
    ...leftOutLines(evidence),
    ...(documents === undefined || isSaid ? [] : topicWordsText(documents.words)),
  ];
  const lines = isInteractive ? [] : lineupLines(plan.topic, debaters, out);
  const parent = resolve(values.out);
  const made = making({ out, lines, parent }, () =>
    createDebate({
      ...plan,
      debaters,
      evidence,
      usage: sum(lineup.usage, motion.usage),
      parent,
      now: () => new Date(),
      ...promptsFor(participants),
      ...defined({ topicWords: documents?.words, script: values.script && resolve(values.script) }),
      ...(estimate === undefined ? {} : { estimate: { ...estimate } }),
    }),
  );
  return await play(made, { out, pace, notes, participants, resumeFlags: resumeFlags(values), offline });
};

/** Refuses the first problem in the words of the command line. @throws UsageError, PlanError of the first */
const refused = (problems: readonly PlanProblem[], plan: DraftPlan): Promise<void> =>
  hinted(Promise.resolve().then(() => refuseProblems(problems, plan)));

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

/** What the flags ask for, checked as far as that goes without making or asking anything. */
interface RunWishes extends PlanTerms {
  values: Flags;
  topic: string;
  provider: ProviderName;
  format: Format;
  given: GivenDebater[] | undefined;
  script: string | undefined;
  seats: ModelPlan;
  effort: ReturnType<typeof effortFlag>;
  prices: GivenPrices | undefined;
  participants: Participants;
  evidence: EvidenceSet;
  sources: PlanSources;
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
  const seats = await hinted(Promise.resolve().then(() => seatsFrom(values, { provider, format, config })));
  const named = { topic, format: format.name, provider, seats: seats.models };
  const terms = planTerms({ ...named, wishes: await formatWishes(values), explicit: limitsFrom(values), config });
  const baseUrls = baseUrlsFrom(values['base-url'], provider);
  const judges = judgesIn(terms).map(({ agent, model }) => [agent, model] as const);
  checkReachable({ ...seats.models, ...Object.fromEntries(judges) }, { baseUrls, environment });
  const given = await givenLineup(values, format.seats === undefined ? config : {}, provider);
  const script = await scriptText(provider, values.script);
  const prompts = isTrusted ? await hinted(readPromptFiles(process.cwd())) : undefined;
  const participants = participantsFrom(values, {
    baseUrls,
    environment,
    onProxy: (notice) => out.print(notice),
    prompts,
  });
  const evidence = await gatherEvidence({
    evidence: values.evidence,
    subject: values.subject,
    output: values.out,
    onProgress: evidenceProgress('Reading'),
  });
  return {
    ...terms,
    ...{ values, topic, provider, format, seats, given, script, participants, evidence },
    effort: effortFlag(values.effort),
    prices: priceFlag(values.price),
    sources: {
      files: evidence.files.length,
      bytes: evidence.files.reduce((total, { bytes }) => total + bytes, 0),
      isWebRead: !values['no-web'],
      isSearched: participants.models?.mayUseServerTools?.() !== false,
    },
  };
}

function draftPlan(
  { values, format, effort, topic, provider, options, limits, models, prices }: RunWishes,
  debaters: readonly Debater[],
  measured?: MeasuredThinking,
): DraftPlan {
  const named = { topic, format: format.name, provider, debaters };
  return {
    ...named,
    ...effort,
    ...endpointsOf(values, provider),
    ...{ options, limits, models, prices, measured, hints: values.debaters ?? '' },
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
  const performer = needsMotion(topic, { format: format.name, motion: givenFlag(values, 'motion') })
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
  measured: MeasuredThinking;
}

async function lineupFor(
  wishes: RunWishes,
  { out, isAsked, documents }: { out: Output; isAsked: boolean; documents: Documents | undefined },
): Promise<ChosenLineup | undefined> {
  const { values, topic, provider, format, given, script, seats, participants, evidence } = wishes;
  const chair = isModelProvider(provider)
    ? modelLineupPerformer(seats, participants, wishes.prices)
    : lineupPerformer(script);
  if (format.seats === undefined && chair === undefined && given === undefined && documents === undefined)
    throw new UsageError('The debaters are not named: give --lineup FILE.json.');
  const paths = evidence.files.map(({ path }) => path);
  const proposer = new LineupProposer(
    { topic, format, given, hints: values.debaters ?? '', evidence: paths },
    { chair, seats, documents, onAwaiting: printWait(out) },
  );
  const proposed = await proposer.propose();
  const isApproved = !isAsked || format.seats !== undefined;
  const approved = isApproved ? proposed : await approveLineup(topic, proposed, { proposer, out });
  if (approved === undefined) return undefined;
  return { debaters: seated(wishes, approved), usage: proposer.usage, measured: proposer.measured };
}

/** Those who are known before anybody is asked. */
function namedDebaters({ format, given, seats, provider }: RunWishes): Debater[] {
  const named = format.seats === undefined ? (given ?? []) : seatedDebaters(format, '', given);
  return named.map(({ name, model }) => ({
    ...undescribed,
    name,
    model: own(seats.models, name) ?? seatOf(model ?? '', seats, provider),
  }));
}

/**
 * Gives each debater the model of the command line or the lineup. @throws UsageError where nobody is called so, or
 * cannot be reached
 */
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

const missingTopic = (): never => {
  throw new UsageError('run needs --topic TEXT, for example --topic "Should we adopt a monorepo?".');
};

function nothing(out: Output): number {
  out.print('Nothing was started.');
  return 0;
}

const seatsFrom = (
  values: Flags,
  { provider, format, config }: { provider: ProviderName; format: Format; config: DebateConfig },
): ModelPlan =>
  planModels({
    provider,
    model: values.model,
    models: modelsFlag(values.models),
    config: config.models ?? undefined,
    roles: format.roles,
  });

/** A lineup means the same as a flag; what names nobody stays as it came. */
const seatOf = (model: string, { standard }: ModelPlan, provider: ProviderName): string =>
  model.trim() === '' ? standard : (seatReference(model, modelProvider(provider)) ?? model);

/** Addresses of the provider in use, and of others that the command line names. */
function endpointsOf(values: Flags, provider: ProviderName): Pick<DebatePlan, 'endpoints'> {
  const urls = Object.entries(originsOf(baseUrlsFrom(values['base-url'], provider)));
  const found = urls.filter(([name]) => name === provider || values['base-url']?.includes(`${name}=`) === true);
  return found.length === 0 ? {} : { endpoints: Object.fromEntries(found) };
}

const listedAtMost = 10;

function leftOutLines({ leftOut }: EvidenceSet): string[] {
  const lines = leftOut
    .slice(0, listedAtMost)
    .map(({ path, detail }) => `Left out of the evidence: ${path} (${detail})`);
  const more = leftOut.length - listedAtMost;
  return more > 0 ? [...lines, `… and ${more} more left out.`] : lines;
}
