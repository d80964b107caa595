import { dataOf } from '../../debate/codec';
import type { TribunalRound } from '../../debate/formats/tribunal/facts';
import type { RecordView } from '../../debate/view';
import { inline } from '../markdown';
import { seqLink } from '../seqLinks';
import { linksFromSubfolder } from '../subfolderLinks';

/** What the record says of somebody who failed in a round, as a line of Markdown; undefined where nobody did. */
export function failureIn(view: RecordView, { round, failed }: TribunalRound, agent: string): string | undefined {
  if (!failed.includes(agent)) return undefined;
  const links = linksFromSubfolder(view.state);
  for (const { seq, kind } of view.state.headers) {
    const entry = kind === 'failure' ? view.visible(seq) : undefined;
    const data = entry === undefined ? undefined : dataOf(entry, 'note');
    if (entry !== undefined && data?.side === agent && data.round === round)
      return `*${inline(entry.content, links)} (${seqLink(seq, links)})*`;
  }
  return '*There is no contribution to this round.*';
}
