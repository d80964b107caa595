import { sides, type Side } from '../../debate/entryData';
import {
  dialecticFacts,
  scoreOf,
  totalsLine,
  type ArgumentFact,
  type DialecticFacts,
} from '../../debate/formats/dialectic/facts';
import { isUnweighed, unweighedWords } from '../../debate/formats/dialectic/clash';
import { motionOf } from '../../debate/formats/dialectic/options';
import { isStruck } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { footer, noticeOf, noticeOfRole } from '../facts';
import { inline, link, paragraphs, table } from '../markdown';
import { argumentFileNames } from './argumentFileNames';
import { signedHundredths } from '../../debate/shortText';

/** `scoreboard.md`: the scores exchange by exchange and argument by argument; undefined while nothing was judged. */
export function scoreboard(view: RecordView): string | undefined {
  const facts = view.state.factsOf(dialecticFacts);
  if (facts.scores.size === 0) return undefined;
  const text = paragraphs([
    '# Scoreboard',
    `**Motion:** ${inline(motionOf(view.state).text)}`,
    `**${totalsLine(facts) ?? ''}**`,
    isUnweighed(view.state) ? unweighedWords : undefined,
    exchangeTable(facts),
    ranking(view),
    footer(noticeOfRole(view.state, 'judge') ?? noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

/** What each side's arguments got, and the totals then. A rescore counts where it was made. */
function exchangeTable(facts: DialecticFacts): string {
  const changes = new Map<number, Record<Side, number>>();
  for (const [id, steps] of facts.scores) {
    const side = facts.arguments.get(id)?.side;
    if (side === undefined) continue;
    for (const [index, { exchange, hundredths }] of steps.entries()) {
      const change = changes.get(exchange) ?? { proposition: 0, opposition: 0 };
      change[side] += hundredths - (steps[index - 1]?.hundredths ?? 0);
      changes.set(exchange, change);
    }
  }
  const totals = { proposition: 0, opposition: 0 };
  const rows = [...changes]
    .sort(([a], [b]) => a - b)
    .map(([exchange, change]) => {
      for (const side of sides) totals[side] += change[side];
      return [
        String(exchange),
        ...sides.map((side) => signedHundredths(change[side])),
        ...sides.map((side) => signedHundredths(totals[side])),
      ];
    });
  const head = ['Exchange', 'Proposition', 'Opposition', 'Proposition in all', 'Opposition in all'];
  return table(head, rows);
}

const mostRanked = 60;

/** Every argument with its score now, the highest first. */
function ranking(view: RecordView): string {
  const facts = view.state.factsOf(dialecticFacts);
  const names = argumentFileNames(facts.arguments.keys());
  const all = [...facts.arguments.values()].map((argument) => ({ argument, score: scoreOf(facts, argument.id) }));
  const ordered = all.sort((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  const rows = ordered
    .slice(0, mostRanked)
    .map(({ argument, score }) => [
      link(inline(argument.id), names.get(argument.id) ?? ''),
      argument.side,
      titleOf(view, argument),
      score === undefined ? 'not judged' : signedHundredths(score),
    ]);
  const more =
    ordered.length > mostRanked
      ? `The ${mostRanked} highest of ${ordered.length}; all are in \`scores.json\`.`
      : undefined;
  return paragraphs([table(['Argument', 'Side', 'Title', 'Score'], rows), more]);
}

const titleOf = (view: RecordView, { seq, title }: ArgumentFact): string =>
  isStruck(view.state, seq) ? '[REDACTED]' : inline(view.mask.text(title));
