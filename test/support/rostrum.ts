import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { vi } from 'vitest';
import { commandLine } from '../../src/cli/commandLine';
import { bundle } from './bundle';
import { hasHours } from './depth';

/** How a run of the command line ended, and what it wrote. */
export interface CommandRun {
  code: number | null;
  out: string;
  err: string;
}

export interface CommandOptions {
  cwd?: string;
  /** All of its environment but for PATH; without it, that of the tests. */
  env?: NodeJS.ProcessEnv;
  /** A bundle of it that has threads, in place of the one that has none. */
  program?: string;
  /** Called with what came on standard error so far; the signal that it names is sent, once each. */
  interrupt?: (err: string) => NodeJS.Signals | undefined;
}

let program: Promise<string> | undefined;

/** The command line, bundled for plain Node.js: what is read and searched in threads otherwise is done in the one that there is. */
export const rostrumProgram = (): Promise<string> => (program ??= bundle('src/cli/main.ts'));

/** A process of its own. Not `spawnSync`: servers of the tests answer from this process. */
export async function spawnedRostrum(
  args: readonly string[],
  { cwd = tmpdir(), env, program: named, interrupt }: CommandOptions = {},
): Promise<CommandRun> {
  const child = spawn(process.execPath, [named ?? (await rostrumProgram()), ...args], {
    cwd,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { out: '', err: '' };
  let sent: NodeJS.Signals | undefined;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (run.out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    run.err += piece;
    const signal = interrupt?.(run.err);
    if (signal === undefined || signal === sent) return;
    sent = signal;
    child.kill(signal);
  });
  return await new Promise((done, failed) => {
    child.on('error', failed).on('close', (code) => done({ code, ...run }));
  });
}

const environment = (env: NodeJS.ProcessEnv | undefined): NodeJS.ProcessEnv =>
  env === undefined ? process.env : { PATH: process.env['PATH'] ?? '', ...env };

/** In this process: with its folder, environment and output, but without the start and the end of a process, which take longest. */
async function inProcess(args: readonly string[], { cwd = tmpdir(), env }: CommandOptions): Promise<CommandRun> {
  const before = { cwd: process.cwd(), env: process.env };
  const run = { out: '', err: '' };
  const written = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((run.out += String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((run.err += String(text)))),
  ];
  process.chdir(cwd);
  process.env = environment(env);
  try {
    return { code: await commandLine(args), ...run };
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
    for (const spy of written) spy.mockRestore();
  }
}

/** The command line in this process; in one of its own where there are hours. What only a process has is tested by `spawnedRostrum`. */
export async function rostrum(args: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
  return await (hasHours ? spawnedRostrum(args, options) : inProcess(args, options));
}
