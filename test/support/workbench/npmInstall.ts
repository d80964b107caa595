import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run';

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/**
 * Installs packages into a folder of its own. Install scripts never run: newer versions of npm block them anyway, and
 * their work is done explicitly if it is needed.
 */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', ...quiet, ...packages], { cwd: folder });
}

/** Installs what a package that lies in this folder needs to run, by its own lock file. */
export async function npmInstallDependencies(folder: string): Promise<void> {
  await run('npm', ['install', '--omit=dev', ...quiet], { cwd: folder });
}
