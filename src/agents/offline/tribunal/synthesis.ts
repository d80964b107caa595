import type { TaskInputs, TaskOutput } from '../../../debate/tasks';
import { conjectureLabel } from '../../../debate/rules/spokenRules';
import { joined } from '../grammar';
import { fileName } from '../place';
import type { Contribution, Exchange } from './exchanges';
import { pressing } from './exchanges';
import { standingOf } from './standing';

/** What the record itself says of agreement and disagreement; nothing is guessed at. */

type Verdicts = TaskOutput<'judge/rule'>['verdicts'];

const nameOf = ({ row, title }: Exchange): string => (row === undefined ? title : `${row.id} (${title})`);

/** The files that both rely on. */
export function agreementsIn(contributions: readonly Contribution[]): string[] {
  const filesOf = (side: string): Set<string> =>
    new Set(contributions.filter((one) => one.side === side).flatMap(({ verified }) => verified.flatMap(({ path }) => path ?? [])));
  const theirs = filesOf('critic');
  const common = [...filesOf('advocate')].filter((path) => theirs.has(path)).sort().map(fileName);
  if (common.length === 0) return [];
  return [`Both sides quote ${joined(common)} as ${common.length === 1 ? 'a witness' : 'witnesses'}; neither doubts what stands there.`];
}

/** What a side gave up: objections without an answer, and answers that nothing was put against. */
export function concessionsIn(exchanges: readonly Exchange[], contributions: readonly Contribution[]): string[] {
  const standing = exchanges.map((exchange) => ({ exchange, ...standingOf(exchange, contributions) }));
  const bySeq = (wanted: string): string =>
    joined(standing.filter(({ kind, answer }) => kind === wanted && answer !== undefined).map(({ exchange, answer }) => `${nameOf(exchange)}, answered at seq ${answer ?? ''}`));
  const givenUp = joined(standing.filter(({ kind }) => kind === 'givenUp').map(({ exchange, answer }) => `${nameOf(exchange)}, at seq ${answer ?? ''}`));
  const settled = bySeq('settled');
  return [
    ...(givenUp === '' ? [] : [`The Advocate says that it has no answer on ${givenUp}.`]),
    ...(settled === '' ? [] : [`The Critic let rest ${settled}.`]),
  ];
}

/** What carries no weight, and why. */
export function dismissedIn({ record }: TaskInputs['judge/rule'], exchanges: readonly Exchange[], contributions: readonly Contribution[]): string[] {
  const struck = record.filter((entry) => entry.struck !== undefined && (entry.speaker === 'advocate' || entry.speaker === 'critic'));
  const unproven = exchanges.flatMap((exchange) => exchange.objections.filter(({ grade }) => grade === 'void').map(({ seq }) => `${nameOf(exchange)} at seq ${seq}`));
  const conjecture = contributions.filter(({ entry, cited }) => cited.length === 0 && entry.content.includes(conjectureLabel)).map(({ entry }) => `seq ${entry.seq}`);
  return [
    ...struck.map(({ seq, speaker }) => `Seq ${seq} of the ${speaker === 'advocate' ? 'Advocate' : 'Critic'} is struck from the record and was left out of account.`),
    ...(unproven.length === 0 ? [] : [`Nothing that was cited for ${joined(unproven)} was verified.`]),
    ...(conjecture.length === 0 ? [] : [`${joined(conjecture).replace(/^s/, 'S')} ${conjecture.length === 1 ? 'quotes nothing and is' : 'quote nothing and are'} conjecture in ${conjecture.length === 1 ? 'its' : 'their'} own words.`]),
  ];
}

/** Issues that did not come to rest, with who spoke on them last. */
export function unresolvedIn(exchanges: readonly Exchange[], verdicts: Verdicts): string[] {
  return exchanges
    .filter(({ row }) => row !== undefined && row.status !== 'resolved')
    .map((exchange) => {
      const put = pressing(exchange).at(-1)?.seq ?? -1;
      const given = exchange.answers.filter(({ status }) => status !== 'VULNERABLE').at(-1)?.seq ?? -1;
      const stalled = exchange.row?.status === 'stalled' ? ', without movement for some time' : '';
      const last = put < 0 && given < 0 ? 'neither side has anything on it that counts' : put > given ? `the Critic’s objection at seq ${put} is the last word` : `the Advocate’s answer at seq ${given} is the last word, and it was not tested`;
      const verdict = verdicts.find(({ issue }) => issue === exchange.row?.id)?.verdict;
      return `${nameOf(exchange)}: ${last}${stalled}${verdict === undefined ? '' : `; ruled ${verdict}`}.`;
    });
}
