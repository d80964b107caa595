import * as l10n from '@vscode/l10n';
import { cutText, plainLine } from '../../debate/shortText';
import { formatWorkspaceUrl } from '../../debate/sourceUrl';
import type { Brief, TaskInputs, TaskKind, VisibleEntry } from '../../debate/tasks';
import type { SeatField, SeatInput, SeatOption, SeatValues } from '../protocol';

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

/** What a person has put into a form, read field by field. What a field is asked for only beside another value is left out. */
export class Answer {
  constructor(
    private readonly fields: readonly SeatField[],
    private readonly values: SeatValues,
  ) {}

  /** '' where nothing was given. */
  text(id: string): string {
    const value = this.#valueOf(id);
    return typeof value === 'string' ? value.trim() : '';
  }

  number(id: string): number {
    return numberIn(this.text(id));
  }

  /** The ticked values. */
  ticked(id: string): string[] {
    const value = this.#valueOf(id);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  /** The rows in which something was given. */
  rows(id: string): Readonly<Record<string, string>>[] {
    const value = this.#valueOf(id);
    const rows = Array.isArray(value) ? value.filter((item) => typeof item === 'object') : [];
    return rows
      .map((row) => Object.fromEntries(Object.entries(row).map(([key, text]) => [key, text.trim()])))
      .filter((row) => Object.values(row).some((text) => text !== ''));
  }

  isAsked(field: Pick<SeatField, 'when'>): boolean {
    const { when } = field;
    return when === undefined || when.is.includes(this.text(when.field));
  }

  isEmpty(field: SeatField): boolean {
    if (field.kind === 'rows') return this.rows(field.id).length === 0;
    return field.kind === 'checks' ? this.ticked(field.id).length === 0 : this.text(field.id) === '';
  }

  #valueOf(id: string): SeatValues[string] | undefined {
    const field = this.fields.find((candidate) => candidate.id === id);
    return field !== undefined && this.isAsked(field) ? this.values[id] : undefined;
  }
}

/** Not a number where it is none: the task's schema then says so. */
export const numberIn = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

/** `3, seq 4 and 12` */
export const numbersIn = (text: string): number[] => (text.match(/\d{1,15}/g) ?? []).map(Number);

/** `+0.35`, `−0,1` and `.5`, as people write them; not a number where it is none. */
export function decimalIn(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}
