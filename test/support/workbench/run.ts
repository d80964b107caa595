import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export type RunOptions = { cwd?: string; env?: Record<string, string>; timeoutMs?: number };

/** Runs a program to its end and returns what it printed; nothing can be typed into it. Fails with the end of what it printed. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = spawn(command, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...outerEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs ?? 20 * 60_000,
  });
  let output = '';
  const keep = (text: string): void => void (output += text);
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new Error(`${command} could not be started: ${cause.message}`, { cause })));
    child.on('close', (code, signal) => {
      if (code === 0) {
        resolve(output);
        return;
      }
      const line = `\`${[command, ...args].join(' ')}\` ended with ${signal ?? `code ${code ?? '?'}`}`;
      reject(new Error(`${line}:\n${output.slice(-2_000)}`));
    });
  });
}

/** Where a program stands on the PATH. */
export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `npm test` tells its children which folder and package it runs in; an npm for another folder must not hear of that. */
function outerEnvironment(): NodeJS.ProcessEnv {
  const ofThisRun = /^npm_(package_|lifecycle_|config_(local_)?prefix$|config_ignore_scripts$)|^INIT_CWD$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)));
}
