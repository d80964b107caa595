import { formatIn, ofFormat } from '../debate/formats/formatName';
import type { FormatName } from '../debate/formats/registry';
import type { DebateState } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { dialecticReports } from './dialectic/dialecticReports';
import type { FormatReports } from './document';
import type { DiscussionParts } from './export/claims';
import type { ArgumentGraph } from '../projections/formats/argumentGraph';
import { panelReports } from './panel/panelReports';
import { tribunalReports } from './tribunal/tribunalReports';

const noReports: FormatReports = { documents: () => [] };

const reports: Readonly<Record<FormatName, FormatReports>> = {
  panel: panelReports,
  tribunal: tribunalReports,
  dialectic: dialecticReports,
};

export const reportsOf = ({ setup }: DebateState): FormatReports => ofFormat(reports, formatIn(setup), noReports);

/** The graph of the format whose arguments the record holds; other programs' logs do not name their format. */
export const argumentGraphIn = (view: RecordView): ArgumentGraph | undefined =>
  Object.values(reports)
    .flatMap((format) => format.graph?.(view) ?? [])
    .find(({ nodes }) => nodes.length > 0);

/** The discussion, likewise; undefined if the format knows only speakers and replies. */
export const discussionIn = (view: RecordView): DiscussionParts | undefined =>
  Object.values(reports)
    .flatMap((format) => format.discussion?.(view) ?? [])
    .at(0);
