import type { RecordView } from '../../debate/view';
import { argumentGraph, type ArgumentGraph } from '../graph/argumentGraph';
import { graphMermaid } from '../graph/graphMermaid';
import { inline } from '../markdown';
import { chaptersOf, demoted } from './chapters';
import { topicOf } from '../../projections/topic';

/** The whole debate as one Markdown file: its documents as chapters, the graph as a Mermaid block. */
export function oneMarkdown(view: RecordView): string {
  const chapters = chaptersOf(view);
  const contents = chapters.map(({ id, title }) => `- [${title}](#${id})`).join('\n');
  const graph = argumentGraph(view);
  const parts = chapters.map(
    ({ id, title, body }, index) =>
      `<a id="${id}"></a>\n\n## ${title}\n\n${withGraph(demoted(body), graph, index === 0)}`,
  );
  return `${[`# ${inline(topicOf(view) ?? 'Debate')}`, contents, ...parts].join('\n\n')}\n`;
}

/** The picture lies beside the report and not beside this file. Where a report does not show it, it stands behind the first chapter. */
function withGraph(body: string, graph: ArgumentGraph, isFirst: boolean): string {
  if (graph.nodes.length === 0) return body;
  const block = `\`\`\`mermaid\n${graphMermaid(graph).trim()}\n\`\`\``;
  if (picture.test(body)) return body.replace(picture, () => block);
  return isFirst ? `${body}\n\n### Argument Graph\n\n${block}` : body;
}

const picture = /^!\[[^\]]*\]\([^)]*argument-graph\.svg\)$/m;
