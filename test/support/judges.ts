import { criteria } from '../../src/debate/formats/panel/points';

/** Judges and their verdicts as a script gives them. */

export const judgeSeats = (count: number, model = 'scripted') =>
  Array.from({ length: count }, (_, index) => ({ id: `j${index + 1}`, model }));

interface Said {
  /** Entries that the verdict rests on. */
  seqs?: readonly (number | string)[];
  void?: string;
}

/** A verdict whose points sum up to the given totals of 50. */
export const verdictOf = (totals: Readonly<Record<string, number>>, { seqs = [2, 5], ...said }: Said = {}) => ({
  reasons: [
    { text: 'The count was shown and checked.', seqs: [...seqs] },
    { text: 'What was asked about it was answered.', seqs: [...seqs] },
  ],
  evaluations: Object.entries(totals).map(([debater, total]) => ({
    debater,
    criteria: Object.fromEntries(
      criteria.map((name, at) => [
        name,
        { text: 'As the record has it.', seqs: [...seqs], points: Math.floor((total + at) / criteria.length) },
      ]),
    ),
  })),
  void: said.void === undefined ? null : { reason: said.void },
});

/** Answers of judges by task: `{ j1: [a, b] }`. */
export const verdictScript = (byJudge: Readonly<Record<string, readonly [object, object]>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(byJudge).flatMap(([judge, [a, b]]) => [
      [`verdict/${judge}/a`, a],
      [`verdict/${judge}/b`, b],
    ]),
  );
