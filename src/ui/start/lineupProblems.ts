import * as l10n from '@vscode/l10n';
import type { FixedSeat } from '../../debate/flow/step';
import { checkedLineup } from '../../session/plan/plan';
import { PlanError } from '../../session/plan/planError';
import { countWords, lengthWords, nameWords } from '../../shared/lineupWords';
import type { DraftDebater } from '../../shared/protocol';
import { referenceIn, type StartProvider } from '../models/settingModels';

export interface FieldProblem {
  /** `debaters`, `debaters.1.name`, `parent` … */
  field: string;
  message: string;
}

const texts = ['persona', 'starting_position', 'incentives'] as const;

/** All at once. `checkedLineup` has the last word. */
export function lineupProblems(
  debaters: readonly DraftDebater[],
  provider: StartProvider = 'offline',
  seats?: readonly FixedSeat[],
): FieldProblem[] {
  if (seats !== undefined && seats.map(({ name }) => name).join() !== debaters.map(({ name }) => name).join()) {
    return [
      {
        field: 'debaters',
        message: l10n.t('This format needs exactly {0}, in this order.', seats.map(({ name }) => name).join(', ')),
      },
    ];
  }
  const count = countWords(debaters.length);
  const problems = [
    ...(count === undefined ? [] : [{ field: 'debaters', message: count }]),
    ...debaters.flatMap((debater, at) => problemsAt({ debaters, debater, at, provider })),
  ];
  return problems.length > 0 ? problems : lastWord(debaters);
}

interface InLineup {
  debaters: readonly DraftDebater[];
  debater: DraftDebater;
  at: number;
  provider: StartProvider;
}

function problemsAt({ debaters, debater, at, provider }: InLineup): FieldProblem[] {
  const taken = debaters.slice(0, at).map(({ name }) => name);
  const model = referenceIn(debater.model, provider) === undefined ? modelWords(debater.model) : undefined;
  return [
    { field: 'name', message: nameWords(debater.name, taken) },
    { field: 'model', message: model },
    ...texts.map((field) => ({ field, message: lengthWords(debater[field]) })),
  ].flatMap(({ field, message }) => (message === undefined ? [] : [{ field: `debaters.${at}.${field}`, message }]));
}

export const modelWords = (model: string): string =>
  l10n.t(
    '“{0}” is not a model. Write, for example, anthropic:claude-sonnet-5-5, vscode:copilot/gpt-5.2, human or offline.',
    model,
  );

function lastWord(debaters: readonly DraftDebater[]): FieldProblem[] {
  try {
    checkedLineup(debaters);
    return [];
  } catch (error) {
    if (error instanceof PlanError) return [{ field: 'debaters', message: error.message }];
    throw error;
  }
}

export const tidied = (debaters: readonly DraftDebater[]): DraftDebater[] =>
  debaters.map(({ name, persona, starting_position: position, incentives, model }) => ({
    name: name.trim(),
    persona: persona.trim(),
    starting_position: position.trim(),
    incentives: incentives.trim(),
    model: model.trim(),
  }));

/** The lineup with the models as references; what names none stays as it is. */
export const inFull = (debaters: readonly DraftDebater[], provider: StartProvider): DraftDebater[] =>
  debaters.map((debater) => ({ ...debater, model: referenceIn(debater.model, provider) ?? debater.model }));
