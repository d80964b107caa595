import { chmodSync } from 'node:fs';

/**
 * Does work that permissions bind: as root, it is done as the user `nobody`. The temporary folder is opened so that
 * this user reaches the file.
 */
export async function withoutPrivilege<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  chmodSync(folder, 0o755);
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
