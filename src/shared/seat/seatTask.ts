import * as l10n from '@vscode/l10n';
import { plainLine } from '../../debate/shortText';
import { maximumSources } from '../../debate/rules/spokenRules';
import type { TaskInputs, TaskKind } from '../../debate/tasks';
import type { ArguingInput } from '../../debate/tasks/common';
import type { Seat } from '../protocol';
import type { SeatForm } from './form';

export type Cue = Seat['cue'];
type Part = Cue[number];

/** What a person is asked and told of a task for which a model would be asked. */
export interface SeatTask<K extends TaskKind> {
  form(input: TaskInputs[K]): SeatForm;
  /** What the answer has to take up, the most pressing first; the record itself stands above the composer. */
  cue?(input: TaskInputs[K]): Cue;
  /** What the answer is held against, in a line each: the same for a person as for a model. */
  rules?(input: TaskInputs[K]): string[];
  /** Without this decision there is no end of the debate: it can rest instead. */
  isDecision?: true;
}

export type SeatTasks<K extends TaskKind> = { readonly [Kind in K]: SeatTask<Kind> };

export const part = (label: string, lines: readonly string[]): Part => ({ label, lines: [...lines] });

export const lineAt = ({ seq, text }: { seq: number; text: string }): string =>
  l10n.t('seq {0}: {1}', seq, plainLine(text));

export const guided = (guidance: ArguingInput['guidance']): Part =>
  part(l10n.t('Guidance of the user'), guidance.map(lineAt));

/** Duties first: what is missing of them, the gate sends back. `others` are those of one format alone. */
export const arguing = (
  { mustAcknowledge, questions, guidance, standingIssues, memos }: ArguingInput,
  others: Cue = [],
): Cue => [
  part(
    l10n.t('To acknowledge'),
    mustAcknowledge.map(({ seq, struck, reason }) =>
      l10n.t('seq {0} struck your seq {1}: {2}', seq, struck, plainLine(reason)),
    ),
  ),
  ...others,
  part(l10n.t('Questions to you'), questions.map(lineAt)),
  guided(guidance),
  part(
    l10n.t('Your sources found unreliable'),
    standingIssues.map(({ seq, url, reason }) => l10n.t('{0} in seq {1}: {2}', url, seq, plainLine(reason))),
  ),
  // Of whoever sat here before, if that was another.
  part(l10n.t('Memos of this seat'), memos.map(lineAt)),
];

export const you = ({ you: { persona, starting_position: position, incentives } }: ArguingInput): Part =>
  part(
    l10n.t('Your seat'),
    // A hint in a few words is a seat's persona and its position.
    [...new Set([persona, position, incentives])].filter((line) => line !== ''),
  );

export const sourceRule = (): string =>
  l10n.t(
    'At most {0} sources. Quotes, and the figures that are taken from a source, stand in it word for word.',
    maximumSources,
  );
