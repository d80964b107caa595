import { afterAll, expect, vi } from 'vitest';

/** Before each file of tests, and again after it: files share a process, and what one leaves behind the next would meet. */
const found = () => ({
  environment: { ...process.env },
  folder: process.cwd(),
  hasFakeTimers: vi.isFakeTimers(),
  hasClockOfItsOwn: vi.isMockFunction(Date.now),
  search: [RegExp.prototype.exec, String.prototype.indexOf].map(String),
  functions: [fetch, setTimeout, process.stdout.write, process.stderr.write, process.kill, ...Object.values(console)],
});

const before = found();

afterAll(() => {
  expect(found(), 'what other files of tests find as well').toEqual(before);
});
