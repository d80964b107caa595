import { dataOf } from '../../codec';
import { mayUse, phases, stepOf, typeRules, type Entry } from '../../entry';
import { isEntryType, type EntryType, type StepMark } from '../../entryData';
import { citesSources, findingOn, headerOf, isDebater, owedSources, type Header } from '../../state';
import { maximumSources } from '../spokenRules';
import {
  byDebater,
  error,
  leniently,
  structureFault,
  wasStruck,
  type EntryRule,
  type Fault,
  type LintRecord,
  type LintRule,
  type EntryContext,
} from './lintRecord';
import { listOf, objectOf } from '../../objects';

/** Structure: who writes which type, in which phase. */
export const typeFit: LintRule = (record) => [
  ...record.headers.flatMap((header) => fitFaults(header, record)),
  ...setupFaults(record),
];

function setupFaults({ headers, isOwn }: LintRecord): Fault[] {
  const [first, ...others] = headers.filter((header) => header.type === 'setup');
  const late = isOwn && first !== undefined && first !== headers[0] ? [first] : [];
  return [
    ...late.map(({ seq }) => error('structure', seq, 'The setup is not the first entry; everything else rests on it.')),
    ...others.map(({ seq }) =>
      error('structure', seq, 'This is a second setup; the first one counts, and changes are interventions.'),
    ),
  ];
}

function fitFaults(header: Header, record: LintRecord): Fault[] {
  const { seq, type, speaker, phase } = header;
  if (!isEntryType(type)) return [];
  const faults: Fault[] = [];
  if (!mayUse(type, speaker)) {
    const writers = typeRules[type].speakers.join(', ');
    faults.push(error('structure', seq, `"${speaker}" may not write "${type}"; it is written by: ${writers}.`));
  }
  const isKnownPhase = phases.some((known) => known === phase);
  if (isKnownPhase && !typeRules[type].phases.some((fitting) => fitting === phase))
    faults.push(phaseFault(type, header, record));
  return faults;
}

/** The ancestors did not record their officials' phase. */
function phaseFault(type: EntryType, header: Header, record: LintRecord): Fault {
  const message = `The phase "${header.phase}" does not fit the type "${type}"; it belongs to: ${typeRules[type].phases.join(', ')}.`;
  return byDebater(header)
    ? error('structure', header.seq, message)
    : leniently(record, error('structure', header.seq, message));
}

/** Rule 16: at most five sources an entry. */
export const sourceLimit: LintRule = ({ headers }) =>
  headers
    .filter((header) => citesSources(header) && header.urls.length > maximumSources)
    .map(({ seq, urls }) =>
      error(
        '16',
        seq,
        `The entry cites ${urls.length} sources; at most ${maximumSources} are allowed (keep the most direct ones), and only the first ${maximumSources} are owed a verification.`,
      ),
    );

/** Structure: no entry is older than the one before it. */
export const monotonicTime: LintRule = ({ headers }) => {
  const faults: Fault[] = [];
  let before: Header | undefined;
  for (const header of headers) {
    if (before !== undefined && header.time < before.time) faults.push(earlier(header, before));
    before = header;
  }
  return faults;
};

function earlier({ seq, time }: Header, before: Header): Fault {
  const [now, then] = [time, before.time].map((moment) => new Date(moment).toISOString());
  const mend = 'a writer clamps a clock that was set back';
  return error('structure', seq, `The timestamp ${now} is earlier than that of seq ${before.seq} (${then}); ${mend}.`);
}

/** Structure: at the end every source that is owed a verification has a result. */
export const verifiedAtEnd: LintRule = (record) =>
  record.isOver ? verificationOwed(record, { before: Infinity, when: 'although the debate is over' }) : [];

/** Sources of the entries before a seq that need a verification and have none. */
export function verificationOwed(record: LintRecord, due: { before: number; when: string }): Fault[] {
  const { state, headers } = record;
  const covers = proseResults(record);
  return headers
    .filter((header) => header.seq < due.before && citesSources(header))
    .flatMap((header) =>
      owedSources(header)
        .filter((url) => findingOn(state, header.seq, url) === undefined && !covers(header.seq, url, header.urls))
        .map((url) =>
          unverified(
            record,
            header.seq,
            `The source ${url} of seq ${header.seq} has no verification result, ${due.when}; a check made now appends one.`,
          ),
        ),
    );
}

/** Systems with importers had no Verifier; logs without a setup come from one that had. */
const unverified = (record: LintRecord, seq: number, message: string): Fault =>
  record.state.setup === undefined ? error('structure', seq, message) : structureFault(record, seq, message);

/**
 * Other writers' results in prose: one that names a source of the entry concerns it; one that names none may concern
 * any.
 */
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

/** A step whose entries are not complete. */
interface OpenStep {
  readonly id: string;
  readonly count: number;
  readonly first: number;
  /** The index of the first entry that is there. */
  readonly from: number;
  next: number;
}

/** Structure: a step's entries are consecutive, complete, and once. */
export const steps: EntryRule = (record) => {
  const closed = new Map<string, number>();
  let open: OpenStep | undefined;
  return (entry) => {
    const mark = stepOf(entry);
    const faults: Fault[] = [];
    if (open !== undefined && (mark === undefined || !continues(open, mark))) {
      faults.push(incomplete(open));
      open = undefined;
    }
    if (mark === undefined) return faults;
    if (open === undefined) {
      faults.push(...beginning(mark, entry, closed));
      open = { id: mark.id, count: mark.count, first: entry.seq, from: mark.index, next: mark.index };
    }
    open.next += 1;
    if (open.next >= open.count) {
      if (!closed.has(open.id)) closed.set(open.id, open.first);
      open = undefined;
    } else if (isLast(entry, record)) faults.push(incomplete(open));
    return faults;
  };
};

const continues = (open: OpenStep, { id, index, count }: StepMark): boolean =>
  id === open.id && index === open.next && count === open.count;

const isLast = (entry: Entry, { state }: LintRecord): boolean => state.headers.at(-1)?.seq === entry.seq;

function beginning({ id, index, count }: StepMark, { seq }: Entry, closed: ReadonlyMap<string, number>): Fault[] {
  const before = closed.get(id);
  if (before !== undefined) {
    return [error('structure', seq, `The step "${id}" was written before, at seq ${before}; a step is written once.`)];
  }
  if (index === 0) return [];
  return [
    error(
      'structure',
      seq,
      `The step "${id}" begins with its entry ${index + 1} of ${count}; the ones before it are missing.`,
    ),
  ];
}

function incomplete({ id, count, first, from, next }: OpenStep): Fault {
  const message = `Of the ${count} entries of step "${id}" only ${next - from} stand together; a step is written whole or not at all. At the end of a log "rostrum resume" moves it aside.`;
  return error('structure', first, message);
}

/** Types that must name the entry they are about. */
const targeted: ReadonlySet<string> = new Set(['verification_result', 'source_challenge', 'redaction']);

/** Structure: references exist, point back, and a rebuttal answers another debater. */
export const references: EntryRule = (record) => (entry, header) => [
  ...missingReferences(header, record),
  ...rebuttalFaults(header, record),
  ...namedSeqs(entry, header).flatMap(([field, seq]) => backwards(field, seq, { header, record })),
];

/** Ancestors leave the keys out; ours never do. */
function missingReferences({ seq, type, rebuttalTo, target }: Header, { isOwn }: LintRecord): Fault[] {
  if (!isOwn) return [];
  const faults: Fault[] = [];
  if (type === 'rebuttal' && rebuttalTo === null) {
    faults.push(error('structure', seq, 'The rebuttal does not say what it answers: rebuttal_to_seq is missing.'));
  }
  if (targeted.has(type) && target === null) {
    faults.push(error('structure', seq, `The ${type} does not say what it is about: target_seq is missing.`));
  }
  return faults;
}

/** That the Chair is not rebutted is rule 1. */
function rebuttalFaults({ seq, type, speaker, rebuttalTo }: Header, { state, isOwn }: LintRecord): Fault[] {
  const target = type !== 'rebuttal' || rebuttalTo === null ? undefined : headerOf(state, rebuttalTo);
  if (target === undefined || target.seq >= seq || target.speaker === 'chair') return [];
  if (target.speaker === speaker) {
    return [
      error(
        'structure',
        seq,
        `rebuttal_to_seq ${target.seq} is an entry of ${speaker} itself; a rebuttal answers another debater.`,
      ),
    ];
  }
  if (!isDebater(state, target.speaker)) {
    return [
      error(
        'structure',
        seq,
        `rebuttal_to_seq ${target.seq} is an entry of ${target.speaker}; a rebuttal answers a debater.`,
      ),
    ];
  }
  if (isOwn && wasStruck(state, target.seq, seq)) {
    return [
      error(
        'structure',
        seq,
        `rebuttal_to_seq ${target.seq} had been struck from the record before; a rebuttal answers what stands.`,
      ),
    ];
  }
  return [];
}

function backwards(field: string, seq: number, { header, record }: EntryContext): Fault[] {
  if (seq >= header.seq) {
    return [
      error(
        'structure',
        header.seq,
        `${field} ${seq} does not point back; only entries before seq ${header.seq} can be named.`,
      ),
    ];
  }
  return headerOf(record.state, seq) === undefined
    ? [error('structure', header.seq, `${field} ${seq} does not exist in this log.`)]
    : [];
}

function namedSeqs(entry: Entry, { rebuttalTo, target }: Header): [string, number][] {
  const found: [string, number][] = [];
  const name = (field: string, seq: unknown): void => {
    if (typeof seq === 'number') found.push([field, seq]);
  };
  name('rebuttal_to_seq', rebuttalTo);
  name('target_seq', target);
  const { acknowledges, concedes, correction, points, seqs } = entry.data ?? {};
  for (const seq of listOf(acknowledges)) name('data.acknowledges', seq);
  for (const concession of listOf(concedes)) name('data.concedes', field(concession, 'seq'));
  name('data.correction.seq', field(correction, 'seq'));
  for (const point of listOf(points)) for (const seq of listOf(field(point, 'seqs'))) name('data.points', seq);
  for (const seq of listOf(seqs)) name('data.seqs', seq);
  return found;
}

const field = (value: unknown, key: string): unknown => objectOf(value)[key];
