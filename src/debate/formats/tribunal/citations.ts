import type { TextRange } from '../../text';
import type { CitedSource } from '../../tasks';
import { link } from './contributionText';

/**
 * Sets the citation of each source behind its claim, or else its quotation, where its address does not stand in the texts already. Texts
 * are parallel to those given; what cannot be placed is in `unplaced`.
 */
export function withCitations(
  texts: readonly string[],
  sources: readonly CitedSource[],
): { texts: string[]; unplaced: CitedSource[] } {
  const unplaced: CitedSource[] = [];
  const insertions = texts.map((): { at: number; text: string }[] => []);
  const spans = texts.map((text) => sources.flatMap((source) => spanIn(text, source) ?? []));
  for (const source of sources) {
    if (texts.some((text) => text.includes(source.url))) continue;
    const index = texts.findIndex((text) => spanIn(text, source) !== undefined);
    const span = spanIn(texts[index] ?? '', source);
    if (span === undefined) unplaced.push(source);
    else insertions[index]?.push({ at: endOfAll(span.end, spans[index] ?? []), text: ` (${link(source)})` });
  }
  return { texts: texts.map((text, index) => inserted(text, insertions[index] ?? [])), unplaced };
}

function spanIn(text: string, { claim = '', quote = '' }: CitedSource): TextRange | undefined {
  for (const words of [claim.trim(), quote.trim()]) {
    const start = words === '' ? -1 : text.indexOf(words);
    if (start >= 0) return { start, end: start + words.length };
  }
  return undefined;
}

/** A citation must not tear apart another source's claim: it comes behind all that overlap. */
function endOfAll(end: number, spans: readonly TextRange[]): number {
  const around = spans.find((span) => span.start < end && span.end > end);
  return around === undefined ? end : endOfAll(around.end, spans);
}

function inserted(text: string, insertions: readonly { at: number; text: string }[]): string {
  const last = [...insertions].sort((a, b) => b.at - a.at);
  return last.reduce((done, { at, text: words }) => `${done.slice(0, at)}${words}${done.slice(at)}`, text);
}
