import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { lineup } from '../scriptedDebate';
import { extensionFolder } from './installedExtension';
import type { PacedScript } from './pacedDebate';
import { until } from './patience';

/** A command line that runs beside the window. */
export type CommandLine = { child: ChildProcess; output: () => string };

/** `rostrum …` as somebody types it in a terminal; it is killed when the test is over. */
export function commandLine(args: readonly string[]): CommandLine {
  const child = spawn(process.execPath, [join(extensionFolder(), 'dist', 'cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

/** Waits until it has ended well; returns its output. */
export async function ended({ child, output }: CommandLine): Promise<string> {
  const code = await until('the command line to end', () => Promise.resolve(child.exitCode ?? undefined));
  if (code !== 0) throw new Error(`rostrum ended with ${code}:\n${output()}`);
  return output();
}

/** `rostrum run` of a paced debate into `output` of a workspace. Returns once its folder is there. */
export async function runByCommandLine(
  workspace: string,
  { topic, script }: { topic: string; script: PacedScript },
): Promise<CommandLine & { folder: string }> {
  const lineupFile = `${script.path}.lineup.json`;
  await writeFile(lineupFile, JSON.stringify(lineup(2)));
  const cli = commandLine([
    ...[
      'run',
      '--topic',
      topic,
      '--provider',
      'scripted',
      '--script',
      script.path,
      '--lineup',
      lineupFile,
      '--evidence',
      script.evidence,
    ],
    ...['--out', join(workspace, 'output'), '--rounds', String(script.rounds), '--yes'],
  ]);
  const folder = await until('the folder of the debate', () => {
    if (cli.child.exitCode !== null) throw new Error(cli.output());
    return Promise.resolve(/^(\/.+)\n/.exec(cli.output())?.[1]);
  });
  return { ...cli, folder };
}
