import { wordSet } from './text';

/** As far as its grammar shows, in the topic's own words without the full stop. */
export type MotionReading =
  /** `action` begins with a verb in its base form. */
  | { kind: 'ought'; subject: string; modal: string; adverb: string; action: string }
  /** It may be true or false. */
  | { kind: 'claim'; text: string }
  /** For yes or no, with too rich a grammar. */
  | { kind: 'question'; text: string }
  | { kind: 'choice'; first: string; second: string }
  | { kind: 'subject'; text: string }
  /** No motion can be made of it: for more than yes or no, or in another language. */
  | { kind: 'unread' };

const nonLatin = /(?=\p{L})[^\p{sc=Latin}]/u;

function isEnglish(text: string): boolean {
  if (nonLatin.test(text) || /[¿¡]/.test(text)) return false;
  const votes = languageVotes(text.match(/[\p{L}\p{M}]+/gu) ?? []);
  return votes.english > 0 && votes.english >= votes.foreign;
}

export function readTopic(topic: string): MotionReading {
  if (!isEnglish(topic)) return { kind: 'unread' };
  const isQuestion = /\?["”'’)\s]*$/.test(topic);
  const text = topic.replace(/(?<![\s.?!])[\s.?!]+$/, '').replace(/,? or not$/i, '');
  return readUrging(text) ?? readInverted(text, isQuestion) ?? readStatement(text, isQuestion);
}

const ought = (subject: string, modal: string, rest: string): MotionReading => {
  const [, adverb = '', action = rest] = /^(not|never|always|no longer|ever)\s+(\S.*)$/i.exec(rest) ?? [];
  return { kind: 'ought', subject, modal, adverb: /^ever$/i.test(adverb) ? '' : adverb.toLowerCase(), action };
};

/** “Let us …”, “whether to …”, “it is time to …”, “to …”. */
function readUrging(text: string): MotionReading | undefined {
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

function readInverted(text: string, isQuestion: boolean): MotionReading | undefined {
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

/** Between two alternatives a motion takes the first. */
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

/** Undefined if the grammar does not show where the subject ends. */
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
  // Before an article a word that is no preposition is most likely a verb.
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

function readStatement(text: string, isQuestion: boolean): MotionReading {
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

// Enough English for what people debate, not a dictionary.

/** In their base form, and rarely anything else. */
export const plainVerbs =
  wordSet(`abandon abolish accept achieve acquire adapt add adopt allow apply approve ask assume automate avoid
  become begin believe bring build buy carry choose come compel compensate consider continue create decentralise decentralize decriminalise
  decriminalize decrease defend deliver demand deny deploy deprecate develop devote disband discourage dismantle do eat eliminate embrace
  enable encourage end enforce ensure erode establish exist expand explore extend fail favour favor forbid forgive fund generate get give go
  govern grant guarantee halt harm have hire ignore impose improve increase introduce invest join keep kill learn leave legalise legalize let
  lower maintain make mandate merge migrate nationalise nationalize need obtain obey oppose outlaw overtake own pay permit postpone preserve
  prevent prioritise prioritize privatise privatize prohibit promote protect provide publish pursue put recognise recognize redistribute
  reduce refactor refuse regulate reject rejoin relocate remain remove replace require restrict retain retire rewrite save scrap see sell send
  separate serve simplify solve speak spend standardise standardize start stay stop strengthen subsidise subsidize succeed survive take
  teach tell tolerate treat understand unify upgrade want weaken wear write`);

/** Also nouns. */
const doubtfulVerbs =
  wordSet(`act aim attack back ban beat benefit block boost break cap care cause censor change charge charm code
  colonise colonize combat commit control cost count cover cut damage deal debate delay design drive drop face fight fix focus force form
  freeze help hold host impact land lead licence license lift limit live look mark market matter measure merit mine monitor move offer
  outperform pause phase plan play police post process produce profit push raise rank rate rebuild record reform release report rescue rest
  return reward rule run scale seek set share shift ship show sleep split spread state strike study supply support suspend switch target tax
  test threaten track trade train trust turn use vote walk waste work worry`);

/** After "is" and "are". */
const predicates =
  wordSet(`a an the better worse best worst worth more less most least good bad great too so still already dead over
  obsolete ethical unethical moral immoral necessary unnecessary right wrong safe unsafe possible impossible inevitable fair unfair legal
  illegal dangerous useful useless harmful harmless sustainable important essential vital viable ready able unable free real true false
  here there responsible overrated underrated justified doomed broken enough compatible superior inferior preferable cheaper faster safer
  healthier stronger weaker greener human alive art cheating science doing becoming getting killing making losing failing winning ruining
  destroying going time about likely unlikely as not never only just`);

const pronouns = wordSet(
  'we i you they it he she one there this that these those everyone everybody anyone nobody someone',
);

/** A noun follows them, so that the next word is no verb. */
const determiners =
  wordSet(`a an the this that these those our my your their his her its no any all some every each of in on for
  with from by at and or as to more less most least`);

/** They lose their capital inside a sentence; names are not among them. */
export const commonWords =
  wordSet(`the a an this that these those we our you your they their it its there here all every each both some most
  many few more less no not one two three any anyone everyone everybody nobody people in on at for with without by from of to as if when
  where while although because after before since until and or but remote work working nuclear power social media mass surveillance public
  private free open closed strong weak big small large new old modern young online offline digital electric renewable fossil universal basic
  income minimum wages wage higher lower education schools school universities university students student teachers children parents voters
  citizens countries country states state governments government cities city companies company corporations employers employees workers
  developers engineers programmers scientists doctors judges police prisons taxes tax cars car meat food sugar water energy coal gas oil
  plastic cash money art music sport sports games video books homework exams grades monorepos monorepo microservices microservice
  monoliths monolith static dynamic types typing tests tests testing code software hardware data databases database tabs spaces artificial
  machine human humans animals animal zoos zoo democracy capitalism religion climate space war peace trade immigration borders death
  capital gun drugs drug alcohol tobacco cannabis prisoners technology science research vaccines vaccine mandatory compulsory voluntary
  self autonomous genetic gene nuclear tourism advertising privacy security freedom speech hate censorship news newspapers journalism`);

const english =
  wordSet(`the a an is are was were be been should would could must will shall can may might do does did not no of to in on for
  with from by at as that this these those it its we our you your they their there than then what which who whom whose when where why how
  if whether and or but all more less most better worse has have had house believes resolved`);

const foreign =
  wordSet(`der die das den dem des ein eine einen einem eines und oder ist sind sollte sollten sollen soll wir nicht für mit von
  zu zum zur dieses haus würde werden wird le la les un une des du et ou est sont faut devrait devons nous ne pas pour avec dans que qui il
  elle el los las una y o es son debe deben debería deberían debemos nosotros no por con en que lo gli i uno ed è sono dovrebbe dovremmo
  noi non per con di da del della o os as um uma e são deve devem deveria devemos nós não para com de do da het een en of zijn moet moeten
  wij niet voor met van czy nie jest to w na z и в не на ли är och det att ska bör vi inte för på er og skal bør ikke til`);

/** Other languages use them, too. */
const loans =
  wordSet(`code digital database software hardware marketing monorepo monorepos microservices online offline sport test tests video data
  trust zoo computer`);

function languageVotes(words: readonly string[]): { english: number; foreign: number } {
  const lower = words.map((word) => word.toLowerCase());
  const known = lower.filter((word) => {
    const stem = word.replace(/s$/, '');
    return (
      !loans.has(word) &&
      (english.has(word) ||
        commonWords.has(word) ||
        [word, stem].some((verb) => plainVerbs.has(verb) || doubtfulVerbs.has(verb)))
    );
  });
  return { english: known.length, foreign: lower.filter((word) => foreign.has(word)).length };
}
