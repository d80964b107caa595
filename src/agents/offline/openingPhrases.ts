/** Wordings of openings and of the sentences around quotations. They assert nothing beyond what is quoted. */

export const asPersona = [
  'I speak as {persona}.',
  'I come to this question as {persona}.',
  'You hear {persona} speaking.',
  'I take the floor as {persona}.',
];
export const forPersonas = ['I speak for {personas}.', 'I am here on behalf of {personas}.'];

export const stand = [
  'My position is short. {position}',
  'Let me say at once where I stand. {position}',
  'Here is what I shall defend. {position}',
  'My answer can be put in a sentence. {position}',
];

export const aims = [
  'What I shall ask of every passage is what it does for {aim}.',
  'The measure I bring to the evidence is {aim}.',
  'Behind that stands one concern, {aim}, and I shall come back to it.',
  'If I seem to insist on one thing throughout, it is {aim}.',
];

export const afterOthers = [
  '{Names} opened before me on {subject}, at seq {seq}. I shall come to that in its turn; first I want other pages on the table.',
  'We have heard {names} on {subject} at seq {seq}. The files hold more than that, and they do not all lean the same way.',
  'I have listened to {names} on {subject} at seq {seq}. I do not dispute what was read out; I dispute that it is the whole story.',
];

export const firstPlace = [
  'I begin in {place}.',
  'The first page I would put before anyone is {place}.',
  'Let the evidence open the case, in {place}.',
  'Start with {place}.',
];
export const nextPlace = [
  'It does not stand alone; turn to {place}.',
  'Set beside it {place}.',
  'Another file takes up the thread, {place}.',
  'From a different side comes {place}.',
  'Next to that I lay {place}.',
];
export const lastPlace = [
  'One more page rounds the picture off, {place}.',
  'And before I sit down, {place}.',
  'To that I add {place}.',
  'The last word of this opening belongs to {place}.',
];
export const samePlace = [
  'The same file goes on, at {lines}.',
  'Stay with that file for a moment, at {lines}.',
  'A few lines away, at {lines}, the file adds to it.',
];

/** After a passage that helps. */
export const weight = [
  'Anybody who takes the other side owes an answer on {subject}.',
  'When it comes to {subject}, this is the page to beat.',
  'I would not soften a word of it.',
  'That is why I shall not let {subject} drop.',
  'It needs no gloss from me.',
  'If the argument turned on {subject} alone, I should be content to stop here.',
  'I ask for nothing more than that this be read as it was written.',
  'Keep {subject} in mind for what follows.',
];
/** After a passage that takes no side by itself. */
export const evenHanded = [
  'I draw no more from it than it says, but I want {subject} on the table.',
  'By itself that decides nothing; it does say where an argument about {subject} has to start.',
  'Whatever we conclude, it has to fit with that.',
  'That is the ground on which to argue about {subject}.',
];
/** The file itself qualifies what was quoted. */
export const reservation = [
  'The file adds a reservation in the next breath, and I would rather say so myself than be told.',
  'I do not hide that the sentence after it takes something back; read both.',
  'The next sentence of that file is less kind to me, and it should be read with this one.',
];

export const openingEnd = [
  'That is my case to begin with. I shall listen for an answer that deals with the passages and not with the manner of quoting them.',
  'Those who see it otherwise are welcome to bring the line that says so.',
  'I rest there for now. If these files hold something stronger, I shall be glad to hear it read.',
  'I ask to be met on those pages, and I shall meet the others on theirs.',
];
export const nothingToOpen =
  'The evidence holds no passage that has not been quoted already, so I can open only with what I hold and not with what I can show.';
