import * as l10n from '@vscode/l10n';
import { ofFormat } from '../../debate/formats/formatName';
import { formatNamed, type FormatName } from '../../debate/formats/registry';
import type { Format } from '../../debate/flow/step';
import { dialecticUi } from './dialectic';
import { dataOf } from '../../debate/log/codec';
import type { EntryData } from '../../debate/log/entryData';
import { keysOf } from '../../debate/log/objects';
import type { DebateState } from '../../debate/fold/state';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { Aside } from '../../shared/protocol';
import type { AsideMakers, FormatUi, StepWords } from './formatUi';
import { panelUi } from './panel';
import { tribunalUi } from './tribunal';

const seatNames = ({ seats = [] }: Format): string => seats.map(({ name }) => name).join(', ');

/** Words for a format without descriptions: its name, its seats, its options unchanged. */
const plainUi: FormatUi = {
  offer: (format) => ({
    label: `${format.name.slice(0, 1).toUpperCase()}${format.name.slice(1)}`,
    detail: seatNames(format),
  }),
  forModels: seatNames,
  started: (_, { name }) => [l10n.t('Format: {0}', name)],
  steps: [],
};

const all: Readonly<Record<FormatName, FormatUi>> = {
  panel: panelUi,
  tribunal: tribunalUi,
  dialectic: dialecticUi,
};

export const formatUi = (name: string | undefined): FormatUi => ofFormat(all, name, plainUi);

/** Groups of all formats. The record's content decides, because logs of other programs do not state their format. */
export const treeGroups = Object.values(all).flatMap(({ tree = [] }) => tree);

export const tallies = (state: DebateState): string[] =>
  Object.values(all).flatMap((format) => format.tally?.(state) ?? []);

export const declaredAsides = (entry: VisibleEntry): Aside[] =>
  Object.values(all).flatMap(({ asides = {} }) =>
    keysOf(asides).flatMap((type) => (type === entry.type ? made(asides[type], type, entry) : [])),
  );

function made<T extends keyof EntryData>(make: AsideMakers[T], type: T, entry: VisibleEntry): Aside[] {
  const data = dataOf(entry, type);
  return data === undefined ? [] : (make?.(data) ?? []);
}

/** Steps that every format has. */
const commonSteps: readonly StepWords[] = [
  { step: /^ready$/, doing: () => l10n.t('is being checked'), by: () => l10n.t('everybody') },
  { step: /^verify\/(\d+)/, doing: (seq) => l10n.t('is checking the sources of seq {0}', seq) },
  { step: /^finding\/(\d+)/, doing: (seq) => l10n.t('is acting on the findings about seq {0}', seq) },
  { step: /^challenge\/(\d+)/, doing: (seq) => l10n.t('is ruling on the challenge at seq {0}', seq) },
  {
    step: /^verdict\/(.+)/,
    doing: () => l10n.t('is reading the record in both orders'),
    by: (judge) => l10n.t('judge {0}', judge),
  },
  {
    step: /^baseline\//,
    doing: () => l10n.t('is giving a plain answer, sealed until the end'),
    by: () => l10n.t('a model'),
  },
  {
    step: /^(?:report\/e\d+\/)?brief$/,
    doing: () => l10n.t('is writing the decision brief'),
    by: () => l10n.t('the reporter'),
  },
  { step: /^clarification\/(\d+)/, doing: (seq) => l10n.t('is answering the question at seq {0}', seq) },
];

function stepIn(format: string | undefined, id: string): { words: StepWords; found: string } | undefined {
  for (const words of [...commonSteps, ...formatUi(format).steps]) {
    const match = words.step.exec(id);
    if (match !== null) return { words, found: match[1] ?? '' };
  }
  return undefined;
}

/** Activity of a step: `is writing`. */
export function stepWords(format: string | undefined, id: string): string {
  const step = stepIn(format, id);
  return step?.words.doing(step.found) ?? l10n.t('is at work');
}

/** Activity with its agent: `sre is writing`, `the Chair is concluding`. */
export function stepText(format: string | undefined, id: string): string {
  const step = stepIn(format, id);
  const host = formatNamed(format)?.host === 'moderator' ? l10n.t('the Moderator') : l10n.t('the Chair');
  return step?.words.whole?.() ?? `${step?.words.by?.(step.found) ?? host} ${stepWords(format, id)}`;
}
