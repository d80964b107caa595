import * as z from 'zod';
import { givenDebaters } from '../../session/configFiles';

/** Who debates: the Chair proposes, from hints in the user's words, or the debaters are given. */
export const debatersChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chair') }),
  z.object({ kind: z.literal('hints'), text: z.string() }),
  /** `label`: where they come from, such as the name of a file. */
  z.object({ kind: z.literal('given'), label: z.string(), debaters: givenDebaters.min(1) }),
]);
export type DebatersChoice = z.infer<typeof debatersChoice>;

export const evidenceChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paths'), paths: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('sample') }),
  z.object({ kind: z.literal('none') }),
]);
export type EvidenceChoice = z.infer<typeof evidenceChoice>;

export const panelFormats = ['panel', 'panel-short'] as const;
/** `panel-short`: the same format in one or two rounds. */
export type PanelFormat = (typeof panelFormats)[number];

const choicesSchema = z.object({
  /** Only of a flow that was left: who started a debate has another topic the next time. */
  topic: z.string().optional(),
  format: z.enum(panelFormats).optional(),
  debaters: debatersChoice.optional(),
  evidence: evidenceChoice.optional(),
  provider: z.enum(['offline']).optional(),
});

/** What the flow was told, as far as it came. */
export type Choices = z.infer<typeof choicesSchema>;

/** What was chosen the last time; nothing where it cannot be understood, such as after an update. */
export function rememberedChoices(stored: unknown): Choices {
  const parsed = choicesSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

export const isSameEvidence = (a: EvidenceChoice, b: EvidenceChoice): boolean => JSON.stringify(a) === JSON.stringify(b);
