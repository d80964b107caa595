import { dirname, resolve as absolute } from 'node:path';
import { formatNamed } from '../debate/formats/registry';
import { defined } from '../debate/log/objects';
import type { DebateState } from '../debate/fold/state';
import { DebateLog } from '../record/debateLog';
import { pathOfLog } from '../record/logPath';
import { leaseStatus } from '../record/lease';
import { readPromptFiles } from '../session/plan/configFiles';
import { areDocumentsSpeaking } from '../debate/flow/seats';
import { topicWordsText } from '../session/plan/createDebate';
import { gatherEvidence, type EvidenceSet } from '../session/plan/evidenceSet';
import { prepareOffline, refuseOffTopic } from '../session/plan/preparation';
import {
  changeLimits,
  changeModels,
  changePrices,
  concludeNow,
  moreExchanges,
  type Payment,
  refuseConclusion,
  refuseMoreExchanges,
  refuseRunning,
  refuseSkip,
  refuseUnpriced,
  seating,
  skipStep,
  supply,
  type Supply,
  unheardPrices,
} from '../session/run/interventions';
import type { Participants } from '../session/plan/modelAccess';
import { modelsIn } from '../session/plan/estimate';
import { requestOf } from '../session/run/pace';
import { planModels, type ProviderName } from '../session/plan/modelPlan';
import { PlanError } from '../session/plan/planError';
import { takeUp, type Replay } from '../session/run/replay';
import { lacksPerformers, refuseUnreadable, refuseUnseated } from '../session/run/runnability';
import { baseUrlsFrom, originsOf, participantsFrom } from './cliModels';
import {
  type Command,
  debateFolderOf,
  listFlags,
  namesIn,
  numberFlag,
  onePath,
  parsed,
  resumeFlags,
  webFlags,
  wholeFlag,
  withLists,
} from './options';
import { evidenceProgress } from './progressLines';
import type { Output } from './output';
import { play, type PlayOptions } from './play';
import { isModelProvider } from '../models/provider';
import {
  checkedProvider,
  ignoredByReplay,
  ignoredFlags,
  modelsFlag,
  paceFlag,
  priceFlag,
  replayFlag,
  scriptText,
} from './runFlags';
import { hinted } from './hinted';
import { UsageError } from './usage';
import { planNoticeWords } from '../projections/planNotice';
import { english } from '../projections/vocabulary';
import { statusOf, type DebateStatus } from '../session/library/status';
import { noticesNow } from '../session/plan/windows';
import { providerOf } from '../projections/headAndTail';

const flags = {
  exchanges: { type: 'string' },
  'take-over': { type: 'boolean', default: false },
  conclude: { type: 'boolean', default: false },
  skip: { type: 'string' },
  anyway: { type: 'boolean', default: false },
  evidence: { type: 'string' },
  subject: { type: 'string', multiple: true, default: [] as string[] },
  provider: { type: 'string' },
  model: { type: 'string' },
  script: { type: 'string' },
  'budget-usd': { type: 'string' },
  ...listFlags,
  search: { type: 'string' },
  ...webFlags,
  'trust-workspace': { type: 'boolean', default: false },
  pace: { type: 'string' },
  quiet: { type: 'boolean', default: false },
} as const;

function parseFlags(args: readonly string[]) {
  const { values, ...rest } = parsed(args, flags);
  return { ...rest, values: withLists(values) };
}

type Flags = ReturnType<typeof parseFlags>['values'];

export const resume: Command = async (args, output) => {
  const { values, positionals, tokens } = parseFlags(args);
  const folder = await debateFolderOf(onePath(positionals, 'resume', "a debate's folder"));
  const pace = paceFlag(values);
  const out = output(values.json, values.quiet);
  const replay = await replayFlag(values);
  if (replay !== undefined) {
    const notes = ignoredByReplay(namesIn(tokens));
    return await resumeReplay(folder, replay, { out, pace, notes, takeOver: values['take-over'] });
  }
  const state = values.provider === undefined ? await stateIn(folder) : undefined;
  const provider = values.provider ?? (state?.setup === undefined ? undefined : providerOf(state.setup));
  const baseUrls = baseUrlsFrom(values['base-url'], provider ?? '');
  const payment = {
    prices: priceFlag(values.price) ?? {},
    endpoints: originsOf(baseUrls),
  };
  const wishes = await wishesFrom(folder, values, payment);
  const prompts = values['trust-workspace'] ? await readPromptFiles(process.cwd()) : undefined;
  const participants = participantsFrom(values, {
    baseUrls,
    environment: process.env,
    prompts,
    onProxy: (notice) => out.print(notice),
  });
  // Checked before anything is requested, because the debate has no performers.
  if (state !== undefined && lacksPerformers(state))
    throw new UsageError(
      'This debate was imported, so it is not known who argues in it: give --provider P and, for offline debaters, --evidence DIR (or --provider scripted --script FILE).',
    );
  const running = wishes.length > 0 ? await passOn(folder, wishes) : undefined;
  if (running !== undefined) {
    if (out.isJson) out.json(running);
    out.print('The debate is being run by another engine; what you asked for was passed on to it.');
    return 0;
  }
  if ((values.models ?? values.model ?? values.provider) !== undefined) await printWindows(folder, participants, out);
  const notes = await ignoredNow(folder, { ...values, provider: provider ?? '' });
  return await play(folder, {
    out,
    pace,
    notes,
    takeOver: values['take-over'],
    participants,
    resumeFlags: resumeFlags(values),
  });
};

async function printWindows(folder: string, { models }: Participants, out: Output): Promise<void> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    for (const notice of await noticesNow(log.state, models)) out.print(`  ${planNoticeWords(english, notice)}`);
  } finally {
    await log.close();
  }
}

async function ignoredNow(folder: string, values: Parameters<typeof ignoredFlags>[0]['values']): Promise<string[]> {
  const state = await stateIn(folder);
  const request = requestOf(state);
  if (request === undefined) return [];
  const isByModels = modelsIn(request).length > 0;
  const unheard = unheardPrices(priceFlag(values.price) ?? {}, request);
  return ignoredFlags({ values, isByModels, unheard, isConcluded: state.conclusion !== undefined });
}

/** Resumes from a script, which holds all that the debate was given. */
async function resumeReplay(folder: string, replay: Replay, playing: PlayOptions): Promise<number> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    refuseUnreadable(log.state);
    await takeUp(log, replay);
  } finally {
    await log.close();
  }
  return await play(folder, playing);
}

/** State of the debate. @throws PlanError if it accepts no requests */
async function stateIn(folder: string): Promise<DebateState> {
  const log = await DebateLog.open(pathOfLog(folder));
  await log.close();
  refuseUnreadable(log.state);
  return log.state;
}

interface ResumeWish {
  /** Throws if the change will be refused, as far as that does not depend on earlier changes. */
  check?: (log: DebateLog) => unknown;
  /** Applies the change; undefined if it is only checked. */
  add?: (log: DebateLog) => Promise<unknown>;
}

/**
 * Requested changes in the order in which they can be applied: a budget is lifted before changes that it would forbid,
 * and set after changes that it depends on.
 */
async function wishesFrom(folder: string, values: Flags, payment: Payment): Promise<ResumeWish[]> {
  const models = modelsFlag(values.models);
  const budget = values['budget-usd'] === 'none' ? null : numberFlag('budget-usd', values['budget-usd']);
  const exchanges = wholeFlag('exchanges', values.exchanges);
  const { skip } = values;
  if (typeof budget === 'number' && !(budget > 0)) throw new UsageError('--budget-usd must be above 0.');
  const supplies = await suppliesFrom(folder, values);
  const ahead = ({ state }: DebateLog): DebateState =>
    budget === undefined ? state : { ...state, limits: { ...state.limits, budget_usd: budget } };
  const wish = (isWished: boolean, wished: ResumeWish): ResumeWish[] => (isWished ? [wished] : []);
  /** Seats with short names in full. */
  const seated = (log: DebateLog): Readonly<Record<string, string>> =>
    Object.keys(models).length === 0 ? {} : seating(ahead(log), models, payment).models;
  const limits: ResumeWish = {
    check: (log) =>
      refuseUnpriced(ahead(log), { ...payment, models: { ...supplies?.(log.state).models, ...seated(log) } }),
    add: (log) => changeLimits(log, { budget_usd: budget ?? null }),
  };
  return [
    ...wish(values.price !== undefined, { add: (log) => changePrices(log, payment) }),
    ...wish(budget === null, limits),
    ...(supplies === undefined
      ? []
      : wish(true, {
          check: async (log) => {
            await refuseRunning(log);
            const { models: seats } = supplies(log.state);
            if (seats !== undefined) seating(ahead(log), seats, payment);
          },
          add: (log) => supply(log, supplies(log.state), payment),
        })),
    ...wish(Object.keys(models).length > 0, {
      check: seated,
      add: (log) => changeModels(log, models, payment),
    }),
    ...wish(typeof budget === 'number', limits),
    ...(skip === undefined
      ? []
      : wish(true, { check: ({ state }) => refuseSkip(state, skip), add: (log) => skipStep(log, skip) })),
    ...(exchanges === undefined
      ? []
      : wish(true, {
          check: ({ state }) => refuseMoreExchanges(state),
          add: (log) => moreExchanges(log, exchanges),
        })),
    ...wish(values.conclude, { check: ({ state }) => refuseConclusion(state), add: concludeNow }),
    ...wish(!values.conclude, {
      check: ({ state }) =>
        refuseUnseated(state, {
          models: { ...supplies?.(state).models, ...modelsFlag(values.models) },
          provider: supplies?.(state).provider,
          isExtended: exchanges !== undefined,
        }),
    }),
  ];
}

/** Evidence and performers for a debate that came without; undefined if none are given. @throws UsageError */
async function suppliesFrom(folder: string, values: Flags): Promise<((state: DebateState) => Supply) | undefined> {
  const { evidence, subject, provider, model, script } = values;
  if (model !== undefined && provider === undefined)
    throw new UsageError('--model goes with --provider; the model of one seat is changed with --models.');
  if (script !== undefined && provider !== 'scripted') throw new UsageError('--script goes with --provider scripted.');
  const performer = provider === undefined ? undefined : checkedProvider({ provider });
  if (performer === 'scripted') await scriptText('scripted', script);
  const found =
    evidence === undefined && subject.length === 0
      ? undefined
      : await gatherEvidence({
          evidence,
          subject: [...subject],
          output: dirname(folder),
          onProgress: evidenceProgress('Reading'),
        });
  const nowhere = found === undefined ? [] : await wordsNowhere(folder, found, values.anyway);
  const given: Supply = defined({
    evidence: found && { root: found.root, files: found.files },
    note: nowhere.length === 0 ? undefined : nowhere.join(' '),
    provider: performer,
    script: script === undefined ? undefined : absolute(script),
  });
  if (Object.keys(given).length === 0) return undefined;
  return (state) => (isModelProvider(performer) ? { ...given, models: seatedOn(state, performer, model) } : given);
}

/** Notes on words of the topic that speaking documents lack. @throws PlanError `off_topic`, `evidence_unusable` */
async function wordsNowhere(folder: string, evidence: EvidenceSet, anyway: boolean): Promise<string[]> {
  const state = await stateIn(folder);
  if (!areDocumentsSpeaking(state) || state.setup === undefined) return [];
  const offline = await prepareOffline(evidence, { onProgress: evidenceProgress('Indexing') });
  const documents = await offline.documentsOn(state.setup.topic);
  await hinted(Promise.resolve().then(() => refuseOffTopic(documents, anyway)));
  return topicWordsText(documents.words);
}

function seatedOn(state: DebateState, provider: ProviderName, model: string | undefined): Record<string, string> {
  const roles = formatNamed(state.setup?.format)?.roles ?? [];
  const { models, standard } = planModels({ provider, model, roles });
  return { ...models, ...Object.fromEntries(state.debaters.map(({ name }) => [name, standard])) };
}

/** Adds changes as entries. Returns the debate's status if another engine runs it and will apply them. */
async function passOn(folder: string, wishes: readonly ResumeWish[]): Promise<DebateStatus | undefined> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    if (log.state.setup === undefined) return undefined;
    // Either all changes are possible, or none is made.
    for (const { check } of wishes) await unlessOver(() => check?.(log));
    for (const { add } of wishes) await unlessOver(() => add?.(log));
    const isAsked = wishes.some(({ add }) => add !== undefined);
    return isAsked && (await leaseStatus(folder)).state === 'held' ? await statusOf(log) : undefined;
  } finally {
    await log.close();
  }
}

/** Ignores a refusal because the debate is concluded: it needs no conclusion, and no other rounds. */
async function unlessOver(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PlanError && error.code === 'debate_over')) throw error;
  }
}
