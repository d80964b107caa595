import { afterAll, expect, vi } from 'vitest';

const replaced: readonly (readonly [object, string])[] = [
  [globalThis, 'fetch'],
  [globalThis, 'setTimeout'],
  [process, 'kill'],
  [process.stdout, 'write'],
  [process.stderr, 'write'],
  [RegExp.prototype, 'exec'],
  [String.prototype, 'indexOf'],
];

/** State before and after each test file: files share a process, and leftovers of one would affect the next. */
const found = () => ({
  environment: { ...process.env },
  folder: process.cwd(),
  hasFakeTimers: vi.isFakeTimers(),
  hasClockOfItsOwn: vi.isMockFunction(Reflect.get(Date, 'now')),
  functions: replaced.map(([owner, name]): unknown => Reflect.get(owner, name)),
  console: { ...console },
});

const before = found();

afterAll(() => {
  expect(found(), 'what other files of tests find as well').toEqual(before);
});
