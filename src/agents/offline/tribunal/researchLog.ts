import type { ResearchLog } from '../../../debate/entryData';
import { helpIn, queryOf, subjectIn } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import type { Quoted } from '../record';
import { termsIn } from '../terms';
import { leans } from './sides';
import { cited, type SideCase } from './sideCase';

const mostQueries = 6;
const mostTerms = 12;

/** What was really done: the words by which passages were ranked, the files that were read for it, and what was chosen, by what rule. */
export function researchLog(side: SideCase, chosen: readonly Indexed[], { answered, rule }: { answered: readonly Quoted[]; rule: string }): ResearchLog {
  const { file } = side;
  // The words of an earlier query may stand in a struck entry.
  if (file.isTerse) return { queries: ['what is still unquoted'], files_read: [], key_findings: [] };
  const asked = [side.input.brief.topic, side.input.you.starting_position, side.input.you.persona, ...side.input.guidance.map(({ text }) => text), side.input.you.incentives];
  const general = wordsOf(queryOf(file).keys(), asked, 2 * mostTerms);
  const special = answered.map(({ quote }) => wordsOf(new Set(termsIn(quote)), [quote], mostTerms));
  return {
    queries: [...new Set([general, ...special])].filter((query) => query !== '').slice(0, mostQueries),
    // The first time all of them; later those that were gone back to.
    files_read: [...new Set(side.own.length === 0 ? file.index.passages.map(({ path }) => path) : [...chosen, ...answered].flatMap(({ path }) => path ?? []))].sort(),
    key_findings: [...chosen.map((passage) => finding(side, passage)), ...(rule === '' ? [] : [rule])],
  };
}

/** The words that stand for these terms in the texts where they come from: what is shown is what was said, not its roots. */
function wordsOf(terms: Iterable<string>, texts: readonly string[], most: number): string {
  const spoken = new Map<string, string>();
  for (const [word] of texts.join(' ').matchAll(/[\p{L}\p{M}\p{N}]+(?:[.,’']\p{L}*\p{N}*[\p{L}\p{N}])*/gu)) {
    const [term, ...others] = termsIn(word);
    if (term !== undefined && others.length === 0 && !spoken.has(term)) spoken.set(term, word);
  }
  return [...terms].flatMap((term) => spoken.get(term) ?? []).slice(0, most).join(' ');
}

function finding({ file, side, subject }: SideCase, passage: Indexed): string {
  const about = subjectIn(file, { quote: passage.text, path: passage.path, title: passage.title });
  const help = helpIn(file, passage);
  const whom = side === 'advocate' ? 'for the proposition' : 'against the proposition';
  const lean = leans(help) ? `leans ${whom}` : 'takes no side by its words';
  return `${cited(passage)}${about === undefined ? '' : `, on ${about}`}: ${lean}${subject.has(passage.path) ? ' (subject material)' : ''}.`;
}
