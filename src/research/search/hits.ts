import type { SearchHit } from './searchService';

/** A service's hit, perhaps incomplete. */
interface RawHit {
  title?: string | null | undefined;
  url?: string | null | undefined;
  text?: string | null | undefined;
}

/** The first `count` hits that lead to the web, each address once. */
export function usableHits(raw: readonly RawHit[], count: number): SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { title, url, text } of raw) {
    if (url == null || !/^https?:\/\//i.test(url) || !URL.canParse(url) || hits.has(url)) continue;
    const name = plainWords(title ?? '');
    hits.set(url, { title: name === '' ? url : name, url, snippet: plainWords(text ?? '') });
    if (hits.size === count) break;
  }
  return [...hits.values()];
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Services mark the searched words, and escape the rest as HTML. */
function plainWords(text: string): string {
  return text
    .replace(/<\/?(?:strong|b|em|mark)>/gi, '')
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      },
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 1_000);
}

/** The maximum words and characters: the services refuse longer searches. */
export function shortened(query: string, { words, characters }: { words: number; characters: number }): string {
  let short = '';
  for (const word of query.trim().split(/\s+/).slice(0, words)) {
    const longer = short === '' ? word : `${short} ${word}`;
    if (longer.length > characters) break;
    short = longer;
  }
  return short === '' ? query.trim().slice(0, characters) : short;
}

/** The address of an endpoint below a base, whether or not that ends with a slash. */
export const below = (base: string, path: string): URL => new URL(`${base.replace(/(?<!\/)\/+$/, '')}${path}`);
