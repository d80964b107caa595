import { clean, type Hint } from './hint';
import { domainsOf } from './domains';
import { isPlural } from './grammar';

const sidePhrase =
  /,?\s+(?:who (?:is|are|argues?|thinks?|believes?|says?|wants?)\s+|arguing\s+)?((?:strongly |firmly )?(?:for|against|in favou?r of|opposed to|sceptical of|skeptical of|supporting|opposing|defending|pro|anti)\b.*)$/i;
const wishesPart = /\(?\s*\bincentives?\b\s*(?::|=|are|is|-)?\s*([^()]+)\)?/i;

type Reader = (text: string) => Partial<Hint> | undefined;

/** The shapes in which one debater can be described; the first that fits is taken. */
const readers: readonly Reader[] = [dashed, named, bracketed, sided, person];

/** `name: position (incentives …)`, `name — persona — position`, "a union leader who is against it", "a CFO (sceptical)". */
export function hintOf(text: string): Hint | undefined {
  const flat = tidy(text);
  if (!/\p{L}/u.test(flat)) return undefined;
  const wishes = wishesPart.exec(flat);
  const bare = wishes === null ? flat : tidy(flat.replace(wishes[0], ' ').replace(/\(\s*\)/g, ''));
  for (const reader of readers) {
    const hint = reader(bare);
    if (hint !== undefined) return clean({ ...hint, incentives: wishes?.[1] });
  }
  return clean({ persona: bare, incentives: wishes?.[1] });
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[,;.\s]+$/, '');

function dashed(text: string): Partial<Hint> | undefined {
  const [name = '', second = '', ...rest] = text.split(/\s+(?:—|–|-{1,2}|\|)\s+/);
  if (second === '') return undefined;
  if (rest.length > 0) return { name, persona: second, starting_position: rest.join('; ') };
  return { name, starting_position: second, ...personaOf(name) };
}

function named(text: string): Partial<Hint> | undefined {
  const [, head, position] = /^([^:()]{1,60}):\s*(.+)$/.exec(text) ?? [];
  if (head === undefined || position === undefined) return undefined;
  const [, name, persona] = /^([^,]{1,40}),\s*(.+)$/.exec(head) ?? [];
  if (name !== undefined && persona !== undefined) return { name, persona, starting_position: position };
  return { name: head, starting_position: position, ...personaOf(head) };
}

function bracketed(text: string): Partial<Hint> | undefined {
  const [, before = '', position, after = ''] = /^([^()]+)\(([^()]+)\)\s*(.*)$/.exec(text) ?? [];
  return position === undefined ? undefined : { persona: `${before} ${after}`.trim(), starting_position: position };
}

function sided(text: string): Partial<Hint> | undefined {
  const side = sidePhrase.exec(text);
  if (side?.[1] === undefined || side.index === 0) return undefined;
  return { persona: text.slice(0, side.index), starting_position: side[1] };
}

/** "Alice" is a name; "Economist" is what somebody is. */
function person(text: string): Partial<Hint> | undefined {
  const isRole = /(?:er|or|ist|ent|ant|ian|ic|eer)$/.test(text) || domainsOf(text).length > 0;
  return isRole || asPersona(text) !== undefined ? undefined : { name: text };
}

function personaOf(name: string): Pick<Hint, 'persona'> {
  const persona = asPersona(name);
  return persona === undefined ? {} : { persona };
}

/** A role serves as its own persona; a person's name does not. */
function asPersona(name: string): string | undefined {
  if (/^(?:[^aeiou\W\d]{2,4}|c[efiot]o|coo|sre|ux|ai|it)$/i.test(name)) return name.toUpperCase();
  return /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u.test(name) && !isPlural(name) ? undefined : name;
}
