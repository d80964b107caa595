import type { Documents } from '../../agents/documents/documentAnswers';
import type { Debater, Limits } from '../../debate/log/entryData';
import { defined } from '../../debate/log/objects';
import { judgesIn } from '../../debate/flow/judges';
import { ownOptions, wishKey } from '../../debate/flow/options';
import { performing } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import { modelProvider, parseModelRef } from '../../models/provider';
import { planNotices } from '../../projections/formats/registry';
import type { PlanNotice } from '../../projections/formats/formatProjection';
import { mergeLimits, type ConfiguredLimits } from './configFiles';
import { documentNames, hintsRefused, isMute, offTopicWords } from './documentLineup';
import {
  cheaperSeats,
  estimateOf,
  unpricedIn,
  unpricedWords,
  type CheaperSeats,
  type Estimate,
  type EstimateRequest,
} from './estimate';
import { emptySeats, emptySeatsWords, optionsFor, type FormatWishes } from './formatPlan';
import { judgeSeats, planJudges, planPlainAnswers } from './judgePlan';
import { rolesOf, type ProviderName } from './modelPlan';
import { checkedLimits, formatOf } from './plan';
import { PlanError } from './planError';
import { windowNotices, type Windows } from './windows';

/**
 * The one planner: what a surface asks for becomes a checked plan with its problems, its estimate and its notices. Command line, page,
 * chat and tools read their input, call this, and show the result in their own way.
 */

export interface RequestedTerms {
  topic: string;
  format: string;
  provider: ProviderName;
  wishes: FormatWishes;
  /** Explicit limits. They win over those of a configuration file. */
  explicit: Partial<Limits>;
  config?: ConfiguredLimits;
  /** References by role; roles of other formats are left out. */
  seats: Readonly<Record<string, string>>;
}

export interface PlanTerms {
  options: Record<string, unknown>;
  limits: Limits;
  models: Record<string, string>;
}

/** Returns what the setup records of the format, its limits and its roles. @throws PlanError where the request contradicts itself */
export function planTerms({
  topic,
  provider,
  wishes,
  explicit,
  config = {},
  seats,
  ...named
}: RequestedTerms): PlanTerms {
  const format = formatOf(named);
  const standing = wishes.judges === undefined && isMootWithJudges(format, wishes) ? 0 : wishes.judges;
  const judges = planJudges({ wished: standing, format, provider, seats });
  const isByModels = provider === 'host' || (modelProvider(provider) !== undefined && Object.keys(seats).length > 0);
  const plain = planPlainAnswers({ wished: wishes.plainAnswer, format, provider, seats });
  const given = { judges, ...(isByModels && { brief: true }), ...(plain > 0 && { baseline: plain }) };
  const options = optionsFor(format, topic, { ...wishes, isOffline: provider === 'offline' }, given);
  const roles = rolesOf(format);
  const [first] = judges;
  // Where a Judge leads, it is the first of the judges.
  const judge = first !== undefined && roles.includes('judge') ? { judge: first.model } : {};
  return {
    options,
    limits: { ...checkedLimits(limitsFor(format, explicit, config), provider), ...format.limits(options) },
    models: { ...Object.fromEntries(Object.entries(seats).filter(([role]) => roles.includes(role))), ...judge },
  };
}

/** Whether an option is wished for that has no meaning beside judges, so that none are seated unasked. */
const isMootWithJudges = (format: Format, { options = {} }: FormatWishes): boolean =>
  ownOptions(format).some(
    (option) =>
      options[wishKey(format, option)] !== undefined && option.isMootWith?.({ judges: judgeSeats(1, '') }) === true,
  );

/** Formats that count otherwise take their rounds from their options alone. */
const limitsFor = ({ takesLimits }: Format, explicit: Partial<Limits>, config: ConfiguredLimits): Partial<Limits> =>
  takesLimits
    ? mergeLimits(explicit, config)
    : mergeLimits(defined({ ...explicit, min_rounds: undefined, max_rounds: undefined }), {
        time_budget_minutes: config.time_budget_minutes,
      });

/** A plan as far as it is known: before a lineup is proposed it has no debaters. */
export interface DraftPlan extends Omit<EstimateRequest, 'debaters' | 'files' | 'evidenceUse' | 'isSearching'> {
  topic: string;
  debaters: readonly Debater[];
  limits: Limits;
  /** Who is to debate, in the user's words. */
  hints?: string;
}

/** What the surface has found out by reading: evidence, settings of the web, servers. */
export interface PlanSources {
  files: number;
  bytes: number;
  isWebRead: boolean;
  isSearched: boolean;
  /** Known once the evidence is indexed. */
  documents?: Documents | undefined;
  windows?: Windows | undefined;
}

export type PlanProblem =
  | { code: 'hints'; field: 'debaters' }
  | { code: 'offline_format'; field: 'format'; seats: readonly string[] }
  | { code: 'no_evidence'; field: 'evidence'; isOffline: boolean }
  | { code: 'no_document'; field: string; name: string; documents: readonly string[] }
  | { code: 'unpriced'; field: 'budgetUsd'; budget: number; models: readonly string[] }
  /** The user may go on all the same. */
  | { code: 'off_topic'; field: 'topic'; words: readonly string[] };

export interface Assessment {
  problems: PlanProblem[];
  /** Undefined where no model takes part. */
  estimate: Estimate | undefined;
  cheaper: CheaperSeats | undefined;
  notices: PlanNotice[];
}

export function assessPlan(plan: DraftPlan, sources: PlanSources): Assessment {
  const request = estimateRequest(plan, sources);
  const estimate = estimateOf(request);
  return {
    problems: [
      ...hintProblems(plan),
      ...seatProblems(plan),
      ...evidenceProblems(plan, sources),
      ...documentProblems(plan, sources),
      ...priceProblems(plan),
      ...topicProblems(plan, sources),
    ],
    estimate,
    cheaper: cheaperSeats(request),
    notices: [
      ...planNotices(plan),
      ...windowNotices(request, sources.windows ?? {}),
      ...budgetNotices(plan, estimate),
      ...topicNotices(plan, sources),
    ],
  };
}

export const estimateRequest = (
  plan: DraftPlan,
  { files, bytes, isWebRead, isSearched }: PlanSources,
): EstimateRequest => ({
  ...plan,
  files,
  evidenceUse: { bytes, isWebAllowed: isWebRead },
  isSearching: isWebRead && isSearched,
});

/** Whether files of the evidence argue: offline in a format without seats of its own, and wherever a debater is neither model nor person. */
export const hasDocuments = ({
  debaters,
  provider,
  ...plan
}: Pick<DraftPlan, 'debaters' | 'provider' | 'format'>): boolean =>
  formatOf(defined(plan)).seats === undefined &&
  (debaters.length === 0
    ? provider === 'offline'
    : debaters.some(({ model }) => performing(model, provider) === 'offline'));

function hintProblems({ hints = '', provider, ...plan }: DraftPlan): PlanProblem[] {
  const isRefused = provider === 'offline' && formatOf(defined(plan)).seats === undefined && hints.trim() !== '';
  return isRefused ? [{ code: 'hints', field: 'debaters' }] : [];
}

function seatProblems({ debaters, provider, models = {}, ...plan }: DraftPlan): PlanProblem[] {
  const modelOf = (seat: string): string | undefined =>
    debaters.find(({ name }) => name === seat)?.model ?? models[seat];
  const seats = emptySeats(formatOf(defined(plan)), { provider, modelOf });
  return seats.length === 0 ? [] : [{ code: 'offline_format', field: 'format', seats }];
}

/** Documents need files to speak from; models need files or the web to cite. */
export function evidenceProblems(
  plan: Pick<DraftPlan, 'debaters' | 'provider' | 'format'>,
  { files, isWebRead }: Pick<PlanSources, 'files' | 'isWebRead'>,
): PlanProblem[] {
  if (files > 0) return [];
  const isOffline = hasDocuments(plan);
  const isCiting = (modelProvider(plan.provider) !== undefined || plan.provider === 'host') && !isWebRead;
  return isOffline || isCiting ? [{ code: 'no_evidence', field: 'evidence', isOffline }] : [];
}

function documentProblems(plan: DraftPlan, { documents }: PlanSources): PlanProblem[] {
  const { topic, debaters, provider } = plan;
  if (documents === undefined || !hasDocuments(plan)) return [];
  return debaters.flatMap((debater, at) =>
    isMute(debater, { topic, documents, provider })
      ? [{ code: 'no_document', field: `debaters.${at}.name`, name: debater.name, documents: documentNames(documents) }]
      : [],
  );
}

/** A budget in money cannot hold where a price is not known. */
function priceProblems(plan: DraftPlan): PlanProblem[] {
  const { budget_usd: budget } = plan.limits;
  const models = budget === null ? [] : unpricedIn(plan);
  return budget === null || models.length === 0 ? [] : [{ code: 'unpriced', field: 'budgetUsd', budget, models }];
}

/** Undefined where no document speaks, or the evidence is not indexed yet. */
const topicWordsIn = (plan: DraftPlan, { documents }: PlanSources): Documents['words'] | undefined =>
  hasDocuments(plan) ? documents?.words : undefined;

function topicProblems(plan: DraftPlan, sources: PlanSources): PlanProblem[] {
  const words = topicWordsIn(plan, sources);
  return words !== undefined && words.nowhere.length === words.all.length
    ? [{ code: 'off_topic', field: 'topic', words: words.all }]
    : [];
}

function topicNotices(plan: DraftPlan, sources: PlanSources): PlanNotice[] {
  const { all, nowhere } = topicWordsIn(plan, sources) ?? { all: [], nowhere: [] };
  return nowhere.length > 0 && nowhere.length < all.length ? [{ code: 'missing_words', words: nowhere }] : [];
}

function budgetNotices({ limits: { budget_usd: budget } }: DraftPlan, estimate: Estimate | undefined): PlanNotice[] {
  if (budget === null || estimate === undefined || estimate.usd_low <= budget) return [];
  return [{ code: 'budget', budget, least: estimate.usd_low }];
}

/** @throws PlanError of the first problem, in the command line's words */
export function refuseProblems([problem]: readonly PlanProblem[], plan: Pick<DraftPlan, 'format'>): void {
  if (problem !== undefined) throw new PlanError(problem.code, problemText(problem, formatOf(defined(plan))));
}

export function problemText(problem: PlanProblem, format: Format): string {
  switch (problem.code) {
    case 'hints':
      return hintsRefused;
    case 'offline_format':
      return emptySeatsWords(format, problem.seats);
    case 'no_evidence':
      return problem.isOffline
        ? 'Offline, your documents speak, so there has to be evidence.'
        : 'The web is not read, so only files can be cited, and there is no evidence.';
    case 'no_document':
      return `“${problem.name}” is no document of the evidence (${problem.documents.join(', ')}). ${hintsRefused}`;
    case 'unpriced':
      return unpricedWords(problem.budget, problem.models);
    case 'off_topic':
      return offTopicWords(problem.words);
  }
}

/** Each reference once, of all roles and debaters. */
export const referencesOf = ({
  models = {},
  debaters,
  options,
}: Pick<DraftPlan, 'models' | 'debaters' | 'options'>): string[] => [
  ...new Set(
    [
      ...Object.values(models),
      ...debaters.map(({ model }) => model),
      ...judgesIn({ options, models }).map(({ model }) => model),
    ].filter((text) => parseModelRef(text) !== undefined),
  ),
];
