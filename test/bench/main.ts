import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { graphLayout } from './argumentGraph';
import type { Bench, Figure } from './bench';
import { durableAppend } from './durableAppend';
import { follow } from './follow';
import { childFlag } from './inChild';
import { activation } from './editor/activation';
import { editor } from './editor/editorBench';
import { engineSteps } from './engineSteps';
import { estimates } from './estimates';
import { largePages } from './largePages';
import { modelCost, modelTime } from './modelCost';
import { listDebates } from './listDebates';
import { longDialectic } from './longDialectic';
import { manyEvidenceFiles } from './manyEvidenceFiles';
import { openAndFold } from './openAndFold';
import { quoteAlignment } from './quoteAlignment';
import { searchDebates } from './searchDebates';
import { sources } from './sources';

/** Add a bench here: a module of its own beside this one that exports a `Bench`. */
const benches: readonly Bench[] = [
  durableAppend,
  openAndFold,
  follow,
  engineSteps,
  manyEvidenceFiles,
  modelCost,
  modelTime,
  estimates,
  quoteAlignment,
  listDebates,
  searchDebates,
  sources,
  largePages,
  graphLayout,
  longDialectic,
  editor,
  activation,
];

async function main(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2);
  if (first === childFlag) await runChild(rest);
  else await runBenches(first);
}

/** `npm run bench -- append` runs only the benches with `append` in their names. */
async function runBenches(only = ''): Promise<void> {
  const figures: Figure[] = [];
  for (const bench of benches.filter(({ name }) => name.includes(only))) {
    console.error(`${bench.name} …`);
    const folder = mkdtempSync(join(tmpdir(), 'rostrum-bench-'));
    try {
      figures.push(...(await bench.run(folder)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  print(figures);
}

async function runChild([name = '', ...args]: readonly string[]): Promise<void> {
  const work = benches.map((bench) => bench.children?.[name]).find((child) => child !== undefined);
  if (work === undefined) throw new Error(`No bench has a child "${name}".`);
  process.stdout.write(JSON.stringify(await work(args)));
}

function print(figures: readonly Figure[]): void {
  const rows = figures.map((f) => [
    f.what,
    f.figure,
    f.baseline,
    f.ratio,
    f.aim,
    f.isMet === undefined ? '' : f.isMet ? 'met' : 'MISSED',
  ]);
  const head = ['what', 'figure', 'baseline of the same run', 'ratio', 'aim', ''];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
