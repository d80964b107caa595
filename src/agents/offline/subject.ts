import type { EvidenceIndex } from './evidenceIndex';
import { isPlural } from './grammar';
import { decreases, increases, negations } from './lexicon';
import { termsIn } from './terms';

/** What a passage is about, as a noun phrase that can follow "on": "version skew", "the corporate proxy". */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const units = list(`
  per cent percent ms mb kb gb vcpu second seconds minute minutes hour hours day days week weeks month months year
  years january february march april may june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday pounds dollars euros million billion thousand hundred point points one
  two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty first second third fourth fifth half quarter quarters zero twice once dozen`);
const vague = list(`
  thing things way ways case cases part parts kind kinds sort number numbers figure figures total average mean
  median share rate rates level levels lot bit rest others other others one ones side sides end start beginning
  middle fact facts result results reason reasons example examples amount amounts place places time times same
  different new old good bad better worse best worst large small big little many few several long short high low
  higher lower full whole main real true own such certain most more less today yesterday tomorrow present current
  previous next last early late ready able likely unlikely possible impossible different available important clear
  single another every each both either neither enough rather quite almost nearly about around roughly everybody
  anybody nobody everyone anyone somebody someone together instead across net gross welcome alone busy view views
  earlier later easier harder slower faster gap met people question answer group groups set sets team member members`);
const verbs = list(`
  accept accepts accepted add adds allow allows answer answers answered ask asks asked became become becomes begin
  begins began believe believes bring brings brought build builds built buy buys call calls came cannot carry
  carries caught cause causes caused change changes changed choose chose come comes compare compared complain
  connect connects contain contains cost costs count counts covers cover cut cuts describe describes describes
  differ differs differed differs disappears drop dropped drops ends enter enters exist expect expects expected
  explain explains explained fail fails failed fall falls feel felt fell find finds found gain gains gave get gets
  give gives given goes gone grew grow grows had happen happens has have held help helps hold holds includes include
  keep keeps kept know knows known lack lacks last lasted lead leads learn learned leave leaves left lets lie listed
  lists live lives lose loses lost made make makes mean means measure measured mind misses missed move moved moves
  must need needs needed offer offers offered opened operate outlines own paid pass passes pay pays preferred prefer
  prefers promise promises put puts ran reach reaches reached read reads received recommend recommends recovered
  refused rejected relies rely remain remains remove removed replace replaced replaces replied report reports
  require requires respond rise rises rose run runs said save saves saved saw say says see seen sees send sends sent
  serve serves set shared show showed shown shows shrank speak speaks spent spend spoken spread stand stands stay
  stays stood stop stops stopped support supports take takes taken tell tells think thinks told took touch tried
  turned use used uses using want wants was went were will won work works worked would write written wrote estimated
  budgeted serving mention mentions mentioned turn turns turned shorten shortens shortened stretches print prints
  thank remind mistook met chosen rolling rebuild rebuilds rebuilding reconcile reconciled welcome opening moving
  replacing generating checking switching running reading standing`);
export const stops = list(`
  a an and are as at be been being but by can could did do does doing done for from had has have he her here hers
  him his how i if in into is it its itself just may me might must my no nor not of off on only onto or our ours out
  over shall she should since so some than that the their them then there these they this those though through to
  too under until up us very via was we were what when where which while who whom whose why will with within without
  would yet you your although because before after against among between during behind beside besides beyond despite
  except inside outside along alongside near per plus toward towards unlike upon whereas whether also however therefore still even
  ever never nothing none nobody all any both each either every neither many much more most less least few fewer
  other another such same own now then again once already always often soon later yet not cannot compared counting`);
const nounsToo = list(
  'move change cost costs saving savings need test plan call report support work answer use gain loss drop rise fall cut build risk trial review check',
);
/** Units that may be the head of a compound: "sick days", "opening hours". */
const spans = list('day days hour hours week weeks time times team teams group groups rate rates level levels');
const determiners = list('the a an our its their this that each every any his her your my no');
const longest = 34;

interface Candidate {
  words: string[];
  /** "the charge message", also where an adjective that is left out stood between. */
  determiner: boolean;
  at: number;
}

/** A noun phrase of at most 38 characters, or undefined where none can be told. */
export function subjectOf(text: string, index: EvidenceIndex, topic: ReadonlySet<string>): string | undefined {
  let best: { phrase: string; score: number } | undefined;
  for (const candidate of candidatesIn(text, topic)) {
    const phrase = worded(candidate, index);
    if (phrase.length > longest) continue;
    const score = scoreOf(candidate, index, topic);
    if (best === undefined || score > best.score) best = { phrase, score };
  }
  return best?.phrase;
}

function candidatesIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  const found: Candidate[] = [];
  let open: Candidate | undefined;
  let determiner = false;
  let at = 0;
  const close = (): void => {
    if (open !== undefined) found.push(...trimmed(open));
    open = undefined;
  };
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}'’/-]*[\p{L}\p{N}])?|[^\s\p{L}\p{N}]/gu)) {
    const word = token.toLowerCase();
    at += 1;
    const isHead = open !== undefined && spans.has(word);
    if (
      !breaks(word) ||
      isHead ||
      ((determiner || open !== undefined) && nounsToo.has(word) && follows(text, index + token.length))
    ) {
      // "With compression gRPC keeps": the topic's own word opens a phrase rather than ending one.
      if (open !== undefined && word !== token && topic.has(termsIn(word)[0] ?? '')) {
        determiner = open.determiner;
        close();
      }
      open ??= { words: [], determiner, at };
      open.words.push(token);
      determiner = false;
      continue;
    }
    close();
    determiner = determiners.has(word) || (determiner && isModifier(word));
  }
  close();
  return found;
}

/** Whether a word that may be noun or verb is a noun here: what comes next is a verb, a preposition or a stop. */
function follows(text: string, end: number): boolean {
  return /^(?:[,.;:)]|\s+(?:of|and|or|for|in|on|at|to|with|from|by|is|was|are|were|has|had|have|will|would|can|could|may|might|must|should|fell|rose|grew|takes?|costs?|saves?|needs?)\b)/.test(
    text.slice(end, end + 12),
  );
}

function breaks(word: string): boolean {
  if (!/^\p{L}/u.test(word) || /^i-\d|^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-/.test(word))
    return true;
  if (stops.has(word) || units.has(word) || verbs.has(word) || vague.has(word)) return true;
  if (increases.has(word) || decreases.has(word) || negations.has(word)) return true;
  return /(?:ed|ly)$/.test(word) && !/(?:need|speed|seed|feed|family|supply|assembly|anomaly|reply)$/.test(word);
}

/** Left out of a subject, but may stand between it and its article. */
function isModifier(word: string): boolean {
  return vague.has(word) || units.has(word) || /(?:ed|ly|er|est)$/.test(word);
}

/** At most the last four words of a run: the head of an English noun phrase stands last. */
function trimmed(candidate: Candidate): Candidate[] {
  const words = candidate.words.slice(-4);
  while (words.length > 0 && words.join(' ').length > longest - 4) words.shift();
  return words.length === 0 ? [] : [{ ...candidate, words }];
}

function worded({ words, determiner }: Candidate, index: EvidenceIndex): string {
  const [first = '', ...rest] = words;
  const opening = /^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*$/u.test(first) && !index.isName(first) ? first.toLowerCase() : first;
  const phrase = [opening, ...rest].join(' ');
  return determiner && !isPlural(phrase) ? `the ${phrase}` : phrase;
}

function scoreOf({ words, determiner, at }: Candidate, index: EvidenceIndex, topic: ReadonlySet<string>): number {
  const terms = termsIn(words.join(' '));
  const weight = terms.reduce((sum, term) => sum + index.weightOf(term) * (topic.has(term) ? 0.3 : 1), 0);
  const looksLikeNoun = determiner || /(?:s|ion|ment|ness|ity|ance|ence|ship|age|ure)$/.test(words[0] ?? '');
  const length = words.length === 2 ? 0.35 : words.length === 3 ? 0.25 : looksLikeNoun ? 0 : -0.25;
  const isHeadAdjective = /(?:ous|ive|ful|less|able|ible|ary|ic|al)$/.test(words.at(-1) ?? '');
  const isStale = terms.every((term) => topic.has(term)) ? 0.5 : 0;
  const isGerund = words.length === 1 && /ing$/.test(words[0] ?? '') ? 0.5 : 0;
  return (
    weight / Math.sqrt(terms.length || 1) -
    isGerund -
    isStale +
    length +
    0.4 / Math.sqrt(at) -
    (isHeadAdjective ? 0.8 : 0)
  );
}
