import * as l10n from '@vscode/l10n';
import { ofFormat } from '../../debate/formats/formatName';
import type { Format } from '../../debate/step';
import type { FormatName } from '../../debate/formats/registry';
import { dialecticUi } from './dialectic';
import type { FormatUi } from './formatUi';
import { panelUi } from './panel';
import { tribunalUi } from './tribunal';

const seatNames = ({ seats = [] }: Format): string => seats.map(({ name }) => name).join(', ');

/** Of a format that nobody described yet: its name, its seats, its options as they are. */
const plainUi: FormatUi = {
  offer: (format) => ({
    label: `${format.name.slice(0, 1).toUpperCase()}${format.name.slice(1)}`,
    detail: seatNames(format),
  }),
  forModels: seatNames,
  questions: ({ seats }) => (seats === undefined ? ['debaters', 'model'] : ['model']),
  fields: () => [],
  started: (_, { name }) => [l10n.t('Format: {0}', name)],
};

const all: Readonly<Record<FormatName, FormatUi>> = {
  panel: panelUi,
  tribunal: tribunalUi,
  dialectic: dialecticUi,
};

export const formatUi = (name: string): FormatUi => ofFormat(all, name, plainUi);
