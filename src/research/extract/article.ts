import { Readability } from '@mozilla/readability';
import { ArticleDocument, ArticleText, type ArticleElement } from './articleDom';
import { TreeElement, TreeText, visit, type TreeDocument, type TreeParent } from './markupTree';

/** The search takes much longer than reading; in larger pages all text is the author's. */
const searched = { elements: 60_000, siblings: 10_000, levels: 150, characters: 3_000_000 };

/** In larger pages a result too short is not sought again under other rules. */
const soughtOnce = 20_000;

/** A shorter result, under a quarter of the page, is probably a teaser. */
const leastCharacters = 140;

/**
 * As reader views find it; the document is unchanged. Undefined if nothing stands out: all of the page is its author's.
 */
export function articleTexts(document: TreeDocument, title: string): ReadonlySet<TreeText> | undefined {
  const size = sizeOf(document.body);
  const isTooLarge =
    size.elements > searched.elements || size.siblings > searched.siblings || size.levels > searched.levels;
  if (isTooLarge || document.body.span.end > searched.characters) return undefined;
  const found = soughtArticle(new ArticleDocument(document, title), size.elements);
  let characters = 0;
  for (const { nodeValue } of found) characters += inkOf(nodeValue);
  if (characters === 0 || (characters < leastCharacters && characters * 4 < size.characters)) return undefined;
  return found;
}

const inkOf = (text: string): number => text.replace(/\s+/g, '').length;

function sizeOf(body: TreeElement): { elements: number; siblings: number; levels: number; characters: number } {
  const size = { elements: 0, siblings: 0, levels: 0, characters: 0 };
  const known = new Map<TreeParent | null, { level: number; children: number }>([[body, { level: 0, children: 0 }]]);
  visit(body, (node) => {
    if (node instanceof TreeText) size.characters += inkOf(node.nodeValue);
    const above = node instanceof TreeElement ? known.get(node.parent) : undefined;
    if (!(node instanceof TreeElement) || above === undefined) return false;
    above.children += 1;
    known.set(node, { level: above.level + 1, children: 0 });
    size.elements += 1;
    size.siblings = Math.max(size.siblings, above.children);
    size.levels = Math.max(size.levels, above.level + 1);
    return false;
  });
  return size;
}

function soughtArticle(document: ArticleDocument, elements: number): ReadonlySet<TreeText> {
  const texts = new Set<TreeText>();
  const reader = new Readability<string>(document, {
    // Other code reads the page's structured data.
    disableJSONLD: true,
    ...(elements > soughtOnce ? { charThreshold: 1 } : {}),
    serializer: (content: ArticleElement) => {
      content.visit((node) => {
        if (node instanceof ArticleText) for (const origin of node.origins) texts.add(origin);
      });
      return '';
    },
  });
  try {
    reader.parse();
  } catch {
    return new Set(); // A page that the finder cannot process is read whole.
  }
  return texts;
}
