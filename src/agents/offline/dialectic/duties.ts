import type { SideInput } from './sideFile';

/** The redactions of own entries that an answer must acknowledge. */
export function acknowledging({ mustAcknowledge }: Pick<SideInput, 'mustAcknowledge'>): { acknowledges?: number[] } {
  const seqs = [...new Set(mustAcknowledge.map(({ seq }) => seq))];
  return seqs.length === 0 ? {} : { acknowledges: seqs };
}
