import { oneLine } from '../../matching/text/shortText';

const mostFrames = 20;
const lineStart = /^([\d-]{10} [\d:.]{8,15}) \[(\w+)\] /;

/** The report as Markdown: versions and the last error. It holds no words of the log, which may quote a debate. */
export function issueReport(versions: readonly (readonly [string, string])[], log: readonly string[]): string {
  const cell = (text: string): string => oneLine(text).replace(/\|/g, '\\|');
  const rows = versions.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`);
  return [
    '## What happened\n\n<!-- What did you do, what did you expect, and what happened instead? -->',
    `## Versions\n\n${['| | |', '|---|---|', ...rows].join('\n')}`,
    `## Last error\n\n${lastError(log)}`,
    '',
  ].join('\n\n');
}

/** Returns the time, the names and codes of the last error in a log, and the functions of its stack without their folders. */
export function lastError(log: readonly string[]): string {
  const at = log.findLastIndex((line) => lineStart.exec(line)?.[2] === 'error');
  const first = log[at];
  if (first === undefined) return 'The log holds no error.';
  const next = log.findIndex((line, index) => index > at && lineStart.test(line));
  const lines = log.slice(at, next === -1 ? undefined : next);
  const codes = lines.flatMap((line) => line.match(/\b[A-Z][A-Za-z]{0,30}Error\b|\bE[A-Z\d]{2,20}\b/g) ?? []);
  const frames = lines.flatMap((line) => {
    const [, name = '', place] =
      /^\s{1,20}at (?:([\w.$<>#]{1,100}) )?\(?[^\s()]{0,1000}?([\w.-]{1,100}:\d+:\d+)\)?$/.exec(line) ?? [];
    return place === undefined ? [] : [['  at', ...(name === '' ? [] : [name]), place].join(' ')];
  });
  const time = lineStart.exec(first)?.[1] ?? '';
  const named = [...new Set(codes)].join(' ');
  return ['```text', [time, named].join(' ').trim(), ...frames.slice(0, mostFrames), '```'].join('\n');
}
