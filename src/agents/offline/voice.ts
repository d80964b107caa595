import { maskedRun } from '../../debate/mask';
import { sentenceCase } from './grammar';

/** FNV-1a over UTF-16 code units: small, fast, and the same everywhere. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

export type Values = Readonly<Record<string, string | number>>;

export interface VoiceSeed {
  topic: string;
  /** The speaker's place among those who share the banks, and how many they are. */
  place: number;
  of: number;
  /** How often this speaker has spoken before. */
  count: number;
  /** Only wordings too short to repeat a struck entry, which may have used the same; what is longer is left unsaid. */
  isTerse?: boolean;
}

/**
 * Chooses among wordings. Speakers go round a bank in turn, so that a wording comes back only when the bank has been
 * used up. Depends on nothing but its seed and the order of calls, hence the same record gives the same words.
 */
export class Voice {
  readonly #calls = new Map<string, number>();

  constructor(private readonly seed: VoiceSeed) {}

  /** One wording of the bank, filled in, as a sentence or sentences. Wordings with a value that is missing are left out. */
  say(key: string, bank: readonly string[], values: Values = {}): string {
    const usable = bank.filter(
      (wording) =>
        [...wording.matchAll(/\{(\w+)\}/g)].every(([, name]) => hasValue(values, name)) &&
        (this.seed.isTerse !== true || wording.split(/\{\w+\}/).every((fixed) => fixed.length < maskedRun)),
    );
    const wording = usable.length === 0 ? '' : this.#pick(key, usable);
    return sentences(wording.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')));
  }

  #pick(key: string, bank: readonly string[]): string {
    const { topic, place, of, count } = this.seed;
    const calls = this.#calls.get(key) ?? 0;
    this.#calls.set(key, calls + 1);
    const start = hashOf(`${topic}\n${key}`) % bank.length;
    return bank[(start + place + strideOf(of, bank.length) * count + calls) % bank.length] ?? '';
  }
}

/** At least the number of speakers, and without a divisor in common with the bank: so a speaker uses all of it. */
function strideOf(speakers: number, length: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = speakers;
  while (divisor(stride, length) !== 1) stride += 1;
  return stride;
}

function hasValue(values: Values, name: string | undefined): boolean {
  const value = name === undefined ? undefined : values[name];
  return value !== undefined && value !== '';
}

/** A value that opens a sentence may come in lower case: "the pilot" → "The pilot". */
function sentences(text: string): string {
  return sentenceCase(text).replace(
    /([.!?]["'”’)]* )(the|what|an?|on|in)\b/g,
    (_, end: string, word: string) => end + sentenceCase(word),
  );
}
