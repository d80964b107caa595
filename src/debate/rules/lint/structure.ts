import { declaredList } from '../../log/data/declared';
import { dataOf } from '../../log/codec';
import { mayUse, phases, stepOf, typeRules, type Entry } from '../../log/entry';
import { isEntryType, type EntryType, type StepMark } from '../../log/entryData';
import { allCitations } from '../../fold/citations';
import { citesSources, findingOn, headerOf, isDebater, owedSources, type Header } from '../../fold/state';
import { seqReferences } from '../../log/seqReferences';
import { maximumSources } from '../spokenRules';
import {
  byDebater,
  error,
  leniently,
  structureFault,
  wasRedacted,
  type EntryRule,
  type Fault,
  type LintRecord,
  type LintRule,
  type EntryContext,
  restingOnAll,
  isForeign,
} from './lintRecord';
import { listOf, objectOf } from '../../log/objects';
import { capitalised, spaced, withArticle } from '../../../matching/text/shortText';

/** Structure: who writes which type, in which phase. */
export const typeFit: LintRule = (record) => [
  ...record.headers.flatMap((header) => fitFaults(header, record)),
  ...setupFaults(record),
];

function setupFaults({ headers, isOwn }: LintRecord): Fault[] {
  const [first, ...others] = headers.filter((header) => header.type === 'setup');
  const late = isOwn && first !== undefined && first !== headers[0] ? [first] : [];
  return [
    ...late.map(({ seq }) => error(seq, 'The setup is not the first entry; everything else rests on it.')),
    ...others.map(({ seq }) =>
      error(seq, 'This is a second setup; the first one counts, and changes are interventions.'),
    ),
  ];
}

function fitFaults(header: Header, record: LintRecord): Fault[] {
  const { seq, type, speaker, phase } = header;
  if (!isEntryType(type)) return [];
  const faults: Fault[] = [];
  if (!mayUse(type, speaker)) {
    const what = capitalised(withArticle(spaced(type)));
    const whose = typeRules[type].speakers.map((writer) => owners[writer]).join(' or ');
    faults.push(error(seq, `${what} is ${whose}; this one is by "${speaker}".`));
  }
  const isKnownPhase = phases.some((known) => known === phase);
  if (isKnownPhase && !typeRules[type].phases.some((fitting) => fitting === phase))
    faults.push(phaseFault(type, header, record));
  return faults;
}

const owners = {
  debater: "a debater's",
  chair: "the Chair's",
  moderator: "the moderator's",
  judge: "the Judge's",
  verifier: "the Verifier's",
  audience: "the audience's",
  user: "the user's",
  reporter: "the Reporter's",
  assessor: "the Assessor's",
};

/** The ancestors did not record their officials' phase. */
function phaseFault(type: EntryType, header: Header, record: LintRecord): Fault {
  const belongs = `${capitalised(withArticle(spaced(type)))} belongs to the phase ${typeRules[type].phases.join(' or ')}`;
  const message = `${belongs}; this one stands in "${header.phase}".`;
  return byDebater(header) ? error(header.seq, message) : leniently(record, error(header.seq, message));
}

/** Rule 16: an entry has five sources at most. */
export const sourceLimit: LintRule = ({ headers }) =>
  headers
    .filter((header) => citesSources(header) && header.urls.length > maximumSources)
    .map(({ seq, urls }) =>
      error(
        seq,
        `The entry cites ${urls.length} sources; at most ${maximumSources} are allowed, and only the first ${maximumSources} are owed a verification.`,
        '16',
      ),
    );

/** Structure: no entry is older than the one before it. */
export const monotonicTime: LintRule = ({ headers }) =>
  headers.flatMap((header, index) => {
    const before = headers[index - 1];
    return before !== undefined && header.time < before.time ? [earlier(header, before)] : [];
  });

function earlier({ seq, time }: Header, before: Header): Fault {
  const [now, then] = [time, before.time].map((moment) => new Date(moment).toISOString());
  const why = 'The clock was set back, or the entries changed places.';
  return error(seq, `The time ${now} is earlier than that of seq ${before.seq}, ${then}. ${why}`);
}

/** Structure: at the end every source that needs a verification has a result. */
export const verifiedAtEnd: LintRule = (record) =>
  record.isOver ? verificationOwed(record, { before: Infinity, when: 'although the debate is over' }) : [];

/** Structure: a result is about a source that its entry cites. */
export const resultsOnCited: LintRule = (record) =>
  allCitations(record.state).flatMap(({ seq, url, finding, isCited }) => {
    if (finding === undefined || isCited) return [];
    const message = `The result is on ${url}, which seq ${seq} does not cite; it is not counted.`;
    return [leniently(record, error(finding.seq, message))];
  });

/** Sources of the entries `before` a seq. */
export function verificationOwed(record: LintRecord, due: { before: number; when: string }): Fault[] {
  const { state, headers } = record;
  const covers = proseResults(record);
  const owed = headers
    .filter((header) => header.seq < due.before && citesSources(header))
    .flatMap((header) =>
      owedSources(header)
        .filter((url) => findingOn(state, header.seq, url) === undefined && !covers(header.seq, url, header.urls))
        .map((url) =>
          unverified(
            record,
            header.seq,
            `The source ${url} of seq ${header.seq} has no verification result, ${due.when}.${mendOf(record, header.seq)}`,
          ),
        ),
    );
  return restingOnAll(owed);
}

/** Says how to get the missing check. Sources of another program's debate are never checked. */
const mendOf = (record: LintRecord, seq: number): string =>
  isForeign(record, seq) ? '' : ' "rostrum resume" checks it.';

/** Systems with importers had no Verifier; logs without a setup come from one that had. */
const unverified = (record: LintRecord, seq: number, message: string): Fault =>
  record.state.setup === undefined ? error(seq, message) : structureFault(record, seq, message);

/** Results of other programs in prose: one that names no source of the entry may concern any of them. */
function proseResults({
  state,
  headers,
  view,
}: LintRecord): (seq: number, url: string, urls: readonly string[]) => boolean {
  const texts = new Map<number, string[]>();
  for (const header of headers) {
    if (header.type !== 'verification_result' || header.target === null) continue;
    const findings = state.findings.get(header.target);
    if (findings !== undefined && [...findings.values()].some((finding) => finding.seq === header.seq)) continue;
    const entry = view.raw(header.seq);
    if (entry === undefined || dataOf(entry, 'verification_result') !== undefined) continue;
    const known = texts.get(header.target);
    if (known === undefined) texts.set(header.target, [entry.content]);
    else known.push(entry.content);
  }
  return (seq, url, urls) =>
    (texts.get(seq) ?? []).some((text) => text.includes(url) || !urls.some((other) => text.includes(other)));
}

/** A step's entries that follow each other. */
interface OpenStep {
  readonly id: string;
  readonly count: number;
  readonly first: number;
  /** Number of consecutive entries, including unreadable ones. */
  held: number;
  next: number;
}

/** Structure: a step's entries are consecutive, complete, and there once. */
export const steps: EntryRule = (record) => {
  const closed = new Map<string, number>();
  const unread = unreadCounter(record);
  let open: OpenStep | undefined;
  let unreadBefore = 0;
  return (entry) => {
    unreadBefore += unread(entry.seq);
    const mark = stepOf(entry);
    if (mark === undefined && record.malformed.has(entry.seq)) {
      unreadBefore += 1;
      return isLast(entry, record) && open !== undefined ? incomplete(open, unreadBefore + unread(Infinity)) : [];
    }
    const faults: Fault[] = [];
    if (open !== undefined && mark !== undefined && continues(open, mark, unreadBefore)) {
      open.held += mark.index - open.next;
    } else {
      if (open !== undefined) faults.push(...incomplete(open, unreadBefore));
      open = undefined;
    }
    if (mark !== undefined) {
      const { id, count, index } = mark;
      const before = open === undefined ? closed.get(id) : undefined;
      if (before !== undefined) faults.push(error(entry.seq, twice(before)));
      open ??= { id, count, first: entry.seq, held: Math.min(index, unreadBefore), next: index };
      open.held += 1;
      open.next = index + 1;
      if (open.next >= count) {
        if (before === undefined) faults.push(...incomplete(open, 0));
        if (!closed.has(id)) closed.set(id, open.first);
        open = undefined;
      } else if (isLast(entry, record)) faults.push(...incomplete(open, unread(Infinity), true));
    }
    unreadBefore = 0;
    return faults;
  };
};

/** Counts lines that are not entries directly before an entry; called in the order of the log. */
function unreadCounter({ rawLines, lineOf }: LintRecord): (seq: number) => number {
  let taken = 0;
  return (seq) => {
    const [line, before] = [seq === Infinity ? Infinity : (lineOf(seq) ?? 0), taken];
    while ((rawLines[taken] ?? Infinity) < line) taken += 1;
    return taken - before;
  };
}

/** Unreadable lines in between may be the step's own entries. */
const continues = (open: OpenStep, { id, index, count }: StepMark, unread: number): boolean =>
  id === open.id && count === open.count && index >= open.next && index <= open.next + unread;

const isLast = (entry: Entry, { state }: LintRecord): boolean => state.headers.at(-1)?.seq === entry.seq;

const twice = (before: number): string =>
  `What was written at seq ${before} is written again here, by the same step of the debate; each is taken once.`;

/** `unread`: lines beside the step that may be its missing entries. */
function incomplete({ count, first, held, next }: OpenStep, unread: number, isEnd = false): Fault[] {
  if (held + unread >= count) return [];
  const message = `The entries written together with seq ${first} do not all stand here: ${held} of ${count}.`;
  const isMovable = isEnd && unread === 0 && held === next;
  return [error(first, isMovable ? `${message} "rostrum resume" moves them aside.` : message)];
}

/** Types that must name the entry they are about. */
const targeted: ReadonlySet<string> = new Set(['verification_result', 'source_challenge', 'redaction']);

/** Structure: references exist, point back, and a rebuttal answers another debater. */
export const references: EntryRule = (record) => (entry, header) => [
  ...missingReferences(header, record),
  ...rebuttalFaults(header, record),
  ...namedSeqs(entry, header).flatMap(([names, seq]) => backwards(names, seq, { header, record })),
  ...endFaults(entry, record),
];

/** Types that end a debate with reasons in words; only a reader checks the entries that they name. */
const ends: ReadonlySet<string> = new Set(['conclusion', 'judges_ruling']);

function endFaults({ seq, type, content }: Entry, { state, unreadLines }: LintRecord): Fault[] {
  if (!ends.has(type)) return [];
  // A range of thousands, as written, is one mention.
  const named = new Set(seqReferences(content).flatMap(({ numbers }) => numbers.map((number) => number.seq)));
  const isThere = (one: number): boolean =>
    one <= seq && (headerOf(state, one) !== undefined || unreadLines.length > 0);
  const [first, ...others] = [...named].filter((one) => !isThere(one));
  if (first === undefined) return [];
  const message =
    others.length === 0
      ? `Its words name seq ${first}, which is not there.`
      : `Its words name seq ${first} and ${others.length} more seqs that are not there.`;
  return [{ ...error(seq, message), severity: 'warning' }];
}

/** Ancestors leave the keys out; we never do. */
function missingReferences({ seq, type, rebuttalTo, target }: Header, { isOwn }: LintRecord): Fault[] {
  if (!isOwn) return [];
  if (type === 'rebuttal' && rebuttalTo === null) return [error(seq, 'The rebuttal names no entry that it answers.')];
  return targeted.has(type) && target === null
    ? [error(seq, `The ${spaced(type)} names no entry that it is about.`)]
    : [];
}

/** A rebuttal of the Chair is left to rule 1. */
function rebuttalFaults({ seq, type, speaker, rebuttalTo }: Header, { state, isOwn }: LintRecord): Fault[] {
  const target = type !== 'rebuttal' || rebuttalTo === null ? undefined : headerOf(state, rebuttalTo);
  if (target === undefined || target.seq >= seq || target.speaker === 'chair') return [];
  const wrong = (why: string): Fault[] => [error(seq, `It answers seq ${target.seq}, ${why}.`)];
  if (target.speaker === speaker) return wrong(`an entry of ${speaker} itself; a rebuttal answers another debater`);
  if (!isDebater(state, target.speaker)) return wrong(`an entry of ${target.speaker}; a rebuttal answers a debater`);
  return isOwn && wasRedacted(state, target.seq, seq) ? wrong('which had been struck from the record before') : [];
}

/** `names`: words like `It answers`. A reference to an unreadable entry is not lost. */
function backwards(names: string, seq: number, { header, record }: EntryContext): Fault[] {
  const wrong = (why: string): Fault[] => [error(header.seq, `${names} seq ${seq}, ${why}.`)];
  if (seq >= header.seq) return wrong('which does not stand before it');
  const isHere = headerOf(record.state, seq) !== undefined || record.rawLines.length > 0;
  return isHere ? [] : wrong('which is not in this log');
}

function namedSeqs(entry: Entry, { rebuttalTo, target }: Header): [string, number][] {
  const found: [string, number][] = [];
  const name = (names: string, seq: unknown): void => {
    if (typeof seq === 'number') found.push([names, seq]);
  };
  name('It answers', rebuttalTo);
  name('It is about', target);
  const { points, seqs, ...declared } = entry.data ?? {};
  for (const { name: key, names } of declaredList)
    if (names !== undefined) for (const seq of seqsOf(declared[key])) name(names, seq);
  for (const point of listOf(points))
    for (const seq of listOf(field(point, 'seqs'))) name('One of its points names', seq);
  for (const seq of listOf(seqs)) name('It names', seq);
  return found;
}

/** Seqs themselves, or what each item is about. */
const seqsOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).map((one: unknown) => (typeof one === 'number' ? one : field(one, 'seq')));

const field = (value: unknown, key: string): unknown => objectOf(value)[key];
