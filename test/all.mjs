import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * `npm test`: the build, then lint and types beside the quick tests, then the tests in a real VS Code. Every part is run whatever became of the others. It ends with how long each took and with `N passed, N failed`, where a lint, a type check or a build that failed is one failure.
 */
const isWhole = ['all', 'hours'].includes(process.env.ROSTRUM_TEST_DEPTH);

/** What is run of test/e2e where not all of it is: the suite of the extension host, and a person’s way from the question to the documents. */
const quickInEditor = ['test/e2e/hostSuite.test.ts', 'test/e2e/startDebate.test.ts'];

/** Of the long files of unit tests, one of so many is run where not all of them are. */
const longFilesDrawn = 4;

/** One seed for all that is drawn in a run; it is printed. */
const seed = (process.env.ROSTRUM_TEST_SEED ??= String(randomInt(1e9)));
if (!isWhole) process.env.ROSTRUM_TEST_LEFT_OUT = longFilesNotDrawn().join(' ');

function longFilesNotDrawn() {
  const rank = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const files = readdirSync('test/unit', { recursive: true }).filter((file) => file.endsWith('.long.test.ts'));
  files.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  const count = Math.ceil(files.length / longFilesDrawn);
  console.log(`long files of unit tests: ${count} of ${files.length}, ROSTRUM_TEST_SEED=${seed}`);
  return files.slice(count).map((file) => join('test/unit', file));
}

const start = performance.now();
const totals = { passed: 0, failed: 0 };
const table = [];
/** What failed, in words, for the end of the output: of a long one, that is what is kept. */
const failures = [];

/** Runs a command; its output comes whole when it has ended, unless it `isShown` as it comes: then it is not kept. */
function run(command, isShown) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', ...Array(2).fill(isShown ? 'inherit' : 'pipe')] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
    child.on('error', (error) => console.error(error.message));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve({ isPassed: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

async function part(name, command, isShown = false) {
  const begun = performance.now();
  const ended = await run(command, isShown);
  table.push([name, performance.now() - begun, ended.isPassed ? '' : 'failed']);
  return ended;
}

/** A check of one answer, yes or no. */
async function check(name, command) {
  const { isPassed, output } = await part(name, command);
  if (!isPassed) {
    totals.failed += 1;
    failures.push(`${name}: ${command}\n${openingOf(output)}`);
  }
  return isPassed;
}

/** The failed tests of a file in vitest’s report, with the opening of each message; a file that could not be read has no tests, only a message. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative('.', name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${openingOf(message)}`] : [];
  return failed.map((one) => `${file}: ${one.fullName}\n${openingOf(one.failureMessages.join('\n'))}`);
}

const openingOf = (text) => text.split('\n').slice(0, 12).join('\n').slice(0, 1_500);

/** A project of vitest.config.mts, or some of its files, whose tests are counted. */
async function tests(project, files = []) {
  const report = `out/tests-${project}.json`;
  rmSync(report, { force: true });
  const reporters = `--reporter=default --reporter=json --outputFile.json=${report}`;
  const { isPassed } = await part(project, `vitest run --project '${project}*' ${reporters} ${files.join(' ')}`, true);
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  totals.passed += results?.numPassedTests ?? 0;
  // A file that could not be read, or a run that broke off, has no test of its own that failed.
  totals.failed += Math.max(results?.numFailedTests ?? 0, isPassed ? 0 : 1);
  const found = results?.testResults.flatMap(failuresOf) ?? [];
  failures.push(...found);
  if (found.length === 0 && !isPassed)
    failures.push(`${project}: no test failed, but the run did; its output says why`);
  const golden = results?.testResults.filter(({ name }) => name.includes('/test/golden/')) ?? [];
  if (golden.length > 0)
    table.push(['  golden', golden.reduce((sum, one) => sum + one.endTime - one.startTime, 0), '']);
}

const missing = quickInEditor.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`test/all.mjs names files that are not there: ${missing.join(', ')}`);

const isBuilt = await check('build', 'npm run --silent build');
const checks = async () => {
  await check('types', 'npm run --silent typecheck');
  await check('lint', 'npm run --silent lint');
};
await Promise.all([checks(), tests('unit')]);
// A window waits and draws again where it gets no time: beside the others it costs a quarter more than after them.
if (isBuilt) await tests('workbench', isWhole ? [] : quickInEditor);
else table.push(['workbench', 0, 'not run: the build failed']);

table.push(['all', performance.now() - start, '']);
// For `npm run measure`.
mkdirSync('out', { recursive: true });
const depth = process.env.ROSTRUM_TEST_DEPTH ?? 'quick';
writeFileSync(
  'out/times.json',
  JSON.stringify({ depth, parts: table.map(([name, ms]) => ({ name: name.trim(), ms })) }),
);
for (const failure of failures) console.log(`\nFailed: ${stripVTControlCharacters(failure)}`);
console.log('\nHow long each part took; parts run beside one another:');
for (const [name, took, note] of table)
  console.log(`${name.padEnd(10)} ${(took / 1_000).toFixed(1).padStart(8)} s  ${note}`.trimEnd());
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
