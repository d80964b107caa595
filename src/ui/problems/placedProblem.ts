import * as l10n from '@vscode/l10n';
import { cutText, plainLine } from '../../debate/shortText';
import { sourcePlace, withPlaces } from '../../projections/sourcePlace';
import type { DebateLog } from '../../record/debateLog';
import { statusWords } from '../../projections/sourceWords';
import { isUnproven, type SourceProblem, type TroubledStatus } from './sourceProblems';

/** Lines and characters of the log from 0 on, as the editor counts. */
export interface Place {
  line: number;
  start: number;
  end: number;
}

/** A doubtful source in words, at its place in the log: what the Problems view needs of it. */
export interface PlacedProblem {
  status: TroubledStatus;
  seq: number;
  message: string;
  place: Place;
  related: { place: Place; message: string }[];
}

type PlacedLog = Pick<DebateLog, 'view' | 'lineOf' | 'textOf'>;

/** No words of struck entries stand in it. */
export function placed(problem: SourceProblem, log: PlacedLog): PlacedProblem {
  const { status, at, seq, isStruck, result, ruling, url } = problem;
  const found = shortened(log.view.visible(result)?.content ?? '');
  const told = [{ seq: result, message: l10n.t('Result in seq {0}: {1}', result, found) }];
  if (ruling !== undefined) told.push({ seq: ruling.seq, message: rulingWords(ruling, isStruck) });
  return {
    status,
    seq,
    message: messageOf(problem),
    place: placeIn(log, at, isStruck ? undefined : url),
    related: told.map((one) => ({ place: placeIn(log, one.seq, undefined), message: one.message })),
  };
}

function messageOf(problem: SourceProblem): string {
  const { status, changed } = problem;
  const found = status === 'changed' ? '' : foundWords(problem);
  if (changed === undefined) return found;
  const place = placeOf(problem);
  const words = l10n.t('changed: {0} — {1} (cited in seq {2})', plainLine(changed), place, problem.seq);
  return found === '' ? words : `${found} ${plainLine(changed)}`;
}

const placeOf = ({ shownUrl }: SourceProblem): string => plainLine(sourcePlace(l10n, shownUrl));

function foundWords(problem: SourceProblem): string {
  const { status, words, seq, unproven = '' } = problem;
  const place = placeOf(problem);
  if (isUnproven(status)) return l10n.t('{0} — {1} (cited in seq {2})', unproven, place, seq);
  const name = status === 'changed' ? status : statusWords(l10n, { status });
  return words === '' || words === name
    ? l10n.t('{0} — {1} (cited in seq {2})', name, place, seq)
    : l10n.t('{0}: {1} — {2} (cited in seq {3})', name, words, place, seq);
}

const rulingWords = ({ seq, reason }: NonNullable<SourceProblem['ruling']>, isStruck: boolean): string =>
  isStruck
    ? l10n.t('Struck by seq {0}: {1}', seq, shortened(reason))
    : l10n.t('Ruling in seq {0}: {1}', seq, shortened(reason));

const longest = 300;
const shortened = (text: string): string => cutText(plainLine(withPlaces(l10n, text)), longest);

/** The address in the line of the entry; where it cannot be made out, the beginning of the line. */
function placeIn(log: PlacedLog, seq: number, url: string | undefined): Place {
  const line = Math.max(0, (log.lineOf(seq) ?? 1) - 1);
  const written = url === undefined ? undefined : JSON.stringify(url).slice(1, -1);
  const start = written === undefined ? -1 : (log.textOf(seq)?.indexOf(`"${written}"`) ?? -1);
  return written === undefined || start < 0
    ? { line, start: 0, end: 1 }
    : { line, start: start + 1, end: start + 1 + written.length };
}
