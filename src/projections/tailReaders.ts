import { dataOf } from '../debate/codec';
import { stepOf, type Entry } from '../debate/entry';
import type { FormatName } from '../debate/formats/registry';
import type { Phase } from './status';

/** What the newest entries of a log tell about where the debate is. */
export interface TailPhase {
  /** Undefined where they do not tell. */
  phase: Phase | undefined;
  /** False where something stands there that only the whole log can make sense of. */
  isCertain: boolean;
}

/** How the end of a log is read, by format: the main lane's steps follow each other, so that the newest of them says where the debate is. */
export interface TailReader {
  /** The letter before the number in the ids of its rounds' steps. */
  roundMark: 'r' | 'e';
  phaseIn(newestFirst: Iterable<Entry>, tail: { newest(pattern: RegExp): unknown }): TailPhase;
}

const concluding = /"conclude":\s*true/;

const panel: TailReader = {
  roundMark: 'r',
  phaseIn(newestFirst, tail) {
    let isCertain = true;
    let phase: Phase | undefined;
    for (const entry of newestFirst) {
      phase = panelPhaseAfter(entry);
      if (phase !== undefined) break;
      // What users add opens nothing. Anything else behind the last step may be a finding that came late.
      if (entry.speaker !== 'user') isCertain = false;
    }
    if (phase === 'done') return { phase, isCertain };
    const isConcluding = phase !== 'documents' && tail.newest(concluding) !== undefined;
    return { phase: isConcluding ? 'conclusion' : phase, isCertain: true };
  },
};

function panelPhaseAfter(entry: Entry): Phase | undefined {
  if (entry.type === 'conclusion') return 'documents';
  const id = stepOf(entry)?.id;
  if (id === undefined) return undefined;
  if (id === 'assessor-report') return 'done';
  if (id === 'audience-conclusion' || /^documents(\/|$)/.test(id)) return 'documents';
  if (id === 'closing/end') return 'conclusion';
  if (id === 'unresolved' || id.startsWith('closing/')) return 'closing';
  if (/^r\d+\/go-on$/.test(id)) return entry.data?.['kind'] === 'stop' ? 'closing' : 'rounds';
  if (id === 'opening/end' || /^r\d+\//.test(id)) return 'rounds';
  if (id === 'ready' || id.startsWith('opening/')) return 'opening';
  return id === 'setup' ? 'setup' : undefined;
}

/** What a step settles by itself; behind all others the whole log decides how it goes on. */
const readerOf = (roundMark: 'r' | 'e', phaseAfter: (entry: Entry) => Phase | undefined): TailReader => ({
  roundMark,
  phaseIn(newestFirst, tail) {
    if (tail.newest(concluding) !== undefined) return { phase: undefined, isCertain: false };
    let isLast = true;
    for (const entry of newestFirst) {
      // A user may have changed what is still to come.
      if (dataOf(entry, 'intervention')?.change !== undefined) break;
      const id = stepOf(entry)?.id;
      if (id !== undefined && !besides.test(id)) {
        const phase = phaseAfter(entry);
        return { phase, isCertain: phase !== undefined && (isLast || phase !== 'done') };
      }
      if (entry.speaker !== 'user') isLast = false;
    }
    return { phase: undefined, isCertain: false };
  },
});

const besides = /^(?:verify|finding|challenge|clarification)\//;

const tribunal = readerOf('r', (entry) => {
  if (entry.type === 'judges_ruling') return 'done';
  const id = stepOf(entry)?.id ?? '';
  if (id === 'setup') return 'setup';
  return id === 'plan' || /^r\d+\/(?:start|advocate|critic)$/.test(id) ? 'rounds' : undefined;
});

/** Whether more is to come after a judgment, and how the totals are when nothing is, only the whole log says. */
const dialectic = readerOf('e', (entry) => {
  const id = stepOf(entry)?.id ?? '';
  if (id === 'setup') return 'setup';
  if (/^e\d+\/start$/.test(id)) return 'awaiting_arguments';
  return entry.type === 'argument' ? 'awaiting_judgment' : undefined;
});

export const tailReaders: Readonly<Record<FormatName, TailReader>> = { panel, tribunal, dialectic };
