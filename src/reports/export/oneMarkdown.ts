import type { RecordView } from '../../debate/view';
import { topicOf } from '../facts';
import { argumentGraph } from '../graph/argumentGraph';
import { graphMermaid } from '../graph/graphMermaid';
import { inline } from '../markdown';
import { chaptersOf } from './chapters';

/** The whole debate as one Markdown file: its documents as chapters, the graph as a Mermaid block. */
export function oneMarkdown(view: RecordView): string {
  const chapters = chaptersOf(view);
  const contents = chapters.map(({ id, title }) => `- [${title}](#${id})`).join('\n');
  const parts = chapters.map(({ id, title, body }) => `<a id="${id}"></a>\n\n## ${title}\n\n${withGraph(demoted(body), view)}`);
  return `${[`# ${inline(topicOf(view) ?? 'Debate')}`, contents, ...parts].join('\n\n')}\n`;
}

/** Headings one level lower; not what looks like one within a code block. */
function demoted(body: string): string {
  let fence: string | undefined;
  const lines = body.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || (mark.startsWith(fence) && line.trim() === mark))) fence = fence === undefined ? mark : undefined;
    else if (fence === undefined && /^#{1,5}\s/.test(line)) return `#${line}`;
    return line;
  });
  return lines.join('\n');
}

/** The picture lies beside the report and not beside this file. */
const withGraph = (body: string, view: RecordView): string =>
  body.replace(/^!\[[^\]]*\]\([^)]*argument-graph\.svg\)$/m, () => `\`\`\`mermaid\n${graphMermaid(argumentGraph(view)).trim()}\n\`\`\``);
