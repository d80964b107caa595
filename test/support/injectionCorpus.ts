import { entryTexts } from './injection/entryTexts';
import type { Injection } from './injection/injection';
import { rulingTexts } from './injection/rulingTexts';
import { toolTexts } from './injection/toolTexts';
import { deceivingTexts, wordTexts } from './injection/wordTexts';

/** Texts that give orders, each with the behaviour of a model that obeys literally. */
export const injectionCorpus: readonly Injection[] = [
  ...toolTexts,
  ...entryTexts,
  ...wordTexts,
  ...deceivingTexts,
  ...rulingTexts,
];
