import * as l10n from '@vscode/l10n';
import { debaterNamePattern, isReservedSpeaker } from '../../debate/names';
import type { FixedSeat } from '../../debate/step';
import { checkedLineup } from '../../session/plan';
import { PlanError } from '../../session/planError';
import type { DraftDebater } from '../../shared/protocol';
import { referenceIn, type StartProvider } from '../models/settingModels';

export interface FieldProblem {
  /** `debaters`, `debaters.1.name`, `parent` … */
  field: string;
  message: string;
}

const fewest = 2;
const most = 8;
const longest = 4_000;
const texts = ['persona', 'starting_position', 'incentives'] as const;

/** What is wrong with a lineup, by field, all at once. `checkedLineup` has the last word. */
export function lineupProblems(
  debaters: readonly DraftDebater[],
  provider: StartProvider = 'offline',
  seats?: readonly FixedSeat[],
): FieldProblem[] {
  if (seats !== undefined && seats.map(({ name }) => name).join() !== debaters.map(({ name }) => name).join()) {
    return [
      {
        field: 'debaters',
        message: l10n.t('This format is held by {0}, in this order.', seats.map(({ name }) => name).join(', ')),
      },
    ];
  }
  const problems = [
    ...countProblems(debaters.length),
    ...debaters.flatMap((debater, at) => problemsAt({ debaters, debater, at, provider })),
  ];
  return problems.length > 0 ? problems : lastWord(debaters);
}

function countProblems(count: number): FieldProblem[] {
  if (count < fewest) return [{ field: 'debaters', message: l10n.t('A debate needs at least {0} debaters.', fewest) }];
  if (count > most) return [{ field: 'debaters', message: l10n.t('A debate has at most {0} debaters.', most) }];
  return [];
}

interface InLineup {
  debaters: readonly DraftDebater[];
  debater: DraftDebater;
  at: number;
  provider: StartProvider;
}

function problemsAt({ debaters, debater, at, provider }: InLineup): FieldProblem[] {
  const name = nameProblem(debater.name, debaters.slice(0, at));
  const long = texts.filter((field) => debater[field].length > longest);
  return [
    ...(name === undefined ? [] : [{ field: `debaters.${at}.name`, message: name }]),
    ...(referenceIn(debater.model, provider) === undefined
      ? [{ field: `debaters.${at}.model`, message: modelWords(debater.model) }]
      : []),
    ...long.map((field) => ({
      field: `debaters.${at}.${field}`,
      message: l10n.t('{0} characters; at most {1} are allowed.', debater[field].length, longest),
    })),
  ];
}

export const modelWords = (model: string): string =>
  l10n.t(
    '“{0}” is no model. Write it like anthropic:claude-sonnet-5-5 or vscode:copilot/gpt-5.2; or human, or offline.',
    model,
  );

function nameProblem(name: string, before: readonly DraftDebater[]): string | undefined {
  const lower = name.toLowerCase();
  if (name === '') return l10n.t('A debater needs a name.');
  if (!debaterNamePattern.test(name)) return l10n.t('A name has 1 to 50 letters, digits and hyphens.');
  if (isReservedSpeaker(lower)) return l10n.t('“{0}” is the name of a role.', name);
  return before.some((other) => other.name.toLowerCase() === lower)
    ? l10n.t('Another debater is called “{0}”.', name)
    : undefined;
}

function lastWord(debaters: readonly DraftDebater[]): FieldProblem[] {
  try {
    checkedLineup(debaters);
    return [];
  } catch (error) {
    if (error instanceof PlanError) return [{ field: 'debaters', message: error.message }];
    throw error;
  }
}

/** As they are put into the record: without white space around what was typed. */
export const tidied = (debaters: readonly DraftDebater[]): DraftDebater[] =>
  debaters.map(({ name, persona, starting_position: position, incentives, model }) => ({
    name: name.trim(),
    persona: persona.trim(),
    starting_position: position.trim(),
    incentives: incentives.trim(),
    model: model.trim(),
  }));

/** With the models as references; what names none stays as it is. */
export const inFull = (debaters: readonly DraftDebater[], provider: StartProvider): DraftDebater[] =>
  debaters.map((debater) => ({ ...debater, model: referenceIn(debater.model, provider) ?? debater.model }));
