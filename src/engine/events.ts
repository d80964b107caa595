import type { Usage, VerificationStatus } from '../debate/log/entryData';
import { dataOf } from '../debate/log/codec';
import { type Entry, stepOf } from '../debate/log/entry';
import { defined } from '../debate/log/objects';
import { formatNamed } from '../debate/formats/registry';
import { isOnlyQuoted } from '../debate/log/sourceMark';
import type { DebateState, Header } from '../debate/fold/state';
import { wordCount } from '../matching/text/text';
import type { RecordView } from '../debate/fold/view';

/**
 * Events for `debate.log`, the terminal and the panel. Only `draft` and `dropped` hold words of a debater, and they are
 * shown but not stored.
 */
export type DebateEvent =
  | { kind: 'setup'; topic: string; debaters: readonly string[]; dir: string }
  | { kind: 'spawn'; agent: string }
  | { kind: 'round'; round: number; max: number }
  | { kind: 'handover'; agent: string; step: string }
  /** `file`: a document of its own, relative to the debate's folder. */
  | { kind: 'written'; seq: number; speaker: string; type: string; words: number; step?: string; file?: string }
  /** `isQuoted`: only the quotation was checked, not whether the source supports the claim. */
  | { kind: 'verified'; seq: number; url: string; status: VerificationStatus; isQuoted?: boolean }
  | { kind: 'ruling'; seq: number; text: string }
  | { kind: 'tracker'; text: string }
  | { kind: 'retry'; step: string; attempt: number; reasons: readonly string[] }
  | { kind: 'error'; message: string }
  | { kind: 'cost'; usage: Usage }
  | { kind: 'intervention'; seq: number; text: string }
  | { kind: 'progress'; agent: string; step: string; detail: string }
  /** An agent's unfinished answer. */
  | { kind: 'draft'; agent: string; step: string; text: string }
  | { kind: 'waiting'; agent: string; step: string; reason: string; until: number }
  | { kind: 'condensed'; agent: string; step: string; entries: number }
  /** A person's answer that came too late, in its words. */
  | { kind: 'dropped'; agent: string; step: string; texts: readonly string[] }
  /** A limit that a server turned out to have, and how requests to it change. */
  | { kind: 'server'; place: string; model: string; text: string }
  | { kind: 'shutdown'; reason: string }
  | { kind: 'complete'; rounds: number; files: number };

export function eventsOf(entry: Entry, { state }: RecordView): DebateEvent[] {
  const { seq, type } = entry;
  const events: DebateEvent[] = [written(entry, formatNamed(state.setup?.format)?.fileOf?.(entry))];
  events.push(...formatEvents(entry, state));
  if (type === 'verification_result') events.push(...verified(entry));
  if (type === 'ruling' || type === 'redaction') {
    const kind = entry.data?.['kind'];
    const target = entry.target_seq === null ? '' : ` on seq ${entry.target_seq}`;
    events.push({ kind: 'ruling', seq, text: `${typeof kind === 'string' ? kind : type}${target}` });
  }
  return events;
}

function written(entry: Entry, file = dataOf(entry, 'document')?.name): DebateEvent {
  const { seq, speaker, type, content } = entry;
  const step = stepOf(entry)?.id;
  return { kind: 'written', seq, speaker, type, words: wordCount(content), ...defined({ step, file }) };
}

/** Formats without events of their own report the rounds. */
function formatEvents(entry: Entry, state: DebateState): DebateEvent[] {
  const format = formatNamed(state.setup?.format);
  if (format?.eventsOn !== undefined)
    return format
      .eventsOn(entry, state)
      .map((event) => (event.kind === 'ruling' ? { ...event, seq: entry.seq } : event));
  if (entry.type !== 'announcement' || entry.data?.['kind'] !== 'round_start') return [];
  return [{ kind: 'round', round: state.round, max: state.limits.max_rounds }];
}

/** Whether the entry comes from a user, from a check that a user asked for, or from a redaction. */
export function isOthers({ type, step }: Header): boolean {
  if (step !== undefined && !step.startsWith('again/')) return false;
  return type === 'intervention' || type === 'verification_result' || type === 'redaction';
}

export function eventsOfOthers(entry: Entry): DebateEvent[] {
  if (entry.type === 'intervention')
    return [{ kind: 'intervention', seq: entry.seq, text: `taken up: ${interventionText(entry)}` }];
  if (entry.type === 'redaction') return [written(entry)];
  return entry.speaker === 'verifier' ? verified(entry) : [];
}

/** Names and values that a user changed; only the beginning of guidance gets into `debate.log`. */
function interventionText(entry: Entry): string {
  const { guidance, change = {} } = dataOf(entry, 'intervention') ?? {};
  const changes = Object.entries(change).map(([name, value]) => `${name} “${plainValue(value)}”`);
  return [...(guidance === undefined ? [] : [`guidance “${guidance}”`]), ...changes].join(', ');
}

const plainValue = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/"/g, '');

function verified(entry: Entry): DebateEvent[] {
  const data = dataOf(entry, 'verification_result');
  return data === undefined
    ? []
    : [
        {
          kind: 'verified',
          seq: entry.target_seq ?? entry.seq,
          url: data.url,
          status: data.status,
          isQuoted: isOnlyQuoted(data.status, data),
        },
      ];
}
