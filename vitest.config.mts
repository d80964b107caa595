import { defineConfig } from 'vitest/config';

/** Where the counts go that `.ci/run` prints; nothing is written without it. */
const report = process.env['ROSTRUM_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['test/{unit,golden}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(report === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: report } }),
  },
});
