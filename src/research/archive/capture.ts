import { percentDecoded } from '../../debate/sourceUrl';

/** A copy in an archive of the Wayback kind, as its address names it. */
interface Capture {
  /** When it was taken: `YYYYMMDDhhmmss`. */
  timestamp: string;
  /** The address that it was taken of. */
  original: string;
}

/** Day of the capture, `YYYY-MM-DD`. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 8).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

export function captureIn(url: string): Capture | undefined {
  const [, timestamp, original] = /\/(\d{14})(?:[a-z]{2}_)?\/(https?:\/?\/?.+)$/is.exec(url) ?? [];
  return timestamp === undefined || original === undefined ? undefined : { timestamp, original };
}

/**
 * Whether what came is a copy of the page that was asked for. An archive answers with the nearest copy that it has, which is as good; but
 * where it kept a redirect it leads on to another page, which is not. Archives take spellings of one address for the
 * same (Internet Archive: scheme, `www.`, a slash at the end, case), so they are compared without those.
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
