import { determiners, doubtfulVerbs, languageVotes, plainVerbs, predicates, pronouns } from './motionWords';

/** What a topic says, as far as its grammar gives it away. Texts are without their stop, in the topic's own words. */
export type Reading =
  /** Somebody should do something. `action` begins with a verb in its base form. */
  | { kind: 'ought'; subject: string; modal: string; adverb: string; action: string }
  /** A whole sentence that may be true or false. */
  | { kind: 'claim'; text: string }
  /** A question for yes or no whose grammar is too rich. */
  | { kind: 'question'; text: string }
  /** One of two. */
  | { kind: 'choice'; first: string; second: string }
  | { kind: 'subject'; text: string }
  /** A question for more than yes or no, or another language: nothing can be made of it. */
  | { kind: 'unread' };

const nonLatin = /(?=\p{L})[^\p{sc=Latin}]/u;

export function isEnglish(text: string): boolean {
  if (nonLatin.test(text) || /[¿¡]/.test(text)) return false;
  const votes = languageVotes(text.match(/[\p{L}\p{M}]+/gu) ?? []);
  return votes.english > 0 && votes.english >= votes.foreign;
}

export function readTopic(topic: string): Reading {
  if (!isEnglish(topic)) return { kind: 'unread' };
  const isQuestion = /\?["”'’)\s]*$/.test(topic);
  const text = topic.replace(/(?<![\s.?!])[\s.?!]+$/, '').replace(/,? or not$/i, '');
  return readUrging(text) ?? readInverted(text, isQuestion) ?? readStatement(text, isQuestion);
}

const ought = (subject: string, modal: string, rest: string): Reading => {
  const [, adverb = '', action = rest] = /^(not|never|always|no longer|ever)\s+(\S.*)$/i.exec(rest) ?? [];
  return { kind: 'ought', subject, modal, adverb: /^ever$/i.test(adverb) ? '' : adverb.toLowerCase(), action };
};

/** “Let us …”, “whether to …”, “it is time to …”, “to …”. */
function readUrging(text: string): Reading | undefined {
  const plain =
    /^(?:let['’]?s|let us|(?:whether|if)(?: or not)? to|(?:is it|it['’]s|it is)?\s*(?:high )?time to|to)\s+(\S.*)$/i.exec(
      text,
    )?.[1];
  if (plain !== undefined) return ought('we', 'should', plain);
  const others = /^(?:is it|it['’]s|it is)?\s*(?:high )?time for (.+?) to (.+)$/i.exec(text);
  if (others?.[1] !== undefined && others[2] !== undefined) return ought(others[1], 'should', others[2]);
  const forbidden = /^(?:do not|don['’]t|never)\s+(\S.*)$/i.exec(text)?.[1];
  return forbidden === undefined
    ? undefined
    : ought('we', 'should', `${/^never/i.test(text) ? 'never' : 'not'} ${forbidden}`);
}

const auxiliary =
  /^(?:why\s+)?(should|ought|must|can|could|will|would|may|might|do|does|did|is|are|was|were|has|have|had|ca|wo)(n['’]t)?\s+(\S.*)$/i;

function readInverted(text: string, isQuestion: boolean): Reading | undefined {
  const [, word = '', , rest = ''] = auxiliary.exec(text) ?? [];
  if (word === '') return undefined;
  const first = word.toLowerCase();
  const modal = first === 'ca' ? 'can' : first === 'wo' ? 'will' : first;
  if (!isQuestion && modal !== 'should') return undefined;
  if (/^why\s/i.test(text) && modal !== 'should') return { kind: 'unread' };
  const tokens = rest.split(/\s+/);
  const at = boundary(modal, tokens);
  if (at === undefined) return { kind: 'question', text };
  const subject = tokens.slice(0, at).join(' ');
  const said = tokens.slice(at).join(' ');
  if (modal === 'should' || modal === 'must' || modal === 'ought') {
    const action = oneOf(modal === 'ought' ? said.replace(/^to\s+/i, '') : said);
    return ought(subject, modal === 'ought' ? 'ought to' : modal, action);
  }
  return { kind: 'claim', text: statement(modal, subject, tokens.slice(at)) };
}

/** Between two courses a motion takes one side: the first that was named. */
const oneOf = (action: string): string =>
  action.split(/(?<!\s)\s+or\s+/i).length === 2 ? action.replace(/(?<!\s)\s+or\s+/i, ' rather than ') : action;

function statement(modal: string, subject: string, predicate: readonly string[]): string {
  const said = predicate.join(' ');
  if (modal === 'do') return `${subject} ${said}`;
  if (modal !== 'does') return `${subject} ${modal} ${said}`;
  const [verb = '', ...rest] = predicate;
  return [subject, thirdPerson(verb), ...rest].join(' ');
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['have', 'has'],
  ['be', 'is'],
  ['do', 'does'],
  ['go', 'goes'],
]);

function thirdPerson(verb: string): string {
  const known = irregular.get(verb.toLowerCase());
  if (known !== undefined) return known;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Where the subject of an inverted question ends; undefined where its grammar does not say. */
function boundary(modal: string, tokens: readonly string[]): number | undefined {
  const words = tokens.map((token) => token.toLowerCase().replace(/[^\p{L}'’-]/gu, ''));
  if (words.length < 2) return undefined;
  if (startsWithPronoun(words)) return 1;
  const found = /^(?:is|are|was|were)$/.test(modal)
    ? predicateAt(words)
    : /^(?:has|have|had)$/.test(modal)
      ? participleAt(words)
      : verbAt(words);
  if (found === undefined) return undefined;
  return found > 1 && /^(?:not|never|always|also|still|ever|really)$/.test(words[found - 1] ?? '') ? found - 1 : found;
}

function startsWithPronoun([first = '', second = '']: readonly string[]): boolean {
  if (!pronouns.has(first)) return false;
  return !/^th(?:is|at|ese|ose)$/.test(first) || second === 'be' || plainVerbs.has(second) || predicates.has(second);
}

const afterNoun = (words: readonly string[], index: number): boolean =>
  index > 0 && !determiners.has(words[index - 1] ?? '');

function verbAt(words: readonly string[]): number | undefined {
  const find = (test: (word: string, index: number) => boolean): number | undefined => {
    const index = words.findIndex((word, at) => afterNoun(words, at) && test(word, at));
    return index < 0 ? undefined : index;
  };
  const isVerb = (word: string | undefined): boolean => word === 'be' || (word !== undefined && plainVerbs.has(word));
  const be = find(
    (word, at) => word === 'be' && !/^(?:can|may|must|should|will|could|would)$/.test(words[at - 1] ?? ''),
  );
  const known = find((word, at) => plainVerbs.has(word) || (doubtfulVerbs.has(word) && !isVerb(words[at + 1])));
  // A word before an article that is no preposition is most likely a verb.
  return (
    be ??
    known ??
    find(
      (word, at) => !prepositions.test(word) && /^(?:the|a|an|all|any|every|its|their|our)$/.test(words[at + 1] ?? ''),
    )
  );
}

const prepositions =
  /^(?:about|above|across|after|against|among|around|before|behind|between|during|inside|into|near|outside|over|than|through|under|until|without|within)$/;

const links = /^(?:than|for|to|in|on|at|by|of|with|from|and|or|as|if|when|because|enough|)$/;
const describing = /(?:ed|ing|able|ible|ful|less|ive|ous|ical|ary|ient|ant)$/;

function predicateAt(words: readonly string[]): number | undefined {
  const index = words.findIndex(
    (word, at) =>
      afterNoun(words, at) &&
      (predicates.has(word) || (word.length > 4 && describing.test(word) && links.test(words[at + 1] ?? ''))),
  );
  return index < 0 ? undefined : index;
}

const participle =
  /^(?:.{2,}ed|been|become|begun|bought|brought|broken|built|done|given|gone|grown|had|helped|killed|lost|made|outlived|paid|put|seen|sold|taken|won|written)$/;

function participleAt(words: readonly string[]): number | undefined {
  const index = words.findIndex((word, at) => afterNoun(words, at) && participle.test(word));
  return index < 0 ? undefined : index;
}

export const isParticiple = (word: string): boolean =>
  participle.test(word) || /^(?:cut|set|shut|held|kept|left|taught|spent|known|driven|shown)$/.test(word);

const opinion = /^(?:I|we) (?:think|believe|feel|say|argue|hold|claim)(?: that)?\s+/i;
const asked = /^(?:how|what|which|who|whom|whose|where|when|why)\b/i;

function readStatement(text: string, isQuestion: boolean): Reading {
  if (isQuestion && asked.test(text)) return { kind: 'unread' };
  const bare = text.replace(/^(?:why|whether(?: or not)?)\s+/i, '').replace(opinion, '');
  if (asked.test(bare)) return { kind: 'unread' };
  const should = /^(\S|\S.*?\S)\s+(should|must|ought to|needs? to|has to|have to|shall)(n['’]t)?\s+(\S.*)$/i.exec(bare);
  if (should?.[1] !== undefined && should[4] !== undefined) {
    return ought(
      should[1],
      (should[2] ?? 'should').toLowerCase(),
      `${should[3] === undefined ? '' : 'not '}${isQuestion ? oneOf(should[4]) : should[4]}`,
    );
  }
  const words = bare.toLowerCase().split(/\s+/);
  const versus =
    /^(\S|\S.*?\S)\s+(?:vs\.?|versus)\s+(\S.*)$/i.exec(bare) ??
    (isQuestion && !isFinite(words) ? /^(\S|\S.*?\S)\s+or\s+(\S.*)$/i.exec(bare) : null);
  if (versus?.[1] !== undefined && versus[2] !== undefined)
    return { kind: 'choice', first: versus[1], second: versus[2] };
  const [first = ''] = words;
  if (words.length > 1 && (plainVerbs.has(first) || (doubtfulVerbs.has(first) && !isFinite(words))))
    return ought('we', 'should', lowered(bare));
  if (isFinite(words)) return { kind: 'claim', text: bare };
  return words.length <= 8 ? { kind: 'subject', text: bare } : { kind: 'unread' };
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const finite =
  /^(?:is|are|was|were|am|will|would|can|could|cannot|may|might|has|have|had|does|do|did|(?:is|are|was|were|wo|would|ca|could|has|have|had|does|do|did)n['’]t)$/;

/** Whether there is a verb that says something of the first words. */
function isFinite(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!afterNoun(words, at)) return false;
    if (finite.test(word) || plainVerbs.has(word)) return true;
    const isLast = at === words.length - 1;
    const base = [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].filter(
      (stem) => stem !== word,
    );
    return base.some((stem) => plainVerbs.has(stem) || (doubtfulVerbs.has(stem) && !isLast));
  });
}
