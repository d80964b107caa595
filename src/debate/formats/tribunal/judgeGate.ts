import { rulingVerdicts } from '../../entryData';
import { withdrawnViolations } from '../../rules/documentGate';
import { isExtractive } from '../../seats';
import type { DebateState } from '../../state';
import type { CheckContext } from '../../step';
import type { TaskOutput, Violation } from '../../tasks';
import { checkedSources, factCheckViolations } from './factCheck';
import { isLastRound } from './roundOrder';
import { quotedPassages } from './cues';
import { tribunalFacts } from './facts';
import { ownRoundMentions } from './roundMentions';
import { stringsIn } from '../../objects';
import { movedIssues, rowMeant, titleKey, trackerAfter } from './trackerUpdate';

/** What code can hold against an assessment or the ruling before it is logged. */

type AssessAnswer = TaskOutput<'judge/assess'>;
type RuleAnswer = TaskOutput<'judge/rule'>;

const structure = (message: string): Violation => ({ rule: 'structure', message });

export function assessmentViolations(output: AssessAnswer, round: number, { view }: CheckContext): Violation[] {
  const { state } = view;
  const checked = checkedSources(view);
  const isWeighed = !isExtractive(state, 'judge');
  // The fact check names what was claimed, also where it was withdrawn.
  const said = stringsIn({ ...output, fact_check: [] }).join('\n');
  return [
    ...output.fact_check.flatMap((item) => factCheckViolations(item, checked)),
    ...withdrawnViolations('The assessment', said, state),
    ...issueViolations(output, { view }),
    ...(isWeighed && output.round_score === undefined
      ? [structure('The round has no score; give each side one from 0 to 10, with the reason.')]
      : []),
    // Code knows when all has been said, and has nothing to say of rounds but what it quotes.
    ...(isWeighed && !isLastRound(state, round)
      ? [...endViolations(output, round, { view }), ...secrecyViolations(output, { view })]
      : []),
  ];
}

function issueViolations({ issues }: AssessAnswer, { view }: Pick<CheckContext, 'view'>): Violation[] {
  const { tracker } = view.state.factsOf(tribunalFacts);
  const unknown = issues.filter(({ id }) => id !== undefined && !tracker.some((row) => row.id === id));
  const keys = issues.map((issue) => rowMeant(tracker, issue)?.id ?? titleKey(issue.title));
  const double = issues.filter((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  const unweighed = issues.filter(
    (issue) => issue.severity === undefined && rowMeant(tracker, issue) === undefined && issue.id === undefined,
  );
  return [
    ...unknown.map(({ id, title }) =>
      structure(`Issue "${id ?? ''}" (${title}) is not in the tracker; leave the id out of what is new.`),
    ),
    ...double.map(({ title }) => structure(`The issue “${title}” stands twice; each issue is assessed once.`)),
    ...unweighed.map(({ title }) => structure(`The new issue “${title}” needs a severity: Critical, Major or Minor.`)),
  ];
}

/** No early end while anything moves; where nothing is open there is nothing left that could. */
function endViolations(
  { end, end_reason: why, issues }: AssessAnswer,
  round: number,
  { view }: Pick<CheckContext, 'view'>,
): Violation[] {
  if (!end) return [];
  const { tracker } = view.state.factsOf(tribunalFacts);
  const after = trackerAfter(tracker, issues, round);
  const isAnyOpen = after.some(({ status }) => status !== 'resolved');
  const moved = movedIssues(tracker, after);
  const refused = (message: string): Violation => ({ ...structure(message), leavesOut: 'end' });
  const missing = why === undefined ? [refused('Say in end_reason why no further round is worth holding.')] : [];
  if (!isAnyOpen || moved.length === 0) return missing;
  return [
    ...missing,
    refused(
      `The debate cannot end while issues move: ${moved.map((title) => `“${title}”`).join(', ')}. Set end to false.`,
    ),
  ];
}

/** Both sides read this: it may not tell them how many rounds there are, nor that one is the last. */
function secrecyViolations(output: AssessAnswer, { view }: Pick<CheckContext, 'view'>): Violation[] {
  const quoted = quotedPassages(view);
  // The reason for an end is read when nobody argues any more.
  const found = stringsIn({ ...output, end_reason: undefined }).flatMap((text) =>
    ownRoundMentions(text, quoted).map((mention) => `“${mention.text}”`),
  );
  if (found.length === 0) return [];
  return [
    structure(
      `The sides read this and must not learn how many rounds there are or whether one is the last. Leave out ${[...new Set(found)].join(', ')}.`,
    ),
  ];
}

/** Every issue of the tracker has one verdict, and nothing else has one. */
export function rulingViolations(output: RuleAnswer, { view }: CheckContext): Violation[] {
  const { verdicts, outcome } = output;
  const { tracker } = view.state.factsOf(tribunalFacts);
  const missing = tracker.filter(({ id }) => !verdicts.some(({ issue }) => issue === id));
  const unknown = verdicts.filter(({ issue }) => !tracker.some(({ id }) => id === issue));
  const double = verdicts.filter(({ issue }, index) => verdicts.findIndex((other) => other.issue === issue) !== index);
  return [
    ...missing.map(({ id, title }) => structure(`Issue ${id} (${title}) has no verdict; every issue is ruled on.`)),
    ...unknown.map(({ issue }) =>
      structure(
        `"${issue}" is no issue of the tracker; rule on ${tracker.map(({ id }) => id).join(', ') || 'none, for there is none'}.`,
      ),
    ),
    ...double.map(({ issue }) => structure(`Issue ${issue} has two verdicts; each is ruled on once.`)),
    ...undecidedViolations({ verdicts, outcome }, view.state),
    ...withdrawnViolations('The ruling', stringsIn(output).join('\n'), view.state),
  ];
}

/** Only where nobody weighs may a ruling leave it open, and then the whole of it does. */
function undecidedViolations(
  { verdicts, outcome }: Pick<RuleAnswer, 'verdicts' | 'outcome'>,
  state: DebateState,
): Violation[] {
  const open = verdicts.filter(({ verdict }) => verdict === 'UNDECIDED');
  if (open.length === 0 && outcome === undefined) return [];
  if (!isExtractive(state, 'judge'))
    return [structure(`Weigh every issue: its verdict is one of ${rulingVerdicts.join(', ')}.`)];
  return open.length === verdicts.length ? [] : [structure('Where nobody weighed, every verdict is UNDECIDED.')];
}
