import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { cutText } from '../../../matching/text/shortText';
import type { RecordView } from '../../../debate/fold/view';
import {
  argumentGraph,
  type ArgumentGraph,
  type ArgumentNode,
  judgedExchanges,
  motionIn,
} from '../../../projections/formats/argumentGraph';
import { leadOf } from '../../../projections/outcome';
import { graphSvg } from '../../../reports/graph/graphSvg';
import { layoutGraph } from '../../../reports/graph/layoutGraph';
import type { Graph, Scores } from '../../../shared/protocol';
import type { EntryRange } from '../../../shared/views';
import type { SavedFile } from '../pageSession';

/** More at once are a picture that nobody reads, and that would hold up the page. */
export const mostDrawn = 150;

interface GraphPart {
  part: ArgumentGraph;
  context: ReadonlySet<string>;
  exchanges: number[];
  isCut: boolean;
  total: number;
}

/** With those of other exchanges that they have to do with; without spans those of all. */
export function graphPart(view: RecordView, spans: readonly EntryRange[] = []): GraphPart {
  const whole = argumentGraph(view);
  const exchanges = [...new Set(whole.nodes.map(({ exchange }) => exchange))].sort((a, b) => a - b);
  const asked = exchanges.filter(
    (exchange) => spans.length === 0 || spans.some(({ from, to }) => exchange >= from && exchange <= to),
  );
  const { drawn, isCut } = latest(whole, asked);
  const own = new Set(whole.nodes.filter(({ exchange }) => drawn.has(exchange)).map(({ id }) => id));
  const near = isCut || drawn.size === exchanges.length ? [] : neighbours(whole, own);
  const context = new Set(own.size + near.length > mostDrawn ? [] : near);
  const isShown = (id: string): boolean => own.has(id) || context.has(id);
  const nodes = whole.nodes.filter(({ id }) => isShown(id));
  // What the others have to do with each other is not asked for.
  const edges = whole.edges.filter(({ from, to }) => isShown(from) && isShown(to) && (own.has(from) || own.has(to)));
  return { part: { ...whole, nodes, edges }, context, exchanges, isCut, total: whole.nodes.length };
}

/** The newest exchanges, from the last one back; the last one in any case. */
function latest({ nodes }: ArgumentGraph, asked: readonly number[]): { drawn: Set<number>; isCut: boolean } {
  const counts = new Map<number, number>();
  for (const { exchange } of nodes) counts.set(exchange, (counts.get(exchange) ?? 0) + 1);
  const drawn = new Set<number>();
  let sum = 0;
  for (const exchange of asked.toReversed()) {
    sum += counts.get(exchange) ?? 0;
    if (sum > mostDrawn && drawn.size > 0) return { drawn, isCut: true };
    drawn.add(exchange);
  }
  return { drawn, isCut: false };
}

function neighbours({ edges }: ArgumentGraph, own: ReadonlySet<string>): string[] {
  const near = edges.flatMap(({ from, to }) => (own.has(from) === own.has(to) ? [] : [own.has(from) ? to : from]));
  return [...new Set(near)];
}

export function graphOf(view: RecordView, spans?: readonly EntryRange[]): Graph {
  const { part, context, exchanges, isCut, total } = graphPart(view, spans);
  const { nodes, edges, rows, width, height } = layoutGraph(part);
  return {
    width,
    height,
    rows,
    exchanges,
    isCut,
    most: mostDrawn,
    total,
    nodes: nodes.map((node) => ({ ...shownArgument(node), isContext: context.has(node.id) })),
    edges: edges.map(({ id, from, to, kind, type, path }) => ({ id, from, to, kind, type, path })),
  };
}

/** What is drawn, whatever part of it is in sight. */
export function graphFile(view: RecordView, folder: string, spans: readonly EntryRange[]): SavedFile {
  const { part } = graphPart(view, spans);
  return {
    path: join(folder, 'argument-graph.svg'),
    text: graphSvg(layoutGraph(part), { title: motionIn(view) }),
    label: l10n.t('Export Graph'),
    kinds: { [l10n.t('Picture')]: ['svg'] },
  };
}

const longestReasoning = 600;
const longestClaim = 600;

export function scoresOf(view: RecordView): Scores {
  const { totals, nodes } = argumentGraph(view);
  return {
    totals: { proposition: totals.proposition.total, opposition: totals.opposition.total },
    lead: leadOf(view),
    exchanges: judgedExchanges(view.state),
    arguments: nodes.map(shownArgument),
  };
}

/** The argument, cut to what the page shows. */
const shownArgument = <A extends ArgumentNode>(argument: A): A => ({
  ...argument,
  title: argument.redacted ? '' : argument.title,
  claim: cutText(argument.claim, longestClaim),
  history: argument.history.map((step) => ({ ...step, reasoning: cutText(step.reasoning, longestReasoning) })),
});
