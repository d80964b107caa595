import type { SpokenEntry } from '../../debate/tasks';
import { helpOfQuote, overlap, ranked, subjectIn, type CaseFile, type Ranked } from './caseFile';
import type { Counter } from './contradiction';
import { sentenceCase } from './grammar';
import { leaningOf } from './leaning';
import { fileName, sourceName } from './place';
import { called, valuesOf, type Speech } from './speechParts';
import {
  afterContinuing,
  afterFigures,
  afterOpposing,
  concession,
  continuing,
  continuingBare,
  grantsPlain,
  grantsSide,
  grantsTerse,
  opposing,
  qualifying,
  support,
} from './turnPhrases';
import type { Values } from './voice';

/** The strongest reading of the quotation (or what `grants` say of it), the passage against it, and what is conceded. Adds to the speech. */
export function answerQuote(
  file: CaseFile,
  speech: Speech,
  { counter, withSupport, grants }: { counter: Counter; withSupport: boolean; grants?: readonly string[] | undefined },
): Pick<SpokenEntry, 'concedes'> {
  const { passage, relation } = counter;
  file.used.add(passage);
  const values = rebuttalValues(file, counter);
  speech.paragraph().say(grants === undefined ? grant(file, counter, values) : file.voice.say('grantsOther', grants, values));
  speech
    .paragraph()
    .say(bridge(file, counter, values))
    .quote(passage)
    .say(aftermath(file, counter, values));
  if (relation === 'opposes' || relation === 'figures') {
    if (withSupport) addSupport(file, speech, counter);
    return {};
  }
  speech.say(file.voice.say('concession', concession, values));
  const claim = `what ${sourceName(counter.target)} says on ${String(values['subject'])}`;
  return { concedes: [{ seq: counter.target.seq, claim }] };
}

/** Values about the target: its entry, speaker, file and subject; `place` and `lines` are the counter's. */
function rebuttalValues(file: CaseFile, { target, passage }: Counter): Values {
  const name = called(file, target.speaker);
  return {
    ...valuesOf(file, passage),
    file: target.path === undefined ? sourceName(target) : fileName(sourceName(target)),
    name,
    Name: sentenceCase(name),
    seq: target.seq,
    side: sideOf(file, target.speaker),
    subject: sharedSubject(file, target, passage),
  };
}

/** What the opponent stands for, where the motion has names for it. */
function sideOf(file: CaseFile, speaker: string): string {
  const other = file.debaters.find((debater) => debater.name === speaker);
  if (other === undefined || file.motion.options.length < 2) return '';
  const leaning = leaningOf(other, file.motion);
  const most = Math.max(...leaning);
  return most <= 0 ? '' : (file.motion.options[leaning.indexOf(most)]?.phrase ?? '');
}

/** The subject that both passages have in common, where there is one. */
function sharedSubject(file: CaseFile, target: Counter['target'], { text, path, title }: Counter['passage']): string {
  const own = subjectIn(file, target);
  const theirs = subjectIn(file, { quote: text, path, title });
  const isIn = (subject: string | undefined, words: string): boolean =>
    subject !== undefined && words.toLowerCase().includes(subject.replace(/^the /, '').toLowerCase());
  if (own !== undefined && isIn(own, text)) return own;
  if (theirs !== undefined && isIn(theirs, target.quote)) return theirs;
  return own ?? theirs ?? 'that point';
}

function grant(file: CaseFile, { target }: Counter, values: Values): string {
  if (file.isTerse) return file.voice.say('grantsTerse', grantsTerse, values);
  const hurts = helpOfQuote(file, target) < -0.2;
  return hurts && values['side'] !== ''
    ? file.voice.say('grantsSide', grantsSide, values)
    : file.voice.say('grants', grantsPlain, values);
}

function bridge(file: CaseFile, { relation }: Counter, values: Values): string {
  if (relation === 'continues')
    return file.voice.say('continues', values['lines'] === '' ? continuingBare : continuing, values);
  return relation === 'qualifies'
    ? file.voice.say('qualifies', qualifying, values)
    : file.voice.say('opposes', opposing, values);
}

function aftermath(file: CaseFile, { relation }: Counter, values: Values): string {
  switch (relation) {
    case 'continues':
      return file.voice.say('afterContinuing', afterContinuing, values);
    case 'figures':
      return file.voice.say('afterFigures', afterFigures, values);
    case 'opposes':
      return file.voice.say('afterOpposing', afterOpposing, values);
    case 'qualifies':
      return '';
  }
}

/** A second passage on the same subject from another file, where there is a good one. */
function addSupport(file: CaseFile, speech: Speech, { passage, target }: Counter): void {
  const words = [...file.index.termsOf(passage)].filter((word) => !file.topicTerms.has(word));
  const second = ranked(file, words).find(
    (candidate) =>
      isSupport(file, candidate, passage.path) &&
      candidate.passage.path !== target.path &&
      overlap(file.index, candidate.passage, new Set(words)) > 0.22,
  );
  if (second === undefined) return;
  file.used.add(second.passage);
  speech.say(file.voice.say('support', support, valuesOf(file, second.passage))).quote(second.passage);
}

function isSupport(file: CaseFile, { passage, help, score }: Ranked, path: string): boolean {
  const takesSides = file.leaning.some((value) => value !== 0);
  return passage.path !== path && score > 0.8 && (!takesSides || help > 0.5);
}
