import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { sampled } from '../support/depth';
import { hostOnlyVariable, hostReportVariable, type HostReport, type HostTest } from './hostReport';

/**
 * Runs mocha inside an extension host, whichever it is, and writes the results into the file that the environment names:
 * all suites, the one that is named, or the half that the seed of a quick `npm test` draws.
 * @param load evaluates the files of the suite, which then declare their tests
 */
export async function runSuite(load: () => void): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 600_000, reporter: 'base' });
  // What mocha does before it loads a file by itself: from here on `describe` and `it` belong to this run.
  mocha.suite.emit('pre-require', globalThis, null, mocha);
  load();
  const only = process.env[hostOnlyVariable];
  if (only !== undefined) mocha.fgrep(only);
  else if (process.env['ROSTRUM_TEST_LEFT_OUT'] !== undefined) {
    const { suite } = mocha;
    suite.suites = [...sampled('suites of the extension host', suite.suites, suite.suites.length >> 1)];
  }
  const report: HostReport = { isComplete: false, tests: [] };
  const write = (): void => {
    const file = process.env[hostReportVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(report, null, 2));
  };
  const failures = await new Promise<number>((resolve) => {
    const add = (test: HostTest): void => {
      report.tests.push(test);
      write();
    };
    mocha
      .run(resolve)
      .on('pass', (test) => add(result(test, 'passed')))
      .on('pending', (test) => add(result(test, 'skipped')))
      // A hook that fails comes here too, under its own name; the tests it kept from running do not.
      .on('fail', (test, error: unknown) => add({ ...result(test, 'failed'), error: errorTexts(error) }));
  });
  report.isComplete = true;
  write();
  if (report.tests.length === 0) throw new Error('The suite has no tests.');
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}

const result = (test: Mocha.Runnable, state: HostTest['state']): HostTest => ({
  suite: test.titlePath().slice(0, -1),
  title: test.title,
  state,
  durationMs: test.duration ?? 0,
});

const errorTexts = (error: unknown): { message: string; stack: string } =>
  error instanceof Error ? { message: error.message, stack: error.stack ?? '' } : { message: String(error), stack: '' };
