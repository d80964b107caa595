import { entryTexts } from './injection/entryTexts';
import type { Injection } from './injection/injection';
import { rulingTexts } from './injection/rulingTexts';
import { toolTexts } from './injection/toolTexts';
import { deceivingTexts, wordTexts } from './injection/wordTexts';

/** Texts that give orders, each with what a model does that obeys it to the letter. */
export const injectionCorpus: readonly Injection[] = [
  ...toolTexts,
  ...entryTexts,
  ...wordTexts,
  ...deceivingTexts,
  ...rulingTexts,
];
