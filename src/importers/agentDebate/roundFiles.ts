import type { Problems } from '../importProblem';
import { hasWords, plainTitle, sectionsOf } from '../markdownSections';
import { type FoundFile, readText } from '../scanFolder';
import { roundName } from '../recognise';

const agents = ['advocate', 'moderator', 'critic', 'judge', 'scribe'] as const;
type Agent = (typeof agents)[number];

/** One agent's text of one round. */
export interface RoundPart {
  round: number;
  /** `preface`: the text before the first agent's heading. */
  agent: Agent | 'preface';
  path: string;
  text: string;
  /** Time of the file's last change, in milliseconds since the epoch. */
  modified: number;
}

/** Beginnings of headings in the oldest layout, which had one file per round. */
const partTitle = new RegExp(`^(?:(${agents.join('|')})|round summary)\\b`);

/** Parts by round, then in the speaking order of that version of the system. */
export async function readRounds(files: readonly FoundFile[], problems: Problems): Promise<RoundPart[]> {
  const parts: RoundPart[] = [];
  for (const file of files) {
    const [first, name, ...deeper] = file.path.split('/');
    const [, number, isOne] = roundName.exec(first ?? '') ?? [];
    if (number === undefined || deeper.length > 0 || (isOne === undefined) !== (name !== undefined)) continue;
    if (Number(number) < 1) {
      problems.add(file.path, `Rounds are counted from 1; it is kept as originals/${file.path} only.`);
      continue;
    }
    const agent = agents.find((one) => name?.toLowerCase() === `${one}.md`);
    if (name !== undefined && agent === undefined) {
      problems.add(file.path, `The file is named after no agent; it is kept as originals/${file.path} only.`);
      continue;
    }
    const text = await readText(file, problems);
    if (text === undefined) continue;
    const common = { round: Number(number), path: file.path, modified: file.modified };
    if (agent !== undefined) addPart(parts, { ...common, agent, text: text.trim() }, problems);
    else for (const part of splitRound(file.path, text, problems)) addPart(parts, { ...common, ...part }, problems);
  }
  const order = orderOf(parts);
  return parts.sort((one, other) => one.round - other.round || order(one) - order(other));
}

function addPart(parts: RoundPart[], part: RoundPart, problems: Problems): void {
  const { round, agent, path, text } = part;
  const before = parts.find((one) => one.round === round && one.agent === agent);
  if (text === '') problems.add(path, `What the ${agent} wrote in round ${round} is empty.`);
  else if (before !== undefined)
    problems.add(
      path,
      `Of the ${agent} in round ${round} there is already ${before.path}; this one is kept as originals/${path} only.`,
    );
  else parts.push(part);
}

/** Splits a file into one part per agent; an agent's text under several headings is one part. */
function splitRound(path: string, text: string, problems: Problems): Pick<RoundPart, 'agent' | 'text'>[] {
  const marks = sectionsOf(text)
    .filter(({ level }) => level <= 2)
    .flatMap(({ title, start, line }) => {
      const bare = plainTitle(title).replace(/^\P{L}*(?:the\s+)?/u, '');
      const found = partTitle.exec(bare);
      const agent = agents.find((one) => one === (found?.[1] ?? 'scribe'));
      return found === null || agent === undefined ? [] : [{ agent, title, start, line }];
    });
  if (marks.length === 0)
    problems.add(
      path,
      'The file has none of the headings Critic’s Arguments, Advocate’s Defense, Judge’s Assessment, Round Summary; its text stands in the record as a note.',
    );
  const preface = text.slice(0, marks[0]?.start).trim();
  const parts: Pick<RoundPart, 'agent' | 'text'>[] = [];
  if (hasWords(preface.replace(roundTitle, ''))) {
    parts.push({ agent: 'preface', text: preface });
    if (marks.length > 0)
      problems.add(
        path,
        'What stands before the first heading of an agent is nobody’s: it is in the record as a note.',
      );
  }
  marks.forEach(({ agent, title, start, line }, index) => {
    const words = text.slice(start, marks[index + 1]?.start).trim();
    const before = parts.find((part) => part.agent === agent);
    if (before === undefined) parts.push({ agent, text: words });
    else {
      before.text += `\n\n${words}`;
      if (agent !== marks[index - 1]?.agent)
        problems.add(
          path,
          `Under the heading “${title}” the ${agent} comes back after another: this text stands at the end of what the ${agent} wrote before.`,
          line,
        );
    }
  });
  return parts;
}

const roundTitle = /^ {0,3}#{1,6}[ \t]+round[ \t]+\d+[ \t]*$/im;

/**
 * Speaking order: with a moderator the Advocate opens every round; with a scribe the Critic did; between those versions
 * the Advocate opened only the first.
 */
function orderOf(parts: readonly RoundPart[]): (part: RoundPart) => number {
  const hasScribe = parts.some(({ agent }) => agent === 'scribe');
  const hasModerator = parts.some(({ agent }) => agent === 'moderator');
  const criticFirst = ['critic', 'advocate', 'judge', 'scribe', 'moderator'];
  const advocateFirst = ['advocate', 'moderator', 'critic', 'judge', 'scribe'];
  // A preface is in neither order, and comes first.
  return ({ round, agent }) => (hasScribe || (!hasModerator && round > 1) ? criticFirst : advocateFirst).indexOf(agent);
}

/** One line of `debate.log`. */
export interface LogEvent {
  line: number;
  /** Milliseconds since the epoch. */
  time: number;
  /** Event name in capitals, for example `WRITTEN`. */
  tag: string;
  /** Text after the event name. */
  text: string;
  /** Round that the line names, or the current one. */
  round: number | undefined;
  agent: Agent | undefined;
}

const anyAgent = new RegExp(`\\b(?:${agents.join('|')})\\b`, 'i');
const event = /^\[(\d{1,2}):(\d{2}):(\d{2})\](.*)$/;
const dayMs = 24 * 60 * 60_000;

/**
 * Reads `[HH:MM:SS] EVENT — text`. Times have no day and zone, so they count as UTC, the last one on the day of the
 * file's last change; a clock that goes back means midnight.
 */
export function readEvents(text: string, modified: number, problems: Problems): LogEvent[] {
  const path = 'debate.log';
  const read = text.split('\n').flatMap((content, index): (Omit<LogEvent, 'time'> & { seconds: number })[] => {
    if (content.trim() === '') return [];
    const [, hours, minutes, seconds, said] = event.exec(content.trim()) ?? [];
    if (said === undefined) {
      problems.add(
        path,
        'The line is no event of the form [HH:MM:SS] EVENT; it is kept in the original only.',
        index + 1,
      );
      return [];
    }
    const rest = said.trimStart();
    const [, tag = '', words = ''] = /^([A-Z][A-Z' ]*[A-Z])(?:\s+\d+)?\s*(?:[—–:-](.*))?$/.exec(rest) ?? ['', '', rest];
    const round = (/\bround[ -](\d{1,6})\b/i.exec(rest) ?? /^ROUND\W+(\d{1,6})\b/.exec(rest))?.[1];
    // The line names the acting agent first, and perhaps others after it.
    const named = anyAgent.exec(rest)?.[0].toLowerCase();
    const agent = agents.find((one) => one === named);
    return [
      {
        line: index + 1,
        seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
        tag,
        text: words.replace(/^[—–:-]*\s*/, ''),
        round: round === undefined ? undefined : Number(round),
        agent,
      },
    ];
  });
  const midnights = read.map(({ seconds }, index) => (seconds < (read[index - 1]?.seconds ?? 0) ? 1 : 0));
  let left = midnights.reduce((sum: number, one) => sum + one, 0);
  const lastDay = Math.floor(modified / dayMs) * dayMs;
  if (read.length > 0)
    problems.add(
      path,
      `The times of the log have neither a day nor a time zone: they were taken for UTC, the last of them for ${new Date(lastDay).toISOString().slice(0, 10)}, when the file was last written.`,
    );
  let round: number | undefined;
  return read.map(({ seconds, ...rest }, index) => {
    left -= index === 0 ? 0 : (midnights[index] ?? 0);
    round = rest.round ?? round;
    return { ...rest, round, time: lastDay - left * dayMs + seconds * 1_000 };
  });
}
