import { criteria } from '../../src/debate/formats/panel/points';

/** Answers of the concluding role, as a script or a model gives them. */

/** Points for each criterion. */
export const evaluationOf = (debater: string, points: number, seqs: readonly number[] = []) => ({
  debater,
  criteria: Object.fromEntries(
    criteria.map((name) => [name, { points, text: 'By what stands in the record.', seqs: [...seqs] }]),
  ),
});

/** A conclusion from whose points the given outcome follows: `<name>_wins`, `draw` or `void`. */
export function conclusionOf(names: readonly string[], outcome: string, seqs: readonly (number | string)[]) {
  return {
    evaluations: names.map((name) => evaluationOf(name, outcome === `${name}_wins` ? 8 : 5)),
    ...(outcome === 'void' ? { void: { reason: 'Too little was heard for a fair conclusion.' } } : {}),
    reason: 'The cases were weighed by their verified sources.',
    ...answerAt(seqs),
  };
}

/** An answer; a script may name entries by their steps. */
export const answerAt = (seqs: readonly (number | string)[]) => ({
  answer: { text: 'The question can be answered as far as the sources go.', seqs: [...seqs] },
  agreed: [],
  open: [{ text: 'What the weekends bring.', seqs: [...seqs], settle: 'A count of the weekends.' }],
});
