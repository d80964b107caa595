import { isObject } from '../../debate/log/objects';

/** What a revision writes in place of a text that stays as it was. */
const asBefore = '=';

/** Fields that name an item of a list, whatever its place. */
const namingFields = ['mark', 'id', 'issue', 'issue_id', 'argument_id', 'label', 'debater', 'role'];

/**
 * A revision as a whole answer: whatever it leaves out, or gives as `=`, is taken from the refused answer. A list is
 * given whole, and its items are matched by name, else by place.
 */
export function withUnchanged(refused: unknown, revision: unknown): unknown {
  if (revision === asBefore) return refused === undefined ? revision : refused;
  if (Array.isArray(revision)) {
    const before: readonly unknown[] = Array.isArray(refused) ? refused : [];
    return revision.map((item, at) => withUnchanged(counterpart(before, { item, at, of: revision.length }), item));
  }
  if (!isObject(revision) || !isObject(refused) || refused['type'] !== (revision['type'] ?? refused['type']))
    return revision;
  const changed = Object.entries(revision).map(([key, value]) => [key, withUnchanged(refused[key], value)]);
  return { ...refused, ...Object.fromEntries(changed) };
}

/** Undefined for a new item, and where items were added or removed and nothing names them. */
function counterpart(before: readonly unknown[], { item, at, of }: { item: unknown; at: number; of: number }): unknown {
  const name = namingFields.find((field) => isObject(item) && typeof item[field] === 'string');
  if (name !== undefined && isObject(item))
    return before.find((candidate) => isObject(candidate) && candidate[name] === item[name]);
  return before.length === of ? before[at] : undefined;
}

/** Returns the field of a text that still is `=`, because nothing in the refused answer stands for it. */
export function leftUnchanged(value: unknown, field = ''): string | undefined {
  if (value === asBefore) return field;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${field}[${Number(key) + 1}]` : field === '' ? key : `${field}.${key}`;
    const found = leftUnchanged(item, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
