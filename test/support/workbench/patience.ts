import { setTimeout as sleep } from 'node:timers/promises';

/** How long a condition is waited for. Nothing takes this long; a shared machine may be slow, and waiting costs nothing when it is not. */
export const patienceMs = 60_000;

/** What `probe` returns once it is something. A probe that throws (a part of the window was just replaced) is asked again. */
export async function until<T>(what: string, probe: () => Promise<T | undefined>, limitMs = patienceMs): Promise<T> {
  const end = Date.now() + limitMs;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      const result = await probe();
      if (result !== undefined) return result;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await sleep(50);
  }
  throw new Error(`Waited ${limitMs / 1_000} s in vain for ${what}.`, { cause });
}

/** A pattern for exactly this text, or the pattern itself. */
export const exactly = (text: string | RegExp): RegExp =>
  typeof text === 'string' ? new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`) : text;

/** The texts of a window have spaces that do not break, and icons' private characters. */
export const plain = (text: string): string =>
  text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[\u200b\ue000-\uf8ff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
