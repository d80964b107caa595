/** Where an entry of the record stands: the step that wrote it and its place in the step. Undefined while it is not there. */
export type SeqOf = (step: string, index: number) => number | undefined;

const reference = /\{@([^\s{}:]+)(?::(\d+))?\}/g;
const whole = new RegExp(`^${reference.source}$`);

/**
 * The text with `{@r1/turn/ada}` and `{@r1/turn/ada:1}` as the seq of the step's first and second entry: numbers move when a user
 * asks or steers in between. What is not in the record becomes a dash.
 */
export const withSeqs = (text: string, seqOf: SeqOf): string =>
  text.replace(reference, (_, step: string, index?: string) => String(seqOf(step, Number(index ?? 0)) ?? '—'));

/** An answer with its references as seqs: a number where a reference stands alone; in a list, what is not there is left out. */
export function resolved(value: unknown, seqOf: SeqOf): unknown {
  if (typeof value === 'string') {
    const [found, step, index] = whole.exec(value) ?? [];
    return found === undefined || step === undefined ? withSeqs(value, seqOf) : seqOf(step, Number(index ?? 0));
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, seqOf)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, seqOf)]));
}
