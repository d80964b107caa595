import type { AttackType } from '../../../debate/entryData';
import type { KnownArgument, Toulmin } from '../../../debate/tasks/dialectic';
import { helpIn, overlap, subjectIn } from '../caseFile';
import { counterTo, type Counter, type Relation } from '../contradiction';
import type { Indexed } from '../evidenceIndex';
import { sentenceCase } from '../grammar';
import { fileName, linesOf, sourceName } from '../place';
import type { Quoted } from '../record';
import { Used } from '../used';
import { clearHelp } from './portion';
import { fewestShared, matterOf, sharedWords } from './matter';
import { listedWords, placeIn, sharedTerms, terrainOf } from './reasons';
import { attackTypeOf, attackWordings, type AttackReason } from './relationPhrases';
import { quotesOf, type SideFile } from './sideFile';
import { inWords, worded } from './wording';

/** A quotation of an opponent's argument and the unused passage that answers it best. */
export interface Answering {
  target: KnownArgument;
  /** Which of its grounds. */
  at: number;
  counter: Counter;
}

/** How much two passages must have in common for one to be said to be about the other's matter. */
const sameMatter = 0.22;
const mostAttacks = 3;

/**
 * What answers one of the opponent's grounds best: the strength of the answer counts, and how the target stands: arguments that nobody
 * attacked yet come first, then those with a high score. Matters that this side has dwelt on count less.
 */
export function bestAnswer(file: SideFile): Answering | undefined {
  const attacked = attacksSoFar(file);
  const found = file.opponent.flatMap((target) =>
    quotesOf(target).flatMap((quote, at): { answering: Answering; score: number }[] => {
      const counter = counterTo(file, quote);
      if (counter === undefined) return [];
      const times = attacked.filter(({ target_id: id }) => id === target.argument.id).length;
      const score = counter.strength - 0.6 * Math.min(2, times) + 0.3 * (target.score ?? 0) - 0.8 * dwelling(file, counter.passage);
      return [{ answering: { target, at, counter }, score }];
    }),
  );
  if (found.length === 0) return undefined;
  return found.reduce((a, b) => (b.score > a.score + 1e-9 ? b : a)).answering;
}

const attacksSoFar = ({ own }: SideFile) => own.flatMap(({ argument }) => argument.attacks ?? []);

/** How much a passage goes over what this side has quoted on before, from 0 to 1. */
function dwelling(file: SideFile, passage: Indexed): number {
  return Math.max(0, ...file.own.flatMap(quotesOf).map(({ quote }) => overlap(file.index, passage, matterOf(file, quote))));
}

interface Attack {
  target: KnownArgument;
  reason: AttackReason;
  quote: Quoted;
  strength: number;
}

/** Up to three attacks that this ground carries, one on each target, none made before; the argument that it answers comes first. */
export function attacksWith(file: SideFile, lead: Indexed, first: Answering | undefined): Toulmin['attacks'] {
  const attacks = file.opponent.flatMap((target): Attack[] => {
    const isFirst = first?.target === target;
    const found = reasonAgainst(file, lead, { target, known: isFirst ? first : undefined });
    return found === undefined ? [] : [{ ...found, target, strength: found.strength + (isFirst ? 10 : 0) }];
  });
  const before = new Set(attacksSoFar(file).map(({ target_id: id, type }) => `${id} ${type}`));
  const fresh = attacks.filter((attack) => attack.target === first?.target || !before.has(`${attack.target.argument.id} ${typeOf(attack)}`));
  const chosen = fresh.sort((a, b) => b.strength - a.strength || b.target.seq - a.target.seq).slice(0, mostAttacks);
  return chosen.map((attack) => ({ target_id: attack.target.argument.id, type: typeOf(attack), content: contentOf(file, lead, attack) }));
}

const typeOf = ({ reason }: Attack): AttackType => attackTypeOf[reason];

/**
 * The rule by which an attack is chosen. A source that was found unreliable makes it an attack on the grounds, whatever the new ground is
 * about. Else the new ground must be about the same matter: it goes for the backing where it speaks against the second passage, for the
 * grounds where it gives other figures or limits, for the claim where it leans the other way, for the warrant where it only has more of
 * the motion's words; and for the claim again where it shares telling words with what was quoted and leans to this side.
 */
function reasonAgainst(file: SideFile, lead: Indexed, { target, known }: { target: KnownArgument; known: Answering | undefined }): Omit<Attack, 'target'> | undefined {
  const quotes = quotesOf(target);
  const bad = quotes.find(({ url }) => target.checks.some((check) => check.url === url && check.status === 'unreliable'));
  if (bad !== undefined) return { reason: 'unreliable', quote: bad, strength: 2 };
  const found = quotes.flatMap((quote, at): Omit<Attack, 'target'>[] => {
    const counter = known?.at === at ? known.counter : counterTo({ ...file, used: new AllBut(lead) }, quote);
    if (counter === undefined) return [];
    const isBacking = at > 0 && target.argument.backing !== undefined;
    return [{ reason: isBacking ? 'secondGround' : reasonOf(counter.relation), quote, strength: 1 + counter.strength }];
  });
  const best = found.sort((a, b) => b.strength - a.strength)[0];
  if (best !== undefined) return best;
  const nearer = quotes.find((quote) => leadsAway(file, lead, quote));
  if (nearer !== undefined) return { reason: 'fewerTerms', quote: nearer, strength: 0.5 };
  const weighed = quotes.find(({ quote }) => sharedWords(file, quote, lead).length >= fewestShared);
  return weighed === undefined || helpIn(file, lead) <= clearHelp ? undefined : { reason: 'weighs', quote: weighed, strength: 0.4 };
}

const reasonOf = (relation: Relation): AttackReason => relation;

/** On the same matter, with more of the motion's words. */
function leadsAway(file: SideFile, lead: Indexed, { quote }: Quoted): boolean {
  return sharedTerms(file.topicTerms, lead.text) > sharedTerms(file.topicTerms, quote) && overlap(file.index, lead, matterOf(file, quote)) > sameMatter;
}

/** As if this passage alone were left. */
class AllBut extends Used {
  constructor(private readonly lead: Indexed) {
    super([]);
  }

  override has(passage: Indexed): boolean {
    return passage.id !== this.lead.id;
  }
}

function contentOf(file: SideFile, lead: Indexed, { reason, quote }: Attack): string {
  const place = placeBeside(file, lead, quote);
  const values = {
    subject: subjectBetween(file, quote, lead),
    shared: listedWords(sharedWords(file, quote.quote, lead).slice(0, 3)),
    theirs: quote.path === undefined ? sourceName(quote) : fileName(sourceName(quote)),
    place,
    Place: sentenceCase(place),
    fewer: inWords(sharedTerms(file.topicTerms, quote.quote)),
    more: inWords(sharedTerms(file.topicTerms, lead.text)),
  };
  return worded(file.voice, { key: `attack/${reason}`, banks: [attackWordings[reason]], values, most: 75 }) ?? 'The evidence says otherwise.';
}

/** The place of the new ground, beside one that stands in the same file or another. */
export function placeBeside(file: SideFile, lead: Indexed, { path }: Quoted): string {
  if (path !== lead.path) return placeIn(file, lead);
  const { namesLines } = file.naming;
  return namesLines ? `the same file, ${lead.page === undefined ? 'at' : 'on'} ${linesOf(lead)}` : 'another passage of the same file';
}

/** What both passages are about, where one names what the other is about. */
export function subjectBetween(file: SideFile, quote: Quoted, lead: Indexed): string {
  const theirs = subjectIn(file, quote);
  const isIn = (subject: string | undefined, words: string): boolean =>
    subject !== undefined && words.toLowerCase().includes(subject.replace(/^the /, '').toLowerCase());
  return theirs !== undefined && isIn(theirs, lead.text) ? theirs : terrainOf(file, lead);
}
