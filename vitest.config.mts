import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Prompts come as text here too, as esbuild's loader has them. */
const prompts = {
  name: 'prompts-as-text',
  enforce: 'pre' as const,
  transform: (text: string, id: string) =>
    /\/prompts\/\w+\.md$/.test(id) ? `export default ${JSON.stringify(text)}` : undefined,
};

/** Where the counts go that `.ci/run` prints; nothing is written without it. */
const report = process.env['ROSTRUM_TEST_REPORT'];

/** What Rostrum keeps between runs, of the files of evidence: nothing of the developer's own. */
const env = { XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'rostrum-cache-')) };

const unit = {
  env,
  name: 'unit',
  include: ['test/{unit,golden}/**/*.test.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** A real VS Code in a real browser, see docs/testing.md. One file after the other, when the quick tests are through. */
const workbench = {
  ...{
    env,
    name: 'workbench',
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/support/workbench/globalSetup.ts',
  },
  // Once more where a shared machine stalled a window; what fails twice fails.
  ...{ testTimeout: 300_000, hookTimeout: 300_000, retry: 1, fileParallelism: false, sequence: { groupOrder: 1 } },
};

export default defineConfig({
  test: {
    projects: [
      { test: unit, plugins: [prompts] },
      { test: workbench, plugins: [prompts] },
    ],
    ...(report === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: report } }),
  },
});
