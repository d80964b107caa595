/** A source correction as rule 17 words it at the start of an entry. */
export interface CorrectionText {
  seq: number;
  old_url: string;
  new_url: string;
  reason: string;
}

const wording = /^\s*SOURCE CORRECTION for seq (\d+): replacing (\S+) with (\S+) (?:—|–|--|-) ([^\n]+)/;

/** Reads `SOURCE CORRECTION for seq N: replacing OLD with NEW — why` at the start of a text. */
export function correctionIn(content: string): CorrectionText | undefined {
  const [, seq, old, replacement, reason] = wording.exec(content) ?? [];
  if (seq === undefined || old === undefined || replacement === undefined || reason === undefined) return undefined;
  return { seq: Number(seq), old_url: old, new_url: replacement, reason: reason.trim() };
}

export const startsLikeCorrection = (content: string): boolean => /^\s*SOURCE CORRECTION\b/.test(content);
