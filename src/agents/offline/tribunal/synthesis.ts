import type { TaskInputs, TaskOutput } from '../../../debate/tasks';
import { conjectureLabel } from '../../../debate/rules/spokenRules';
import { countOf, joined } from '../grammar';
import { fileName } from '../place';
import type { Contribution, Exchange } from './exchanges';
import { pressing } from './exchanges';
import { standingOf, type StandingKind } from './standing';

/** What the record itself says of agreement and disagreement; nothing is guessed at. */

type Verdicts = TaskOutput<'judge/rule'>['verdicts'];

const idOf = ({ row, title }: Exchange): string => row?.id ?? title;
const nameOf = ({ row, title }: Exchange): string => (row === undefined ? title : `${row.id} (${title})`);

const mostNamed = 4;

/** The files that both rely on. */
export function agreementsIn(contributions: readonly Contribution[]): string[] {
  const filesOf = (side: string): Set<string> =>
    new Set(contributions.filter((one) => one.side === side).flatMap(({ verified }) => verified.flatMap(({ path }) => path ?? [])));
  const theirs = filesOf('critic');
  const common = [...filesOf('advocate')].filter((path) => theirs.has(path)).sort();
  if (common.length === 0) return [];
  const [shown, more] = common.length > mostNamed + 1 ? [common.slice(0, mostNamed), common.length - mostNamed] : [common, 0];
  const names = joined([...shown.map(fileName), ...(more === 0 ? [] : [countOf(more, 'other file')])]);
  return [`Both sides quote ${names} as ${common.length === 1 ? 'a witness' : 'witnesses'}; neither doubts what stands there.`];
}

/** What a side gave up: objections without an answer, and answers that nothing was put against. */
export function concessionsIn(exchanges: readonly Exchange[], contributions: readonly Contribution[]): string[] {
  const standing = exchanges.map((exchange) => ({ exchange, ...standingOf(exchange, contributions) }));
  const listOf = (wanted: StandingKind): string => joined(standing.filter(({ kind }) => kind === wanted).map(({ exchange, answer }) => `${idOf(exchange)} (seq ${answer ?? ''})`));
  const [givenUp, settled] = [listOf('givenUp'), listOf('settled')];
  return [
    ...(givenUp === '' ? [] : [`The Advocate says that it has no answer on ${givenUp}.`]),
    ...(settled === '' ? [] : [`The Critic quoted nothing against the Advocate’s answer on ${settled}.`]),
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

/** Issues that did not come to rest, by who spoke on them last. */
export function unresolvedIn(exchanges: readonly Exchange[], verdicts: Verdicts): string[] {
  const open = exchanges.filter(({ row }) => row !== undefined && row.status !== 'resolved');
  const lines = new Map<string, string[]>();
  for (const exchange of open) {
    const put = pressing(exchange).at(-1)?.seq ?? -1;
    const given = exchange.answers.filter(({ status }) => status !== 'VULNERABLE').at(-1)?.seq ?? -1;
    const line = put < 0 && given < 0 ? silent : put > given ? objected : answered;
    const verdict = verdicts.find(({ issue }) => issue === exchange.row?.id)?.verdict ?? '';
    const about = [put > given || given < 0 ? `seq ${put}` : `seq ${given}`, verdict, exchange.row?.status === 'stalled' ? 'stalled' : ''].filter((part) => part !== '');
    lines.set(line, [...(lines.get(line) ?? []), `${nameOf(exchange)}, ${about.join(', ')}`]);
  }
  return [...lines].map(([line, items]) => `${line}: ${items.join('; ')}.`);
}

const objected = 'The Critic’s objection is the last word';
const answered = 'The Advocate’s answer is the last word, and was not tested';
const silent = 'Nothing that counts was put on either side';
