import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { proofOn } from '../../debate/fold/citations';
import type { Mask } from '../../debate/fold/mask';
import type { RecordView } from '../../debate/fold/view';
import type { SnapshotMetadata } from '../../record/snapshotMetadata';
import { citedSources, type ReportedSource } from '../citedSources';
import { addressWithoutTurns, oneLine } from '../../matching/text/shortText';
import { foundWord } from './claims';

type CslDate = { 'date-parts': [number[]] };
type CslName = { literal: string };

/** The fields that a debate can fill: https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html */
interface CslItem {
  id: string;
  type: 'webpage' | 'document';
  title: string;
  URL?: string;
  author?: CslName[];
  'container-title'?: string;
  issued?: CslDate;
  accessed?: CslDate;
  /** The Verifier's result, and the entries that cite the source. */
  note: string;
}

/**
 * All sources as CSL-JSON, each page or file once, without redacted ones. `metadataOf`: reads a snapshot's metadata; if
 * they do not fit the record, they are left out, and the note says so.
 */
export async function cslJson(
  view: RecordView,
  metadataOf: (url: string) => Promise<SnapshotMetadata | undefined>,
): Promise<string> {
  const byPage = new Map<string, ReportedSource[]>();
  for (const cited of citedSources(view)) {
    if (cited.isRedacted || !cited.isCited || cited.source === undefined) continue;
    const page = pageOf(cited.url);
    byPage.set(page, [...(byPage.get(page) ?? []), cited]);
  }
  const items: CslItem[] = [];
  for (const [page, cited] of byPage) {
    const isForged = proofOn(view, page)?.proof === 'does_not_fit';
    const metadata = isForged ? undefined : await metadataOf(page);
    items.push(itemOf({ page, cited, number: items.length + 1, metadata, isForged }, view.mask));
  }
  return `${JSON.stringify(items, null, 2)}\n`;
}

const pageOf = (url: string): string => url.replace(/#.*/s, '');

interface CitedPage {
  page: string;
  cited: readonly ReportedSource[];
  number: number;
  metadata: SnapshotMetadata | undefined;
  isForged: boolean;
}

/** A redacted entry's words about the page are masked here too: in its address, and in the page's own statements. */
function itemOf({ page, cited, number, metadata, isForged }: CitedPage, mask: Mask): CslItem {
  const place = parseSourceUrl(page);
  const shown = mask.text(place.kind === 'workspace' ? place.path : page);
  const hasAddress = place.kind === 'web' && shown === page;
  const source = cited[0]?.source;
  const accessed = dateOf(metadata?.accessed ?? source?.accessed);
  const issued = dateOf(metadata?.published);
  const title = oneLine(mask.text(metadata?.title ?? '')) || oneLine(source?.title ?? '') || shown;
  return {
    id: `source-${number}`,
    type: hasAddress ? 'webpage' : 'document',
    title,
    ...(hasAddress ? { URL: addressWithoutTurns(page) } : {}),
    ...(metadata?.authors === undefined || metadata.authors.length === 0
      ? {}
      : { author: metadata.authors.map((author) => ({ literal: mask.text(author) })) }),
    ...(metadata?.site === undefined ? {} : { 'container-title': mask.text(metadata.site) }),
    ...(issued === undefined ? {} : { issued }),
    ...(accessed === undefined ? {} : { accessed }),
    note: noteOf(cited, { place: place.kind === 'web' ? undefined : shown, isForged }),
  };
}

/** `place`: place of a source without an address on the web. */
function noteOf(
  cited: readonly ReportedSource[],
  { place, isForged }: { place: string | undefined; isForged: boolean },
): string {
  const places = cited.map(({ seq, speaker, finding }) => `seq ${seq} (${speaker}): ${foundWord(finding)}`);
  const named = place === undefined ? [] : [`File: ${place}`];
  const warned = isForged ? ['Its snapshot was changed: nothing is taken from it'] : [];
  return [...named, ...warned, `Cited at ${places.join('; ')}`].join('. ');
}

/** Date at the beginning of a text: `2026-03-01`, `2026-03` or `2026`. */
function dateOf(text: string | undefined): CslDate | undefined {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text ?? '');
  if (found === null) return undefined;
  return {
    'date-parts': [found.slice(1).flatMap((part: string | undefined) => (part === undefined ? [] : [Number(part)]))],
  };
}
