import * as z from 'zod';
import { modelProviderNames } from '../../models/provider';
import { givenDebaters } from '../../session/configFiles';
import { formatChoices, startFormat } from './formatChoices';

/** Who debates: the Chair proposes, from hints in the user's words, or the debaters are given. */
const debatersChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chair') }),
  z.object({ kind: z.literal('hints'), text: z.string() }),
  /** `label`: where they come from, such as the name of a file. */
  z.object({ kind: z.literal('given'), label: z.string(), debaters: givenDebaters.min(1) }),
]);
export type DebatersChoice = z.infer<typeof debatersChoice>;

const evidenceChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paths'), paths: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('none') }),
]);
export type EvidenceChoice = z.infer<typeof evidenceChoice>;

/** Who argues: nobody's model, or models of this provider. */
export const startProvider = z.enum(['offline', ...modelProviderNames]);

const choicesSchema = z.object({
  /** Only of a flow that was left: who started a debate has another topic the next time. */
  topic: z.string().optional(),
  format: startFormat.optional(),
  /** Of a tribunal or a dialectic. */
  details: formatChoices.optional(),
  debaters: debatersChoice.optional(),
  evidence: evidenceChoice.optional(),
  provider: startProvider.optional(),
  /** The provider's id of the model that was chosen with it. */
  model: z.string().optional(),
});

/** What the flow was told, as far as it came. */
export type Choices = z.infer<typeof choicesSchema>;

/** What was chosen the last time; nothing where it cannot be understood, such as after an update. */
export function rememberedChoices(stored: unknown): Choices {
  const parsed = choicesSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

/** The later answers over the earlier ones; a model goes with its provider. */
export function mergedChoices(before: Choices, now: Choices): Choices {
  const { model, ...others } = before;
  const isKept = model !== undefined && (now.provider === undefined || now.provider === before.provider);
  return { ...others, ...(isKept ? { model } : {}), ...now };
}

export const isSameEvidence = (a: EvidenceChoice, b: EvidenceChoice): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
