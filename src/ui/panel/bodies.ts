import { stepOf } from '../../debate/entry';
import { wordCount } from '../../debate/text';
import type { VisibleEntry } from '../../debate/tasks';
import type { DebateLog } from '../../record/debateLog';
import type { Body } from '../../shared/protocol';
import { asidesOf } from './asides';
import { sourceLinesOf } from './sourceLines';
import { firstUnits } from '../../debate/shortText';

/** UTF-16 code units of a text that are sent without being asked for more. */
export const longestContent = 64 * 1024;
/** What a text is cut to where many long ones are asked for at once. */
const longestOfMany = 4 * 1024;
/** Of one message; past it the texts are cut short. Units of its JSON, roughly. */
const messageBudget = 2 * 1024 * 1024;

export interface BodyOptions {
  isWhole?: boolean;
  /** An engine is at work, so that sources without a result are being checked. */
  isBeingChecked: boolean;
}

/** The bodies of these rows, as anyone may see them. Each that exists is there; too many long ones are cut short. */
export function bodiesAt(log: DebateLog, positions: readonly number[], options: BodyOptions): Body[] {
  const bodies: Body[] = [];
  let left = messageBudget - longestContent;
  for (const at of positions) {
    const limit = options.isWhole === true ? Infinity : left > 0 ? longestContent : longestOfMany;
    const body = bodyAt(log, at, { limit, isBeingChecked: options.isBeingChecked });
    if (body === undefined) continue;
    left -= sizeOf(body);
    bodies.push(body);
  }
  return bodies;
}

/** The entry at this position as anyone may see it. */
export function visibleAt(log: DebateLog, at: number): VisibleEntry | undefined {
  const entry = log.entryAt(at);
  return entry === undefined ? undefined : log.view.mask.entry(entry);
}

export function bodyAt(
  log: DebateLog,
  at: number,
  { limit, isBeingChecked }: { limit: number; isBeingChecked: boolean },
): Body | undefined {
  const header = log.state.headers[at];
  const entry = visibleAt(log, at);
  if (header === undefined || entry === undefined) return undefined;
  const { struck } = entry;
  const content = struck === undefined ? contentOf(entry) : '';
  const shown = firstUnits(content, limit);
  const mark = stepOf(entry);
  const line = log.lineAt(at);
  return {
    at,
    seq: entry.seq,
    content: shown,
    ...(shown.length < content.length ? { wholeLength: content.length } : {}),
    sources: sourceLinesOf(log.view, header, entry, isBeingChecked),
    asides: asidesOf(log.view, entry),
    ...(struck === undefined ? {} : { struck: { by: struck.by, reason: struck.reason } }),
    words: wordCount(content),
    ...(mark === undefined ? {} : { attempt: mark.attempt, elapsedMs: mark.elapsed_ms }),
    ...(line === undefined ? {} : { line }),
  };
}

/** The text of a struck entry, for an auditor who asked for it and was warned. Nothing else may call this. */
export function disclosedAt(log: DebateLog, at: number): Body | undefined {
  const body = bodyAt(log, at, { limit: longestContent, isBeingChecked: false });
  const entry = log.entryAt(at);
  return body?.struck === undefined || entry === undefined ? undefined : { ...body, disclosed: entry.content };
}

/** The ancestors put a verification result into the content as JSON. */
function contentOf({ type, content }: VisibleEntry): string {
  const isJson = type === 'verification_result' && /^\s*\{[\s\S]*\}\s*$/.test(content);
  return isJson ? `\`\`\`json\n${content.trim().replace(/`{3,}/g, "'''")}\n\`\`\`` : content;
}

function sizeOf({ content, sources, asides }: Body): number {
  let size = content.length + 300;
  for (const { url, title, label, quote = '', claim = '', explanation, checks } of sources) {
    size += url.length + title.length + label.length + quote.length + claim.length + explanation.length + 200;
    for (const { note } of checks) size += note.length + 60;
  }
  for (const { text } of asides) size += text.length + 40;
  return size;
}
