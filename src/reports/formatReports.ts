import { assessorReport } from './assessorReport';
import { blogPost } from './blogPost';
import { dialecticReports } from './dialectic/dialecticReports';
import type { FormatReports } from './document';
import { summary } from './summary';
import { tribunalReports } from './tribunal/tribunalReports';

const panelReports: FormatReports = {
  documents: () => [
    { name: 'summary.md', build: summary },
    { name: 'blog-post.md', build: blogPost },
    { name: 'assessor-report.md', build: assessorReport },
  ],
};

/** By the format's name. A format that is not here has the documents of every format, and no others. */
const byFormat: ReadonlyMap<string, FormatReports> = new Map([
  ['panel', panelReports],
  ['tribunal', tribunalReports],
  ['dialectic', dialecticReports],
]);

/** A log without a setup is taken for a panel: those of other programs are. */
export const reportsOf = (format: string | undefined): FormatReports =>
  byFormat.get(format ?? 'panel') ?? { documents: () => [] };
