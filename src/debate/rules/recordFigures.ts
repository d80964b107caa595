import { missingFigures, unreckoned } from '../../matching/figures/figureFindings';
import { figuresIn, type Figure } from '../../matching/figures/figures';
import { holds, isRedacted, type DebateState, type Header } from '../fold/state';
import { statementIn } from '../fold/statement';
import type { RecordView } from '../fold/view';
import type { Violation, VisibleEntry } from '../flow/tasks';
import { structure } from './violation';

/** Figures of a text that stand in no entry and in no quotation of the record, and do not follow from two of its own. `from`: the entries that count. */
export function newFigures(
  content: string,
  view: RecordView,
  from: (header: Header) => boolean = () => true,
): Figure[] {
  if (figuresIn(content).length === 0) return [];
  const earlier = view.state.headers
    .filter((header) => !isRedacted(view.state, header.seq) && from(header))
    .flatMap((header) => view.visible(header.seq) ?? []);
  // A result quotes pieces of tables, which must not decide how the debaters' numbers are read.
  const [results, others] = [true, false].map((isResult) =>
    earlier
      .filter(({ type }) => (type === 'verification_result') === isResult)
      .flatMap((entry) => [
        withoutWithdrawn(entry, view.state),
        ...(entry.sources ?? []).flatMap(({ title, quote = '' }) => [title, quote]),
      ])
      .join('\n\n'),
  );
  const unknown = new Set(missingFigures(content, results ?? '').map(({ start }) => start));
  const missing = missingFigures(content, others ?? '').filter(({ start }) => unknown.has(start));
  return unreckoned(content, missing);
}

/** Words that were withdrawn or corrected state nothing any more. */
function withoutWithdrawn({ seq, content }: VisibleEntry, state: DebateState): string {
  return state.corrections.reduce((text, correction) => {
    const isMade = correction.seq === seq && holds(state, correction);
    const range = isMade ? statementIn(text, correction.statement) : undefined;
    return range === undefined ? text : `${text.slice(0, range.start)}${text.slice(range.end)}`;
  }, content);
}

const leading: ReadonlySet<string> = new Set(['chair', 'judge', 'reporter']);
const proving: ReadonlySet<string> = new Set(['setup', 'judgment']);

/**
 * What leads, decides or sums up a debate states no figure that nobody else stated in it; told once, so that it costs no step, and marked where it
 * is left. What
 * Chair or Judge wrote before proves nothing but scores. A number of one digit without a unit counts anything, and is left alone.
 */
export function figureViolations(what: string, texts: readonly string[], view: RecordView): Violation[] {
  const isStated = ({ speaker, type }: Header): boolean => proving.has(type) || !leading.has(speaker);
  const found = newFigures(texts.join('\n\n'), view, isStated).filter(
    ({ raw, unit, measure }) => unit !== undefined || measure !== undefined || /\p{Nd}.*\p{Nd}/su.test(raw),
  );
  if (found.length === 0) return [];
  const unstated = [...new Set(found.map(({ raw }) => raw.trim()))];
  const message = `${what}: no debater and no quotation says ${unstated.join(', ')}. State figures as the debaters have them, or leave them out.`;
  return [{ ...structure(message), toldOnce: true, unstated }];
}
