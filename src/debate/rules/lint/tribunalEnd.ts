import { error, leniently, type LintRule } from './lintRecord';

/** Structure of a tribunal: it ends with one ruling of the Judge. */
export const tribunalEnd: LintRule = (record) => {
  const { headers, isOver } = record;
  const [first, ...others] = headers.filter(({ type }) => type === 'judges_ruling');
  const second = others.map(({ seq }) =>
    error('structure', seq, `This is a second ruling; the one at seq ${first?.seq ?? ''} counts.`),
  );
  const documents = headers.find(({ type }) => type === 'document' || type === 'conclusion');
  if (first !== undefined || !isOver) return second;
  return [
    leniently(
      record,
      error(
        'structure',
        documents?.seq ?? null,
        'The debate is over, but the Judge gave no ruling; a tribunal never ends without one.',
      ),
    ),
  ];
};
