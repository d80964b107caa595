import { figuresIn, SourceFigures, writtenFigure } from '../../debate/figures';
import { findQuote, normaliseText } from '../../debate/quote';
import type { Brief, CitedSource, VisibleEntry } from '../../debate/tasks';
import { firstWords, sentences, wordCount } from '../../debate/text';
import { Differing, termsOf } from './differing';
import type { ExtractiveEvidence } from './evidence';
import { placeOf, tribunalPhrases as words } from './phrases';
import { type EvidencePassage, sourceOf } from './passages';
import { maximumSources } from '../../debate/rules/spokenRules';

/** A statement of the proposal that cites something or carries a figure, and what the evidence has of it. */
export interface Statement {
  /** From 1 on, in the order of the proposal. */
  number: number;
  text: string;
  place: string;
  holding: readonly EvidencePassage[];
  /** Figures and quotations that no passage has; none where it has neither and what it cites is missing. */
  missing: readonly string[];
  isHeld: boolean;
  /** Neither figure nor quotation: only what it names was looked up. */
  isNamedOnly: boolean;
  /** A passage with the same terms and another figure. */
  differing: EvidencePassage | undefined;
  scope: ExtractiveEvidence['scope'];
}

export const isIssue = ({ isHeld, differing }: Statement): boolean => !isHeld || differing !== undefined;

/** The proposal: subject material, else the topic. */
export async function statementsOf(
  { topic, subject, evidence: { files } }: Brief,
  evidence: ExtractiveEvidence,
): Promise<Statement[]> {
  const own = new Set(subject);
  const others = files.filter((path) => !own.has(path));
  const said =
    subject.length === 0 ? topicPassages(topic) : (await evidence.passages()).filter(({ path }) => own.has(path));
  const distinctive = said.filter(({ quote }) => figuresIn(quote).length > 0 || citesSomething(quote, others));
  return await Promise.all(
    distinctive.map((passage, at) => looked(passage, { number: at + 1, evidence, own, others })),
  );
}

const topicPassages = (topic: string): EvidencePassage[] =>
  sentences(topic).map(({ text }) => ({
    path: '',
    url: '',
    title: '',
    quote: text.replace(/\s+/g, ' '),
    start: 0,
    end: 0,
  }));

/** An address, a link, a note mark, a file of the evidence, words in quotation marks. */
const citesSomething = (text: string, files: readonly string[]): boolean =>
  /https?:\/\/|\]\(|\[\^?\d{1,3}\]/.test(text) ||
  quotationsIn(text).length > 0 ||
  files.some((path) => isNamed(path, text));

function isNamed(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length > 4 && text.includes(name);
}

const fewestQuoted = 3;

const quotationsIn = (text: string): string[] =>
  [...text.matchAll(/[“"«„]([^“”"«»„]+)[”"»“]/g)].flatMap(([, inner = '']) =>
    wordCount(inner) >= fewestQuoted ? [inner.trim()] : [],
  );

interface Looking {
  number: number;
  evidence: ExtractiveEvidence;
  own: ReadonlySet<string>;
  others: readonly string[];
}

const mostCandidates = 40;

async function looked(passage: EvidencePassage, { number, evidence, own, others }: Looking): Promise<Statement> {
  const { quote: text, path } = passage;
  const found = (await evidence.matching(text))
    .filter((candidate) => !own.has(candidate.path))
    .slice(0, mostCandidates);
  const candidates = found.filter((candidate) => sharesTerms(text, candidate));
  const needs = [...figureNeeds(text), ...quotationNeeds(text)];
  const { holding, missing } = needs.length > 0 ? covered(needs, candidates) : cited(text, { candidates, others });
  return {
    number,
    text,
    holding,
    missing: missing ?? [],
    place: path === '' ? words.topic : placeOf(passage),
    isHeld: holding.length > 0 && missing?.length === 0,
    isNamedOnly: needs.length === 0,
    differing: new Differing([passage, ...found]).from(passage),
    scope: evidence.scope,
  };
}

const wholeOf = ({ quote, heading = '', header = '', title }: EvidencePassage): string =>
  [quote, header, heading, title].join('\n');

const fewestShared = 2;
const leastShared = 0.25;

/** A figure alone is found everywhere: the passage has to share words, too. */
function sharesTerms(text: string, candidate: EvidencePassage): boolean {
  const wanted = termsOf(text);
  const there = termsOf(wholeOf(candidate));
  const shared = [...wanted].filter((word) => there.has(word)).length;
  return shared >= Math.min(fewestShared, wanted.size) && shared >= wanted.size * leastShared;
}

/** Something of a statement that a passage has or has not. */
interface Need {
  raw: string;
  isIn: (passage: EvidencePassage) => boolean;
}

const figureNeeds = (text: string): Need[] =>
  figuresIn(text).map((figure) => ({
    raw: writtenFigure(figure),
    isIn: (passage) => new SourceFigures(wholeOf(passage)).proving(figure, text).length > 0,
  }));

const quotationNeeds = (text: string): Need[] =>
  quotationsIn(text).map((raw) => ({
    raw,
    isIn: ({ quote }) => findQuote(normaliseText(quote), raw.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')).kind === 'exact',
  }));

/** As few passages as suffice, the best first. */
function covered(
  needs: readonly Need[],
  candidates: readonly EvidencePassage[],
): { holding: EvidencePassage[]; missing: string[] } {
  const holding: EvidencePassage[] = [];
  let open = [...needs];
  while (open.length > 0) {
    const counts = candidates.map((candidate) => open.filter(({ isIn }) => isIn(candidate)).length);
    const most = Math.max(0, ...counts);
    const best = candidates[counts.indexOf(most)];
    if (most === 0 || best === undefined) break;
    holding.push(best);
    open = open.filter(({ isIn }) => !isIn(best));
  }
  return { holding, missing: [...new Set(open.map(({ raw }) => raw))] };
}

/** Without figure and quotation, what it names has to be there. */
function cited(
  text: string,
  { candidates, others }: { candidates: readonly EvidencePassage[]; others: readonly string[] },
): { holding: EvidencePassage[]; missing?: string[] } {
  const named = others.filter((path) => isNamed(path, text));
  const first = candidates.find(({ path }) => named.includes(path));
  return first === undefined ? { holding: [] } : { holding: [first], missing: [] };
}

export const missingText = ({ missing, scope }: Pick<Statement, 'missing' | 'scope'>): string =>
  missing.length > 0 ? words.missing[scope](missing.map((raw) => `“${raw}”`).join(', ')) : words.missingCited[scope];

const titleWords = 8;

export const titleOf = ({ number, text, differing, scope }: Statement): string =>
  (differing === undefined ? words.notHeldTitle[scope] : words.differsTitle)(number, firstWords(text, titleWords));

/** Whether an issue was raised of it, whatever was found then: files may have changed since. */
export const isTitleOf = (title: string, { number, text }: Statement): boolean =>
  [words.differsTitle, ...Object.values(words.notHeldTitle)].some(
    (of) => of(number, firstWords(text, titleWords)) === title,
  );

export function leadOf({ isHeld, isNamedOnly }: Pick<Statement, 'isHeld' | 'isNamedOnly'>): string {
  if (isNamedOnly) return words.citedAt;
  return isHeld ? words.heldAt : words.partlyAt;
}

/** Nobody reads a longer list in an entry. */
const mostListed = 10;
export const mostHolding = 2;

/** What an entry lists: it may cite only so many sources. */
export function portionsOf(
  statements: readonly Statement[],
  shown: (statement: Statement) => readonly CitedSource[],
): Statement[][] {
  const portions: Statement[][] = [];
  let sources = 0;
  for (const statement of statements) {
    const cost = shown(statement).length;
    const last = portions.at(-1);
    if (last === undefined || last.length === mostListed || sources + cost > maximumSources) {
      portions.push([statement]);
      sources = cost;
    } else {
      last.push(statement);
      sources += cost;
    }
  }
  return portions;
}

/** The claim is the quotation as the entry shows it. */
const citedPassage = (passage: EvidencePassage): CitedSource => ({ ...sourceOf(passage), claim: `“${passage.quote}”` });

/** Of the Advocate and of the Critic. */
export const heldSources = ({ holding }: Statement): CitedSource[] =>
  holding.slice(0, mostHolding).map((passage) => citedPassage(passage));
export const differingSources = ({ differing }: Statement): CitedSource[] =>
  differing === undefined ? [] : [citedPassage(differing)];

/** So far is a side's list. */
export const spoken = (record: readonly VisibleEntry[], type: 'defense' | 'critique'): number =>
  record.filter((entry) => entry.type === type).length;
