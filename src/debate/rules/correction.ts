/** A source correction as rule 17 words it at the start of an entry. */
export interface CorrectionText {
  seq: number;
  old_url: string;
  /** Absent if the old one is merely withdrawn. */
  new_url?: string;
  reason: string;
  /** The lines `Wrong: …` and `Instead: …` below it, if present. */
  statement?: string;
  instead?: string;
}

const wording =
  /^\s*SOURCE CORRECTION for seq (\d+): (?:replacing (\S+) with (\S+)|withdrawing (\S+)) (?:—|–|--|-) ([^\n]+)/;

/** Reads `SOURCE CORRECTION for seq N: replacing OLD with NEW — why`, or `… withdrawing OLD — why`, at the start of a text. */
export function correctionIn(content: string): CorrectionText | undefined {
  const [, seq, replaced, replacement, withdrawn, reason] = wording.exec(content) ?? [];
  const old = replaced ?? withdrawn;
  if (seq === undefined || old === undefined || reason === undefined) return undefined;
  const by = replacement === undefined ? {} : { new_url: replacement };
  const [, statement] = /^Wrong: *(\S[^\n]*)$/m.exec(content) ?? [];
  const [, instead] = /^Instead: *(\S[^\n]*)$/m.exec(content) ?? [];
  const said = { ...(statement !== undefined && { statement }), ...(instead !== undefined && { instead }) };
  return { seq: Number(seq), old_url: old, ...by, reason: reason.trim(), ...said };
}

export const startsLikeCorrection = (content: string): boolean => /^\s*SOURCE CORRECTION\b/.test(content);
