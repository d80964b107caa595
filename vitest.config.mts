import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Prompts come as text here too, as esbuild's loader has them. */
const prompts = {
  name: 'prompts-as-text',
  enforce: 'pre' as const,
  transform: (text: string, id: string) =>
    /\/prompts\/\w+\.md$/.test(id) ? `export default ${JSON.stringify(text)}` : undefined,
};

/** All that a run writes for a while, gone when it ends; what Rostrum keeps between runs too: nothing of the developer's own. */
function foldersIn(parent: string) {
  const folder = mkdtempSync(join(parent, 'rostrum-tests-'));
  // Some tests are another user.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder, TEMP: folder, XDG_CACHE_HOME: join(folder, 'cache') };
}

/**
 * Where unit tests write: on the disk where all is run, or where `TMPDIR` says. A quick run takes the memory where Linux gives some gigabytes of
 * it: hundreds of debates are written, synced and removed, which on a disk takes a tenth of the processor time, and waits for the disk besides.
 */
function unitParent(): string {
  const { ROSTRUM_TEST_DEPTH: depth = 'quick', TMPDIR: named } = process.env;
  if (named !== undefined || depth === 'all' || depth === 'hours') return tmpdir();
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4e9 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const env = foldersIn(unitParent());

/** One more than there are cores: much of what is tested waits for a disk, a socket or a clock. */
const patient = {
  maxWorkers: availableParallelism() + 1,
  // So long that no test fails because the machine is slow; a window is waited for as long, see test/support/workbench/patience.ts.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 600_000 } },
};

/** What changes the process it runs in, for good. */
const alone = '**/*.alone.test.ts';

/** Of the long files, `*.long.test.ts`, those that the seed of a quick `npm test` did not draw. */
const leftOut = process.env['ROSTRUM_TEST_LEFT_OUT']?.split(' ') ?? [];

/**
 * Files share a process, and with it the modules that are loaded: each leaves all as it found it, which
 * `test/support/nothingLeft.ts` looks at after each. What cannot is named `*.alone.test.ts`.
 */
const unit = {
  env,
  name: 'unit-together',
  include: ['test/{unit,golden}/**/*.test.ts'],
  exclude: [alone, ...leftOut],
  setupFiles: 'test/support/nothingLeft.ts',
  isolate: false,
  ...patient,
};

/** Projects begin in the order of their names: of these, one takes longest where all is run, while the others fill the rest. */
const unitAlone = { env, name: 'unit-alone', include: [`test/unit/${alone}`], ...patient };

/** A real VS Code in a real browser, see docs/testing.md, when the quick tests are through: two files at a time, they mostly wait. */
const workbench = {
  env: foldersIn(tmpdir()),
  name: 'workbench',
  include: ['test/e2e/**/*.test.ts'],
  globalSetup: 'test/support/workbench/globalSetup.ts',
  setupFiles: 'test/support/nothingLeft.ts',
  isolate: false,
  ...patient,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    projects: [
      { test: unit, plugins: [prompts] },
      { test: unitAlone, plugins: [prompts] },
      { test: workbench, plugins: [prompts] },
    ],
  },
});
