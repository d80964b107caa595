import type * as z from 'zod';
import { listOf, objectOf } from './objects';
import { spaced } from '../../matching/text/shortText';

/** `seq_twice`, `seq_gap` and `half_step` concern neighbouring lines, `evidence_list` a file beside the log. */
type LineProblemCode =
  | 'not_json'
  | 'line_ends'
  | 'no_entry'
  | 'too_long'
  | 'too_deep'
  | 'unknown_phase'
  | 'malformed_data'
  | 'seq_twice'
  | 'seq_gap'
  | 'half_step'
  | 'evidence_list';

/** A fault of a line. The message is a clause without a full stop, about the entry as “it”. */
export interface LineProblem {
  readonly code: LineProblemCode;
  readonly message: string;
}

/** Names of fields whose key a reader would not understand. */
const fieldNames: Readonly<Record<string, string>> = {
  seq: 'number',
  timestamp: 'time',
  content: 'text',
  rebuttal_to_seq: 'answered entry',
  target_seq: 'target',
  accessed: 'day of access',
  url: 'address',
  old_url: 'old address',
  new_url: 'new address',
  seqs: 'entries',
  acknowledges: 'acknowledged entries',
  concedes: 'conceded claims',
  introduces: 'introduced frameworks',
  defends: 'defences',
  argument_id: 'argument',
  target_id: 'target',
  why: 'reason',
  text_sha256: 'checksum',
  capture_sha256: 'checksum',
  sha256: 'checksum',
  elapsed_ms: 'duration',
  usd: 'cost',
};

const kindNames: Readonly<Record<string, string>> = {
  number: 'no number',
  int: 'no whole number',
  string: 'no text',
  boolean: 'neither yes nor no',
};

/** Words about an entry's fields: `it has no time, text; its status is none of a, b`. */
export function fieldProblems({ issues }: z.ZodError, value: unknown): string {
  const [missing, wrong] = [new Set<string>(), new Set<string>()];
  for (const issue of issues) {
    const name = nameOf(issue.path);
    if (name === '') wrong.add('it has no fields');
    else if (valueAt(value, issue.path) === undefined) missing.add(name);
    else wrong.add(`its ${name} ${objectionOf(issue)}`);
  }
  return [...(missing.size === 0 ? [] : [`it has no ${[...missing].join(', ')}`]), ...wrong].join('; ');
}

function objectionOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'array' ? 'are no list' : `is ${kindNames[issue.expected] ?? 'unreadable'}`;
    case 'invalid_value':
      return `is none of ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `is below ${issue.minimum}`;
    case 'custom':
      return issue.message;
    default:
      return 'is unreadable';
  }
}

/** Names a field from the inside out, with positions in lists: `quote of source 2`. */
function nameOf(path: readonly PropertyKey[]): string {
  const names: string[] = [];
  for (const key of path) {
    const list = names[0];
    if (typeof key === 'number' && list !== undefined) names[0] = `${singular(list)} ${key + 1}`;
    else names.unshift(fieldNames[String(key)] ?? spaced(String(key)));
  }
  return names.join(' of ');
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '');

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof key === 'number' ? listOf(inner)[key] : objectOf(inner)[String(key)]),
    value,
  );
