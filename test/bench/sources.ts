import { join } from 'node:path';
import { median, ms, times, type Bench, type Figure } from './bench';
import { inChild } from './inChild';
import { hosts, pagesPerHost } from './web/articles';
import { checkAnchors, checkLinks, checkSources, perHost, type Run, type Task } from './web/checkers';
import { serve, startBenchWeb, webChild } from './web/server';

const count = hosts * pagesPerHost;

const runs = 3;

const sides = ['checkSources', 'checkLinks', 'checkAnchors'] as const;
type Side = (typeof sides)[number];

/**
 * 1,000 sources over 100 hosts: fetched, their text taken out, kept on the disk, their quotations and figures looked up; against
 * linkinator, which asks for the heads of the same pages, and linkinator when it reads the pages for their anchors. No pauses
 * between requests, and as many at once to a host.
 */
export const sources: Bench = {
  name: 'sources',
  run: compared,
  children: { checkSources, checkLinks, checkAnchors, [webChild]: serve },
};

async function compared(folder: string): Promise<Figure[]> {
  const taken: Record<Side, Run[]> = { checkSources: [], checkLinks: [], checkAnchors: [] };
  const web = await startBenchWeb();
  try {
    const task: Task = { origins: web.origins, index: web.index };
    // In turns, so that what else the machine does disturbs all alike.
    for (let run = 0; run < runs; run += 1) {
      for (const side of sides)
        taken[side].push(all(await inChild<Run>(side, JSON.stringify(task), join(folder, `run-${run}`))));
    }
  } finally {
    web.stop();
  }
  const middle = (side: Side, measure: keyof Run): number => median(taken[side].map((run) => run[measure]));
  const line =
    (label: string, measure: keyof Run, said: (value: number) => string) =>
    (theirs: Side): Figure => {
      const [our, their] = [middle('checkSources', measure), middle(theirs, measure)];
      const aim = measure === 'wallMs' && theirs === 'checkLinks' ? { aim: '< 1×', isMet: our < their } : { aim: '—' };
      const name = theirs === 'checkLinks' ? 'linkinator' : 'linkinator, pages read';
      return { what: label, figure: said(our), baseline: `${said(their)} ${name}`, ratio: times(our / their), ...aim };
    };
  const theirs: Side[] = ['checkLinks', 'checkAnchors'];
  return [
    ...theirs.map(line(`${count} sources over ${hosts} hosts, ${perHost} at once to each`, 'wallMs', ms)),
    ...theirs.map(line('  CPU of each source', 'cpuMs', (value) => ms(value / count))),
    ...theirs.map(line('  peak memory', 'peakMb', (value) => `${value.toFixed(0)} MB`)),
  ];
}

function all(run: Run): Run {
  if (run.checked !== count) throw new Error(`${run.checked} of ${count} were found.`);
  return run;
}
