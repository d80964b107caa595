import type { SpokenEntry, TurnInput, TurnOutput } from '../../debate/tasks';
import { conjecture } from './conjecture';
import { ranked, selection, serves, type CaseFile, type Ranked } from './caseFile';
import { answerQuestions } from './questionAnswers';
import { answerQuote } from './rebuttalSpeech';
import { nextPlace } from './openingPhrases';
import { related, stillStanding } from './ownRecord';
import { duties } from './spokenDuties';
import { comment, Speech, valuesOf } from './speechParts';
import { targetsFor, wantedRebuttals, type Target } from './targets';
import { newPlace, newPoint } from './turnPhrases';

/** A rebuttal where the evidence answers an opponent's quotation, else a new point, else an honest conjecture. */
export function turnSpeech(file: CaseFile, input: TurnInput): TurnOutput {
  const owed = duties(file, input);
  const opening = new Speech().say(...owed.sentences).paragraph();
  const targets = chooseTargets(file, input);
  const entries =
    targets.length > 0 ? rebut(file, opening, { targets, input }) : [pointOrConjecture(file, opening, input)];
  const [first, ...rest] = entries;
  return { entries: first === undefined ? [] : [{ ...first, ...owed.fields }, ...rest] };
}

/** At most one target per opponent. */
function chooseTargets(file: CaseFile, { round, brief }: TurnInput): Target[] {
  const chosen: Target[] = [];
  const wanted = wantedRebuttals(file, round, brief.minRounds);
  for (const target of targetsFor(file)) {
    if (chosen.length >= wanted) break;
    const isTaken = chosen.some(
      ({ opponent, counter }) => opponent === target.opponent || counter.passage === target.counter.passage,
    );
    if (!isTaken) chosen.push(target);
  }
  return chosen;
}

interface Answering {
  targets: readonly Target[];
  input: TurnInput;
}

/** In every second round a lone rebuttal is followed by a point of its own, lest the exchange narrow down. */
function rebut(file: CaseFile, opening: Speech, { targets, input }: Answering): SpokenEntry[] {
  const addsPoint = targets.length === 1 && input.round % 2 === 0 && input.questions.length < 2;
  const entries = targets.map(({ counter }, at): SpokenEntry => {
    const speech = at === 0 ? opening : new Speech();
    const isLast = at === targets.length - 1;
    const fields = answerQuote(file, speech, { counter, withSupport: !addsPoint && input.questions.length === 0 });
    if (isLast) answerQuestions(file, speech, input.questions);
    if (isLast && !addsPoint) speech.paragraph().say(stillStanding(file));
    const { content, sources } = speech;
    return { type: 'rebuttal', content, sources, rebuttal_to_seq: counter.target.seq, ...fields };
  });
  const point = addsPoint ? pointOf(file, new Speech(), 1) : undefined;
  return point === undefined ? entries : [...entries, point];
}

function pointOrConjecture(file: CaseFile, speech: Speech, { questions }: TurnInput): SpokenEntry {
  const point = pointOf(file, speech, questions.length > 0 ? 1 : 2);
  answerQuestions(file, speech, questions);
  if (point === undefined && speech.sources.length === 0) return conjecture(file, speech.content);
  const { content, sources } = speech;
  return { type: 'new_point', content, sources };
}

function pointOf(file: CaseFile, speech: Speech, count: number): SpokenEntry | undefined {
  const chosen = selection(
    file,
    ranked(file).filter((one) => serves(one) && one.score > 0),
    count,
  );
  if (chosen.length === 0) return undefined;
  chosen.forEach((one, at) => makePoint(file, speech, { one, at }));
  speech.say(stillStanding(file));
  const { content, sources } = speech;
  return { type: 'new_point', content, sources };
}

function makePoint(file: CaseFile, speech: Speech, { one, at }: { one: Ranked; at: number }): void {
  const values = valuesOf(file, one.passage);
  const { voice } = file;
  if (at === 0) {
    speech
      .paragraph()
      .say(
        voice.say('newPoint', newPoint, values),
        related(file, one.passage),
        voice.say('newPlace', newPlace, values),
      );
  } else speech.paragraph().say(voice.say('nextPlace', nextPlace, values));
  speech.quote(one.passage).say(comment(file, one));
}
