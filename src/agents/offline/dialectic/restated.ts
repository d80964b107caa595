import type { Toulmin } from '../../../debate/tasks/dialectic';
import { TaskError } from '../../performer';
import type { Indexed } from '../evidenceIndex';
import { quotesOf, type SideFile } from './sideFile';
import { toulminOf } from './toulmin';

/** So often a side may go back to its passages in any case: the default number of exchanges is held on the least of evidence. */
const fewest = 4;

/**
 * An argument of a side that has no unused passage left: it quotes one of its own again, says so, and calls itself conjecture. The one
 * that was quoted least often and longest ago is taken. Once all were quoted twice the debate has nothing more to gain: a TaskError
 * `evidence_spent` lets it rest.
 */
export function restated(file: SideFile): Toulmin {
  const lead = leastQuoted(file);
  if (lead === undefined) throw spent(file);
  return toulminOf(file, { lead, isRestated: true });
}

function leastQuoted(file: SideFile): Indexed | undefined {
  const counts = new Map<Indexed, number>();
  let again = 0;
  for (const argument of file.own) {
    const [first] = quotesOf(argument).filter(({ url }) => !argument.checks.some((check) => check.url === url && check.status !== 'verified' && check.status !== 'unverified'));
    const passage = first === undefined ? undefined : file.index.find(first.quote, first.path);
    if (passage === undefined) continue;
    const known = counts.get(passage) ?? 0;
    if (known > 0) again += 1;
    counts.set(passage, known + 1);
  }
  if (again >= Math.max(fewest, counts.size)) return undefined;
  const fewestTimes = Math.min(...counts.values());
  return [...counts].find(([, times]) => times === fewestTimes)?.[0];
}

function spent({ side }: SideFile): TaskError {
  const name = side === 'proposition' ? 'Proposition' : 'Opposition';
  return new TaskError(
    'evidence_spent',
    `What could be quoted was quoted, and quoted again: the evidence holds nothing more that the ${name} could quote. Skip this exchange and let the debate rest where it stands, or start a new one with more evidence.`,
  );
}
