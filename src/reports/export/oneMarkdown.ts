import type { RecordView } from '../../debate/fold/view';
import { topicOf } from '../../projections/topic';
import { brief } from '../brief';
import { importedDocuments } from '../document';
import { argumentGraphIn, reportsOf } from '../formatReports';
import type { ArgumentGraph } from '../../projections/formats/argumentGraph';
import { graphMermaid } from '../graph/graphMermaid';
import { inline } from '../markdown';
import { transcript } from '../transcript';
import { verifierReport } from '../verifierReport';

/** The whole debate as one Markdown file: its documents as chapters, the graph as a Mermaid block. */
export function oneMarkdown(view: RecordView): string {
  const chapters = chaptersOf(view);
  const contents = chapters.map(({ id, title }) => `- [${title}](#${id})`).join('\n');
  const graph = argumentGraphIn(view);
  const parts = chapters.map(
    ({ id, title, body }, index) =>
      `<a id="${id}"></a>\n\n## ${title}\n\n${withGraph(demoted(body), graph, index === 0)}`,
  );
  return `${[`# ${inline(topicOf(view) ?? 'Debate')}`, contents, ...parts].join('\n\n')}\n`;
}

/**
 * Adds the graph as a block, since its picture is not beside this file. If no report shows it, it follows the first
 * chapter.
 */
function withGraph(body: string, graph: ArgumentGraph | undefined, isFirst: boolean): string {
  if (graph === undefined) return body;
  const block = `\`\`\`mermaid\n${graphMermaid(graph).trim()}\n\`\`\``;
  if (picture.test(body)) return body.replace(picture, () => block);
  return isFirst ? `${body}\n\n### Argument Graph\n\n${block}` : body;
}

const picture = /^!\[[^\]]*\]\([^)]*argument-graph\.svg\)$/m;

interface Chapter {
  /** Part of anchors: `summary`, `transcript` … */
  id: string;
  title: string;
  /** Text without the title; links to other documents lead to anchors here. */
  body: string;
}

/** Documents that repeat others in another form. */
const leftOut: ReadonlySet<string> = new Set(['debate.md']);

/** Chapters in reading order: documents that sum the debate up, then the record. */
export function chaptersOf(view: RecordView): Chapter[] {
  const own = reportsOf(view.state).documents(view);
  const named = [
    ...[{ name: 'brief.md', build: brief }, ...own, ...importedDocuments(view)].filter(
      ({ name }) => /^[^/]+\.md$/.test(name) && !leftOut.has(name),
    ),
    { name: 'transcript.md', build: transcript },
    { name: 'verifier-report.md', build: verifierReport },
  ];
  const built = named.flatMap(({ name, build }) => {
    const text = build(view);
    return text === undefined ? [] : [chapterOf(name, text)];
  });
  const anchors = new Map([
    ...[...(reportsOf(view.state).entryOfFile?.(view) ?? [])].map(([name, seq]) => [name, `#seq-${seq}`] as const),
    ...built.map(({ id }) => [`${id}.md`, `#${id}`] as const),
  ]);
  return built.map((chapter) => ({ ...chapter, body: withinOneFile(chapter.body, anchors) }));
}

function chapterOf(name: string, text: string): Chapter {
  const id = name.replace(/\.md$/, '').toLowerCase();
  const found = /^\s*#\s+(.+)\n?/.exec(text);
  const body = found === null ? text : text.slice(found[0].length);
  return { id, title: chapterTitles[id] ?? found?.[1] ?? id, body: body.trim() };
}

const chapterTitles: Readonly<Record<string, string>> = {
  brief: 'Decision Brief',
  readme: 'Report',
  summary: 'Summary',
  'blog-post': 'Article',
  'assessor-report': 'Assessor’s Report',
  'issue-tracker': 'Issue Tracker',
  ruling: 'Ruling',
  transcript: 'Transcript',
  'verifier-report': 'Verifier’s Report',
};

/**
 * Turns links to other files into links to their chapters or entries; a file that is not part of this one leaves its
 * label.
 */
function withinOneFile(body: string, anchors: ReadonlyMap<string, string>): string {
  return body.replace(folderLink, (_whole, label: string, path: string, ending: string, entry?: string) => {
    const anchor =
      ending === 'md' ? (entry ?? anchors.get(`${path}.md`) ?? anchors.get(`${path.toLowerCase()}.md`)) : undefined;
    return anchor === undefined ? label : `[${label}](${anchor})`;
  });
}

/** Matches a link to a file: not to a picture or an address, which has a colon. The label may be on two lines. */
const folderLink =
  /(?<!!)\[((?:`[^`\n]*`|\\.|[^[\]\\`])*)\]\((?:\.{0,2}\/)*([\w.-][\w./-]*)\.(md|txt|mmd|svg|json)(#[\w-]+)?\)/g;

/** Lowers headings by one level, outside of code blocks. */
export function demoted(body: string): string {
  let fence: string | undefined;
  const lines = body.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || (mark.startsWith(fence) && line.trim() === mark)))
      fence = fence === undefined ? mark : undefined;
    else if (fence === undefined && /^#{1,5}\s/.test(line)) return `#${line}`;
    return line;
  });
  return lines.join('\n');
}
