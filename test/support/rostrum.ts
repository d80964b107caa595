import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { vi } from 'vitest';
import { commandLine } from '../../src/cli/commandLine';
import { bundle } from './bundle';
import { hasHours } from './depth';

/** Result of a run of the command line: its end and its output. */
export interface CommandRun {
  code: number | null;
  out: string;
  err: string;
}

export interface CommandOptions {
  cwd?: string;
  /** The whole environment except PATH; default: that of the tests. */
  env?: NodeJS.ProcessEnv;
  /** A bundle with threads, in place of the one without. */
  program?: string;
  /** Called with the standard error so far; the signal that it returns is sent once. */
  interrupt?: (err: string) => NodeJS.Signals | undefined;
}

let program: Promise<string> | undefined;

/** The command line, bundled for plain Node.js; work that threads would do is done in the main thread. */
export const rostrumProgram = (): Promise<string> => (program ??= bundle('src/cli/main.ts'));

/** Runs it in a process of its own. `spawnSync` would block the tests' servers, which are in this process. */
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

/**
 * Runs it in this process: with its folder, environment and output, but without starting and ending a process, which
 * take longest.
 */
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

/**
 * Runs the command line in this process, or in its own at the depth `hours`. `spawnedRostrum` tests features that need
 * a process.
 */
export async function rostrum(args: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
  return await (hasHours ? spawnedRostrum(args, options) : inProcess(args, options));
}
