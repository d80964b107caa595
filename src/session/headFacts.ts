import { createView } from '../debate/view';
import { topicOf } from '../reports/facts';
import type { LogHead } from './logEnds';
import { folded } from './logEntries';
import { providerOf } from './runnability';

/** What the first lines of a log tell. */
export interface HeadFacts {
  /** It begins with a setup that Rostrum wrote. */
  isOwn: boolean;
  /** Of the record, as the state has it. */
  version: number;
  topic: string;
  format: string;
  provider: string | undefined;
  started: Date | undefined;
  debaters: string[];
}

/** The fold of the first lines, up to the setup; logs without one are read as far as the head goes. */
export function headFacts(head: LogHead): HeadFacts {
  if (head.isCut) return cutHeadFacts([...head.lines].join(''));
  const { state, entries } = folded(head.lines, (now) => now.setup !== undefined);
  const bodies = new Map(entries.map((entry) => [entry.seq, entry]));
  const { setup } = state;
  return {
    isOwn: setup !== undefined,
    version: state.version,
    topic: topicOf(createView(state, (seq) => bodies.get(seq))) ?? '',
    format: setup?.format ?? 'panel',
    provider: setup === undefined ? undefined : providerOf(setup),
    started: dateOf(entries[0]?.timestamp),
    debaters: state.debaters.map((debater) => debater.name),
  };
}

/** The setup of a debate with a very long list of evidence: what stands before that list. */
function cutHeadFacts(text: string): HeadFacts {
  const word = (name: string): string | undefined =>
    stringIn(new RegExp(`"${name}":\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1]);
  const version = Number(/"record_version":\s*(\d+)/.exec(text)?.[1] ?? 0);
  const isOwn = /"type":\s*"setup"/.test(text) && version > 0;
  const debaters = /"debaters":\s*(\[.*?\])\s*,\s*"models"/s.exec(text)?.[1] ?? '';
  return {
    isOwn,
    version,
    topic: (word('topic') ?? '').replace(/\s+/g, ' ').trim(),
    format: word('format') ?? 'panel',
    // The setup's own word for it stands behind the evidence.
    provider: isOwn ? word('chair') : undefined,
    started: dateOf(word('timestamp')),
    debaters: [...debaters.matchAll(/"name":\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, name]) => stringIn(name) ?? []),
  };
}

function stringIn(json: string | undefined): string | undefined {
  try {
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // Cut in the middle of an escape.
  }
}

function dateOf(timestamp: string | undefined): Date | undefined {
  const date = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
