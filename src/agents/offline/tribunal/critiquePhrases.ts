/** Wordings of the Critic. They assert nothing beyond what is quoted and what was counted. */

export const testing = [
  'I test the case on its own ground. {position} What I set against it stands in the same files, each passage at the place that I name.',
  'My part is to look for what the case leaves out and for what speaks against it. {position} I have gone through the files with its quotations in hand.',
  'I take the advocate’s passages as they stand and ask what else the files say. {position}',
];
export const testingInVain = ['I test the case against the files. {position} That is my part, and this is how far I came.', 'I have held the case against everything that the files say. {position}'];
export const testingLater = [
  'I go on where something is still open.',
  'I have read the answers, and come back only where the files give me something to come back with.',
  'What was answered I weigh against the files once more.',
  'I keep to the open points, and to what has turned up since.',
];

export const testingOn = [
  'Nothing has been said since I spoke. I go on with what the files hold.',
  'I have no answer to deal with yet, and take up what else the files say.',
];

/** How severity is given; the words stand in the first critique. */
export const severityRule = [
  'Severity goes by what the passage does: Critical where it speaks against what was quoted, or gives other figures for it; Major where it limits it, where the file takes something back, or where it weighs heavily on what the case leaves out; Minor otherwise.',
  'I rate an objection Critical when a passage contradicts the one quoted, Major when it limits it or weighs heavily on something left out, and Minor in all other cases.',
  'As for weight: a passage that contradicts the quoted one makes an objection Critical, one that limits it or speaks strongly of what was left out makes it Major, and the rest are Minor.',
];

export const rests = [
  'I let {points} rest: against what was quoted in answer I find nothing in the files.',
  'On {points} I do not come back. The answer stands as far as the files go.',
  'I have no reply to what was quoted on {points}, and I do not press it.',
];

export const pressing = [
  'This was put before and nothing that answers it has been quoted. The files say more of it, in {place}.',
  'I press this, because it stands unanswered. See {place}.',
  'Nobody has met this yet, and it has company in {place}.',
  'The point is still open, and {place} adds to it.',
];

export const leftOut = [
  'The case says nothing of {subject}. The files do, in {place}.',
  'Whoever weighs this must also weigh {subject}. Nothing was said of that; read {place}.',
  'Not a word so far on {subject}; but look at {place}.',
  'What has been quoted leaves {subject} out of the account. It is dealt with in {place}.',
];
export const leftOutPlain = [
  'The case passes over what stands in {place}.',
  'Something is missing from the account. It can be found in {place}.',
];
export const afterLeftOut = [
  'A case that does not deal with this is not complete.',
  'I do not say that it decides the matter; I say that it has to be answered.',
  'No passage quoted so far takes this into account.',
  'If there is an answer to it, I should like to see the line.',
];
export const otherChoice = [
  'The question has another answer, and the case does not try it. {Place} speaks for {other}.',
  'It was never asked what speaks for {other}. There is something, in {place}.',
];

export const nothingNew = [
  '[CONJECTURE] I have no unquoted passage that bears on this. It stands as I put it at seq {seq}, and I expect that it will not be settled without new evidence.',
  '[CONJECTURE] Nothing that was not quoted before speaks to this. I leave it where it is since seq {seq}; my guess is that the files cannot decide it.',
];
export const nothingQuoted = [
  'Nothing in this contribution rests on a quotation of its own.',
  'I have no new passage to quote this time.',
  'What I say here is not carried by any page that was not read out before.',
];
export const nothingAtAll = [
  '[CONJECTURE] The files hold no unquoted passage against the proposition. I have searched for one and say so; what would show a weakness is the same thing measured by somebody with no stake in the answer.',
  '[CONJECTURE] I looked for what speaks against the case and found nothing that was not quoted before. If there is a weakness, it lies in what the files do not say.',
];

export const titles = {
  figures: ['{Subject}: other figures in {file}', '{Subject}: {file} counts differently'],
  opposes: ['{Subject}: {file} speaks against it', '{Subject}: the contrary in {file}', '{Subject}: {file} disagrees'],
  continues: ['{Subject}: the quotation from {file} stops short', '{Subject}: what {file} says next'],
  qualifies: ['{Subject}: the limits that {file} draws', '{Subject}: how far it holds, by {file}'],
  leftOut: ['{Subject}: left out of the case', '{Subject}: not weighed', '{Subject}: passed over'],
  alternative: ['{Other}: not considered', '{Other}: the other answer'],
} as const;
