import type { TaskOutput } from '../../../debate/tasks';
import { conjectureLabel } from '../../../debate/rules/spokenRules';
import { selection, serves, type Ranked } from '../caseFile';
import { answerQuestions } from '../questionAnswers';
import { firstPlace, lastPlace, nextPlace, samePlace } from '../openingPhrases';
import { measureOf, positionSentence } from '../persona';
import { sourceOf } from '../place';
import { duties } from '../spokenDuties';
import { comment, Speech, valuesOf } from '../speechParts';
import type { Indexed } from '../evidenceIndex';
import { answerPoint, assessmentText, statusRule, type Answer } from './answer';
import { assumptions, expectations, scopeOf, strengthening } from './defenceParts';
import { answering, caseEnd, caseOpening, caseWithoutPages, firmer, nothingToDefend, settling, steadying } from './defencePhrases';
import { pointsOf, type Point } from './points';
import { researchLog } from './researchLog';
import { leans } from './sides';
import { Citations, citationsOf, mostSources, nameFor, rankedFor, type SideCase } from './sideCase';

/** Passages of the case itself in the first contribution. */
const mostOpening = 3;

/** The case at first; later an answer to each point, and one page more where there is room. */
export function defence(side: SideCase): TaskOutput<'advocate/defend'> {
  const citations = new Citations();
  const { file, input } = side;
  const owed = duties(file, { ...input, record: file.record, you: file.you, frameworks: [] });
  const speech = new Speech().say(...owed.sentences).paragraph();
  const isFirst = side.own.length === 0;
  const all = pointsOf(side);
  const points = all.filter(({ isConjecture }) => !isConjecture);
  if (isFirst) openingCase(side, speech, citations);
  const answers = points.map((point) => answerPoint(side, point, citations));
  if (answers.length > 0) say(side, speech, answers);
  if (!isFirst && citations.room === mostSources) further(side, speech, citations, answers.length > 0);
  questions(side, speech, citations);
  const preemptive_rebuttals = isFirst ? expectations(side, citations) : [];
  const evidence_strengthening = isFirst || answers.length > 0 ? strengthening(side, citations) : [];
  const isEmpty = citations.passages.length === 0;
  return {
    research_log: researchLog(side, citations.passages, { answered: points.flatMap(({ quotes }) => quotes), rule: answers.length > 0 ? statusRule : '' }),
    argument: argumentOf(side, speech, isEmpty),
    sources: citationsOf(side, citations.passages),
    ...owed.fields,
    ...{ preemptive_rebuttals, evidence_strengthening },
    assumption_defence: assumptions(side, citations.passages, answers),
    assessments: [...answers.map((answer) => assessed(side, answer)), ...all.filter(({ isConjecture }) => isConjecture).map((point) => unpressed(side, point))],
    scope_and_framing: scopeOf(side, citations.passages),
  };
}

function argumentOf({ file }: SideCase, speech: Speech, isEmpty: boolean): string {
  const text = speech.content;
  if (!isEmpty) return text;
  const start = file.isTerse ? 'No unquoted passage is left.' : file.voice.say('nothingToDefend', nothingToDefend);
  const end = file.isTerse ? '' : file.voice.say('settling', settling, { measure: measureOf(file.you) });
  return [`${conjectureLabel} ${start}`, text, end].filter((part) => part !== '').join('\n\n');
}

function assessed(side: SideCase, answer: Answer) {
  const { title, issue } = answer.point;
  return { point: nameFor(side, title), ...(issue === undefined ? {} : { issue }), status: answer.status, answer: side.file.isTerse ? 'See above.' : assessmentText(answer) };
}

/** A point that brings nothing: one on an issue stands as it did, any other needs no answer. */
function unpressed(side: SideCase, { title, issue }: Point) {
  const { tracker } = side;
  const stands = tracker.some(({ id, status }) => id === issue && status !== 'resolved');
  return {
    ...{ point: nameFor(side, title), ...(issue === undefined ? {} : { issue }) },
    ...(stands ? { status: 'VULNERABLE' as const, answer: 'Nothing new was quoted on it, and I have nothing new to answer with.' } : { status: 'DEFENDED' as const, answer: 'No passage is brought against the case.' }),
  };
}

function openingCase(side: SideCase, speech: Speech, citations: Citations): void {
  const { file } = side;
  const chosen = openingPassages(side);
  const position = positionSentence(file.you) ?? file.you.starting_position;
  speech.say(chosen.length > 0 ? file.voice.say('caseOpening', caseOpening, { position }) : file.voice.say('caseWithoutPages', caseWithoutPages, { position }));
  chosen.forEach((one, at) => {
    speech.paragraph().say(lead(side, one, { at, before: chosen[at - 1], count: chosen.length })).quote(one.passage).say(comment(file, one));
  });
  citations.add(...chosen.map(({ passage }) => passage));
  if (chosen.length > 0) speech.paragraph().say(file.voice.say('caseEnd', caseEnd));
}

/** Not more than the half of what there is: the answers need something too. */
function openingPassages(side: SideCase): Ranked[] {
  const all = rankedFor(side).filter((one) => serves(one));
  const plain = all.filter(({ help, score }) => help > 0.6 && score > 0);
  const strong = plain.length >= mostOpening ? plain : all.filter(({ help, score }) => help > 0.3 && score > 0);
  const candidates = strong.length > 0 ? strong : all.filter(({ help }) => help >= 0);
  return selection(side.file, candidates, Math.min(mostOpening, Math.max(1, Math.ceil(candidates.length / 2))));
}

function lead({ file }: SideCase, { passage }: Ranked, { at, before, count }: { at: number; before: Ranked | undefined; count: number }): string {
  const values = valuesOf(file, passage);
  if (at === 0) return file.voice.say('firstPlace', firstPlace, values);
  if (before?.passage.path === passage.path && values['lines'] !== '') return file.voice.say('samePlace', samePlace, values);
  return at === count - 1 ? file.voice.say('lastPlace', lastPlace, values) : file.voice.say('nextPlace', nextPlace, values);
}

/** A paragraph for each point, under its name. */
function say(side: SideCase, speech: Speech, answers: readonly Answer[]): void {
  const { file } = side;
  speech.paragraph().say(file.voice.say('answering', answering));
  for (const { point, text } of answers) {
    const name = nameFor(side, point.title);
    const label = point.issue === undefined ? name : `${point.issue}, ${name}`;
    speech.paragraph().say(`**${label}.**`, text);
  }
}

/** Nothing to answer, or nothing to answer with: one page more for the case. */
function further(side: SideCase, speech: Speech, citations: Citations, hasAnswered: boolean): void {
  const { file } = side;
  const left = rankedFor(side).filter(({ help }) => leans(help));
  const plain = left.filter(({ help, score }) => help > 0.6 && score > 0);
  const [one] = selection(file, plain.length > 0 ? plain : left, 1);
  if (one === undefined) return;
  citations.add(one.passage);
  speech.paragraph().say(hasAnswered ? '' : file.voice.say('steadying', steadying), file.voice.say('firmer', firmer, valuesOf(file, one.passage)));
  speech.quote(one.passage).say(comment(file, one));
}

/** Questions that came meanwhile, as far as the sources allow. */
export function questions({ file, input }: SideCase, speech: Speech, citations: Citations): void {
  const before = speech.sources.length;
  answerQuestions(file, speech, input.questions.slice(0, citations.room));
  const answered = speech.sources.slice(before);
  citations.add(...answered.map(({ quote = '', url }) => file.index.passages.find((passage) => passage.text === quote && sourceOf(passage).url === url)).filter((passage): passage is Indexed => passage !== undefined));
}
