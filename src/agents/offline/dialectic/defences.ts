import type { DefenceType } from '../../../debate/entryData';
import type { KnownArgument, Toulmin } from '../../../debate/tasks/dialectic';
import { overlap } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import { sentenceCase } from '../grammar';
import { fileName, sourceName } from '../place';
import type { Quoted } from '../record';
import { placeBeside, subjectBetween } from './attacks';
import { fewestShared, matterOf, sharedWords } from './matter';
import { defenceWordings } from './relationPhrases';
import { quotesOf, type SideFile } from './sideFile';
import { worded } from './wording';

const mostDefences = 2;
/** More than for an attack: to lean on a passage is to say that it is on the same matter. */
const sameMatter = 0.28;

interface Defence {
  target: KnownArgument;
  type: DefenceType;
  quote: Quoted;
  strength: number;
}

/**
 * Up to two defences that this ground carries. Where the Verifier found an own source unreliable that is conceded, once; another file on
 * the same matter reinforces; the same file clarifies. Arguments that were attacked come first.
 */
export function defencesWith(file: SideFile, lead: Indexed): Toulmin['defends'] {
  const attacked = new Set(file.opponent.flatMap(({ argument }) => (argument.attacks ?? []).map(({ target_id }) => target_id)));
  const conceded = new Set(
    file.own.flatMap(({ argument }) => (argument.defends ?? []).filter(({ type }) => type === 'concede_and_pivot').map(({ target_id }) => target_id)),
  );
  const found = file.own.flatMap((target): Defence[] => {
    const defence = defenceOf(file, lead, { target, isConceded: conceded.has(target.argument.id) });
    return defence === undefined ? [] : [{ ...defence, target, strength: defence.strength + (attacked.has(target.argument.id) ? 0.5 : 0) }];
  });
  return found
    .sort((a, b) => b.strength - a.strength || b.target.seq - a.target.seq)
    .slice(0, mostDefences)
    .map(({ target, type, quote }) => ({ target_id: target.argument.id, type, content: contentOf(file, lead, { type, quote }) }));
}

function defenceOf(file: SideFile, lead: Indexed, { target, isConceded }: { target: KnownArgument; isConceded: boolean }): Omit<Defence, 'target'> | undefined {
  const quotes = quotesOf(target);
  const bad = quotes.find(({ url }) => target.checks.some((check) => check.url === url && check.status === 'unreliable'));
  if (bad !== undefined) return isConceded ? undefined : { type: 'concede_and_pivot', quote: bad, strength: 3 };
  const near = quotes
    .filter(({ quote }) => quote !== lead.text)
    .map((quote) => ({ quote, shared: overlap(file.index, lead, matterOf(file, quote.quote)) }))
    .filter(({ quote, shared }) => shared > sameMatter && sharedWords(file, quote.quote, lead).length >= fewestShared)
    .sort((a, b) => b.shared - a.shared)[0];
  if (near === undefined) return undefined;
  return { type: near.quote.path === lead.path ? 'clarify' : 'reinforce', quote: near.quote, strength: near.shared };
}

function contentOf(file: SideFile, lead: Indexed, { type, quote }: { type: DefenceType; quote: Quoted }): string {
  const place = placeBeside(file, lead, quote);
  const theirs = quote.path === undefined ? sourceName(quote) : fileName(sourceName(quote));
  const values = { subject: subjectBetween(file, quote, lead), theirs, place, Place: sentenceCase(place) };
  return worded(file.voice, { key: `defence/${type}`, banks: [defenceWordings[type]], values, most: 75 }) ?? 'This ground bears it out.';
}
