import { chmodSync } from 'node:fs';

/**
 * Permissions do not bind root: there the work is done as `nobody`. The temp folder is opened so that `nobody` gets as
 * far as the file in question.
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
