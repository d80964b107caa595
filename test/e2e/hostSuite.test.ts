import { describe, expect, inject, it } from 'vitest';
import type { HostTest } from '../host/hostReport';
import { runHostSuite } from '../support/workbench/hostSuiteRun';

/** The suite of `test/host` is run in an extension host, and each of its tests stands in this report as one of its own. */
const report = await runHostSuite(inject('programs'));

const bySuite = new Map<string, HostTest[]>();
for (const test of report.tests) {
  const name = test.suite.join(' › ');
  bySuite.set(name, [...(bySuite.get(name) ?? []), test]);
}

for (const [name, tests] of bySuite) {
  describe(`in the extension host: ${name}`, () => {
    for (const { title, state, error } of tests) {
      it.skipIf(state === 'skipped')(title, () => {
        if (error === undefined) return;
        const failure = new Error(error.message);
        failure.stack = error.stack;
        throw failure;
      });
    }
  });
}

describe('the suite of the extension host', () => {
  it('has tests and ran to its end', () => {
    expect(report.tests.length).toBeGreaterThan(0);
    const last = report.tests.at(-1);
    expect(report.isComplete, `the last test that ended was “${last?.title ?? 'none'}”`).toBe(true);
  });
});
