import { sides } from '../../../debate/entryData';
import type { KnownArgument } from '../../../debate/tasks/dialectic';
import type { TaskOutput } from '../../../debate/tasks';
import { wordCount } from '../../../debate/text';
import { sideNames } from './naming';

type Report = TaskOutput<'reporter/clash'>;

const wordsOf = ({ question, clash, turning_points: points, verdict }: Report): number =>
  [question, clash, verdict, ...points.flatMap(({ title, text }) => [title, text])].reduce((sum, text) => sum + wordCount(text), 0);

/**
 * A short report with what the arguments say themselves, until it has its least length: claims first, then warrants, always of both sides
 * at once, so that neither is heard more than the other.
 */
export function filled(report: Report, standing: readonly KnownArgument[], { min, max }: { min: number; max: number }): Report {
  let words = wordsOf(report);
  const said: string[] = [];
  for (const pair of pairsOf(standing)) {
    if (words >= min) break;
    const more = wordCount(pair);
    if (words + more > max) continue;
    said.push(pair);
    words += more;
  }
  return said.length === 0 ? report : { ...report, clash: `${report.clash}\n\n${said.join('\n\n')}` };
}

function pairsOf(standing: readonly KnownArgument[]): string[] {
  const [own = [], theirs = []] = sides.map((side) => standing.filter(({ argument }) => argument.side === side));
  const pairs = own.flatMap((one, at) => {
    const other = theirs[at];
    return other === undefined ? [] : [[one, other] as const];
  });
  const claim = ({ argument: { id, side, title, claim: words } }: KnownArgument): string => `In ${id}, “${title}”, ${sideNames[side]} claims: ${words}`;
  const warrant = ({ argument: { id, warrant: words } }: KnownArgument): string => `The warrant of ${id}: ${words}`;
  return [claim, warrant].flatMap((say) => pairs.map((pair) => pair.map(say).join(' ')));
}
