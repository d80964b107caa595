import { countOf, inWords, sentenceCase } from '../grammar';
import type { Quoted } from '../record';
import { Voice } from '../voice';
import { evaluated, evaluatedNone, facedMet, facedNone, facedNothing, facedOne, leftOne, missingSide, qualityWords } from './judgePhrases';
import type { SideScore } from './roundScore';
import type { Hearing } from './exchanges';

/** The Judge goes round its wordings from assessment to assessment. */
export function judgesVoice({ record }: Pick<Hearing, 'record'>, topic: string): Voice {
  const count = record.filter(({ type }) => type === 'assessment').length;
  return new Voice({ topic, place: 0, of: 1, count });
}

export interface Judged {
  score: SideScore;
  isMissing: boolean;
}

/** How a side argued, by what was counted of it. */
export function evaluationOf(voice: Voice, { score, isMissing }: Judged): string {
  if (isMissing) return voice.say('missingSide', missingSide);
  const { fresh, files } = score;
  const values = {
    passages: countOf(fresh, 'passage'),
    Passages: sentenceCase(countOf(fresh, 'passage')),
    files: countOf(files, 'file'),
    verified: fresh === 1 ? 'which was verified' : 'each of them verified',
    faced: facedSentence(voice, score),
  };
  return fresh === 0 ? voice.say('evaluatedNone', evaluatedNone, values) : voice.say('evaluated', evaluated, values);
}

function facedSentence(voice: Voice, { faced, met }: SideScore): string {
  if (faced === 0) return voice.say('facedNothing', facedNothing);
  if (faced === 1) return met === 1 ? voice.say('facedOne', facedOne) : voice.say('leftOne', leftOne);
  const values = { all: countOf(faced, 'verified passage'), met: inWords(met), was: met < 2 ? 'was' : 'were' };
  return met === 0 ? voice.say('facedNone', facedNone, values) : voice.say('facedMet', facedMet, values);
}

/**
 * Strong: three verified passages or more, from two files or more, and nothing cited that was not verified. Adequate: at least half of
 * what was cited was verified, with no closed book. Weak: less. None: nothing was verified.
 */
export function qualityOf(voice: Voice, { score, isMissing }: Judged): string {
  const { cited, verified, files, isClosedBook } = score;
  const counts = `${verified === cited ? (cited === 1 ? 'the one quotation' : cited === 2 ? 'both quotations' : `all ${countOf(cited, 'quotation')}`) : `${inWords(verified)} of ${countOf(cited, 'quotation')}`} verified, from ${countOf(files, 'file')}${isClosedBook ? ', all of it the subject material' : ''}`;
  const word = isMissing || verified === 0 ? 'none' : isClosedBook || verified * 2 < cited ? 'weak' : verified >= 3 && files >= 2 && verified === cited ? 'strong' : 'adequate';
  return voice.say(`quality ${word}`, qualityWords[word], { counts: cited === 0 ? 'nothing was quoted' : counts });
}

/** The same of the passages on one issue. */
export function qualityOn(quotes: readonly Quoted[]): string {
  const files = new Set(quotes.map(({ path, url }) => path ?? url)).size;
  const word = quotes.length >= 3 && files >= 2 ? 'Strong' : quotes.length >= 2 ? 'Adequate' : quotes.length === 1 ? 'Thin' : 'None';
  return quotes.length === 0 ? 'None: no verified passage was brought on it.' : `${word}: ${countOf(quotes.length, 'verified passage')} from ${countOf(files, 'file')}, of both sides together.`;
}
