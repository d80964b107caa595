import type { Entry } from '../../entry';
import { headerOf, isDebater, type Header } from '../../state';
import { error, wasStruck, type EntryRule, type Fault, type LintRecord } from './lintRecord';

/** Types that must name the entry they are about. */
const targeted: ReadonlySet<string> = new Set(['verification_result', 'source_challenge', 'redaction']);

/** Structure: references exist, point back, and a rebuttal answers another debater. */
export const references: EntryRule = (record) => (entry, header) => [
  ...missingReferences(header, record),
  ...rebuttalFaults(header, record),
  ...namedSeqs(entry, header).flatMap(([field, seq]) => backwards(field, seq, { header, record })),
];

/** Ancestors leave the keys out; ours never do. */
function missingReferences({ seq, type, rebuttalTo, target }: Header, { isOwn, format }: LintRecord): Fault[] {
  if (!isOwn) return [];
  const faults: Fault[] = [];
  if (type === 'rebuttal' && rebuttalTo === null) {
    faults.push(error('structure', seq, 'The rebuttal does not say what it answers: rebuttal_to_seq is missing.'));
  }
  if (type !== 'rebuttal' && rebuttalTo !== null && format === 'panel') {
    faults.push(error('structure', seq, `Only a rebuttal has rebuttal_to_seq; this is a ${type}.`));
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

interface Place {
  header: Header;
  record: LintRecord;
}

function backwards(field: string, seq: number, { header, record }: Place): Fault[] {
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

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
