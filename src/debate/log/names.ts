import { escapeRegExp } from '../../matching/text/shortText';

/** Roles of the system. */
export const reservedSpeakers = [
  'chair',
  'reporter',
  'verifier',
  'audience',
  'assessor',
  'moderator',
  'judge',
  'user',
] as const;

export type ReservedSpeaker = (typeof reservedSpeakers)[number];

const reserved: ReadonlySet<string> = new Set(reservedSpeakers);
export const debaterNamePattern = /^[A-Za-z0-9-]{1,50}$/;

export function isReservedSpeaker(name: string): name is ReservedSpeaker {
  return reserved.has(name);
}

/** Whether the name suits a debater: 1 to 50 letters, digits and hyphens, and no reserved speaker in any case. */
export function isDebaterName(name: string): boolean {
  return nameFault(name, []) === undefined;
}

export type NameFault = 'missing' | 'form' | 'role' | 'taken';

/** Says why a name is refused; a name that differs from another in case alone is taken. */
export function nameFault(name: string, others: readonly string[]): NameFault | undefined {
  if (name === '') return 'missing';
  if (!debaterNamePattern.test(name)) return 'form';
  const lower = name.toLowerCase();
  if (isReservedSpeaker(lower)) return 'role';
  return others.some((other) => other.toLowerCase() === lower) ? 'taken' : undefined;
}

export const lineupSize = { least: 2, most: 8 } as const;
/** UTF-16 code units that a field may have. */
export const longestDescription = 4_000;

/** Whether the text holds the name as a word of its own. */
export function namesDebater(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, 'i').test(text);
}

const maximumLength = 50;

/** Part of a folder's name: `[a-z0-9]` and `-`, at most 50 characters; `debate` if nothing is left. */
export function slugOf(topic: string): string {
  const trimmed = topic
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maximumLength)
    .replace(/-$/, '');
  return trimmed === '' ? 'debate' : trimmed;
}
