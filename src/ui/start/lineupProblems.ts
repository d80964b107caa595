import * as l10n from '@vscode/l10n';
import type { Documents } from '../../agents/documents/documentAnswers';
import { issuesOf } from '../../debate/log/entry';
import { errorText } from '../../debate/log/objects';
import type { FixedSeat } from '../../debate/flow/step';
import { givenDebaters } from '../../session/plan/configFiles';
import { documentNames, isMute } from '../../session/plan/documentLineup';
import { checkedLineup } from '../../session/plan/plan';
import { PlanError } from '../../session/plan/planError';
import { countWords, lengthWords, nameWords } from '../../shared/lineupWords';
import type { DraftDebater } from '../../shared/protocol';
import { referenceIn, type StartProvider } from '../models/settingModels';
import type { DebatersChoice } from './choices';

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
        message: l10n.t('This format is held by {0}, in this order.', seats.map(({ name }) => name).join(', ')),
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

/** Offline a debater of another name than a document's waits for a model or a person. */
export const muteProblems = (
  debaters: readonly DraftDebater[],
  about: { topic: string; documents: Documents; provider: StartProvider },
): FieldProblem[] =>
  debaters.flatMap((debater, at) =>
    isMute(debater, about) ? [{ field: `debaters.${at}.name`, message: muteWords(debater.name, about.documents) }] : [],
  );

const muteWords = (name: string, documents: Documents): string =>
  l10n.t(
    'Offline, only documents and people speak, and “{0}” is no document of the evidence. Choose a provider for the debate, write “human” or a model here, or name a document: {1}.',
    name,
    documentNames(documents).join(', '),
  );

export const modelWords = (model: string): string =>
  l10n.t(
    '“{0}” is no model. Write it like anthropic:claude-sonnet-5-5 or vscode:copilot/gpt-5.2; or human, or offline.',
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

/** With the models as references; what names none stays as it is. */
export const inFull = (debaters: readonly DraftDebater[], provider: StartProvider): DraftDebater[] =>
  debaters.map((debater) => ({ ...debater, model: referenceIn(debater.model, provider) ?? debater.model }));

type LineupFile = { ok: true; choice: DebatersChoice } | { ok: false; message: string };

const mostCharacters = 100_000;

/** A JSON array of debaters, or words for the Chair in any other file. */
export function lineupFromFile(name: string, text: string): LineupFile {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, message: l10n.t('{0} is empty.', name) };
  if (trimmed.length > mostCharacters) return { ok: false, message: l10n.t('{0} is too long for a lineup.', name) };
  if (!/\.json$/i.test(name)) return { ok: true, choice: { kind: 'hints', text: trimmed } };
  try {
    const value: unknown = JSON.parse(trimmed);
    const parsed = givenDebaters.min(1).safeParse(isHolder(value) ? value.debaters : value);
    if (parsed.success) return { ok: true, choice: { kind: 'given', label: name, debaters: parsed.data } };
    const what = issuesOf(parsed.error).join('; ');
    return {
      ok: false,
      message: l10n.t(
        '{0} is no lineup: {1}. A lineup is a JSON array of {"name", "persona", "starting_position", "incentives"}.',
        name,
        what,
      ),
    };
  } catch (error) {
    return {
      ok: false,
      message: l10n.t('{0} is not JSON: {1}', name, errorText(error)),
    };
  }
}

/** `{"debaters": […]}`, as in the configuration files. */
const isHolder = (value: unknown): value is { debaters: unknown } =>
  typeof value === 'object' && value !== null && 'debaters' in value;
