import { mostJudges } from '../../debate/flow/judges';
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { formats } from '../../debate/formats/registry';
import { ownOptions, valueIn, wishKey, type OptionWishes } from '../../debate/flow/options';
import { performing } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import { parseModelRef } from '../../models/provider';
import { judgeSeats } from '../../session/plan/judgePlan';
import { parseMotionFile } from '../../session/plan/motionFile';
import { checkedTopic } from '../../session/plan/plan';
import { plainLineup } from '../../session/plan/plainLineup';
import { PlanError } from '../../session/plan/planError';
import type { DraftDebater } from '../../shared/protocol';
import { referenceIn } from '../models/settingModels';
import type { StartPorts } from './ports';
import { startProvider, formatOffered } from './choices';
import { debatersUnasked, derivedPlan, lineupKey, type Planning } from './draftPlan';
import { own } from '../../debate/log/objects';
import type { DraftRecord } from './draftRecord';
import { modelWords } from './lineupProblems';
import { topicProblem } from './problemWords';

export interface SetupChange {
  field: string;
  value: string;
}

/** A model that was offered by its name, as the value of the field `provider`. */
export const offeredModel = z.object({ provider: startProvider, model: z.string(), baseUrl: z.string().optional() });

const seatPrefix = 'seat.';
export const seatField = (role: string): string => `${seatPrefix}${role}`;

/** Several seats at once: JSON of references by role. */
export const seatsField = 'seats';
const seatsSchema = z.record(z.string(), z.string());

/**
 * The draft with a field of the page set, and all that follows from it. Whatever belongs to another format stays for it.
 *
 * @throws PlanError where the value cannot be taken, with what to do.
 */
export function draftWith(planning: Planning, before: DraftRecord, change: SetupChange): DraftRecord {
  const chosen = { ...before, ...chosenBy(before, change) };
  if (chosen.provider !== before.provider)
    chosen.otherModels = { ...before.otherModels, [before.provider]: before.model };
  return derived(planning, before, chosen);
}

/** The draft by the settings as they are now: what was chosen stays. @throws PlanError where they contradict it */
export const draftNow = (planning: Planning, draft: DraftRecord): DraftRecord => derived(planning, draft, draft);

function derived(planning: Planning, before: DraftRecord, chosen: DraftRecord): DraftRecord {
  const plan = { ...chosen, ...derivedPlan(planning, chosen) };
  const left = plan.provider === 'offline' ? before : withoutDocuments(before);
  const { documents, displaced } = left;
  return { ...plan, documents, displaced, ...debatersIn(planning, left, plan) };
}

/** A debater of an offline debate who is neither a person nor a model. */
export const isDocument = ({ model }: DraftDebater): boolean => performing(model, 'offline') === 'offline';

/** Documents debate nothing by a model: in their place stands who stood there before, beside people. */
function withoutDocuments(draft: DraftRecord): DraftRecord {
  if (draft.documents.length === 0) return draft;
  const others = draft.displaced.length === 0 ? asOffline(plainLineup(draft.topic)) : draft.displaced;
  const replaced = (lineup: readonly DraftDebater[]): DraftDebater[] => {
    const people = lineup.filter((debater) => !isDocument(debater));
    return people.length + draft.displaced.length === 0 ? [] : [...people, ...others];
  };
  const left = { ...draft, documents: [], displaced: [] };
  if (lineupKey(draft.format) === '') return { ...left, debaters: replaced(draft.debaters) };
  return { ...left, otherDebaters: { ...draft.otherDebaters, '': replaced(draft.otherDebaters[''] ?? []) } };
}

const asOffline = (lineup: readonly Omit<DraftDebater, 'model'>[]): DraftDebater[] =>
  lineup.map((debater) => ({ ...debater, model: 'offline' }));

function chosenBy(draft: DraftRecord, { field, value }: SetupChange): Partial<DraftRecord> {
  if (field.startsWith(seatPrefix)) return { seats: seatsWith(draft, field.slice(seatPrefix.length), value) };
  switch (field) {
    case seatsField:
      return { seats: seatsGiven(draft, value) };
    case 'topic':
      return { topic: topicIn(value) };
    case 'format':
      return { format: formatOffered(value).name };
    case 'provider':
      return providerIn(draft, value);
    case 'model':
      return modelIn(draft, value);
    case 'minRounds':
      return limited(draft, { min_rounds: numberIn(value, { from: 1, to: 50 }) });
    case 'maxRounds':
      return limited(draft, { max_rounds: numberIn(value, { from: 1, to: 50 }) });
    case 'minutes':
      return limited(draft, { time_budget_minutes: numberIn(value, { from: 0.1, to: 10_080, isWhole: false }) });
    case 'budgetUsd':
      return limited(draft, { budget_usd: value.trim() === '' ? null : dollarsIn(value) });
    default:
      return { wishes: { ...draft.wishes, ...wishIn(draft, field, value) } };
  }
}

function topicIn(value: string): string {
  const problem = topicProblem(value);
  if (problem !== undefined) throw new PlanError('topic', problem);
  return checkedTopic(value);
}

/** The chosen provider. One that was chosen before gets the model of that time. */
function providerIn({ otherModels }: DraftRecord, value: string): Partial<DraftRecord> {
  const plain = startProvider.safeParse(value);
  if (plain.success) return { provider: plain.data, model: otherModels[plain.data] ?? '' };
  const { provider, model } = offeredModel.parse(JSON.parse(value));
  return { provider, model };
}

/** A model in full brings its provider along. */
function modelIn({ provider }: DraftRecord, value: string): Partial<DraftRecord> {
  const ref = parseModelRef(referenceIn(value, provider) ?? '');
  if (ref?.kind !== 'model') throw new PlanError('model', modelWords(value));
  return { provider: ref.provider, model: ref.model };
}

function seatsWith(
  { seats, provider }: Pick<DraftRecord, 'seats' | 'provider'>,
  role: string,
  value: string,
): Record<string, string> {
  const others = Object.fromEntries(Object.entries(seats).filter(([name]) => name !== role));
  if (value.trim() === '') return others;
  const reference = referenceIn(value, provider);
  if (reference === undefined) throw new PlanError('model', modelWords(value));
  return { ...others, [role]: reference };
}

const seatsGiven = (draft: DraftRecord, value: string): Record<string, string> =>
  Object.entries(seatsSchema.parse(JSON.parse(value))).reduce(
    (seats, [role, reference]) => seatsWith({ ...draft, seats }, role, reference),
    draft.seats,
  );

const limited = (
  { chosenLimits }: DraftRecord,
  limits: DraftRecord['chosenLimits'],
): Pick<DraftRecord, 'chosenLimits'> => ({ chosenLimits: { ...chosenLimits, ...limits } });

function wishIn({ format, wishes }: DraftRecord, field: string, value: string): Partial<DraftRecord['wishes']> {
  switch (field) {
    case 'judges': {
      const judges = numberIn(value, { from: 0, to: mostJudges });
      return judges > 0 ? { judges, options: withoutMoot(wishes.options) } : { judges };
    }
    case 'plainAnswer':
      return { plainAnswer: numberIn(value, { from: 0, to: 1 }) };
    case 'terms':
      return { terms: value.trim() === '' ? undefined : parseMotionFile(value, l10n.t('Definitions')) };
    default:
      return { options: { ...wishes.options, ...optionIn(formatOffered(format), field, value) } };
  }
}

function optionIn(format: Format, field: string, value: string): OptionWishes {
  const found = ownOptions(format).find(({ key, label }) => key === field && label !== undefined);
  if (found === undefined) throw new PlanError('field', l10n.t('There is no field “{0}”.', field));
  const { schema } = found;
  const isNumber = schema instanceof z.ZodNumber;
  const isEmpty = value.trim() === '' && (found.isOptional || !isNumber);
  const range = isNumber ? { from: schema.minValue ?? 0, to: schema.maxValue ?? Infinity } : undefined;
  const given = range === undefined ? valueIn(found, value) : isEmpty ? undefined : numberIn(value, range);
  return { [wishKey(format, found)]: isEmpty ? undefined : given };
}

/** Beside judges the page has no field for these options. */
function withoutMoot(options: OptionWishes): OptionWishes {
  const moot = formats.flatMap((format) =>
    ownOptions(format)
      .filter(({ isMootWith }) => isMootWith?.({ judges: judgeSeats(1, '') }) === true)
      .map((option) => wishKey(format, option)),
  );
  return Object.fromEntries(Object.entries(options).filter(([key]) => !moot.includes(key)));
}

interface NumberRange {
  from: number;
  to: number;
  isWhole?: boolean;
}

function numberIn(value: string, { from, to, isWhole = true }: NumberRange): number {
  const number = Number(value);
  const shape = isWhole ? /^\s*\d+\s*$/ : /^\s*\d+(?:\.\d+)?\s*$/;
  if (shape.test(value) && number >= from && number <= to) return number;
  const range = [from.toLocaleString(), to.toLocaleString()] as const;
  throw new PlanError(
    'number',
    isWhole
      ? l10n.t('Write a whole number from {0} to {1}.', ...range)
      : l10n.t('Write a number from {0} to {1}.', ...range),
  );
}

function dollarsIn(value: string): number {
  const dollars = Number(value.trim().replace(/^\$\s*/, ''));
  if (Number.isFinite(dollars) && dollars > 0) return dollars;
  throw new PlanError('number', l10n.t('Write an amount in dollars above 0, such as 2.50, or nothing.'));
}

type Lineups = Pick<DraftRecord, 'debaters' | 'otherDebaters' | 'ownModels'>;

/** The debaters of the format. A lineup that nobody has touched is made again of what it was made of. */
function debatersIn(services: Pick<StartPorts, 'settings'>, before: DraftRecord, now: DraftRecord): Lineups {
  const [left, entered] = [lineupKey(before.format), lineupKey(now.format)];
  const isMade = (left !== '' || !before.wasProposed) && !before.debaters.some((one) => isChosenFor(one, before));
  const isUntouched = isMade && isSame(before.debaters, debatersUnasked(services, before));
  const kept = Object.entries({ ...before.otherDebaters, [left]: isUntouched ? [] : before.debaters });
  const moved = kept.flatMap(([key, debaters]) =>
    debaters.length === 0 ? [] : [[key, withModel(debaters, before, now)] as const],
  );
  const { [entered]: found, ...others } = Object.fromEntries(moved);
  const chosen = kept.flatMap(([, debaters]) => debaters.filter((debater) => hasOwnModel(debater, before)));
  return {
    debaters: found ?? debatersUnasked(services, now),
    otherDebaters: others,
    ownModels: Object.fromEntries(chosen.map(({ name, model }) => [name, model])),
  };
}

export const isSame = (a: readonly DraftDebater[], b: readonly DraftDebater[]): boolean =>
  JSON.stringify(a.map(sorted)) === JSON.stringify(b.map(sorted));

const sorted = (debater: DraftDebater): [string, string][] =>
  Object.entries(debater).sort(([a], [b]) => a.localeCompare(b));

/** Who ran on the model of all runs on the new one. */
const withModel = (debaters: readonly DraftDebater[], before: DraftRecord, now: DraftRecord): DraftDebater[] =>
  debaters.map((debater) => (hasOwnModel(debater, before) ? { ...debater } : { ...debater, model: now.debaterModel }));

/** Chosen for this debater, even if all have come to run on it since. */
const hasOwnModel = (debater: DraftDebater, draft: DraftRecord): boolean =>
  debater.model !== draft.debaterModel || isChosenFor(debater, draft);

const isChosenFor = ({ name, model }: DraftDebater, { ownModels }: DraftRecord): boolean =>
  own(ownModels, name) === model;
