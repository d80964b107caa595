import { dataOf } from '../../debate/log/codec';
import { stepOf } from '../../debate/log/entry';
import { sides, type Side } from '../../debate/log/entryData';
import { argumentContent } from '../../debate/formats/dialectic/arguments';
import { dialecticFacts, type DialecticFacts, scoreTotals } from '../../debate/formats/dialectic/facts';
import { isFirm, passesOf } from '../../debate/formats/dialectic/judges';
import { isRedacted, type DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { judgingOf } from '../judging';
import { textAsMarkdown } from '../textAsMarkdown';
import { exchangeSection, partState, rankOf, reportSection, roundOfSection, roundsAhead } from '../sections';
import {
  type ComposedEntry,
  type FormatProjection,
  type FormatVerdict,
  type NamedPart,
  type Progress,
  type RailPart,
  type SectionStarts,
  tailReader,
} from './formatProjection';

export const dialectic: FormatProjection = {
  stages: { round: 'exchange', rounds: 'exchanges', conclusion: 'report', documents: 'report' },
  // Whether more is to come after a judgment, and how the totals are when nothing is, only the whole log says.
  tail: tailReader('e', (entry) => {
    const id = stepOf(entry)?.id ?? '';
    if (id === 'setup') return 'setup';
    if (/^e\d+\/start$/.test(id)) return 'awaiting_arguments';
    return entry.type === 'argument' ? 'awaiting_judgment' : undefined;
  }),
  progress,
  rail,
  views: () => ['debate', 'scores', 'graph'],
  scores: (state) => scoreTotals(state.factsOf(dialecticFacts)),
  named,
  verdict,
  isFirm,
  contentWithText,
};

/** What stands in a source is no Markdown of the argument's. */
function contentWithText(entry: ComposedEntry): string | undefined {
  const argument = dataOf(entry, 'argument')?.argument;
  if (argument === undefined || argumentContent(argument) !== entry.content) return undefined;
  const grounds = argument.grounds.map((ground) => ({
    ...ground,
    source: textAsMarkdown(ground.source),
    content: ground.content
      .split(/\r?\n/)
      .map((line) => textAsMarkdown(line))
      .join('\n'),
  }));
  return argumentContent({ ...argument, grounds });
}

function named({ state, mask }: RecordView): NamedPart[] {
  return [...state.factsOf(dialecticFacts).arguments.values()]
    .filter(({ seq }) => !isRedacted(state, seq))
    .map(({ seq, id, title }) => ({ kind: 'argument', seq, name: `${id} ${mask.text(title)}` }));
}

/** Strongest and weakest by their scores now; open is what nobody attacked. */
function verdict({ state, mask }: RecordView): FormatVerdict {
  const { arguments: all, scores: stepsOf, judgments } = state.factsOf(dialecticFacts);
  const inForce = [...all.values()].filter(({ seq }) => !isRedacted(state, seq));
  const scored = inForce
    .flatMap(({ id, seq }) => {
      const score = stepsOf.get(id)?.at(-1)?.hundredths;
      return score === undefined ? [] : [{ seq, score }];
    })
    .sort((one, other) => other.score - one.score);
  const [strongest, weakest] = [scored[0], scored.at(-1)];
  const attacked = new Set(inForce.flatMap(({ attacks }) => attacks.map(({ target }) => target)));
  const spreads = [...stepsOf.values()].flatMap((steps) => steps.flatMap(({ spread = [] }) => spread));
  return {
    judging: {
      ...judgingOf(state, 'judge', judgments.values()),
      passes: passesOf(state),
      ...(spreads.length === 0 ? {} : { spread: spreads.reduce((most, spread) => Math.max(most, spread)) / 100 }),
    },
    open: inForce
      .filter(({ id }) => !attacked.has(id))
      .map(({ seq, title }) => ({ text: mask.text(title), seqs: [seq] })),
    decided:
      strongest === undefined || weakest === undefined || strongest.score === weakest.score
        ? []
        : [
            { seq: strongest.seq, as: 'strongest' },
            { seq: weakest.seq, as: 'weakest' },
          ],
  };
}

function progress(state: DebateState): Progress {
  const { judgments, requested, exchange, awaiting } = state.factsOf(dialecticFacts);
  const isHeld = exchange >= requested;
  return { code: 'exchanges', judged: judgments.size, requested, awaiting: isHeld ? undefined : awaiting };
}

/** A report stands behind each number of exchanges that was asked for at once. */
function rail(state: DebateState, starts: SectionStarts, isOver: boolean): RailPart[] {
  const { exchange, requested, skipped } = state.factsOf(dialecticFacts);
  const held = [...starts.keys()].reduce((most, id) => Math.max(most, roundOfSection(id)), 0);
  const last = Math.max(held, Math.min(requested - 1, held + roundsAhead));
  const sections = Array.from({ length: last + 1 }, (_, index) => exchangeSection(index));
  const reports = [...starts.keys()].filter((id) => id.startsWith('report-'));
  const isReported = reports.some((id) => rankOf(id) > rankOf(exchangeSection(last)));
  const ids = [...new Set([...sections, ...reports, ...(isReported ? [] : [reportSection(last)])])];
  const next = exchange < requested ? exchangeSection(exchange) : isReported ? undefined : reportSection(last);
  const now = isOver ? undefined : next;
  const passed = new Set(skipped.map(exchangeSection));
  return ids
    .sort((some, other) => rankOf(some) - rankOf(other))
    .map((id) => ({ id, state: passed.has(id) ? 'skipped' : partState(id, now, starts) }));
}

/** Scores in hundredths. */
interface ExchangeScores {
  exchange: number;
  change: Record<Side, number>;
  totals: Record<Side, number>;
}

/** Changes in the order of the exchanges. A rescore counts where it was made. */
export function scoresByExchange({ arguments: all, scores: stepsOf }: Readonly<DialecticFacts>): ExchangeScores[] {
  const changes = new Map<number, Record<Side, number>>();
  for (const { id, side } of all.values()) {
    let before = 0;
    for (const { exchange, hundredths } of stepsOf.get(id) ?? []) {
      const change = changes.get(exchange) ?? { proposition: 0, opposition: 0 };
      change[side] += hundredths - before;
      changes.set(exchange, change);
      before = hundredths;
    }
  }
  const totals = { proposition: 0, opposition: 0 };
  return [...changes]
    .sort(([some], [other]) => some - other)
    .map(([exchange, change]) => {
      for (const side of sides) totals[side] += change[side];
      return { exchange, change, totals: { ...totals } };
    });
}
