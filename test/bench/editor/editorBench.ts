import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfLog } from '../../../src/record/logPath';
import { repository } from '../../support/workbench/artefacts';
import { extensionFolder } from '../../support/workbench/installedExtension';
import { ms, times, type Bench, type Figure } from '../bench';
import { writeLargeLog } from '../largeLog';
import { benchReportVariable, editorReport, type EditorReport } from './report';
import { benchWindows } from './suiteWindows';

const debates = 1_000;

/** In a real window: append → painted, first paint, activation, the list of 1,000 debates, memory, and the size of the package. */
export const editor: Bench = {
  name: 'editor',
  async run(folder) {
    // First: it leaves the build that people are given, and that is what is measured.
    const size = packageFigure(folder);
    const workspace = join(folder, 'workspace');
    for (let index = 0; index < debates; index += 1) {
      const debate = join(workspace, 'output', `debate-${index}`);
      mkdirSync(debate, { recursive: true });
      writeLargeLog(pathOfLog(debate), 30);
    }
    const report = await inWindow(workspace, join(folder, 'report.json'));
    return [...report.sizes.flatMap(panelFigures), ...otherFigures(report), size];
  },
};

async function inWindow(workspace: string, reportFile: string): Promise<EditorReport> {
  const module = join(repository, 'dist', 'test', 'benchInHost.js');
  const suite = { extension: extensionFolder(), module, env: { [benchReportVariable]: reportFile } };
  await benchWindows([], (windows) => windows.run(workspace, suite));
  const found: unknown = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (typeof found === 'object' && found !== null && 'error' in found) throw new Error(String(found.error));
  return editorReport.parse(found);
}

function panelFigures({
  entries,
  own,
  others,
  roundTrip,
  firstPaintMs,
  unkeptPaintMs,
  barePaintMs,
}: EditorReport['sizes'][number]): Figure[] {
  const at = `at ${entries.toLocaleString('en')} entries`;
  const floor = `${ms(roundTrip.p50)} / ${ms(roundTrip.p95)} a bare message, painted`;
  const appended = (whose: string, { p50, p95 }: EditorReport['sizes'][number]['own']): Figure => ({
    what: `${whose} entry appended → painted, p50 / p95, ${at}`,
    figure: `${ms(p50)} / ${ms(p95)}`,
    baseline: floor,
    ratio: times(p95 / roundTrip.p95),
    ...(entries < 10_000 ? { aim: '—' } : { aim: 'p95 ≤ 1.1×', isMet: p95 <= 1.1 * roundTrip.p95 }),
  });
  const first = (how: string, tookMs: number): Figure => ({
    what: `verdict of a finished debate painted, ${how}, ${at}`,
    figure: ms(tookMs),
    baseline: `${ms(barePaintMs)} an empty page, painted`,
    ratio: times(tookMs / barePaintMs),
    aim: '—',
  });
  return [
    appended('own', own),
    appended("another process's", others),
    { ...first('kept', firstPaintMs), aim: '≤ 2×', isMet: firstPaintMs <= 2 * barePaintMs },
    first('not kept', unkeptPaintMs),
  ];
}

function otherFigures({ activationMs, list, memory }: EditorReport): Figure[] {
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  return [
    {
      what: 'activation, our own code',
      figure: ms(activationMs),
      baseline: '—',
      ratio: '',
      aim: '≤ 50 ms',
      isMet: activationMs <= 50,
    },
    {
      what: `list of ${list.debates.toLocaleString('en')} debates, cold`,
      figure: ms(list.coldMs),
      baseline: `${ms(list.statMs)} 4 KiB of each log`,
      ratio: times(list.coldMs / list.statMs),
      aim: '≤ 500 ms',
      isMet: list.coldMs <= 500 && list.debates === debates,
    },
    {
      what: `heap held by a log of ${memory.entries.toLocaleString('en')} entries`,
      figure: megabytes(memory.heapBytes),
      baseline: `${megabytes(memory.logBytes)} log`,
      ratio: times(memory.heapBytes / memory.logBytes),
      aim: '—',
    },
  ];
}

function packageFigure(folder: string): Figure {
  const file = join(folder, 'rostrum.vsix');
  execFileSync('npm', ['run', 'package', '--', '--out', file], { cwd: repository, stdio: 'pipe' });
  const { size } = statSync(file);
  return {
    what: 'VSIX',
    figure: `${(size / 1_024).toFixed(0)} KB`,
    baseline: `${(statSync(join(repository, 'dist', 'extension.js')).size / 1_024).toFixed(0)} KB extension.js`,
    ratio: '',
    aim: '≤ 1 MB',
    isMet: size <= 2 ** 20,
  };
}
