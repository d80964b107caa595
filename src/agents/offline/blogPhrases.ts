/** Wordings of the blog post: about the topic, and even-handed. */

export const intro = [
  'It is an easy question to ask and an awkward one to answer, because the papers that bear on it do not all lean the same way. What follows sets out what they say, in their own words, and leaves the weighing to the reader.',
  'Questions of this kind are often settled by temperament. It is worth seeing first what has been written down about it, and what has not. Every quotation below can be found at the lines given at the end.',
  'There is no lack of material on this question. What is lacking is a place where the passages that pull in different directions can be read next to each other. This is an attempt at one.',
];

export const sectionStart = [
  'The strongest pages on this side are not hard to find.',
  'Those who lean this way have something to point to.',
  'There is a good deal to be said here, and most of it is specific.',
];

export const firstPlace = [
  'The relevant lines stand in {place}.',
  '{Place} puts it like this.',
  'One may begin with {place}.',
];
export const onePlace = ['One of them stands in {place}.', 'The first is in {place}.', 'Take {place} first.'];
export const samePaper = [
  'The same paper has this as well.',
  'The other stands in the same paper.',
  'A second passage of that paper reads differently.',
];

export const place = [
  'A second look at the papers leads to {place}.',
  'In {place} the matter is stated without ornament.',
  '{Place} has this to add.',
  'More can be found in {place}.',
  'The same concern surfaces in {place}.',
  'On a related note, see {place}.',
];

export const gloss = [
  'Nobody who decides this can leave {subject} out.',
  'For a reader who cares about {subject}, little else comes close.',
  'That makes {subject} one of the things to watch.',
  'It is the kind of sentence that a decision has to be able to live with.',
  'How much it weighs depends on how much one depends on {subject}.',
  'It is a limited observation, and a useful one for that reason.',
];

export const contrast = [
  'On {subject} two passages are best read together.',
  'The papers are least comfortable with each other on the matter of {subject}.',
  'A fair reading has to hold two things about {subject} in mind at once.',
];
export const otherHand = [
  'Against that stands {place}.',
  'Yet {place} tells a different part of the story.',
  'The counterweight is in {place}.',
];
export const contrastEnd = [
  'Both can be true. What changes from one reader to the next is which of them matters more.',
  'Neither passage cancels the other; they mark the two ends of the same question.',
  'It would be convenient to keep only one of the two, and it would be wrong.',
];

export const openEnd = [
  'The papers do not say what would happen elsewhere, or later, or under another roof. Whoever acts on them should write down beforehand what result would count as a mistake, and look again once there is one.',
  'What is still missing is a measurement that all sides would accept in advance. Until there is one, the honest course is to decide in small steps, to keep the way back open, and to write down what happens.',
];
