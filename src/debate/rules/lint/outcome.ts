import { dataOf } from '../../codec';
import { error, leniently, type Fault, type LintRecord, type LintRule } from './lintRecord';
import { undecidedProblems } from './undecided';

/** Structure: one conclusion, whose outcome is one that there can be, in the data and in the words alike. */
export const outcome: LintRule = (record) => [
  ...conclusions(record),
  ...namedOutcome(record),
  ...statedOutcome(record),
  ...undecidedFaults(record),
];

function conclusions({ headers, isOver }: LintRecord): Fault[] {
  const [first, ...others] = headers.filter((header) => header.type === 'conclusion');
  if (first === undefined && isOver) {
    const shown = headers.find((header) => header.type === 'audience_conclusion' || header.type === 'document');
    return [error('structure', shown?.seq ?? null, 'The debate is over, but the Chair logged no conclusion.')];
  }
  return others.map(({ seq }) =>
    error('structure', seq, `This is a second conclusion; the one at seq ${first?.seq ?? ''} is final and counts.`),
  );
}

function namedOutcome(record: LintRecord): Fault[] {
  const { state, isOwn } = record;
  const { conclusion } = state;
  if (conclusion === undefined) return [];
  const allowed = [...state.debaters.map((debater) => `${debater.name}_wins`), 'draw', 'void', 'undecided'];
  const isAllowed = isOwn
    ? allowed.includes(conclusion.outcome)
    : allowed.some((word) => word.toLowerCase() === conclusion.outcome.toLowerCase());
  if (isAllowed) return [];
  const message = `The outcome is "${conclusion.outcome}"; it has to be one of ${allowed.join(', ')}.`;
  return [leniently(record, error('structure', conclusion.seq, message))];
}

/** Whoever reads only the words must not read another outcome than the data has. */
function statedOutcome({ state, view }: LintRecord): Fault[] {
  const entry = state.conclusion === undefined ? undefined : view.raw(state.conclusion.seq);
  const data = entry === undefined ? undefined : dataOf(entry, 'conclusion');
  const stated = /^Debate concluded\. Outcome: ([A-Za-z0-9_-]+)/.exec(entry?.content ?? '')?.[1];
  if (data === undefined || stated === undefined || stated === data.outcome) return [];
  return [
    error(
      'structure',
      entry?.seq ?? null,
      `The text says "Outcome: ${stated}", the data "${data.outcome}"; they have to agree.`,
    ),
  ];
}

/** Only the extractive performer may leave it open because nobody weighed; others' words are their own. */
function undecidedFaults({ state, view, isOwn }: LintRecord): Fault[] {
  const { conclusion } = state;
  if (conclusion === undefined || !isOwn) return [];
  const entry = view.raw(conclusion.seq);
  const data = entry === undefined ? undefined : dataOf(entry, 'conclusion');
  if (data === undefined) return [];
  const problems = undecidedProblems(
    { outcome: data.outcome, undecided: data.undecided },
    conclusion.isExtractive === true,
  );
  return problems.map((message) => error('structure', conclusion.seq, message));
}
