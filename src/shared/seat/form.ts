import * as l10n from '@vscode/l10n';
import type { SeatField, SeatInput, SeatOption, SeatValues } from '../protocol';
import type { Brief, TaskInputs, TaskKind, VisibleEntry } from '../../debate/tasks';
import { plainLine } from '../../debate/plainLine';
import type { Answer } from './answer';
import { cutText } from '../../debate/shortText';
import { formatWorkspaceUrl } from '../../debate/sourceUrl';

/** How a person is asked for the output of a task. */
export interface SeatForm {
  title: string;
  fields: SeatField[];
  /** To begin with. */
  values?: SeatValues;
  /** What a model would have answered; checked against the task's schema by whoever asks. */
  output(answer: Answer): unknown;
}

export type FormMakers = { [K in TaskKind]: (input: TaskInputs[K]) => SeatForm };

const longestExcerpt = 90;
/** The newest of them: nobody looks for an older one in a list. */
const mostEntries = 300;

/** Entries to choose one of, the newest first. */
export function entryOptions(entries: readonly VisibleEntry[]): SeatOption[] {
  const options = entries.slice(-mostEntries).map((entry) => ({ value: String(entry.seq), label: entryLabel(entry) }));
  return options.reverse();
}

const entryLabel = ({ seq, speaker, content }: VisibleEntry): string =>
  `seq ${seq}, ${speaker}: ${cutText(plainLine(content), longestExcerpt)}`;

/** Only what was given: an absent field is not an empty one. */
export const given = <T>(name: string, values: readonly T[]): Record<string, readonly T[]> =>
  values.length === 0 ? {} : { [name]: values };

type TextParts = Omit<Extract<SeatInput, { kind: 'text' }>, 'kind' | 'id' | 'label' | 'isRequired'>;

export const requiredText = (id: string, label: string, more: TextParts = {}): SeatInput => ({
  kind: 'text',
  id,
  label,
  isRequired: true,
  ...more,
});

export const requiredLine = (id: string, label: string, more: TextParts = {}): SeatInput =>
  requiredText(id, label, { isLine: true, ...more });

export const requiredChoice = (id: string, label: string, options: SeatOption[]): SeatInput => ({
  kind: 'choice',
  id,
  label,
  options,
  isRequired: true,
});

export const frameworkFields = (): SeatInput[] => [
  requiredLine('name', l10n.t('Name')),
  requiredLine('description', l10n.t('What it weighs')),
];

/** Several short texts, one a line. */
export const linesField = (
  id: string,
  label: string,
  hint = l10n.t('One a line; none is an answer, too.'),
): SeatField => ({ kind: 'text', id, label, hint });

/** The lines of such a field, without the marks of a list. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((line) => line !== '');

export const redactionOption = ({ seq, struck }: { seq: number; struck: number }): SeatOption => ({
  value: String(seq),
  label: l10n.t('The redaction of your seq {0} (seq {1})', struck, seq),
});

const mostSuggestions = 500;

/** Of a source: the evidence files are suggested. */
export const addressField = ({ evidence }: Brief): SeatInput =>
  requiredLine('url', l10n.t('Address'), {
    hint: l10n.t('https://… or workspace:file.md#L3-L7'),
    suggestions: evidence.files.slice(0, mostSuggestions).map((path) => formatWorkspaceUrl({ path })),
  });

/** What has to be taken up where nobody introduces frameworks: redactions of one's own entries. */
export function redactionsField(redactions: readonly { seq: number; struck: number }[]): SeatField[] {
  if (redactions.length === 0) return [];
  return [
    {
      kind: 'checks',
      id: 'acknowledges',
      label: l10n.t('Taken up'),
      hint: l10n.t('Say that it is struck; repeat nothing of it.'),
      options: redactions.map(redactionOption),
    },
  ];
}

/** `REVISION REQUIRED` stays what it is; the words of the record are what everybody reads. */
export const plainOptions = (values: readonly string[]): SeatOption[] =>
  values.map((value) => ({ value, label: value }));
