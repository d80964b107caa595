import { capitalised, counted } from '../../matching/text/shortText';
import type { Audit, AuditProblem } from './audit';

/** What an audit found, a line each, as the command line and the editor print it. */
export function auditLines({ ok, head, chained_from: from, problems }: Audit): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [
    ...problems.map(problemLine),
    ok ? 'The record fits.' : `The record does not fit: ${counted(errors, 'error')}.`,
    from === null
      ? 'No entry names the line before it: nothing here shows whether the log was changed.'
      : `Chained from entry ${from} on.`,
    ...(head === null ? [] : [`Head: ${head}`, whatItProves]),
  ];
}

const problemLine = ({ severity, what, line, file, message }: AuditProblem): string =>
  `${capitalised(severity)}, ${what}${line === null ? '' : `, line ${line}`}${file === null || line !== null ? '' : `, ${file}`}: ${message}`;

/** What a head is good for, wherever one is printed. */
export const whatItProves =
  'Keep the head outside this folder: as long as rostrum audit --head finds it, nothing before it was changed since. Without a kept head, a log that was cut or rewritten as a whole fits in itself.';
