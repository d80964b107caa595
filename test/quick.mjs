import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * `npm run quick [-- REV]`: an incremental type check beside the unit tests nearest to what changed since REV (HEAD if none is named).
 * A test is near when few imports lie between it and a changed file. Tests that took a second or longer are left to `npm test`.
 */
const [since = 'HEAD'] = process.argv.slice(2);
const budgetMs = 5_000;
const unknownMs = 400;
const timesFile = 'out/quick-times.json';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since, '--', 'src', 'test', 'prompts'),
  ...git('ls-files', '--others', '--exclude-standard', '--', 'src', 'test', 'prompts'),
];

/** Returns, by file, the files that import it. */
function importers() {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  const known = new Set(files);
  const byFile = new Map();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const stem = normalize(join(dirname(file), path));
      const target = [stem, `${stem}.ts`, `${stem}.tsx`].find((name) => known.has(name) || name.startsWith('prompts/'));
      if (target !== undefined) byFile.set(target, [...(byFile.get(target) ?? []), file]);
    }
  }
  return byFile;
}

/** Returns the unit tests that reach a changed file, nearest first. */
function testsNear() {
  const byFile = importers();
  const seen = new Set(changed);
  const queue = [...changed];
  for (const file of queue)
    for (const importer of byFile.get(file) ?? [])
      if (!seen.has(importer)) {
        seen.add(importer);
        queue.push(importer);
      }
  return queue.filter((file) => /^test\/unit\/.*\.test\.ts$/.test(file) && !/\.(?:long|alone)\.test\.ts$/.test(file));
}

const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};

/** Returns the nearest tests whose known times fit into the budget. */
function chosen(tests) {
  const quick = tests.filter((file) => (times[file] ?? unknownMs) < 1_000);
  let left = budgetMs;
  return quick.filter((file) => (left -= times[file] ?? unknownMs) > 0);
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn('npx', [command, ...args], { stdio: 'inherit' });
    child.on('close', resolve);
  });
}

const near = testsNear();
const tests = chosen(near);
const report = 'out/tests-quick.json';
mkdirSync('out', { recursive: true });
const reporters = ['--silent=passed-only', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const start = performance.now();
const codes = await Promise.all([
  run('tsc', ['-b', '.', 'src/debate', 'src/webview']),
  tests.length === 0
    ? 0
    : run('vitest', ['run', '--experimental.fsModuleCache', '--project', 'unit-together', ...reporters, ...tests]),
]);
if (tests.length > 0 && existsSync(report))
  for (const { name, startTime, endTime } of JSON.parse(readFileSync(report, 'utf8')).testResults)
    times[name.slice(process.cwd().length + 1)] = Math.round(endTime - startTime);
writeFileSync(timesFile, JSON.stringify(times));
console.log(
  `${changed.length} changed files, ${tests.length} of ${near.length} tests that reach them, ${((performance.now() - start) / 1_000).toFixed(1)} s`,
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
