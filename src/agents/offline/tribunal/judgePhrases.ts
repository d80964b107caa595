import type { StandingKind } from './standing';

/** Wordings of the Judge. They report what was counted and weigh nothing. */

export const reasons: Record<StandingKind, readonly string[]> = {
  raised: ['Put at seq {put} on a passage that was verified; the Advocate has not spoken since.', 'The Critic raises it at seq {put}, and the passage stands where it says. An answer is due.', 'New at seq {put}, with a verified passage behind it.'],
  raisedGap: ['Put at seq {put} without a passage: it points at what the case lacks. The Advocate has not spoken since.', 'The Critic raises it at seq {put}; it rests on no source and asks for one.'],
  unproven: ['What was put at seq {put} rests on nothing that could be verified.', 'None of the sources cited for it at seq {put} was verified; nothing is left to answer.'],
  unanswered: ['The Advocate has spoken since seq {put} and quoted nothing verified on it.', 'No verified passage answers what was put at seq {put}.', 'It stands as put at seq {put}: unanswered.'],
  givenUp: ['The Advocate says at seq {answer} that it has no answer to what was put at seq {put}.', 'At seq {answer} the Advocate leaves the objection of seq {put} standing.', 'The objection of seq {put} is not contested: seq {answer} has no passage against it.'],
  waiting: ['Seq {answer} answers the objection of seq {put} with what was verified; the Critic has the next word, and until then it weighs a step less.', 'Answered at seq {answer}. Whether the Critic comes back to it is to be seen; for the time being it is rated a step lower.', 'The objection of seq {put} has its answer at seq {answer}, not tested yet; so long it counts a step less.'],
  cameBack: ['The Critic came back at seq {put} to what was answered at seq {answer}, with another verified passage.', 'What seq {answer} answered is open again: seq {put} brings a further passage.', 'Seq {put} meets the answer of seq {answer}; it is the Advocate’s turn.'],
  settled: ['Answered at seq {answer} with what was verified, and the Critic did not come back with anything else.', 'The answer at seq {answer} stands: nothing further was put against it.', 'The Critic has spoken since seq {answer} and quoted nothing against it.'],
  untouched: ['Neither side put anything on it that counts.', 'It was not touched on.'],
};

export const evaluated = [
  '{Passages} from {files}, {verified}. {faced}',
  'Quoted anew: {passages} from {files}, {verified}. {faced}',
  'The contribution brings {passages} from {files}, {verified}. {faced}',
];
export const evaluatedNone = [
  'Nothing was quoted that had not been quoted before. {faced}',
  'No new passage was brought. {faced}',
];
export const missingSide = ['There is no contribution of this side to judge.', 'This side did not contribute, or what it said was struck.'];

export const facedMet = [
  'Of {all} that stood against it, {met} {was} met by one on the same subject.',
  'It faced {all} of the other side and spoke to {met} of them.',
  'Against it stood {all}; one of its own speaks of the same as {met} of them.',
];
export const facedNone = ['Of {all} that stood against it, none was met.', 'It faced {all} of the other side and spoke to none of them.'];
export const facedOne = ['The one verified passage that stood against it was met by one on the same subject.', 'It spoke to the one verified passage that stood against it.'];
export const leftOne = ['The one verified passage that stood against it was left unmet.', 'To the one verified passage against it, it had nothing.'];
export const facedNothing = ['Nothing verified stood against it yet.', 'There was nothing verified to answer.'];

export const qualityWords = {
  strong: ['Strong: {counts}.', 'Strong, by the count of {counts}.'],
  adequate: ['Adequate: {counts}.', 'Adequate, with {counts}.'],
  weak: ['Weak: {counts}.', 'Weak, with {counts}.'],
  none: ['None: {counts}.', 'There is none: {counts}.'],
} as const;

export const endings = [
  'No issue was raised, settled or taken up again, and no verified passage was added to any.',
  'Nothing moved: the issues stand as they did, and neither side quoted anything new on them.',
];

export const accepted = [
  'What was put on it was met: {counts}.',
  'The position holds here, for each objection that counts has its answer: {counts}.',
  'Every objection was answered with what could be verified: {counts}.',
];
export const acceptedEmpty = [
  'Nothing that was put on it was borne out, so that the position holds.',
  'No objection that counts is left on it.',
];
export const revision = [
  'The position needs another wording here: {counts}.',
  'It holds in part: {counts}.',
  'The answers do not cover what was put: {counts}.',
];
export const revisionUnmet = [
  'What was put is unmet, though it is too slight, or came too late, to bring the position down: {counts}.',
  'The position should be worded with this in view, though it does not fail on it: {counts}.',
];
export const rejected = [
  'The position fails on this: {counts}.',
  'What was put stands unmet: {counts}.',
  'Nothing verified was set against the objection: {counts}.',
];

export const verdictRule =
  'The verdicts are on the position. ACCEPTED: each objection that counts has a later answer of its own which was verified and speaks of the same, or no objection counts. REJECTED: the issue is Critical or Major, the Advocate heard an objection and met none. REVISION REQUIRED: everything between. An objection counts unless it is conjecture or cites only what could not be verified; it is met by a verified passage, or, where it cites nothing, by an argument.';
