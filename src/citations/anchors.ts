import { markdownParser } from './markdown/inlineText';

/** Whether a Markdown text has the heading, or the named element, that an anchor names, as GitHub spells anchors. */
export function hasAnchor(text: string, anchor: string): boolean {
  const wanted = anchor.toLowerCase();
  const seen = new Map<string, number>();
  const tokens = markdownParser.parse(text, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[index - 1]?.type !== 'heading_open') continue;
    const words = (token.children ?? [])
      .map(({ type, content }) => (/^(?:text|code)/.test(type) ? content : ''))
      .join('');
    const slug = slugOf(words);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    if (wanted === (count === 0 ? slug : `${slug}-${count}`)) return true;
  }
  return Array.from(text.matchAll(/\s(?:id|name)=["']([^"'\n]{1,200})["']/g)).some(
    ([, name = '']) => name.toLowerCase() === wanted,
  );
}

const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replace(/\s/g, '-');
