import { figuresIn, missingFigures } from '../figures';
import { isStruck } from '../state';
import type { SpokenEntry, Violation } from '../tasks';
import type { RecordView } from '../view';

/** A closing brings nothing new: no source that was not cited before, no figure that stands in no earlier entry. */
export function closingViolations(entry: SpokenEntry, view: RecordView): Violation[] {
  const unknown = newSources(
    (entry.sources ?? []).map((source) => source.url),
    view,
  );
  const violations = unknown.map((url) => ({
    rule: 'structure',
    message: `${url} was not cited before; a closing brings no new source.`,
  }));
  const figures = newFigures(entry.content, view, Infinity);
  if (figures.length === 0) return violations;
  const message = `${figures.join(', ')} stands in no earlier entry; a closing brings no new figure.`;
  return [...violations, { rule: 'structure', message }];
}

function newSources(urls: readonly string[], view: RecordView): string[] {
  const { state } = view;
  return urls.filter(
    (url) => !state.headers.some((header) => header.urls.includes(url) && !isStruck(state, header.seq)),
  );
}

/** The figures of a text that stand in no unstruck debater's entry before `before`. */
export function newFigures(content: string, view: RecordView, before: number): string[] {
  if (figuresIn(content).length === 0) return [];
  const earlier = view.state.headers
    .filter((header) => header.seq < before && !isStruck(view.state, header.seq))
    .map((header) => view.visible(header.seq))
    .flatMap((entry) => [entry?.content ?? '', ...(entry?.sources ?? []).map((source) => source.quote ?? '')])
    .join('\n\n');
  return [...new Set(missingFigures(content, earlier).map((figure) => figure.raw))];
}
