import { stepOf, type Entry } from '../debate/entry';
import type { Standing } from '../debate/step';
import type { LogTail } from './logEnds';
import { entryIn, folded } from './logEntries';

/** Where a debate stands, as far as the newest entries tell. */
export interface TailStanding {
  phase: Standing['phase'] | undefined;
  round: number | undefined;
  outcome: string | null;
  /** False where something was written behind the last step that may have opened the debate again. */
  isCertain: boolean;
}

/**
 * The main lane's steps follow each other in one order, so that the newest of them says where the debate stands. What
 * interrupts (checks, findings, challenges) is no such step.
 */
export function panelStanding(tail: LogTail): TailStanding {
  let isCertain = true;
  let phase: Standing['phase'] | undefined;
  for (const line of tail.newestFirst()) {
    const entry = entryIn(line);
    if (entry === undefined) continue;
    phase = phaseAfter(entry);
    if (phase !== undefined) break;
    // What users add opens nothing. Anything else behind the last step may be a finding that came late.
    if (entry.speaker !== 'user') isCertain = false;
  }
  if (phase !== 'documents' && phase !== 'done') {
    const isConcluding = tail.newest(/"conclude":\s*true/) !== undefined;
    return { phase: isConcluding ? 'conclusion' : phase, round: roundIn(tail, phase), outcome: null, isCertain: true };
  }
  return { phase, round: roundIn(tail, phase), outcome: outcomeIn(tail) ?? null, isCertain };
}

/** The phase that a debate is in once this entry stands; undefined where the entry does not tell. */
function phaseAfter(entry: Entry): Standing['phase'] | undefined {
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

/** Step ids are searched as text: a log's own words cannot hold such a match, because their quotation marks are escaped. */
function roundIn(tail: LogTail, phase: Standing['phase'] | undefined): number | undefined {
  if (phase === 'setup' || phase === 'opening') return 0;
  const found = tail.newest(/"id":\s*"r(\d+)\//)?.match[1];
  if (found !== undefined) return Number(found);
  return tail.reachesStart || tail.newest(/"id":\s*"opening\//) !== undefined ? 0 : undefined;
}

function outcomeIn(tail: LogTail): string | undefined {
  const line = tail.newest(/"type":\s*"conclusion"/)?.line;
  return line === undefined ? undefined : folded([line]).state.conclusion?.outcome;
}
