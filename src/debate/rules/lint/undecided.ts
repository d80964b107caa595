import type { UndecidedWhy } from '../../entryData';

interface Ending {
  outcome: string | undefined;
  undecided: { why: UndecidedWhy } | undefined;
}

/** What is wrong with the word `undecided` of a conclusion or ruling of ours. `isExtractive`: nobody weighs in the seat that gave it. */
export function undecidedProblems({ outcome, undecided }: Ending, isExtractive: boolean): string[] {
  if (outcome !== 'undecided')
    return undecided === undefined
      ? []
      : [`It says why it is undecided, but its outcome is "${outcome ?? 'missing'}".`];
  if (undecided === undefined) return ['The outcome is "undecided", but data.undecided.why does not say why.'];
  if (undecided.why !== 'nobody_weighed' || isExtractive) return [];
  return [
    'The outcome is "undecided" because nobody weighed, but a model, a script or a person held the seat that decides.',
  ];
}
