import { percentDecoded } from '../../debate/sourceUrl';

/** A copy in an archive of the Wayback kind, as its address names it. */
interface Capture {
  /** When it was taken: `YYYYMMDDhhmmss`. */
  timestamp: string;
  /** The archived address. */
  original: string;
}

/** Day of the capture, `YYYY-MM-DD`. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 8).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

export function captureIn(url: string): Capture | undefined {
  const [, timestamp, original] = /\/(\d{14})(?:[a-z]{2}_)?\/(https?:\/?\/?.+)$/is.exec(url) ?? [];
  return timestamp === undefined || original === undefined ? undefined : { timestamp, original };
}

/**
 * Whether the response is a copy of the requested page. An archive answers with its nearest copy, which is as good; but
 * a redirect that it kept leads to another page, which is not. Archives treat spellings of one address as equal
 * (Internet Archive: scheme, `www.`, a final slash, case), so the comparison ignores those.
 */
export function isCaptureOf(page: string, found: string): boolean {
  const capture = captureIn(found);
  return capture !== undefined && sameKey(page) === sameKey(capture.original);
}

function sameKey(url: string): string {
  const bare = url
    .replace(/^https?:\/*/i, '')
    .replace(/^www\d*\./i, '')
    .replace(/#.*/s, '');
  const [place = '', query] = bare.split(/\?(.*)/s);
  const path = percentDecoded(place.replace(/^([^/:]*):(?:80|443)(?=\/|$)/, '$1').replace(/(?<!\/)\/+$/, ''));
  const parameters = query === undefined || query === '' ? '' : `?${percentDecoded(query).split('&').sort().join('&')}`;
  return `${path}${parameters}`.toLowerCase();
}
