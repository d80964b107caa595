import { stat } from 'node:fs/promises';

/** By what a file is known to be as it was: size and times; '' where it is not there. */
export async function stampOf(path: string): Promise<{ bytes: number; stamp: string }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { bytes: 0, stamp: '' };
  const { size, mtimeMs, ctimeMs } = stats;
  return { bytes: size, stamp: `${size} ${mtimeMs} ${ctimeMs}` };
}

export async function areAsTheyWere(files: readonly { path: string; stamp: string }[]): Promise<boolean> {
  for (const { path, stamp } of files) if ((await stampOf(path)).stamp !== stamp) return false;
  return true;
}
