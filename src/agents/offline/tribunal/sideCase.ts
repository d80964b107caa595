import type { Debater } from '../../../debate/entryData';
import type { CitedSource, TaskInputs, VisibleEntry } from '../../../debate/tasks';
import type { TrackerRow } from '../../../debate/tasks/tribunal';
import { openCase, ranked, type CaseFile, type Ranked, type Rejected } from '../caseFile';
import type { EvidenceIndex, Indexed } from '../evidenceIndex';
import { shortened } from '../grammar';
import { linesOf, fileName, sourceName, sourceOf } from '../place';
import { motionOf, type Motion } from '../motion';
import { quotesIn, type Quoted } from '../record';
import { directionOf, propositionOf, sideLeaning, type Side } from './sides';
import { withQuotations } from './quotations';

export type SideInput = TaskInputs['advocate/defend'];

/** So many sources of an entry the Verifier looks at, and so many are cited. */
export const mostSources = 5;

/** All that a side needs to speak once; made anew from the input of each task. */
export interface SideCase {
  readonly side: Side;
  readonly file: CaseFile;
  readonly input: SideInput;
  /** What stands of each side's contributions, oldest first. */
  readonly own: readonly VisibleEntry[];
  readonly theirs: readonly VisibleEntry[];
  readonly tracker: readonly TrackerRow[];
  readonly subject: ReadonlySet<string>;
  /** Titles given in this contribution. */
  readonly taken: Set<string>;
}

const entryTypes: Record<Side, string> = { advocate: 'defense', critic: 'critique' };

export function openSide(side: Side, input: SideInput, index: EvidenceIndex, rejected: Rejected): SideCase {
  const motion = motionOf(input.brief.topic);
  const entries = [...input.record, ...(input.answerTo === undefined ? [] : [input.answerTo])];
  const bySeq = new Map(entries.map((entry) => [entry.seq, withQuotations(entry, index)]));
  const record = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const brief = { ...input.brief, debaters: input.brief.debaters.map((debater) => placed(debater, motion)) };
  const you = placed(input.you, motion);
  const opened = openCase({ ...input, brief, you, record }, index, rejected);
  const file = { ...opened, leaning: sideLeaning(motion, directionOf(side)), naming: { ...opened.naming, links: true } };
  if (file.isTerse) leaveLongPaths(file);
  const standing = (of: Side): VisibleEntry[] => record.filter((entry) => entry.type === entryTypes[of] && entry.struck === undefined);
  return {
    ...{ side, file, input },
    own: standing(side),
    theirs: standing(side === 'advocate' ? 'critic' : 'advocate'),
    tracker: input.tracker,
    subject: new Set(input.brief.subject),
    taken: new Set(),
  };
}

/** With what a link puts around it a longer path is a run of struck words, once an entry that cites the file was struck. */
const longestPath = 25;

function leaveLongPaths({ index, used }: CaseFile): void {
  const paths = new Set(index.passages.map(({ path }) => path));
  for (const path of paths) if (encodeURI(path).length > longestPath) used.addPlace({ path });
}

/** How a passage is cited; by the file's name alone where the document's title may be struck. */
export function citationsOf({ file }: SideCase, passages: readonly Indexed[]): CitedSource[] {
  return passages.map(sourceOf).map((source, at) => (file.isTerse ? { ...source, title: sourceName({ path: passages[at]?.path, title: source.title }) } : source));
}

/** The name of a point, short enough to stand in two entries of which one may be struck. */
export const nameFor = ({ file }: SideCase, title: string): string => (file.isTerse ? shortened(title, 34) : title);

/** The seats say nothing of the topic; what they stand for is the topic as a statement, and its contrary. */
function placed(debater: Debater, motion: Motion): Debater {
  const isSide = debater.name === 'advocate' || debater.name === 'critic';
  const position = isSide ? propositionOf(motion, directionOf(debater.name as Side)) : debater.starting_position;
  return { ...debater, persona: '', incentives: '', starting_position: position };
}

/** What the subject material says in its own cause counts less: whoever has nothing else argues with a closed book. */
const subjectHandicap = 0.5;

/** Unused passages, the most useful to this side first. */
export function rankedFor({ file, subject }: SideCase, extra: readonly string[] = []): Ranked[] {
  return ranked(file, extra)
    .map((one) => (subject.has(one.passage.path) ? { ...one, score: one.score - subjectHandicap } : one))
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

/** The other side's contributions since this one last spoke. */
export function news({ own, theirs }: SideCase): VisibleEntry[] {
  const last = own.at(-1)?.seq ?? -1;
  return theirs.filter(({ seq }) => seq > last);
}

/** What an own contribution may still cite. */
export class Citations {
  readonly passages: Indexed[] = [];
  /** A quotation of the other side was answered in it. */
  answered = false;

  get room(): number {
    return mostSources - this.passages.length;
  }

  add(...passages: readonly Indexed[]): void {
    this.passages.push(...passages);
  }
}

/** "`memo.txt`, lines 3–4": the citation in short, by which the Judge finds the source again. */
export const cited = (passage: Pick<Indexed, 'path' | 'startLine' | 'endLine' | 'page'>): string => `${fileName(passage.path)}, ${linesOf(passage)}`;

/** The same of a quotation in the record; without lines where it has none. */
export function citedQuote({ path, lines, title }: Quoted): string {
  if (path === undefined) return title === '' ? 'the page quoted' : title;
  return lines === undefined ? fileName(path) : cited({ path, startLine: lines.start, endLine: lines.end });
}

export const quotesOf = (entries: readonly VisibleEntry[]): Quoted[] => entries.flatMap(quotesIn);
