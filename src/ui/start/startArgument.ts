import * as z from 'zod';
import { givenDebaters } from '../../session/configFiles';
import { startProvider, type Choices, type EvidenceChoice, formatChoices, startFormat } from './choices';

const argumentSchema = z.object({
  /** A debate that was written beforehand, of `format`; all else is its own. */
  sample: z.boolean().optional(),
  topic: z.string().optional(),
  format: startFormat.optional(),
  /** Rounds of a tribunal; motion, exchanges and the like of a dialectic. */
  details: formatChoices.optional(),
  /** Hints in words, or the debaters. */
  debaters: z.union([z.string(), givenDebaters.min(1)]).optional(),
  /** Absolute paths; `none` where the debaters are to find by themselves what they cite. */
  evidence: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  provider: startProvider.optional(),
  /** The provider's id of the model. */
  model: z.string().optional(),
});

/** What a program, a link or a test starts a debate with. It leads to the review at most, never further, but for a sample, which costs nothing. */
interface StartArgument {
  isSample: boolean;
  /** Nothing is left to be asked. */
  isWhole: boolean;
  choices: Choices;
}

/** Undefined when it is none of ours, such as the element that a menu passes. */
export function startArgument(value: unknown): StartArgument | undefined {
  const parsed = argumentSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { sample, topic, format, details, debaters, evidence, provider, model } = parsed.data;
  const choices: Choices = {
    ...(topic === undefined ? {} : { topic }),
    ...(format === undefined ? {} : { format }),
    ...(details === undefined ? {} : { details }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(debaters === undefined
      ? {}
      : {
          debaters:
            typeof debaters === 'string' ? { kind: 'hints', text: debaters } : { kind: 'given', label: '', debaters },
        }),
    ...(evidence === undefined ? {} : { evidence: evidenceOf(evidence) }),
  };
  return { isSample: sample === true, isWhole: topic !== undefined && evidence !== undefined, choices };
}

const evidenceOf = (given: string | string[]): EvidenceChoice =>
  given === 'none' ? { kind: 'none' } : { kind: 'paths', paths: typeof given === 'string' ? [given] : given };
