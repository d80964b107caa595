import { statementIn } from '../debate/fold/statement';
import { holds } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import type { Translator } from './vocabulary';

/** A sentence that its author took back is struck through where it stands, with the entry that says so. */
export function withCorrections(content: string, seq: number, view: RecordView, l10n: Translator): string {
  const { state, mask } = view;
  const made = state.corrections.filter((one) => one.seq === seq && !state.redactions.has(one.by));
  return made.reduce((text, correction) => {
    const range = statementIn(text, mask.text(correction.statement ?? ''));
    if (range === undefined) return text;
    const isReplaced = correction.newUrl !== undefined && holds(state, correction);
    const where = isReplaced
      ? l10n.t('corrected in seq {0}', correction.by)
      : l10n.t('withdrawn in seq {0}', correction.by);
    const struck = text.slice(range.start, range.end).split('\n').map(struckLine).join('\n');
    return `${text.slice(0, range.start)}${struck} *(${where})*${text.slice(range.end)}`;
  }, content);
}

/** Strikes the words of a line and leaves its white space outside of the marks, where Markdown wants it. */
function struckLine(line: string): string {
  const words = line.trim();
  const indent = line.slice(0, line.length - line.trimStart().length);
  return words === '' ? line : `${indent}~~${words}~~`;
}
