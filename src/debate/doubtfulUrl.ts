import { parseSourceUrl } from './sourceUrl';

/** Names that are set aside for examples and private networks (RFC 2606, 6761, 6762, 7686, 8375): no page of the web has one. */
const reservedEndings = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|onion|home\.arpa)\.?$/i;
const exampleHosts = /(?:^|\.)example\.(?:com|net|org|edu)\.?$/i;

/** Words that stand where the real ones were not known. Whole words only: “lorem” is one, “laboremus” is not. */
const placeholders =
  /(?:^|[^a-z0-9])(?:example|lorem|ipsum|placeholder|your-?[a-z]+-?here|foo-?bar|xxx+|todo|tbd|insert-[a-z]+|some-?(?:article|page|path|slug))(?=$|[^a-z0-9])/i;

/**
 * Whether the spelling of a web address alone gives rise to doubt: then it is looked at before others. It proves nothing, and
 * nothing but the order of checks follows from it.
 */
export function isDoubtfulUrl(url: string): boolean {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'web') return parsed.kind === 'invalid';
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(parsed.url) ?? [];
  const name = host.replace(/:\d+$/, '');
  return isDoubtfulHost(name) || isDoubtfulPath(rest);
}

function isDoubtfulHost(name: string): boolean {
  if (reservedEndings.test(name) || exampleHosts.test(name)) return true;
  const isAddress = /^(?:\[.*\]|[\d.]+)$/.test(name);
  return !isAddress && !name.includes('.');
}

function isDoubtfulPath(rest: string): boolean {
  const [path = ''] = rest.split('?');
  if (/[[\]{}<>|^`"…]|%E2%80%A6|\.\.\./i.test(path) || /%20/i.test(path)) return true;
  // A whole address may stand in the path of an archive's: `/web/2020/https://…`.
  if (/(?<!https?:)\/\//i.test(path)) return true;
  const decoded = decodedOr(rest);
  return decoded === undefined || placeholders.test(decoded.split('?')[0] ?? '') || isDoubtfulDoi(decoded);
}

function decodedOr(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\uFFFD') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** A DOI is `10.<4 to 9 digits>/<suffix>`. A suffix that only counts up or repeats one digit is nobody's. */
function isDoubtfulDoi(path: string): boolean {
  const [, registrant, suffix] = /\/(?:doi:)?10\.([^/]*)\/([^/?#]*)/i.exec(path) ?? [];
  if (registrant === undefined || suffix === undefined) return false;
  if (!/^\d{4,9}(?:\.\d+)*$/.test(registrant) || suffix === '') return true;
  return /^\d+$/.test(suffix) && ('01234567890'.includes(suffix) || /^(\d)\1{3,}$/.test(suffix));
}
