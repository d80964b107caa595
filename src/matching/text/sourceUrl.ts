/** 1-based, both ends included. */
export interface LineRange {
  start: number;
  end: number;
}

/** A file below the evidence root. `path` is decoded, normalised, relative, with `/`. */
export interface WorkspaceSource {
  path: string;
  lines?: LineRange | undefined;
  page?: number | undefined;
}

export type SourceUrl =
  | { kind: 'web'; url: string }
  | { kind: 'workspace'; path: string; lines?: LineRange; page?: number }
  /** `reason` completes "this source cannot be used: …". `outside`: the path leads out of the root. */
  | { kind: 'invalid'; reason: string; outside?: true };

type Invalid = Extract<SourceUrl, { kind: 'invalid' }>;

const workspaceScheme = 'workspace:';

/**
 * Parses an address however it was written. Never throws. Tolerates what is harmless (raw spaces, `#L3-9`, a
 * percent-encoded `/`); everything is judged after decoding.
 */
export function parseSourceUrl(url: string): SourceUrl {
  const text = url.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'workspace') return parseWorkspace(text.slice(workspaceScheme.length));
  if (scheme === 'http' || scheme === 'https') return parseWeb(text);
  if (scheme === undefined) {
    return invalid('it has no scheme; write workspace:path/to/file.md#L10-L20 for evidence, https://… for the web');
  }
  if (scheme.length === 1) return absolutePath();
  return invalid(`${scheme}: is no scheme that can be cited; only workspace:, https: and http: are`);
}

/** Canonical: each segment percent-encoded, safe inside a Markdown link; one line as `#L10`. */
export function formatWorkspaceUrl(source: WorkspaceSource): string {
  const path = source.path.split('/').map(percentEncoded).join('/');
  return `${workspaceScheme}${path}${formatFragment(source)}`;
}

/**
 * The address without lines, page or anchor: the key for reading and counting it once. Workspace URLs in their
 * canonical spelling.
 */
export function withoutFragment(url: string): string {
  const { before } = cutAtHash(url.trim());
  const known = wholes.get(before);
  if (known !== undefined) return known;
  const parsed = parseSourceUrl(before);
  const whole = parsed.kind === 'workspace' ? formatWorkspaceUrl({ path: parsed.path }) : before;
  if (wholes.size >= mostWholes) wholes.clear();
  wholes.set(before, whole);
  return whole;
}

/** Every reader of a long record parses the same ones again and again. */
const wholes = new Map<string, string>();
const mostWholes = 20_000;

function parseWeb(text: string): SourceUrl {
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return invalid('it holds white space or a control character; percent-encode it');
  // Fetchers take `\` for `/`, so that `https://a\@b` goes to b; no honest URL needs one.
  if (text.includes('\\')) return invalid('it holds a backslash; web addresses are written with /');
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (!authority) return invalid('it names no host; a web address starts with https://host/');
  if (authority.includes('@')) return invalid('it carries a user name or password before the host; leave them out');
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s:[\]<>"{}|^`%]+)(?::\d{1,5})?$/i.test(authority)) {
    return invalid(`“${authority}” is no host name with an optional port`);
  }
  return { kind: 'web', url: text };
}

function parseWorkspace(rest: string): SourceUrl {
  const { before, fragment } = cutAtHash(rest);
  const path = normalise(before);
  if (typeof path !== 'string') return path;
  const part = parseFragment(fragment);
  return 'reason' in part ? part : { kind: 'workspace', path, ...part };
}

/** Decodes before it judges: `%2e%2e%2f` is `../`. */
function normalise(encoded: string): string | Invalid {
  let decoded: string;
  try {
    decoded = decodeURIComponent(encoded);
  } catch {
    return invalid('its percent-encoding is broken; write a literal % as %25');
  }
  if (/[\p{Cc}\p{Cs}]/u.test(decoded)) return invalid('its path holds a control character');
  if (decoded.includes('\\')) return invalid('its path holds a backslash; write / between folders');
  if (decoded.startsWith('/') || /^[a-z]:/i.test(decoded)) return absolutePath();
  const segments: string[] = [];
  for (const segment of decoded.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return outside('its path leads out of the evidence folder with ..');
  }
  if (segments.length === 0) return invalid('it names no file; write workspace:path/to/file.md');
  const path = segments.join('/');
  // Only here would `x/../C:/y` and `./C:/y` become absolute.
  return /^[a-z]:/i.test(path) ? absolutePath() : path;
}

function parseFragment(fragment: string): { lines?: LineRange; page?: number } | Invalid {
  if (fragment === '') return {};
  const page = /^page=([1-9]\d{0,8})$/i.exec(fragment)?.[1];
  if (page !== undefined) return { page: Number(page) };
  const [, first, last] = /^L([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/i.exec(fragment) ?? [];
  if (first === undefined) {
    return invalid(`#${fragment} is no place in a file; write #L10, #L10-L20 (lines count from 1) or #page=3`);
  }
  const lines = { start: Number(first), end: Number(last ?? first) };
  if (lines.end < lines.start) return invalid(`its lines run backwards (#${fragment}); write the smaller number first`);
  return { lines };
}

function formatFragment({ lines, page }: WorkspaceSource): string {
  if (lines) return lines.start === lines.end ? `#L${lines.start}` : `#L${lines.start}-L${lines.end}`;
  return page === undefined ? '' : `#page=${page}`;
}

/** `encodeURIComponent` throws on lone surrogates and keeps what ends a Markdown link or quotes an attribute. */
export const percentEncoded = (part: string): string =>
  encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** If the encoding is broken, the % is meant literally. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** They count visitors; the page is the same without them. */
export const trackingParameter =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref_src|yclid|_hs(?:enc|mi)|wt_mc)$/i;

/**
 * The address meant by one copied out of a text or a page's source: without fragment, entities, and whatever stands
 * behind its last letter, digit, `/`, or closing bracket that it opened. A page may really end otherwise, so this
 * excuses, and never proves.
 */
export function meantUrl(url: string): string {
  let text = withEntitiesDecoded(url.trim()).replace(/#.*/s, '');
  for (;;) {
    const last = lastSign.exec(text.slice(-longestSign))?.[0] ?? '';
    const sign = percentDecoded(last);
    if (!isStray(sign, text)) return text;
    text = text.slice(0, -last.length);
  }
}

/** Raw, percent-encoded as UTF-8, or an entity without a sign of its own here. */
const lastSign = /(?:%(?:[0-7][\da-f]|[c-f][\da-f](?:%[89ab][\da-f]){1,3})|&[a-z][a-z\d]*;|.)$/isu;
const longestSign = 40;
/** Most invisible signs are no letters; the others are ignorable. */
const stray = /^(?:&[A-Za-z\d_]+;|[^\p{L}\p{M}\p{N}/]|\p{Default_Ignorable_Code_Point})$/u;
const brackets = new Map(
  ['()', '[]', '{}', '（）', '［］', '「」', '『』', '【】', '《》'].map(([open, close]) => [close, open]),
);

function isStray(sign: string, text: string): boolean {
  const open = brackets.get(sign);
  if (open === undefined) return stray.test(sign);
  const all = percentDecoded(text);
  return all.split(sign).length > all.split(open).length;
}

const entity = /(?:&|%26)(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp))(?:;|%3b)/gi;
const entitySigns: Partial<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const withEntitiesDecoded = (text: string): string =>
  text.replace(entity, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entitySigns[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? all : String.fromCodePoint(code);
  });

function cutAtHash(text: string): { before: string; fragment: string } {
  const hash = text.indexOf('#');
  return hash < 0 ? { before: text, fragment: '' } : { before: text.slice(0, hash), fragment: text.slice(hash + 1) };
}

function absolutePath(): Invalid {
  return outside('it is an absolute path; write it relative to the evidence folder: workspace:path/to/file.md');
}

function outside(reason: string): Invalid {
  return { kind: 'invalid', reason, outside: true };
}

function invalid(reason: string): Invalid {
  return { kind: 'invalid', reason };
}
