import { posix } from 'node:path';
import { formatWorkspaceUrl, parseSourceUrl, percentDecoded } from '../matching/text/sourceUrl';

/** What an address of a document means. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly url: string }
  /** `anchor`: the heading that a link to a file names. */
  | { readonly kind: 'file'; readonly url: string; readonly path: string; readonly anchor?: string }
  | { readonly kind: 'refused'; readonly why: 'outside' | 'unreadable_address' };

/** `document`: the path of the citing document below the root, with `/`. */
export function targetOf(address: string, document: string): LinkTarget {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') {
    const parsed = parseSourceUrl(address);
    return parsed.kind === 'web' ? { kind: 'web', url: parsed.url } : { kind: 'refused', why: 'unreadable_address' };
  }
  const hash = address.indexOf('#');
  const [before, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash + 1)];
  const isPlace = /^(?:L\d+(?:-L?\d+)?|page=\d+)$/i.test(fragment);
  const place = isPlace ? `#${fragment}` : '';
  const own = scheme === 'workspace' ? before : `workspace:${fromRoot(before, document)}`;
  const parsed = parseSourceUrl(`${own}${place}`);
  if (parsed.kind !== 'workspace')
    return {
      kind: 'refused',
      why: parsed.kind === 'invalid' && parsed.outside === true ? 'outside' : 'unreadable_address',
    };
  const anchor = isPlace || fragment === '' ? {} : { anchor: percentDecoded(fragment) };
  return { kind: 'file', url: formatWorkspaceUrl(parsed), path: parsed.path, ...anchor };
}

/** Relative links count from the document, `/` from the root. */
function fromRoot(address: string, document: string): string {
  const path = address.replace(/\?.*/s, '');
  return path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(document), path);
}
