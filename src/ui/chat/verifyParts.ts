import * as l10n from '@vscode/l10n';
import { beyondOwed } from '../../debate/fold/citations';
import type { VerificationStatus } from '../../debate/log/entryData';
import { headerOf, isRedacted } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { marks } from '../../projections/sources';
import { statusWords } from '../../projections/sourceWords';
import { citedSources, type ReportedSource } from '../../reports/citedSources';
import { readableUrl } from '../../projections/sourcePlace';
import { withoutFragment } from '../../matching/text/sourceUrl';
import { differsFromRecord, type Reverified } from '../../session/review/reverify';
import { foundAgain, reverifiedCaveats, reverifiedTally } from '../../session/review/reverifiedWords';
import { changeWords } from '../../projections/words';
import { sourceOutcome } from '../findings/sourceOutcome';
import { commandLink, entryLink, markdown, panelLinks, type ChatPart, plainMarkdown } from './chatPart';
import { countsText, list } from './statusParts';

type VerifyRequest =
  | { kind: 'entry'; seq: number }
  | { kind: 'url'; url: string }
  | { kind: 'all' }
  | { kind: 'unclear' };

export function verifyRequest(prompt: string): VerifyRequest {
  const text = prompt.trim();
  if (text === '') return { kind: 'all' };
  const seq = /^(?:seq\s*|#)?(\d{1,9})$/i.exec(text)?.[1];
  if (seq !== undefined) return { kind: 'entry', seq: Number(seq) };
  const url = /^<?((?:https?|workspace):\S+?)>?$/i.exec(text)?.[1];
  return url === undefined ? { kind: 'unclear' } : { kind: 'url', url };
}

const mostShown = 30;

/** The Verifier's results on an entry's sources; for one of its results, those of the entry that it checked. */
export function entryFindings(view: RecordView, folder: string, seq: number): ChatPart[] {
  const header = headerOf(view.state, seq);
  if (header === undefined) {
    const last = view.state.headers.at(-1)?.seq ?? 0;
    return [markdown(l10n.t('There is no seq {0}; the last is {1}.', seq, last))];
  }
  const target = header.type === 'verification_result' && header.target !== null ? header.target : seq;
  const found = citedSources(view).filter((cited) => cited.seq === target);
  if (found.length === 0) return [markdown(l10n.t('{0} cites no source.', entryLink(folder, target)))];
  return [markdown(list(found.map((cited) => sourceLine(view, folder, cited))))];
}

export function urlFindings(view: RecordView, folder: string, url: string): ChatPart[] {
  const all = citedSources(view);
  const exact = all.filter((cited) => cited.url === url);
  const found = exact.length > 0 ? exact : all.filter((cited) => withoutFragment(cited.url) === withoutFragment(url));
  if (found.length === 0) return [markdown(l10n.t('No entry of this debate cites {0}.', plainMarkdown(url)))];
  const rest = found.length - mostShown;
  const lines = found.slice(0, mostShown).map((cited) => sourceLine(view, folder, cited));
  return [markdown(list(rest > 0 ? [...lines, l10n.t('{0} more', rest)] : lines))];
}

function sourceLine(view: RecordView, folder: string, cited: ReportedSource): string {
  const { finding, seq } = cited;
  const place = placeText(view, folder, { seq, url: cited.url });
  if (finding === undefined) return `${entryLink(folder, seq)} ${place}: ${statusWords(l10n, { status: 'pending' })}`;
  const { status, isQuoted, explanation, changed = '' } = sourceOutcome(view, finding);
  const why = cited.isRedacted ? l10n.t('The entry is struck from the record.') : `${explanation} ${changed}`.trim();
  return `${entryLink(folder, seq)} ${place}: ${statusMark(status, { isQuoted, isChanged: changed !== '' })} (${entryLink(folder, finding.seq)}) ${plainMarkdown(why, panelLinks(folder, view.state))}`;
}

function statusMark(
  status: VerificationStatus,
  { isQuoted, isChanged = false }: { isQuoted?: boolean | undefined; isChanged?: boolean } = {},
): string {
  const word = statusWords(l10n, { status, isQuoted });
  return `${marks[status]} ${isChanged ? l10n.t('{0} (changed since)', word) : word}`;
}

/** The source as a link to its passage; a source of a redacted entry is not named. */
function placeText(view: RecordView, folder: string, { seq, url }: { seq: number; url: string }): string {
  if (isRedacted(view.state, seq)) return l10n.t('a source of a struck entry');
  const label = plainMarkdown(readableUrl(view.mask.text(url)));
  return commandLink(label, 'rostrum.openSource', { folder, seq, url });
}

/** The counts, and each source that fails or differs from the log. */
export function reverifiedParts(view: RecordView, folder: string, results: readonly Reverified[]): ChatPart[] {
  if (results.length === 0) return [markdown(l10n.t('This debate cites no source that is to be checked.'))];
  const beyond = beyondOwed(view.state).length;
  const text = [
    l10n.t(
      'Checked again from the snapshots, without changing the record: {0}.',
      countsText(reverifiedTally(results, beyond)),
    ),
    ...reverifiedCaveats(l10n, results, beyond),
  ].join('\n\n');
  const faulty = results.filter(
    (result) => result.status !== 'verified' || differsFromRecord(result) || result.changed !== undefined,
  );
  const rest = faulty.length - mostShown;
  const lines = faulty.slice(0, mostShown).map((result) => resultLine(view, folder, result));
  if (faulty.length === 0) return [markdown(text)];
  return [
    markdown(
      `${text}\n\n${list(rest > 0 ? [...lines, l10n.t('{0} more; the Verifier Report lists them all', rest)] : lines)}`,
    ),
  ];
}

function resultLine(view: RecordView, folder: string, result: Reverified): string {
  const { seq, url, status, logged, explanation, changed } = result;
  const otherwise =
    logged === null || logged === status ? '' : ` ${l10n.t('(the record says {0})', statusMark(logged))}`;
  // An explanation quotes the passage that it judged.
  const why = isRedacted(view.state, seq)
    ? l10n.t('The entry is struck from the record.')
    : view.mask.text([explanation, ...(changed === undefined ? [] : [changeWords(l10n, changed)])].join(' ').trim());
  const found = foundAgain(result);
  const mark =
    found.status === 'pending'
      ? statusWords(l10n, found)
      : statusMark(status, { isQuoted: found.isQuoted, isChanged: changed !== undefined });
  return `${entryLink(folder, seq)} ${placeText(view, folder, { seq, url })}: ${mark}${otherwise} ${plainMarkdown(why, panelLinks(folder, view.state))}`;
}
