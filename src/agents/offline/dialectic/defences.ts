import type { DefenceType } from '../../../debate/entryData';
import type { KnownArgument, Toulmin } from '../../../debate/tasks/dialectic';
import { overlap, ranked } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import { sentenceCase } from '../grammar';
import { fileName, sourceName } from '../place';
import type { Quoted } from '../record';
import { placeBeside, subjectBetween } from './attacks';
import { fewestShared, matterOf, sharedWords } from './matter';
import { defenceWordings } from './relationPhrases';
import { clearHelp } from './portion';
import { quotesOf, type SideFile } from './sideFile';
import { worded } from './wording';

const mostDefences = 2;
/** To lean on a passage is to say that it is on the same matter. */
const sameMatter = 0.2;

interface Defence {
  target: KnownArgument;
  type: DefenceType;
  quote: Quoted;
  /** The new ground that it rests on. */
  passage: Indexed;
  strength: number;
}

/**
 * Up to two defences that these grounds carry. Where the Verifier found an own source unreliable that is conceded, once; another file on
 * the same matter reinforces; the same file clarifies. Arguments that were attacked come first.
 */
export function defencesWith(file: SideFile, grounds: readonly Indexed[]): Toulmin['defends'] {
  const attacked = attackedOwn(file);
  const conceded = new Set(
    file.own.flatMap(({ argument }) => (argument.defends ?? []).filter(({ type }) => type === 'concede_and_pivot').map(({ target_id }) => target_id)),
  );
  const found = file.own.flatMap((target): Defence[] => {
    const possible = grounds.flatMap((passage) => defenceOf(file, passage, { target, isConceded: conceded.has(target.argument.id) }) ?? []);
    const defence = possible.sort((a, b) => b.strength - a.strength)[0];
    return defence === undefined ? [] : [{ ...defence, target, strength: defence.strength + (attacked.has(target.argument.id) ? 0.5 : 0) }];
  });
  return found
    .sort((a, b) => b.strength - a.strength || b.target.seq - a.target.seq)
    .slice(0, mostDefences)
    .map((defence) => ({ target_id: defence.target.argument.id, type: defence.type, content: contentOf(file, defence) }));
}

const attackedOwn = ({ opponent }: SideFile): Set<string> => new Set(opponent.flatMap(({ argument }) => (argument.attacks ?? []).map(({ target_id }) => target_id)));

/** An unused passage that comes to the aid of an own argument which was attacked and never defended; taken out of the running. */
export function aidFor(file: SideFile): Indexed | undefined {
  const attacked = attackedOwn(file);
  const defended = new Set(file.own.flatMap(({ argument }) => (argument.defends ?? []).map(({ target_id }) => target_id)));
  const quotes = file.own.filter(({ argument: { id } }) => attacked.has(id) && !defended.has(id)).flatMap(quotesOf);
  const found = ranked(file, [...new Set(quotes.flatMap(({ quote }) => [...matterOf(file, quote)]))])
    .filter(({ help }) => help > clearHelp)
    .flatMap(({ passage }) => quotes.filter(({ path }) => path !== passage.path).map(({ quote }) => ({ passage, shared: onMatter(file, passage, quote) })))
    .filter(({ shared }) => shared > sameMatter)
    .sort((a, b) => b.shared - a.shared)[0];
  if (found !== undefined) file.used.add(found.passage);
  return found?.passage;
}

/** How much of a quotation's matter a passage has; 0 where a single word is all that they share. */
const onMatter = (file: SideFile, passage: Indexed, quote: string): number =>
  sharedWords(file, quote, passage).length < fewestShared ? 0 : overlap(file.index, passage, matterOf(file, quote));

interface Own {
  target: KnownArgument;
  isConceded: boolean;
}

function defenceOf(file: SideFile, passage: Indexed, { target, isConceded }: Own): Omit<Defence, 'target'> | undefined {
  const quotes = quotesOf(target);
  const bad = quotes.find(({ url }) => target.checks.some((check) => check.url === url && check.status === 'unreliable'));
  if (bad !== undefined) return isConceded ? undefined : { type: 'concede_and_pivot', quote: bad, passage, strength: 3 };
  const near = quotes
    .filter(({ quote }) => quote !== passage.text)
    .map((quote) => ({ quote, shared: onMatter(file, passage, quote.quote) }))
    .filter(({ shared }) => shared > sameMatter)
    .sort((a, b) => b.shared - a.shared)[0];
  if (near === undefined) return undefined;
  return { type: near.quote.path === passage.path ? 'clarify' : 'reinforce', quote: near.quote, passage, strength: near.shared };
}

function contentOf(file: SideFile, { type, quote, passage }: Defence): string {
  const place = placeBeside(file, passage, quote);
  const theirs = quote.path === undefined ? sourceName(quote) : fileName(sourceName(quote));
  const values = { subject: subjectBetween(file, quote, passage), theirs, place, Place: sentenceCase(place) };
  return worded(file.voice, { key: `defence/${type}`, banks: [defenceWordings[type]], values, most: 75 }) ?? 'This ground bears it out.';
}
