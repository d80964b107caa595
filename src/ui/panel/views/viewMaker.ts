import { isDeepStrictEqual } from 'node:util';
import type { RecordView } from '../../../debate/fold/view';
import { boardOf } from '../../../projections/formats/board';
import type { ShownView, ViewRequest } from '../../../shared/protocol';
import { graphOf, scoresOf } from './graph';
import { verdictCard } from './verdictCard';

const movingTypes: ReadonlySet<string> = new Set([
  ...(['setup', 'defense', 'critique', 'assessment', 'judges_ruling', 'note', 'ruling', 'announcement'] as const),
  ...(['argument', 'judgment', 'redaction', 'intervention'] as const),
  ...(['conclusion', 'verification_result'] as const),
]);

export const movesViews = (type: string): boolean => movingTypes.has(type);

function shownOf(view: RecordView, { view: name, spans }: ViewRequest): ShownView | undefined {
  switch (name) {
    case 'debate':
      return undefined;
    case 'verdict':
      return { view: name, verdict: verdictCard(view) };
    case 'board':
      return { view: name, board: boardOf(view) };
    case 'scores':
      return { view: name, scores: scoresOf(view) };
    case 'graph':
      return { view: name, graph: graphOf(view, spans) };
  }
}

/** The same is not told twice. */
export class ViewMaker {
  #request: ViewRequest = { view: 'debate' };
  #sent: string | undefined;

  look(request: ViewRequest): void {
    if (isDeepStrictEqual(request, this.#request)) return;
    this.#request = request;
    this.#sent = undefined;
  }

  /** For a page that names no view of its own. */
  openAt(view: ViewRequest['view']): void {
    if (this.#request.view === 'debate') this.look({ view });
  }

  forget(): void {
    this.#sent = undefined;
  }

  /** Undefined where the page has it already, or looks at nothing but the entries. */
  next(view: RecordView): ShownView | undefined {
    const shown = shownOf(view, this.#request);
    if (shown === undefined) return undefined;
    const text = JSON.stringify(shown);
    if (text === this.#sent) return undefined;
    this.#sent = text;
    return shown;
  }
}
