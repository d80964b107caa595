import type { Entry } from '../../entry';
import { headerOf, type Header } from '../../state';
import { challengedUrl, namedUrl } from './challengedUrl';
import { byDebater, error, wasStruck, type EntryRule, type Fault, type LintRecord } from './lintRecord';

/** Rule 1: nobody rebuts or challenges the Chair, and no source is challenged again after the ruling on it. */
export const authority: EntryRule = (record) => {
  const ruled = new Map<string, number>();
  return (entry, header) => {
    if (header.type === 'ruling') remember(ruled, entry, { header, record });
    if (header.type === 'rebuttal') return againstChair(header, header.rebuttalTo, record);
    if (header.type !== 'source_challenge') return [];
    return [...againstChair(header, header.target, record), ...ruledBefore(ruled, entry, { header, record })];
  };
};

interface Place {
  header: Header;
  record: LintRecord;
}

function againstChair({ seq, type }: Header, target: number | null, { state }: LintRecord): Fault[] {
  if (target === null || headerOf(state, target)?.speaker !== 'chair') return [];
  const verb = type === 'rebuttal' ? 'rebuts' : 'challenges';
  return [
    error(
      '1',
      seq,
      `The ${type} ${verb} seq ${target}, which is the Chair's; rulings and notices of the Chair are final.`,
    ),
  ];
}

function remember(ruled: Map<string, number>, entry: Entry, { header, record }: Place): void {
  const target = header.target === null ? undefined : headerOf(record.state, header.target);
  if (target === undefined) return;
  const own = entry.data?.['url'];
  const url = typeof own === 'string' ? own : namedUrl(entry.content, target);
  const key = `${target.seq} ${url ?? ''}`;
  if (url !== undefined && !ruled.has(key)) ruled.set(key, header.seq);
}

function ruledBefore(ruled: ReadonlyMap<string, number>, entry: Entry, { header, record }: Place): Fault[] {
  const target = header.target === null ? undefined : headerOf(record.state, header.target);
  if (target === undefined || !byDebater(target)) return [];
  if (wasStruck(record.state, target.seq, header.seq)) {
    const by = record.state.redactions.get(target.seq)?.by ?? '';
    return [
      error(
        '1',
        header.seq,
        `seq ${target.seq} was struck before (seq ${by}); there is nothing left to challenge in it.`,
      ),
    ];
  }
  const url = challengedUrl(entry, target);
  const ruling = url === undefined ? undefined : ruled.get(`${target.seq} ${url}`);
  if (ruling === undefined) return [];
  return [
    error(
      '1',
      header.seq,
      `The Chair had ruled on ${url ?? ''} of seq ${target.seq} before (seq ${ruling}); a ruling is not contested.`,
    ),
  ];
}
