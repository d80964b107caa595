import { dataOf } from '../debate/codec';
import type { Entry } from '../debate/entry';
import { formatNamed } from '../debate/formats/registry';
import type { DebateState, Header } from '../debate/state';
import { wordCount } from '../debate/text';
import type { RecordView } from '../debate/view';
import type { DebateEvent } from './events';

/** What is told of an entry that the engine has written. */
export function eventsOf(entry: Entry, { state }: RecordView): DebateEvent[] {
  const { seq, speaker, type, content } = entry;
  const events: DebateEvent[] = [{ kind: 'written', seq, speaker, type, words: wordCount(content) }];
  events.push(...told(entry, state));
  if (type === 'verification_result') events.push(...verified(entry));
  if (type === 'ruling' || type === 'redaction') {
    const kind = entry.data?.['kind'];
    const target = entry.target_seq === null ? '' : ` on seq ${entry.target_seq}`;
    events.push({ kind: 'ruling', seq, text: `${typeof kind === 'string' ? kind : type}${target}` });
  }
  return events;
}

/** What the format tells of it; of formats that tell nothing, the rounds. */
function told(entry: Entry, state: DebateState): DebateEvent[] {
  const format = formatNamed(state.setup?.format);
  if (format?.tells !== undefined)
    return format
      .tells(entry, state)
      .map((telling) => (telling.kind === 'ruling' ? { ...telling, seq: entry.seq } : telling));
  if (entry.type !== 'announcement' || entry.data?.['kind'] !== 'round_start') return [];
  return [{ kind: 'round', round: state.round, max: state.limits.max_rounds }];
}

/** Whether the entry was added beside the engine: by a user, or by a check that a user asked for. */
export function isOthers({ type, step }: Header): boolean {
  if (step !== undefined && !step.startsWith('again/')) return false;
  return type === 'intervention' || type === 'verification_result';
}

/** What is told of such an entry when the engine takes it up. */
export function eventsOfOthers(entry: Entry): DebateEvent[] {
  if (entry.type === 'intervention') return [{ kind: 'intervention', seq: entry.seq, text: 'taken up' }];
  return entry.speaker === 'verifier' ? verified(entry) : [];
}

function verified(entry: Entry): DebateEvent[] {
  const data = dataOf(entry, 'verification_result');
  return data === undefined
    ? []
    : [{ kind: 'verified', seq: entry.target_seq ?? entry.seq, url: data.url, status: data.status }];
}
