import { citationsOf, verificationCounts } from '../../debate/citations';
import { shownCitation } from '../../debate/sourceProof';
import { citesSources, headerOf, type Header } from '../../debate/state';
import { maskedRun, type Mask } from '../../debate/mask';
import { cutText } from '../../debate/shortText';
import type { RecordView } from '../../debate/view';
import type { LogProblem } from '../../record/logIndex';
import type { Marks, RawLine, Row } from '../../shared/protocol';
import { roundOfSection } from '../../projections/sections';

export const noMarks = (): Marks => ({ verified: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 });

/** How the entry's sources stand, each URL once. Results on a URL that it does not cite count too. */
export function marksOf(view: RecordView, header: Header): Marks | undefined {
  const { state } = view;
  if (header.urls.length === 0 && !state.findings.has(header.seq)) return undefined;
  // Where a seq stands in the log twice, the first entry counts.
  if (headerOf(state, header.seq) !== header) return undefined;
  const citations = citationsOf(state, header).map((one) => shownCitation(view, one));
  // Nobody checks the logs of other programs, nor what is cited beyond the first five.
  const isChecked = state.setup !== undefined && citesSources(header);
  const pending = isChecked ? citations.filter(({ isOwed, finding }) => isOwed && finding === undefined).length : 0;
  return { ...verificationCounts(state, citations), pending };
}

/** What the header of an entry does not say. */
interface RowFacts {
  at: number;
  section: string;
  /** It grants others a claim. */
  isConceding?: boolean;
  /** The name of an argument. */
  argument?: string | undefined;
}

/** What the list needs of an entry. Names and kinds are masked too: in logs of other programs they may be any text. */
export function rowOf(view: RecordView, header: Header, { isConceding = false, argument, ...place }: RowFacts): Row {
  const { state, mask } = view;
  const struck = state.redactions.get(header.seq)?.by;
  const marks = marksOf(view, header);
  const { seq, time, kind, rebuttalTo, target } = header;
  return {
    ...place,
    seq,
    time,
    phase: mask.text(header.phase),
    speaker: mask.text(header.speaker),
    type: mask.text(header.type),
    round: header.round > 0 ? header.round : roundOfSection(place.section),
    // The kind is a part of the data, which is gone where the entry is struck.
    ...(kind === undefined || struck !== undefined ? {} : { kind: mask.text(kind) }),
    ...(argument === undefined ? {} : { argument: mask.text(argument) }),
    ...(rebuttalTo === null ? {} : { rebuttalTo }),
    ...(target === null ? {} : { target }),
    ...(struck === undefined ? {} : { struck }),
    // A struck entry concedes nothing.
    ...(isConceding && struck === undefined ? { concedes: true } : {}),
    ...(marks === undefined ? {} : { marks }),
  };
}

/** Whether a redaction may change the row of another entry. */
export const mayHoldStruckText = ({ phase, speaker, type, kind = '' }: Header): boolean =>
  [phase, speaker, type, kind].some((text) => text.length >= maskedRun);

const longestLine = 4_096;
/** From this many on they are shown by their beginnings: the log may be no log at all. */
const shownWhole = 200;
const longestOfMany = 200;

/** The lines that are no entries, from this problem on. A line with several problems is one. */
export function rawLinesFrom(problems: readonly LogProblem[], from: number, mask: Mask): RawLine[] {
  const lines: RawLine[] = [];
  for (const { line, after, raw, message } of problems.slice(from)) {
    if (raw === undefined) continue;
    const last = lines.at(-1);
    if (last?.line === line) {
      last.message += `; ${mask.text(message)}`;
      continue;
    }
    const limit = from + lines.length < shownWhole ? longestLine : longestOfMany;
    // Cut first: a line may be as long as the file.
    lines.push({
      line,
      after,
      text: cutText(mask.text(cutText(raw, 16 * longestLine)), limit),
      message: mask.text(message),
    });
  }
  return lines;
}
