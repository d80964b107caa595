import * as l10n from '@vscode/l10n';
import { jsonOf, listOf, objectOf } from '../../debate/log/objects';
import { maximumSources } from '../../debate/rules/spokenRules';
import { cutText, plainLine } from '../../matching/text/shortText';
import { formatWorkspaceUrl } from '../../matching/text/sourceUrl';
import type { Brief, TaskInputs, TaskKind, VisibleEntry } from '../../debate/flow/tasks';
import type { ArguingInput } from '../../debate/flow/tasks/common';
import type { Seat, SeatField, SeatInput, SeatOption, SeatValues } from '../protocol';

export interface SeatForm {
  title: string;
  fields: SeatField[];
  values?: SeatValues;
  /** What a model would have answered, still to be checked. By default what was given, by the ids of the fields. */
  output?(answer: FormAnswer): unknown;
}

/** Form for an answer too rich for fields: JSON, with its shape to begin with. */
export const jsonForm = (title: string, shape: unknown): SeatForm => ({
  title,
  fields: [requiredText('json', l10n.t('Answer as JSON'))],
  values: { json: JSON.stringify(shape, undefined, 2) },
  output: (answer) => jsonOf(answer.text('json')),
});

const longestExcerpt = 90;
/** Nobody looks for an older one in a list. */
const mostEntries = 300;

/** Entries to choose one of, the newest first. */
export function entryOptions(entries: readonly VisibleEntry[]): SeatOption[] {
  const options = entries.slice(-mostEntries).map((entry) => ({ value: String(entry.seq), label: entryLabel(entry) }));
  return options.reverse();
}

const entryLabel = ({ seq, speaker, content }: VisibleEntry): string =>
  `seq ${seq}, ${speaker}: ${cutText(plainLine(content), longestExcerpt)}`;

/** An absent field is not an empty one. */
export const given = (fields: Readonly<Record<string, string | readonly unknown[]>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0));

type TextInput = Extract<SeatInput, { kind: 'text' }>;
type ChoiceInput = Extract<SeatInput, { kind: 'choice' }>;
type GivenKey = 'kind' | 'id' | 'label' | 'options' | 'isRequired';

export const optionalText = (id: string, label: string, more?: Omit<TextInput, GivenKey>): TextInput => ({
  kind: 'text',
  id,
  label,
  ...more,
});

export const requiredText = (id: string, label: string, more?: Omit<TextInput, GivenKey>): TextInput => ({
  ...optionalText(id, label, more),
  isRequired: true,
});

export const requiredLine = (id: string, label: string, more?: Omit<TextInput, GivenKey>): TextInput =>
  requiredText(id, label, { isLine: true, ...more });

export const requiredChoice = (
  id: string,
  label: string,
  options: SeatOption[],
  more?: Omit<ChoiceInput, GivenKey>,
): ChoiceInput => ({ kind: 'choice', id, label, options, isRequired: true, ...more });

/** Begins with `none`. */
export const optionalChoice = (
  id: string,
  label: string,
  [none, ...options]: [string, ...SeatOption[]],
): ChoiceInput => ({
  kind: 'choice',
  id,
  label,
  options: [{ value: '', label: none }, ...options],
});

/** Several short texts, one a line. */
export const linesField = (
  id: string,
  label: string,
  hint = l10n.t('One a line; none is an answer, too.'),
): TextInput => optionalText(id, label, { hint });

export const yesOrNo = (): SeatOption[] => [
  { value: 'yes', label: l10n.t('Yes') },
  { value: 'no', label: l10n.t('No') },
];

/** The record's words, such as `REVISION REQUIRED`. */
export const plainOptions = (values: readonly string[]): SeatOption[] =>
  values.map((value) => ({ value, label: value }));

const mostSuggestions = 500;

/** The evidence files are suggested. */
export const addressesIn = ({ evidence }: Brief): string[] =>
  evidence.files.slice(0, mostSuggestions).map((path) => formatWorkspaceUrl({ path }));

/** A source without a title goes by its address. */
export const titledSources = (form: SeatForm): SeatForm => ({
  ...form,
  output: (answer) => {
    const output = objectOf(form.output?.(answer));
    return 'sources' in output ? { ...output, sources: withTitles(output['sources']) } : output;
  },
});

export const withTitles = (sources: unknown): object[] =>
  listOf(sources).map((source) => {
    const { url, title, ...rest } = objectOf(source);
    return { url, title: title === '' ? url : title, ...rest };
  });

/** Redactions of the author's own entries. */
export const redactionOptions = (redactions: readonly { seq: number; redacted: number }[]): SeatOption[] =>
  redactions.map(({ seq, redacted }) => ({
    value: String(seq),
    label: l10n.t('The redaction of your seq {0} (seq {1})', redacted, seq),
  }));

/** What a person gave, field by field, without fields that were not asked for. */
export class FormAnswer {
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

  /** Lines of the text without the marks of a list. */
  lines(id: string): string[] {
    return this.text(id)
      .split('\n')
      .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
      .filter((line) => line !== '');
  }

  numbers(id: string): number[] {
    const value = this.#valueOf(id);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string').map(numberIn) : [];
  }

  /** Those in which something was given, with all of their fields. */
  rows(id: string): Readonly<Record<string, string>>[] {
    const value = this.#valueOf(id);
    const rows = Array.isArray(value) ? value.filter((item) => typeof item === 'object') : [];
    const inputs = this.fields.flatMap((field) => (field.kind === 'rows' && field.id === id ? field.fields : []));
    return rows
      .map((row) => Object.fromEntries(inputs.map((input) => [input.id, (row[input.id] ?? '').trim()])))
      .filter((row) => Object.values(row).some((text) => text !== ''));
  }

  byField(): Record<string, unknown> {
    return Object.fromEntries(this.fields.map(({ kind, id }) => [id, kind === 'rows' ? this.rows(id) : this.text(id)]));
  }

  isAsked({ when }: Pick<SeatField, 'when'>): boolean {
    return when === undefined || when.is.includes(this.text(when.field));
  }

  isEmpty({ kind, id }: SeatField): boolean {
    if (kind === 'rows') return this.rows(id).length === 0;
    return kind === 'checks' ? this.numbers(id).length === 0 : this.text(id) === '';
  }

  #valueOf(id: string): SeatValues[string] | undefined {
    const field = this.fields.find((candidate) => candidate.id === id);
    return field !== undefined && this.isAsked(field) ? this.values[id] : undefined;
  }
}

/** NaN where it is none: the task's schema then says so. */
export const numberIn = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

/** `3, seq 4 and 12` */
export const numbersIn = (text: string): number[] => (text.match(/\d{1,15}/g) ?? []).map(Number);

/** `7`, `7: it cites both files`; the number is NaN where none stands first. */
export function numberAndWords(text: string): { number: number; words: string } {
  const [, number = '', words = ''] = /^(\d{1,15})(?=$|[\s,:;–—-])(.*)$/su.exec(text.trim()) ?? [];
  return { number: numberIn(number), words: words.replace(/^[\s,:;–—-]+/u, '') };
}

/** `+0.35`, `−0,1` and `.5`; NaN where it is none. */
export function decimalIn(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

export type SeatPrompt = Seat['prompt'];
type Part = SeatPrompt[number];

export interface SeatTask<K extends TaskKind> {
  form(input: TaskInputs[K]): SeatForm;
  /** What to take up, the most pressing first; the record stands above the composer. */
  prompt?(input: TaskInputs[K]): SeatPrompt;
  /** What the answer is held against, a line each. */
  rules?(input: TaskInputs[K]): string[];
  /** Without this decision the debate has no end: it can rest instead. */
  isDecision?: true;
}

export type SeatTasks<K extends TaskKind> = { readonly [Kind in K]: SeatTask<Kind> };

export const part = (label: string, lines: readonly string[]): Part => ({ label, lines: [...lines] });

export const lineAt = ({ seq, text }: { seq: number; text: string }): string =>
  l10n.t('seq {0}: {1}', seq, plainLine(text));

export const guided = (guidance: ArguingInput['guidance']): Part =>
  part(l10n.t('Guidance of the user'), guidance.map(lineAt));

/** Duties first, for the gate sends back what is missing. `others`: of one format alone. */
export const arguing = (
  { mustAcknowledge, questions, guidance, standingIssues, memos }: ArguingInput,
  others: SeatPrompt = [],
): SeatPrompt => [
  part(
    l10n.t('To acknowledge'),
    mustAcknowledge.map(({ seq, redacted, reason }) =>
      l10n.t('seq {0} struck your seq {1}: {2}', seq, redacted, plainLine(reason)),
    ),
  ),
  ...others,
  part(l10n.t('Questions to you'), questions.map(lineAt)),
  guided(guidance),
  part(
    l10n.t('Your sources found unreliable'),
    standingIssues.map(({ seq, url, reason }) => l10n.t('{0} in seq {1}: {2}', url, seq, plainLine(reason))),
  ),
  // Perhaps of another who sat here before.
  part(l10n.t('Memos of this seat'), memos.map(lineAt)),
];

export const you = ({ you: { persona, starting_position: position, incentives } }: ArguingInput): Part =>
  part(
    l10n.t('Your seat'),
    // A hint in a few words is both persona and position.
    [...new Set([persona, position, incentives])].filter((line) => line !== ''),
  );

export const sourceRule = (): string =>
  l10n.t(
    'At most {0} sources. Quotes, and the figures that are taken from a source, stand in it word for word.',
    maximumSources,
  );
