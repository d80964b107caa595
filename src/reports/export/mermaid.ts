import type { RecordView } from '../../debate/view';
import { unreadWords } from '../facts';
import { argumentGraphIn } from '../formatReports';
import { graphMermaid, labelText } from '../graph/graphMermaid';
import { discussionOf, type Discussion } from './discussion';

/** The debate as a Mermaid flowchart: the argument graph of a dialectic, else what was said and what it attacks or supports. */
export function mermaid(view: RecordView): string {
  const graph = argumentGraphIn(view);
  const unread = unreadWords(view);
  const chart = graph === undefined ? flowchart(discussionOf(view)) : graphMermaid(graph);
  return `${unread === undefined ? '' : `%% Incomplete: ${unread}\n`}${sizeNote(chart)}${chart}`;
}

/** What Mermaid draws where nobody has said otherwise: `maxTextSize` and `maxEdges`, which a chart itself cannot set. */
const drawn = { characters: 50_000, arrows: 500 };

function sizeNote(chart: string): string {
  const arrows = chart.match(/^ +\S+ -[-.](?:>|->)/gm)?.length ?? 0;
  if (chart.length <= drawn.characters && arrows <= drawn.arrows) return '';
  return `%% Large: ${chart.length} characters, ${arrows} arrows. Mermaid draws ${drawn.characters} and ${drawn.arrows} unless maxTextSize and maxEdges are raised where it is drawn.\n`;
}

function flowchart({ topic, claims, relations }: Discussion): string {
  const ids = new Map(claims.map(({ id }, index) => [id, `n${index + 1}`]));
  const nodes = claims.map(
    ({ id, speaker, title, seq }) =>
      `    ${ids.get(id) ?? ''}["${labelText(`${speaker}, seq ${seq}`)}<br/>${labelText(title)}"]`,
  );
  const edges = relations.flatMap(({ from, to, kind, type }) => {
    const [source, target] = [ids.get(from), to === undefined ? 'topic' : ids.get(to)];
    if (source === undefined || target === undefined) return [];
    const words = labelText(type ?? (kind === 'attack' ? 'against' : 'for'));
    return [`    ${source} ${kind === 'attack' ? '-->' : '-.->'}|"${words}"| ${target}`];
  });
  return [`flowchart BT`, `    topic(["${labelText(topic)}"])`, ...nodes, ...edges, ''].join('\n');
}
