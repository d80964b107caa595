import * as z from 'zod';
import { partKinds, type TextLayout } from '../debate/sourceText';

const offset = z.int().min(0);
const layoutSchema = z.looseObject({
  parts: z.array(z.looseObject({ kind: z.enum(partKinds), start: offset, end: offset })).optional(),
  pages: z.array(z.looseObject({ page: z.int().min(1), start: offset, end: offset })).optional(),
});

/** Whether there is anything in it that the text alone does not say. */
export const hasLayout = (layout: TextLayout | undefined): layout is TextLayout =>
  (layout?.parts?.length ?? 0) > 0 || (layout?.pages?.length ?? 0) > 0;

export const layoutText = ({ parts, pages }: TextLayout): string =>
  `${JSON.stringify({ ...(parts === undefined ? {} : { parts }), ...(pages === undefined ? {} : { pages }) })}\n`;

/** Undefined for what was cut or changed by somebody, and what does not fit the text: a part in a wrong place could hide a menu in the body. */
export function layoutIn(json: string | undefined, text: string): TextLayout | undefined {
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined; // As good as none.
  }
  const { parts, pages } = layoutSchema.safeParse(value).data ?? {};
  const layout: TextLayout = { ...(parts === undefined ? {} : { parts }), ...(pages === undefined ? {} : { pages }) };
  return hasLayout(layout) && [parts ?? [], pages ?? []].every((spans) => follow(spans, text.length))
    ? layout
    : undefined;
}

/** In order, without overlapping, within the text. */
function follow(spans: readonly { start: number; end: number }[], length: number): boolean {
  let at = 0;
  return spans.every(({ start, end }) => {
    const fits = start >= at && end >= start && end <= length;
    at = end;
    return fits;
  });
}
