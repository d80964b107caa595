import type { OpeningInput, TurnOutput } from '../../debate/tasks';
import { ranked, selection, serves, subjectIn, type CaseFile, type Ranked } from './caseFile';
import { isPlural, sentenceCase } from './grammar';
import {
  afterOthers,
  aims,
  asPersona,
  firstPlace,
  forPersonas,
  lastPlace,
  nextPlace,
  nothingToOpen,
  openingEnd,
  samePlace,
  stand,
} from './openingPhrases';
import { aimOf, personaPhrase, positionSentence } from './persona';
import { argumentsIn, quotesIn } from './record';
import { duties } from './spokenDuties';
import { called, comment, Speech, valuesOf } from './speechParts';

/** Position and persona, then two or three quotations from different files. */
export function openingSpeech(file: CaseFile, input: OpeningInput): TurnOutput {
  const speech = new Speech();
  const owed = duties(file, input);
  speech.say(...owed.sentences).paragraph();
  introduce(file, speech);
  const chosen = chooseFor(file, input);
  chosen.forEach((one, at) => {
    if (at !== 1 || chosen.length < 3) speech.paragraph();
    readOut(file, speech, { one, before: chosen[at - 1], isLast: at > 0 && at === chosen.length - 1 });
  });
  if (chosen.length === 0) speech.paragraph().say(file.isTerse ? '' : nothingToOpen);
  speech.say(file.voice.say('openingEnd', openingEnd));
  const { content, sources } = speech;
  return { entries: [{ type: 'opening_statement', content, sources, ...owed.fields }] };
}

function introduce(file: CaseFile, speech: Speech): void {
  const { you, voice } = file;
  if (file.isTerse) return;
  const phrase = personaPhrase(you.persona);
  if (phrase !== undefined) {
    speech.say(
      isPlural(phrase)
        ? voice.say('personas', forPersonas, { personas: phrase })
        : voice.say('persona', asPersona, { persona: phrase }),
    );
  }
  speech.say(voice.say('stand', stand, { position: positionSentence(you) ?? '' }));
  speech.say(voice.say('aims', aims, { aim: aimOf(you) }), afterPrior(file));
}

/** Names the last to open before, by what was quoted there. */
function afterPrior(file: CaseFile): string {
  const prior = argumentsIn(file.record).filter(
    (entry) => entry.speaker !== file.you.name && entry.type === 'opening_statement',
  );
  const last = prior.at(-1);
  const quote = last === undefined ? undefined : quotesIn(last)[0];
  if (last === undefined || quote === undefined) return '';
  const names = called(file, last.speaker);
  const subject = subjectIn(file, quote) ?? '';
  return file.voice.say('afterOthers', afterOthers, { names, Names: sentenceCase(names), subject, seq: last.seq });
}

/** Fewer for each where many share little: everybody after this one must be able to open too. */
function chooseFor(file: CaseFile, input: OpeningInput): Ranked[] {
  const all = ranked(file);
  const strong = all.filter(serves);
  const stillToOpen = Math.max(1, file.debaters.length - input.priorOpeners.length);
  const share = Math.max(1, Math.ceil(strong.length / (stillToOpen + 1)));
  const wanted = Math.min(share, file.debaters.length > 4 ? 2 : 3);
  const chosen = selection(file, strong, wanted);
  if (chosen.length > 0) return chosen;
  // An opening needs a source: rather one that leans the other way, or off the topic, than none.
  const rest = all.length > 0 ? all : anything(file);
  return selection(file, rest, 1);
}

function anything(file: CaseFile): Ranked[] {
  return file.index.passages
    .filter((passage) => !file.used.has(passage))
    .slice(0, 1)
    .map((passage) => ({ passage, help: 0, score: 0 }));
}

interface Reading {
  one: Ranked;
  before: Ranked | undefined;
  isLast: boolean;
}

function readOut(file: CaseFile, speech: Speech, { one, before, isLast }: Reading): void {
  const values = valuesOf(file, one.passage);
  const { voice } = file;
  if (before === undefined) speech.say(voice.say('firstPlace', firstPlace, values));
  else if (before.passage.path === one.passage.path && values['lines'] !== '')
    speech.say(voice.say('samePlace', samePlace, values));
  else speech.say(isLast ? voice.say('lastPlace', lastPlace, values) : voice.say('nextPlace', nextPlace, values));
  speech.quote(one.passage).say(comment(file, one));
}
