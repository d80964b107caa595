import MarkdownIt from 'markdown-it';
import { formatNamed } from '../../debate/formats/registry';
import type { RecordView } from '../../debate/view';
import { topicOf } from '../facts';
import { argumentGraph } from '../graph/argumentGraph';
import { graphSvg } from '../graph/graphSvg';
import { layoutGraph } from '../graph/layoutGraph';
import { chaptersOf, demoted } from './chapters';
import { pageStyle } from './pageStyle';

/**
 * The whole debate as one page that needs nothing else: no script, nothing loaded, readable from a file, by a screen reader and on paper.
 * What a record says comes out as text and known elements only.
 */
export function html(view: RecordView): string {
  const topic = topicOf(view) ?? 'Debate';
  const chapters = chaptersOf(view);
  const links = chapters.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('');
  const graph = graphOf(view, topic);
  const parts = chapters.map(({ id, title, body }, index) => {
    const text = withGraph(rendered(demoted(body)), graph, index === 0);
    return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escaped(title)}</h2>\n${text}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="generator" content="Rostrum">
<title>${escaped(topic)}</title>
<style>${pageStyle}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the debate</a>
<header><h1>${escaped(topic)}</h1><p class="facts">${escaped(factsOf(view))}</p></header>
<nav aria-label="Chapters"><ul>${links}</ul></nav>
<main id="main">
${parts.join('\n')}
</main>
</body>
</html>
`;
}

function factsOf({ state }: RecordView): string {
  const { setup, headers, conclusion } = state;
  const [first] = headers;
  const facts = [
    setup === undefined ? '' : `Format: ${setup.format}`,
    first === undefined || Number.isNaN(first.time) ? '' : new Date(first.time).toISOString().slice(0, 10),
    `${headers.length} entries`,
    conclusion === undefined ? (formatNamed(setup?.format)?.standing(state).result ?? '') : `Outcome: ${conclusion.outcome.replaceAll('_', ' ')}`,
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** Where the report has its picture, else behind the first chapter. */
function withGraph(text: string, graph: string, isFirst: boolean): string {
  if (text.includes(graphMark)) return text.replace(graphMark, () => graph).replaceAll(graphMark, '');
  return isFirst ? `${text}${graph}` : text;
}

/** Stands in the rendered text where the picture is to go; its letters are of no alphabet. */
const graphMark = '\uE000graph\uE001';

function graphOf(view: RecordView, topic: string): string {
  const graph = argumentGraph(view);
  if (graph.nodes.length === 0) return '';
  const seqs = new Map(graph.nodes.map(({ id, seq }) => [id, seq]));
  const hrefOf = (id: string): string | undefined => (seqs.has(id) ? `#seq-${seqs.get(id) ?? 0}` : undefined);
  return `<figure class="graph">${graphSvg(layoutGraph(graph), { title: topic, hrefOf })}<figcaption>The argument graph: who attacks and defends what.</figcaption></figure>`;
}

const anchor = /^<a id="([\w-]+)"><\/a>\s*$/;

function rendererOf() {
  const parser = new MarkdownIt({ html: true, linkify: false });
  const { rules } = parser.renderer;
  // Only the anchors of our own documents are HTML; anything else that looks like it is text.
  const raw = (content: string): string => {
    const id = anchor.exec(content.trim())?.[1];
    return id === undefined ? escaped(content) : `<a id="${id}"></a>`;
  };
  rules.html_block = (tokens, index) => raw(tokens[index]?.content ?? '');
  rules.html_inline = (tokens, index) => raw(tokens[index]?.content ?? '');
  rules.image = (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet('src') ?? '');
    return /(^|\/)argument-graph\.svg$/.test(source) ? graphMark : escaped(token?.content ?? '');
  };
  // Addresses within a workspace open nothing from a file; anything but the web and this page is shown, not linked.
  parser.validateLink = (url) => /^(https?:\/\/|#)/i.test(url);
  return parser;
}

const renderer = rendererOf();

/** Tables may be wider than the page: each scrolls by itself, also by the keyboard. */
const rendered = (body: string): string =>
  renderer
    .render(withSources(body))
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');

/** `[title](workspace:…)` is no link here: the place is said behind the title. */
const withSources = (body: string): string => body.replace(/\[((?:[^[\]\\]|\\.)*)\]\(<?(workspace:[^)>\s]+)>?\)/g, (_whole, label: string, url: string) => `${label} (\`${url}\`)`);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 32};`);
