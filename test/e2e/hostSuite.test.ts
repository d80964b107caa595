import { createServer } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { addressSuite, hostOnlyVariable, type HostReport, type HostTest } from '../host/hostReport';
import { isSampled } from '../support/depth';
import { listening } from '../support/listening';
import { runHostSuite } from '../support/workbench/hostSuiteRun';

/** The suite of `test/host` is run in an extension host, and each of its tests stands in this report as one of its own. */
const only = process.env[hostOnlyVariable];
const report = await runHostSuite(inject('programs'), only === undefined ? {} : { only });

/** Once more in a window that knows a proxy from its start: what is refused must not depend on when the editor heard of it. */
const proxied =
  isSampled || only !== undefined
    ? []
    : [
        await runHostSuite(inject('programs'), {
          name: 'host-suite-proxied-server',
          only: addressSuite,
          settings: { 'http.proxy': `http://127.0.0.1:${await freePort()}`, 'http.proxySupport': 'override' },
        }),
      ];

describe.each([
  ['in the extension host', report],
  ...proxied.map((one) => ['in the extension host, with a proxy', one] as const),
] satisfies (readonly [string, HostReport])[])('%s', (_where, { tests, isComplete }) => {
  for (const [name, ofSuite] of bySuite(tests)) describe(name, () => ofSuite.forEach(reported));

  it('has tests and ran to its end', () => {
    expect(tests.length).toBeGreaterThan(0);
    const last = tests.at(-1);
    expect(isComplete, `the last test that ended was “${last?.title ?? 'none'}”`).toBe(true);
  });
});

function bySuite(tests: readonly HostTest[]): ReadonlyMap<string, HostTest[]> {
  const found = new Map<string, HostTest[]>();
  for (const test of tests) {
    const name = test.suite.join(' › ');
    found.set(name, [...(found.get(name) ?? []), test]);
  }
  return found;
}

function reported({ title, state, error }: HostTest): void {
  it.skipIf(state === 'skipped')(title, () => {
    if (error === undefined) return;
    const failure = new Error(error.message);
    failure.stack = error.stack;
    throw failure;
  });
}

/** A port on which the suite can have a proxy that the window knew before it. */
async function freePort(): Promise<number> {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}
