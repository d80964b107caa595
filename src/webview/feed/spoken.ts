import { collapsed, firstUnits } from '../../debate/shortText';
import { type MarkdownNode, markdownTree } from '../../shared/markdown';
import type { Row } from '../../shared/protocol';

/** In UTF-16 code units. Nobody wants to hear more in one go; the list has the rest. */
const longest = 2_000;

/** A text as it is read aloud: whole, without the signs of Markdown. */
export function spoken(content: string): string {
  // Signs take some room, too; more than this would only take time.
  const part = firstUnits(content, 8 * longest);
  const text = collapsed(textOf(markdownTree(part) ?? [part]));
  return text.length <= longest ? text : `${firstUnits(text, longest).replace(/\s\S{0,40}$/, '')}…`;
}

const inline: ReadonlySet<string> = new Set(['em', 'strong', 's', 'code', 'web', 'source']);

/** Unlike in a plain text, what stands in blocks of its own is not run together. */
function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.tag === 'seq') return node.text;
      if (node.tag === 'mention') return node.word;
      const text = textOf(node.children);
      return inline.has(node.tag) ? text : `${text} `;
    })
    .join('');
}

/** From here on a text is shown in part. In UTF-16 code units: about one and a half screens. */
const longText = 7_000;
const longDocument = 1_800;

/** The part that is shown of a long text: whole paragraphs, where there are any. */
export function clamped(row: Pick<Row, 'type'>, text: string): string | undefined {
  const limit = row.type === 'document' ? longDocument : longText;
  if (text.length <= limit * 1.3) return undefined;
  const part = firstUnits(text, limit);
  const end = Math.max(part.lastIndexOf('\n\n'), part.lastIndexOf('\n#'));
  if (end > limit / 2) return part.slice(0, end);
  const space = part.lastIndexOf(' ');
  return `${space > limit / 2 ? part.slice(0, space) : part}…`;
}
