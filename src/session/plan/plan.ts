import { counted, oneLine } from '../../matching/text/shortText';
import { lineupSize, longestDescription, nameFault, type NameFault } from '../../debate/log/names';
import type { Debater, Limits } from '../../debate/log/entryData';
import { issuesOf } from '../../debate/log/entry';
import { standardFormat } from '../../debate/formats/formatName';
import { formatNamed, formats } from '../../debate/formats/registry';
import type { Format } from '../../debate/flow/step';
import { defaultLimits } from '../../debate/fold/state';
import type { GivenDebater } from './configFiles';
import { PlanError } from './planError';
import { defined } from '../../debate/log/objects';

export const maximumTopicLength = 2_000;
const maximumRounds = 50;

/** Default: a panel. @throws PlanError `format` */
export function formatOf({ format = standardFormat }: { format?: string }): Format {
  const known = formatNamed(format);
  if (known !== undefined) return known;
  throw new PlanError(
    'format',
    `The format "${format}" is unknown; the formats are ${formats.map(({ name }) => name).join(', ')}.`,
  );
}

/** The options with their defaults filled in. @throws PlanError `options` */
export function checkedOptions(format: Format, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const parsed = format.options.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new PlanError('options', `The options of the ${format.name} do not fit: ${issuesOf(parsed.error).join('; ')}`);
}

/**
 * The topic on one line, without invisible characters and those that turn the text around. @throws PlanError
 * `topic_empty`, `topic_too_long`, `topic_without_words`
 */
export function checkedTopic(topic: string, what: 'topic' | 'motion' = 'topic'): string {
  const trimmed = oneLine(topic);
  if (trimmed === '') throw new PlanError('topic_empty', `The ${what} is empty. Say what is to be debated.`);
  if (trimmed.length > maximumTopicLength) {
    throw new PlanError(
      'topic_too_long',
      `The ${what} has ${trimmed.length} characters; at most ${maximumTopicLength} are allowed. Put the detail into a file and give it as subject material.`,
    );
  }
  if (!/[\p{L}\p{N}]/u.test(trimmed)) {
    throw new PlanError(
      'topic_without_words',
      `The ${what} “${trimmed}” holds no word. Say in words what is to be debated.`,
    );
  }
  return trimmed;
}

/** @throws PlanError naming the first that does not fit and what to change. */
export function checkedLineup(debaters: readonly Debater[]): Debater[] {
  const size = sizeProblem(debaters.length);
  if (size !== undefined) throw size;
  const [problem] = debaterProblems(debaters).filter((one) => one !== undefined);
  if (problem !== undefined) throw problem;
  return [...debaters];
}

/**
 * Sorts debaters that were not just typed, for example from a configuration file: who can debate, and why others
 * cannot.
 */
export function fittingDebaters(given: readonly GivenDebater[]): { debaters: GivenDebater[]; problems: string[] } {
  const found = debaterProblems(given);
  const problems = found.flatMap((problem) => problem?.message ?? []);
  const debaters = given.filter((_, at) => found[at] === undefined);
  const size = debaters.length === 0 ? undefined : sizeProblem(debaters.length);
  return size === undefined ? { debaters, problems } : { debaters: [], problems: [...problems, size.message] };
}

const sizeProblem = (count: number): PlanError | undefined =>
  count < lineupSize.least || count > lineupSize.most
    ? new PlanError(
        'lineup_size',
        `The lineup has ${counted(count, 'debater')}; a debate needs ${lineupSize.least} to ${lineupSize.most}.`,
      )
    : undefined;

/** By debater; of two with one name the second is wrong. */
const debaterProblems = (debaters: readonly GivenDebater[]): (PlanError | undefined)[] =>
  debaters.map((debater, at) => debaterProblem(debater, debaters.slice(0, at)));

function debaterProblem(debater: GivenDebater, before: readonly GivenDebater[]): PlanError | undefined {
  const { name, persona = '', starting_position: position = '', incentives = '' } = debater;
  const fault = nameFault(
    name,
    before.map((other) => other.name),
  );
  if (fault === 'taken')
    return new PlanError('debater_double', `Two debaters are called "${name}". Give each a name of its own.`);
  if (fault !== undefined) return new PlanError('debater_name', nameProblem(name, fault));
  return [persona, position, incentives].some((text) => text.length > longestDescription)
    ? new PlanError('debater_too_long', `The description of "${name}" is over ${longestDescription} characters long.`)
    : undefined;
}

function nameProblem(name: string, fault: NameFault): string {
  const reserved = fault === 'role' ? ' It is reserved for a role.' : '';
  return `"${name}" cannot be a debater's name.${reserved} A name has 1 to 50 letters, digits and hyphens, such as "platform-engineer".`;
}

/** After three rounds the passages of a document are seldom to the point. */
const documentRounds = { min_rounds: 1, max_rounds: 3 };

/** What was not said is completed, as the provider has it, so that minimum ≤ maximum. @throws PlanError */
export function checkedLimits(given: Partial<Limits>, provider?: string): Limits {
  const rounds = provider === 'offline' ? documentRounds : defaultLimits;
  const min = given.min_rounds ?? Math.min(rounds.min_rounds, given.max_rounds ?? rounds.min_rounds);
  const max = given.max_rounds ?? Math.max(rounds.max_rounds, min);
  const checked = [
    ['minimum', min],
    ['maximum', max],
  ] as const;
  // A minimum that was not given is taken from the maximum, which is then what is wrong.
  for (const [name, value] of given.min_rounds === undefined ? checked.toReversed() : checked) {
    if (!Number.isInteger(value) || value < 1 || value > maximumRounds) {
      throw new PlanError(
        'rounds',
        `The ${name} of rounds is ${value}; it must be a whole number from 1 to ${maximumRounds}.`,
      );
    }
  }
  if (min > max) throw new PlanError('rounds', `The minimum of rounds (${min}) is above the maximum (${max}).`);
  const minutes = given.time_budget_minutes ?? defaultLimits.time_budget_minutes;
  const dollars = given.budget_usd ?? null;
  if (!(minutes > 0 && minutes <= 7 * 24 * 60)) {
    throw new PlanError('time_budget', `The time budget is ${minutes} minutes; it must be above 0 and at most a week.`);
  }
  if (dollars !== null && !(dollars > 0)) {
    throw new PlanError('money_budget', `The money budget is ${dollars} dollars; it must be above 0.`);
  }
  return {
    min_rounds: min,
    max_rounds: max,
    time_budget_minutes: minutes,
    budget_usd: dollars,
    ...checkedWaits(given),
  };
}

/** What is not said keeps its default and is not recorded. */
function checkedWaits({ audience_minutes: audience, task_minutes: task }: Partial<Limits>): Partial<Limits> {
  const isWithin = (value: number | undefined, most: number): boolean =>
    value === undefined || (value > 0 && value <= most);
  if (!isWithin(audience, 60))
    throw new PlanError(
      'audience_wait',
      `The audience is waited for ${audience} minutes; allowed are more than 0 and at most 60.`,
    );
  if (!isWithin(task, 120))
    throw new PlanError(
      'task_wait',
      `A silent agent is waited for ${task} minutes; allowed are more than 0 and at most 120.`,
    );
  return defined({ audience_minutes: audience, task_minutes: task });
}
