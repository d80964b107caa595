/** Wordings of closings: references only, no source, no figure. */

export const closingStart = [
  'I end where I began. {position}',
  'Nothing I have heard has moved me from where I started. {position}',
  'After all that has been read out, my answer is what it was. {position}',
];
export const closingStartPlain = [
  'I end where I began, with the same answer and more reasons for it.',
  'Nothing I have heard has moved me from where I started.',
];

export const rests = [
  'My case rests on {list}.',
  'It stands on what has been read out: {list}.',
  'What carries it is in the record: {list}.',
];
export const heldUp = [
  'Nobody has answered {seqs}, and I take what stands there as standing.',
  'No reply has been made to {seqs}, and I rest on that.',
];

export const metThem = [
  'Where I was challenged, I have tried to meet the strongest reading: {list}.',
  'I have not left the other side unanswered: {list}.',
  'The arguments against me were taken one by one: {list}.',
];
export const answeredMe = [
  'In turn {seqs} took up points of mine, and I do not pretend that they change nothing; they narrow my case without emptying it.',
  'Some of my own points were answered, at {seqs}. What those replies limit is the reach of the points and not their truth.',
];
export const concededBefore = [
  'I granted facts at {seqs} when they were good, and I grant them still.',
  'What I conceded about {seqs} stays conceded.',
];

export const unresolvedMine = [
  'Of what the Chair leaves open, I would say this: on {seqs}, the passages at {own} tell for me, and the reader can lay them side by side.',
  'The Chair names {seqs} as unresolved. I point to {own} and leave the comparison to whoever reads the record.',
];
export const unresolvedPlain = [
  'The Chair names {seqs} as unresolved. I have nothing to add to what was quoted there, and I claim no victory on it.',
  'On {seqs}, which the Chair leaves open, I claim no more than the quotations say.',
];

export const closingEnd = [
  'What remains is a judgement about {aim}, and on that I have shown my pages.',
  'For anybody who cares about {aim}, those passages should weigh more than the wish to be done with the question.',
  'I ask that {aim} be weighed by what was quoted, and by nothing else.',
];
export const shortCase = 'I had little to quote, and I claim no more than I could show.';
