import type { CapturedText } from '../../src/debate/flow/step';
import { CitedText } from '../../src/matching/quote/citedText';

/** A source whose text is at hand, as a gate is given it. */
export const capturedText = (
  text: string,
  { isPartial = false, ...facts }: ConstructorParameters<typeof CitedText>[1] & { isPartial?: boolean } = {},
): CapturedText => Object.assign(new CitedText(text, facts), { outcome: 'read' as const, isPartial });
