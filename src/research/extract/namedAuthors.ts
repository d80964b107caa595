import { oneLine } from './readableText';

const most = 100;
const longest = 120;

/** The authors, in order, without repetitions, addresses and non-names. Undefined if none is left. */
export function namedAuthors(stated: Iterable<string>): string[] | undefined {
  const names = new Set<string>();
  for (const text of stated) {
    for (const part of text.slice(0, 2_000).split(/;|\n/)) {
      const name = oneLine(part)
        .replace(/^(?:written )?by:? /i, '')
        .replace(/(?<![\s,])[\s,]+$/, '');
      if (isName(name)) names.add(name);
      if (names.size >= most) return [...names];
    }
  }
  return names.size === 0 ? undefined : [...names];
}

/** Values of programs and templates for an unknown author. */
const nobody =
  /^(?:admin(?:istrator)?|author|by|anonymous|user|owner|root|unknown|n\/?a|none|null|undefined|editor|staff|\[object object\])$/i;

function isName(name: string): boolean {
  if (name.length < 2 || name.length > longest || !/\p{L}/u.test(name)) return false;
  return !nobody.test(name) && !/^(?:https?:|www\.|mailto:|@)|\{\{|%[sd]\b/i.test(name) && !/^[^\s@]+@\S+$/.test(name);
}
