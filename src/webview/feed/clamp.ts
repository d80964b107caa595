import type { Row } from '../../shared/protocol';

/** From here on a text is shown in part. In UTF-16 code units: about one and a half screens. */
const longText = 7_000;
const longDocument = 1_800;

/** The part that is shown of a long text: whole paragraphs, where there are any. */
export function clamped(row: Pick<Row, 'type'>, text: string): string | undefined {
  const limit = row.type === 'document' ? longDocument : longText;
  if (text.length <= limit * 1.3) return undefined;
  const part = text.slice(0, limit);
  const end = Math.max(part.lastIndexOf('\n\n'), part.lastIndexOf('\n#'));
  if (end > limit / 2) return part.slice(0, end);
  const space = part.lastIndexOf(' ');
  return `${space > limit / 2 ? part.slice(0, space) : part}…`;
}
