import type { Problems } from '../importProblem';
import { agents, type Agent } from './roundFiles';

/** One line of `debate.log`. */
export interface LogEvent {
  line: number;
  /** In milliseconds since the epoch. */
  time: number;
  /** Such as `WRITTEN`, in capitals. */
  tag: string;
  /** What follows it. */
  text: string;
  /** That it names, or that is under way. */
  round: number | undefined;
  agent: Agent | undefined;
}

const event = /^\[(\d{1,2}):(\d{2}):(\d{2})\](.*)$/;
const dayMs = 24 * 60 * 60_000;

/**
 * Reads `[HH:MM:SS] EVENT — text`. The log has times without a day and a zone: they are taken for UTC, and the last of them for the day on
 * which the file was last written; where the clock went back, midnight had passed.
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
    const round = /\bround[ -](\d{1,6})\b/i.exec(rest)?.[1];
    const agent = agents.find((one) => new RegExp(`\\b${one}(?:\\.md)?\\b`, 'i').test(rest));
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
