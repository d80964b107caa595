import { wordCount } from '../../../debate/text';
import { sentenceCase } from '../grammar';
import type { Values, Voice } from '../voice';

/** Texts with limits of length: only wordings that keep to them, filled in, are chosen from. */

export interface Wanted {
  /** Wordings of one key are gone round in turn. */
  key: string;
  /** The first bank with a wording that fits is used. */
  banks: readonly (readonly string[])[];
  values: Values;
  /** In words. */
  least?: number;
  most: number;
  isTaken?: (text: string) => boolean;
}

/** One wording, or undefined where none fits. */
export function worded(voice: Voice, { key, banks, values, least = 1, most, isTaken = () => false }: Wanted): string | undefined {
  for (const [at, bank] of banks.entries()) {
    const fitting = bank.filter((wording) => {
      const text = filled(wording, values);
      const words = text === undefined ? 0 : wordCount(text);
      return text !== undefined && words >= least && words <= most && !isTaken(text);
    });
    // The voice leaves out more: what may repeat a struck entry.
    const text = fitting.length === 0 ? '' : voice.say(`${key}/${at}`, fitting, values);
    if (text !== '') return text;
  }
  return undefined;
}

function filled(wording: string, values: Values): string | undefined {
  const valueOf = (name = ''): string => String(values[name] ?? '');
  if ([...wording.matchAll(/\{(\w+)\}/g)].some(([, name]) => valueOf(name) === '')) return undefined;
  return wording.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}

const small = new Set('a an and as at but by for from in nor of on or over than the to up with'.split(' '));

/** As titles are written; names such as `gRPC` as they are. */
export function titleCase(text: string): string {
  return text
    .split(' ')
    .map((word, at) => (at > 0 && small.has(word.toLowerCase()) ? word.toLowerCase() : sentenceCase(word)))
    .join(' ');
}

const ordinals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Counts in prose are words as far as they are short: digits would be read as figures that a source must have. */
export const inWords = (count: number): string => ordinals[count] ?? String(count);
