/** Wordings of the Advocate. They assert nothing beyond what is quoted and what was counted. */

export const caseOpening = [
  'I defend this proposition. {position} I do it with the words of the files and not with mine: every passage stands where I say it does.',
  'This is what I hold. {position} What follows is quoted, with its place, so that each line of it can be looked up.',
  'The proposition is short. {position} I have looked for the passages that carry it, and these are they.',
];
export const caseWithoutPages = ['My position is this, and I have nothing but the position. {position}', 'I hold it nevertheless. {position}'];
export const caseEnd = [
  'That is the case as far as the files make it. An objection that brings its own page will be answered on that page.',
  'I ask that these passages be met one by one. Where a file says otherwise I want to see the line.',
  'More than that I do not claim here; what the files leave open I leave open too.',
];
export const nothingToDefend = [
  'The evidence holds no passage that speaks for the proposition and was not quoted before. I have a position, and no page to show for it.',
  'I have come to the end of what can be quoted for the proposition. What I say now rests on nothing but my opinion of it.',
  'No unquoted passage is left on my side, and I add nothing that I could not show.',
];
export const settling = [
  'What would settle it is {measure}.',
  'The question waits for {measure}.',
  'I should accept as an answer {measure}.',
];

export const answering = [
  'I take the points as they were put, the gravest first.',
  'To each point its answer, as far as the files give one.',
  'I go through what was objected, and say so where I have nothing.',
  'What follows answers the objections in the order of their weight.',
];
export const steadying = [
  'No objection stands against what I quoted, so I add to it.',
  'Nothing was put to me since I last spoke. I use the time for one page more.',
  'There is no new point to answer; the case itself can still be made firmer.',
];

export const weaker = [
  'I have nothing in the files that meets this head on. The nearest is {place}.',
  'This one I can only narrow, with {place}.',
  'Here my answer is partial, and it stands in {place}.',
  'On this the best I can set beside it is {place}.',
  'What I find does not settle it. It does shift it a little, in {place}.',
];
export const weakerAfter = [
  'That takes something off the objection, and not all of it.',
  'I do not say that this disposes of the point.',
  'The claim should be worded with both passages in view.',
  'So much is left to be said more carefully, and I say it so.',
];
export const unanswered = [
  'I have searched the files for an answer and found none that was not quoted before. The point stands against me.',
  'To this I have no page. I would rather leave it unanswered than answer it from the air.',
  'The evidence gives me nothing against it, and I do not pretend otherwise.',
  'Here the files are silent on my side; whoever weighs this must count it.',
  'No unused passage answers it. I concede what was quoted, and keep the rest of the case.',
];

export const unansweredGap = [
  'That is so, and no page of the files mends it.',
  'I cannot mend this with what the files hold.',
  'The remark is fair. I have searched for a page from elsewhere, and there is none on my side.',
];

export const firmer = [
  'The case gets a further footing in {place}.',
  'One page more belongs to it, {place}.',
  'To what was quoted before I add {place}.',
  'There is also {place}.',
];

export const expected = [
  'I expect {opposed} to be held against me. Before it is, read {place}.',
  'Somebody will point to {opposed}, which leans the other way. Set against it {place}.',
  'The files are not of one mind; {opposed} says less than I would like. But look at {place}.',
];
export const expectedBare = [
  'I expect {opposed} to be held against me, and I have found no passage that answers it in advance.',
  'What troubles me most is {opposed}; nothing that I have read takes it back.',
];
export const nothingExpected = [
  'I looked for what could be held against the proposition, and no unquoted passage leans that way by the count of its words.',
  'There is nothing to answer in advance: none of the unquoted passages leans against the proposition.',
];

export const strengthened = [
  'A second witness from another file is {place}.',
  'It does not rest on one file alone: {place}.',
  'Further support comes from {place}.',
];

export const assumesFigures = [
  'I assume that {files} measure the same thing; where they do not, their figures do not contradict each other.',
  'Figures were set against figures from {files}. That holds as far as both were counted alike, which the passages themselves do not say.',
];
export const assumesHere = [
  'The case assumes that what {files} says holds for the question asked here. {named}',
  'It takes for granted that {files} can be carried over to this question. {named}',
];
export const assumesOneFile = 'All of it rests on {file}; if that file is wrong, the case has no second leg.';

export const scope = [
  'I read the topic as asking {question}. Of {all} in {files}, counted by words of gain and loss: {pro} for the proposition, {contra} against it, the rest neither. That weighs nothing.',
  'The frame is {question}. What the files hold, by a count of words of gain and loss over {all} in {files}: {pro} on my side, {contra} on the other. It is a count, and no verdict.',
];
export const scopeLater = [
  'The frame is the one I set at first. Still unquoted on my side: {left}.',
  'I argue within the same bounds as before; the files hold {left} more on my side.',
  'Nothing in the frame has changed: {question}. Not yet read out on my side: {left}.',
];
export const closedBook = 'Everything that I can quote is the subject material itself. That is arguing with a closed book, and it should be counted against me.';
