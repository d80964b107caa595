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

/** Before each file of tests, and again after it: files share a process, and what one leaves behind the next would meet. */
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
