import { stepOf, type Entry } from '../../entry';
import type { StepMark } from '../../entryData';
import { error, type EntryRule, type Fault, type LintRecord } from './lintRecord';

/** A step of which entries are still to come. */
interface OpenStep {
  readonly id: string;
  readonly count: number;
  readonly first: number;
  /** The index of the first entry that is there. */
  readonly from: number;
  next: number;
}

/** Structure: a step's entries stand together, all of them, once. */
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
