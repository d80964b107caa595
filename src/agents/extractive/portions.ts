import { maximumSources } from '../../debate/rules/spokenRules';
import type { CitedSource, VisibleEntry } from '../../debate/tasks';
import { sourceOf } from './panel';
import type { EvidencePassage } from './passages';
import type { Statement } from './statements';

/** An entry is read as a whole: no more of a list than that. */
const mostListed = 10;
export const mostHolding = 2;

/** What an entry lists at a time: it cites no more sources than it may. */
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

/** What the Advocate cites with a statement, and what the Critic does. */
export const heldSources = ({ holding }: Statement): CitedSource[] =>
  holding.slice(0, mostHolding).map((passage) => citedPassage(passage));
export const differingSources = ({ differing }: Statement): CitedSource[] =>
  differing === undefined ? [] : [citedPassage(differing)];

/** How often a side has spoken: so far is its list. */
export const spoken = (record: readonly VisibleEntry[], type: 'defense' | 'critique'): number =>
  record.filter((entry) => entry.type === type).length;
