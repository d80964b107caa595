import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { counted, markupText } from '../../matching/text/shortText';
import type { RecordView } from '../../debate/fold/view';
import { outcomeOf } from '../../projections/outcome';
import { outcomeText, unreadWords } from '../facts';
import { argumentGraphIn } from '../formatReports';
import { graphSvg } from '../graph/graphSvg';
import { layoutGraph } from '../graph/layoutGraph';
import { chaptersOf, demoted } from './oneMarkdown';
import { topicOf } from '../../projections/topic';

const pageStyle = `
:root { color-scheme: light dark; --text: #1f2328; --dim: #59636e; --line: #d1d9e0; --page: #ffffff; --quiet: #f6f8fa; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9da7b3; --line: #3d444d; --page: #0d1117; --quiet: #151b23; --link: #79b8ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 3rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word; }
header, main { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0 0 .5rem; }
.facts { color: var(--dim); margin: 0 0 1rem; }
nav { position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; max-width: 46rem; margin: 0 auto; padding: .6rem 1rem; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; z-index: 1; }
section { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
h2 { font-size: 1.5rem; } h3 { font-size: 1.2rem; margin-top: 2rem; } h4, h5, h6 { font-size: 1rem; margin-top: 1.5rem; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--line); color: var(--dim); }
code, pre { font: .9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--quiet); border-radius: 4px; }
code { padding: .1em .3em; } pre { padding: .75rem; overflow-x: auto; } pre code { padding: 0; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; } th { background: var(--quiet); }
hr { border: 0; border-top: 1px solid var(--line); }
.graph { margin: 1.5rem 0; background: #ffffff; border: 1px solid var(--line); padding: .5rem; overflow-x: auto; } .graph svg { display: block; max-width: 100%; height: auto; } figcaption { color: #59636e; font-size: .9rem; }
@media print { nav, .skip { display: none; } body { font-size: 10.5pt; } header, main { max-width: none; } section { break-before: page; border: 0; } h2, h3, h4 { break-after: avoid; } blockquote, tr, .graph { break-inside: avoid; } a { color: inherit; } .wide { overflow: visible; } }
`;

/**
 * The whole debate as one page that needs no script and loads nothing; it works from a file, with a screen reader and
 * on paper. The record's words appear as text and known elements only.
 */
export function html(view: RecordView): string {
  const topic = topicOf(view) ?? 'Debate';
  const chapters = chaptersOf(view);
  const links = chapters.map(({ id, title }) => `<li><a href="#${id}">${markupText(title)}</a></li>`).join('');
  const page: HtmlState = {
    ids: new Set([...chapters.flatMap(({ id }) => [id, `${id}-title`]), 'main']),
    ends: [],
    picture: { left: graphOf(view, topic) },
  };
  const texts = chapters.map(({ body }) => rendered(demoted(body), page));
  const parts = chapters.map(({ id, title }, index) => {
    // If no document shows the picture, it follows the first chapter.
    const picture = index === 0 ? page.picture.left : '';
    return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${markupText(title)}</h2>\n${texts[index] ?? ''}${picture}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="generator" content="Rostrum">
<title>${markupText(topic)}</title>
<style>${pageStyle}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the debate</a>
<header><h1>${markupText(topic)}</h1><p class="facts">${markupText(factsOf(view))}</p>${incomplete(view)}</header>
<nav aria-label="Chapters"><ul>${links}</ul></nav>
<main id="main">
${parts.join('\n')}
</main>
</body>
</html>
`;
}

function incomplete(view: RecordView): string {
  const words = unreadWords(view);
  return words === undefined ? '' : `<p><strong>Incomplete:</strong> ${markupText(words)}</p>`;
}

function factsOf(view: RecordView): string {
  const { state } = view;
  const { setup, headers } = state;
  const [first] = headers;
  const outcome = outcomeOf(state);
  const facts = [
    setup === undefined ? '' : `Format: ${setup.format}`,
    first === undefined || Number.isNaN(first.time) ? '' : new Date(first.time).toISOString().slice(0, 10),
    counted(headers.length, 'entry', 'entries'),
    outcome.code === 'none'
      ? ''
      : `${['result', 'told'].includes(outcome.code) ? '' : 'Outcome: '}${outcomeText(view)}`,
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function graphOf(view: RecordView, topic: string): string {
  const graph = argumentGraphIn(view);
  if (graph === undefined) return '';
  const seqs = new Map(graph.nodes.map(({ id, seq }) => [id, seq]));
  const hrefOf = (id: string): string | undefined => (seqs.has(id) ? `#seq-${seqs.get(id) ?? 0}` : undefined);
  return `<figure class="graph">${graphSvg(layoutGraph(graph), { title: topic, hrefOf })}<figcaption>The argument graph: who attacks and defends what.</figcaption></figure>`;
}

/** State that the chapters of one page share. */
interface HtmlState {
  ids: Set<string>;
  /** Closing tags of the links that are open. */
  ends: string[];
  /** The argument graph, until it is placed; it appears once. */
  picture: { left: string };
}

/** The renderer passes its environment on, untyped. */
const pageIn = (env: unknown): HtmlState => env as HtmlState;

const opening = /^<a id="([\w-]+)">$/;

function rendererOf() {
  const parser = new MarkdownIt({ html: true, linkify: false });
  const { rules } = parser.renderer;
  rules.html_block = (tokens, index) => markupText(tokens[index]?.content ?? '');
  // Only anchors of our own documents are HTML; anything else that looks like it is text.
  rules.html_inline = (tokens, index, _options, env) => {
    const page = pageIn(env);
    const content = tokens[index]?.content ?? '';
    const id = opening.exec(content)?.[1];
    if (id !== undefined && tokens[index + 1]?.content === '</a>' && !page.ids.has(id)) {
      page.ids.add(id);
      return `<a id="${id}">`;
    }
    const before = opening.exec(tokens[index - 1]?.content ?? '')?.[1];
    return content === '</a>' && before !== undefined && page.ids.has(before) ? content : markupText(content);
  };
  rules.image = (tokens, index) => markupText(tokens[index]?.content ?? '');
  rules['graph'] = (_tokens, _index, _options, env) => {
    const { picture } = pageIn(env);
    const graph = picture.left;
    picture.left = '';
    return graph;
  };
  parser.core.ruler.push('graph', (state) => {
    const { tokens } = state;
    const pictures = tokens.map((token, index) => tokens[index - 1]?.type === 'paragraph_open' && isPicture(token));
    for (const [index, token] of tokens.entries())
      if (pictures[index] === true) Object.assign(token, { type: 'graph', children: null });
    // A figure must not be inside a paragraph.
    state.tokens = tokens.filter((_, index) => pictures[index - 1] !== true && pictures[index + 1] !== true);
  });
  rules.heading_open = (tokens, index, _options, env) => {
    const page = pageIn(env);
    const id = freeId(slugOf(tokens[index + 1]?.content ?? ''), page.ids);
    return `<${tokens[index]?.tag ?? 'h3'}${id === undefined ? '' : ` id="${id}"`}>`;
  };
  // Files cannot be opened from this page, so their place is text, not a link.
  rules.link_open = (tokens, index, _options, env) => {
    const page = pageIn(env);
    const href = String(tokens[index]?.attrGet('href') ?? '');
    const isReachable = /^(https?:\/\/|#)/i.test(href);
    page.ends.push(isReachable ? '</a>' : '</span>');
    return isReachable ? `<a href="${markupText(href)}">` : `<span title="${markupText(href)}">`;
  };
  rules.link_close = (_tokens, _index, _options, env) => pageIn(env).ends.pop() ?? '';
  return parser;
}

function isPicture({ children }: Token): boolean {
  const [image, ...more] = children ?? [];
  return (
    image?.type === 'image' &&
    more.length === 0 &&
    /(^|\/)argument-graph\.svg$/.test(String(image.attrGet('src') ?? ''))
  );
}

/** Anchor of a heading, as the transcript's own links spell it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

function freeId(id: string, used: Set<string>): string | undefined {
  if (id === '' || used.has(id)) return undefined;
  used.add(id);
  return id;
}

const renderer = rendererOf();

/** A table may be wider than the page, so each scrolls by itself, also by keyboard. */
const rendered = (body: string, page: HtmlState): string =>
  renderer
    .render(withSources(body), { ...page })
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');

/** Replaces `[title](workspace:…)` by the title and its place, since the page cannot link there. */
const withSources = (body: string): string =>
  body.replace(
    /\[((?:[^[\]\\]|\\.)*)\]\(<?(workspace:[^)>\s]+)>?\)/g,
    (_whole, label: string, url: string) => `${label} (\`${url}\`)`,
  );
