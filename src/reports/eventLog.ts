import { oneLine, cutText, counted, plainReason } from '../matching/text/shortText';
import type { Usage } from '../debate/log/entryData';
import { maskedRun } from '../debate/fold/mask';
import { exchangeStage } from '../projections/stage';
import { english } from '../projections/vocabulary';
import { stageText } from '../projections/words';
import type { DebateEvent } from '../engine/events';

/**
 * A line of `debate.log`, `[HH:MM:SS] EVENT — text` in UTC, without its end; undefined for events that are not kept.
 * The file is never rewritten, so it holds no words of entries, which may be redacted later.
 */
export function formatEvent(event: DebateEvent, time: Date): string | undefined {
  const text = textOf(event);
  if (text === undefined) return undefined;
  return `[${time.toISOString().slice(11, 19)}] ${event.kind.toUpperCase()} — ${clipped(oneLine(text))}`;
}

function textOf(event: DebateEvent): string | undefined {
  switch (event.kind) {
    case 'setup':
      return `${event.topic} | debaters: ${event.debaters.join(', ')} | ${event.dir}`;
    case 'spawn':
      return `${event.agent} ready`;
    case 'round':
      return `${event.round} of ${event.max}`;
    case 'handover':
      return `${event.agent}: ${event.step}${roundWords(event.step)}`;
    case 'written':
      return writtenText(event);
    case 'verified':
      return `seq ${event.seq}, ${event.isQuoted === true ? 'quoted' : event.status}: ${event.url}`;
    case 'ruling':
    case 'intervention':
      return `seq ${event.seq}: ${withoutWords(event.text)}`;
    case 'tracker':
      return event.text;
    case 'retry':
      return `${event.step}, after attempt ${event.attempt}: ${event.reasons.map((reason) => withoutWords(reason)).join('; ')}`;
    case 'error':
      return withoutWords(event.message);
    case 'cost':
      return costText(event.usage);
    case 'progress':
    case 'draft':
      return undefined;
    case 'waiting':
      return `${event.agent}: ${event.step} waits until ${new Date(event.until).toISOString().slice(11, 19)}: ${withoutWords(event.reason)}`;
    case 'condensed':
      return `${event.agent}: ${event.step} was written from summaries of ${event.entries} earlier entries`;
    case 'dropped':
      return `${event.agent}: ${event.step} was answered when the debate had moved on; the answer was not taken`;
    case 'server':
      return `${event.model} at ${event.place}: ${event.text}`;
    case 'shutdown':
      return withoutWords(event.reason);
    case 'complete':
      return `${counted(event.rounds, 'round')}, ${counted(event.files, 'file')}`;
  }
}

/**
 * Shortens quotations in a message below the length that is masked in redacted words: enough to name a model, a file or
 * a key. A gate's message quotes the refused words, so it loses all quotations. `longest`: another length; 0 removes
 * all.
 */
export function withoutWords(message: string, longest = maskedRun): string {
  const [before = '', ...reasons] = message.split(/(?=\brule [a-z0-9_]+: )/i);
  if (/^rule [a-z0-9_]+: /i.test(before)) return [before, ...reasons].map(withoutQuotations).join(' ');
  return [shortlyQuoted(before, longest), ...reasons.map(withoutQuotations)]
    .map((part) => part.trim())
    .join(' ')
    .trim();
}

const shortlyQuoted = (message: string, longest: number): string =>
  message.replace(
    /“([^”]*)”?|"([^"]*)"?|«([^»]*)»?/g,
    (_whole, ...[one, two, three]: (string | undefined)[]) => `“${cutText(one ?? two ?? three ?? '', longest - 1)}”`,
  );

/**
 * Removes everything from the first quotation mark to the last, since quotations may be nested. A rule's number stays;
 * the engine's own codes are removed.
 */
function withoutQuotations(reason: string): string {
  const text = plainReason(reason).trim();
  const first = text.search(/[“"«]/);
  if (first < 0) return text;
  const last = Math.max(...['”', '"', '»'].map((mark) => text.lastIndexOf(mark)));
  return `${text.slice(0, first)}“…”${last > first ? text.slice(last + 1) : ''}`;
}

function writtenText({
  seq,
  speaker,
  type,
  words,
  step = '',
  file,
}: Extract<DebateEvent, { kind: 'written' }>): string {
  const where = file === undefined ? '' : `, in ${file}`;
  return `seq ${seq}, ${speaker}, ${type}, ${counted(words, 'word')}${roundWords(step)}${where}`;
}

/** Words for a step; one of a round, or of an exchange, begins with its number. */
function roundWords(step: string): string {
  const [, kind, number] = /^([re])(\d+)\//.exec(step) ?? [];
  if (number === undefined) return '';
  return `, ${kind === 'r' ? `round ${number}` : stageText(english, exchangeStage(Number(number)))}`;
}

function costText({ input, cache_write, cache_read, output, usd }: Usage): string {
  const tokens = `tokens: ${input} in, ${cache_write} written to cache, ${cache_read} from cache, ${output} out`;
  return `${tokens}; $${usd.toFixed(4)}`;
}

const longestLine = 2_000;

const clipped = (text: string): string => cutText(text, longestLine);
