/** Wordings of turns. `{name}` is the opponent, `{side}` what the opponent stands for, `{seq}` the entry answered. */

/** The strongest reading of what was quoted, before it is countered. */
export const grantsSide = [
  'At seq {seq} {name} quotes {file} on {subject}. I take it at full strength: the line is there, it speaks for {side}, and a fair reader would count it.',
  '{Name} makes the most of {subject} at seq {seq}, and rightly. If {file} said nothing else, {side} would have the better of that point.',
  'Let me give seq {seq} its due before I answer it. On {subject} {name} has found a line in {file} that favours {side}, and I would quote it too in that chair.',
  'The passage that {name} reads out at seq {seq} deserves its strongest reading: on {subject}, {file} gives {side} something real.',
  'I do not doubt the line on {subject} at seq {seq}. Taken for all it is worth, it puts {file} on the side of {side}, and that has to be met and not waved away.',
];
export const grantsPlain = [
  'At seq {seq} {name} quotes {file} on {subject}. I take it at full strength: the line is there, and a fair reader would count it.',
  'Let me give seq {seq} its due before I answer it. On {subject}, {name} has found a line in {file} that deserves a reply.',
  '{Name} makes the most of {subject} at seq {seq}, and rightly. If {file} said nothing else, the point would be made.',
  'I do not doubt the line on {subject} at seq {seq}. Taken for all it is worth, it has to be met and not waved away.',
];

export const grantsTerse = ['Seq {seq} has a point on {subject}.', 'On {subject}, seq {seq} deserves a reply.'];

export const continuing = [
  'But the quotation stops one sentence too soon. This is what comes next in {file}, at {lines}.',
  'Read on, though. The very next sentence of {file} stands at {lines}.',
  'The file did not end there. It goes straight on, at {lines}.',
];
export const continuingBare = ['But the quotation stops one sentence too soon. This is what comes next in {file}.'];

export const opposing = [
  'Yet the same question comes up in {place}, and the answer is another.',
  'Now read {place}.',
  'Against it I set {place}.',
  'The evidence has a second voice on this, in {place}.',
  'Before anybody builds on that, look at {place}.',
];
export const qualifying = [
  'The question is how far it reaches. {Place} draws a line.',
  'What it leaves out stands in {place}.',
  'It holds within its limits, and {place} shows where some of them lie.',
  'I would not leave it there without {place}.',
];

export const afterFigures = [
  'Whoever quotes the one figure should quote the other with it.',
  'Put the figures side by side, and there is no longer one voice on {subject}.',
  'Both sets of figures come from these files; I only ask that neither be quoted alone.',
];
export const afterOpposing = [
  'On {subject}, then, the evidence does not run one way, and seq {seq} shows one edge of it only.',
  'That is the weight on the other side of the scale, and seq {seq} did not put it there.',
  'I leave it to the reader which goes further; they cannot honestly be read apart.',
  'So the conclusion drawn at seq {seq} asks more of that line on {subject} than the files will give.',
];
export const afterContinuing = [
  'Quoted whole, the passage no longer carries what seq {seq} hangs on it.',
  'With that sentence restored, seq {seq} says rather less than it seemed to.',
  'I think the file deserved to be heard to the end.',
];
export const concession = [
  'The fact at seq {seq} I concede.',
  'I concede the fact at seq {seq}; it stands in the file. What I do not concede is that it settles {subject}.',
  'So the fact at seq {seq} is conceded, and gladly. The inference from it is not.',
  'I grant what seq {seq} quotes and withdraw nothing of it later. My quarrel is with how much is built on it.',
];

export const support = [
  'Nor is that a stray remark; see {place}.',
  'A second witness is {place}.',
  '{Place} says something close to it.',
  'It has company in {place}.',
];

export const newPoint = [
  'I add a point on {subject}; whoever cares about {aim} will want it on the table.',
  'Leave the exchange aside for a moment and consider {subject}.',
  'There is more in these files than has been read out so far, and some of it is about {subject}.',
  'I turn to {subject}.',
  'What is still missing from the scales is a word on {subject}.',
];
export const newPlace = [
  'The page is {place}.',
  'It is dealt with in {place}.',
  'The evidence speaks of it in {place}.',
  'Read {place}.',
];

export const unanswered = [
  'Meanwhile what I quoted at seq {seq} on {subject} has had no answer, and I rest on it.',
  'Seq {seq}, on {subject}, still waits for a reply.',
  'I note that nobody has come back to {subject} since seq {seq}.',
];

export const settledBefore = [
  'This belongs with seq {seq}, where I quoted the files on {subject}.',
  'It goes with what seq {seq} put on the table about {subject}.',
];
