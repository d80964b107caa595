import { mkdtempSync } from 'node:fs';
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

/** What Rostrum keeps between runs, of the files of evidence: nothing of the developer's own. */
const env = { XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'rostrum-cache-')) };

/** One more than there are cores: much of what is tested waits for a disk, a socket or a clock. */
const quick = { maxWorkers: availableParallelism() + 1, testTimeout: 120_000, hookTimeout: 120_000 };

/** What changes the process it runs in, for good. */
const alone = '**/*.alone.test.ts';

/**
 * Files share a process, and with it the modules that are loaded: each leaves all as it found it, which
 * `test/support/nothingLeft.ts` looks at after each. What cannot is named `*.alone.test.ts`.
 */
const unit = {
  env,
  name: 'unit',
  include: ['test/{unit,golden}/**/*.test.ts'],
  exclude: [alone],
  setupFiles: 'test/support/nothingLeft.ts',
  isolate: false,
  ...quick,
};

const unitAlone = { env, name: 'unit-alone', include: [`test/unit/${alone}`], ...quick };

/** A real VS Code in a real browser, see docs/testing.md. One file after the other, when the quick tests are through. */
const workbench = {
  env,
  name: 'workbench',
  include: ['test/e2e/**/*.test.ts'],
  globalSetup: 'test/support/workbench/globalSetup.ts',
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // As long as the driver waits, see test/support/workbench/patience.ts.
  expect: { poll: { timeout: 60_000 } },
  fileParallelism: false,
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
