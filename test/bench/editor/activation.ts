import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/workbench/artefacts';
import { extensionFolder } from '../../support/workbench/installedExtension';
import { median, ms, times, type Bench } from '../bench';
import { benchActivationVariable, benchReportVariable, timedActivation, type TimedActivation } from './report';
import { benchWindows, type SuiteWindows } from './suiteWindows';

/** Windows of each of the two, one after the other by turns. */
const rounds = 11;

const emptyExtension = { publisher: 'nobody', name: 'empty', version: '0.0.1' };

/** CPU and wall time until `activate` has returned, code loaded in it, beside those of an extension that does nothing: each window is a new host. */
export const activation: Bench = {
  name: 'activation',
  async run(folder) {
    const empty = join(folder, 'empty');
    writeEmptyExtension(empty);
    const workspace = join(folder, 'workspace');
    mkdirSync(workspace);
    const own: TimedActivation[] = [];
    const bare: TimedActivation[] = [];
    await benchWindows([empty], async (windows) => {
      for (let round = 0; round < rounds; round += 1) {
        own.push(await timed(windows, workspace, 'rostrum.rostrum'));
        bare.push(await timed(windows, workspace, `${emptyExtension.publisher}.${emptyExtension.name}`));
      }
    });
    const [ownCpu, bareCpu] = [own, bare].map((all) => median(all.map(({ cpuMs }) => cpuMs))) as [number, number];
    const [ownWall, bareWall] = [own, bare].map((all) => median(all.map(({ wallMs }) => wallMs))) as [number, number];
    return [
      {
        what: `loading and activation, CPU time, median of ${rounds} windows`,
        figure: ms(ownCpu),
        baseline: `${ms(bareCpu)} an empty extension`,
        ratio: times(ownCpu / bareCpu),
        aim: '—',
      },
      {
        what: 'the same, wall time',
        figure: ms(ownWall),
        baseline: `${ms(bareWall)} an empty extension`,
        ratio: times(ownWall / bareWall),
        aim: '—',
      },
    ];
  },
};

async function timed(windows: SuiteWindows, folder: string, extension: string): Promise<TimedActivation> {
  const file = join(folder, '..', 'activation.json');
  const env = { [benchReportVariable]: file, [benchActivationVariable]: extension };
  const module = join(repository, 'dist', 'test', 'benchInHost.js');
  await windows.run(folder, { extension: extensionFolder(), module, env });
  return timedActivation.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function writeEmptyExtension(folder: string): void {
  mkdirSync(folder);
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { engines: object };
  const manifest = { ...emptyExtension, engines, main: './extension.js', activationEvents: ['onUri'] };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'extension.js'), 'exports.activate = () => ({});\n');
}
