import * as l10n from '@vscode/l10n';
import type { SeatField, SeatInput, SeatOption, SeatValues } from '../../../shared/protocol';
import type { TaskInputs, PanelKind, VisibleEntry } from '../../../debate/tasks';
import { plainLine } from '../../plainLine';
import { cutText } from '../cutText';
import type { Answer } from './answer';

/** How a person is asked for the output of a task. */
export interface SeatForm {
  title: string;
  fields: SeatField[];
  /** To begin with. */
  values?: SeatValues;
  /** What a model would have answered; checked against the task's schema by whoever asks. */
  output(answer: Answer): unknown;
}

export type FormMakers = { [K in PanelKind]: (input: TaskInputs[K]) => SeatForm };

const longestExcerpt = 90;
/** The newest of them: nobody looks for an older one in a list. */
const mostEntries = 300;

/** Entries to choose one of, the newest first. */
export function entryOptions(entries: readonly VisibleEntry[]): SeatOption[] {
  const options = entries.slice(-mostEntries).map((entry) => ({ value: String(entry.seq), label: entryLabel(entry) }));
  return options.reverse();
}

const entryLabel = ({ seq, speaker, content }: VisibleEntry): string => `seq ${seq}, ${speaker}: ${cutText(plainLine(content), longestExcerpt)}`;

/** Only what was given: an absent field is not an empty one. */
export const given = <T>(name: string, values: readonly T[]): Record<string, readonly T[]> => (values.length === 0 ? {} : { [name]: values });

export const frameworkFields = (): SeatInput[] => [
  { kind: 'text', id: 'name', label: l10n.t('Name'), isLine: true, isRequired: true },
  { kind: 'text', id: 'description', label: l10n.t('What it weighs'), isLine: true, isRequired: true },
];
