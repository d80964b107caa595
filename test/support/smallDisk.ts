import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { tempFolder } from './tempFolder';

/** A file system of 64 KB in memory, or the reason why there is none here. Unmounted after the test. */
export function smallDisk(): { folder: string; remount(options: string): void } | { reason: string } {
  if (process.platform !== 'linux') return { reason: 'only Linux can mount a small file system' };
  if (process.getuid?.() !== 0) return { reason: 'only root can mount a small file system' };
  const folder = tempFolder();
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (status !== 0) return { reason: `mounting is not allowed: ${stderr.toString().trim()}` };
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  const remount = (options: string): void => {
    const result = spawnSync('mount', ['-o', `remount,${options}`, folder]);
    if (result.status !== 0) throw new Error(result.stderr.toString());
  };
  return { folder, remount };
}
