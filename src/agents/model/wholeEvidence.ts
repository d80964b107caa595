import type { Fence } from './fence';
import { estimatedTokens } from './tokens';

/** One file as every request shows it: with the numbers that its lines are cited by. */
export interface GivenFile {
  path: string;
  /** The file's text with line numbers. */
  numbered: string;
}

/** Evidence that is told whole, in place of being searched. */
export interface WholeEvidence {
  text: string;
  tokens: number;
}

const mostTokens = 8_000;
/** Share of a model's window. */
const mostOfWindow = 1 / 8;

/** Undefined for evidence that no model is given whole. */
export function wholeEvidence(files: readonly GivenFile[], fence: Fence): WholeEvidence | undefined {
  if (files.length === 0) return undefined;
  const told = files.map(({ path, numbered }) => fence.wrap('evidence', { path }, numbered));
  const text = [heading, ...told].join('\n\n');
  const tokens = estimatedTokens(text);
  return tokens <= mostTokens ? { text, tokens } : undefined;
}

const heading =
  '## The evidence\n\nAll evidence files, whole, with the numbers of their lines. Cite them as `workspace:path#L10-L20`, a PDF as `workspace:path#page=3`.';

/** Whether a model with this window, in tokens, is given it. */
export const fitsWindow = ({ tokens }: Pick<WholeEvidence, 'tokens'>, window: number | undefined): boolean =>
  tokens <= Math.min(mostTokens, (window ?? Infinity) * mostOfWindow);
