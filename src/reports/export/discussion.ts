import { formatNamed } from '../../debate/formats/registry';
import { argumentTypes } from '../../debate/log/entry';
import { oneLine } from '../../matching/text/shortText';
import type { RecordView } from '../../debate/fold/view';
import { topicOf } from '../../projections/topic';
import { unreadWords } from '../facts';
import { argumentGraphIn, discussionIn } from '../formatReports';
import { graphMermaid, labelText } from '../graph/graphMermaid';
import { claimOf, idOf, standingEntries, type Claim, type ClaimRelation, type DiscussionParts } from './claims';

interface Discussion extends DiscussionParts {
  topic: string;
}

export function discussionOf(view: RecordView): Discussion {
  const { state } = view;
  const motion = formatNamed(state.setup?.format)?.motion?.(state);
  const topic = oneLine(motion ?? topicOf(view) ?? '') || 'The topic is not recorded';
  return { topic, ...(discussionIn(view) ?? contributions(view)) };
}

/** Each contribution supports its debater's position; a rebuttal attacks the entry that it answers. */
function contributions(view: RecordView): DiscussionParts {
  // The position is in the setup, not in an entry of the debater.
  const seq = view.state.headers.find(({ type }) => type === 'setup')?.seq ?? 0;
  const positions = view.state.debaters.map(({ name, starting_position: position }): Claim => {
    const text = oneLine(view.mask.text(position));
    return {
      id: `position.${name.replaceAll('-', '_')}`,
      speaker: name,
      seq,
      title: `Position of ${name}`,
      text: text === '' ? `The position of ${name}` : text,
      grounds: [],
    };
  });
  const claims = [...positions];
  const relations: ClaimRelation[] = [];
  const known = new Set<number>();
  for (const entry of standingEntries(view, argumentTypes)) {
    known.add(entry.seq);
    claims.push(claimOf(view, entry, entry.content));
    const answered = entry.rebuttal_to_seq;
    if (answered !== null && known.has(answered))
      relations.push({ from: idOf(entry), to: `seq${answered}`, kind: 'attack', type: 'rebuttal' });
    const own = positions.find(({ speaker }) => speaker === entry.speaker);
    if (own !== undefined) relations.push({ from: idOf(entry), to: own.id, kind: 'support', type: undefined });
  }
  return { claims, relations };
}

/** Types: I information, RA inference, CA conflict, L locution, YA illocution. */
interface AifNode {
  nodeID: string;
  text: string;
  type: 'I' | 'RA' | 'CA' | 'L' | 'YA';
  timestamp?: string;
}

interface AifEdge {
  edgeID: number;
  fromID: string;
  toID: string;
}

/**
 * The debate as xAIF, JSON of the Argument Interchange Format (http://www.argumentinterchange.org): information joined
 * by inferences and conflicts, each anchored in its speaker's locution.
 */
export function aif(view: RecordView): string {
  const { topic, claims, relations } = discussionOf(view);
  const graph = new Graph();
  const motion = graph.node('I', topic);
  const ids = new Map(claims.map((claim) => [claim.id, said(graph, view, claim)]));
  for (const { from, to, kind, type } of relations) {
    const [source, target] = [ids.get(from), to === undefined ? motion : ids.get(to)];
    if (source === undefined || target === undefined) continue;
    const scheme = graph.node(
      kind === 'attack' ? 'CA' : 'RA',
      type ?? (kind === 'attack' ? 'Default Conflict' : 'Default Inference'),
    );
    graph.edge(source, scheme);
    graph.edge(scheme, target);
  }
  for (const claim of claims) rests(graph, claim, ids.get(claim.id) ?? motion);
  const participants = [...new Set(claims.map(({ speaker }) => speaker))].map((speaker, index) => ({
    participantID: index,
    firstname: speaker,
    surname: '',
  }));
  const locutions = graph.locutions.map(({ nodeID, speaker }) => ({
    nodeID,
    personID: participants.find(({ firstname }) => firstname === speaker)?.participantID ?? 0,
  }));
  const { nodes, edges } = graph;
  const value = {
    AIF: {
      nodes,
      edges,
      schemefulfillments: [],
      participants,
      locutions,
      descriptorfulfillments: [],
      cqdescriptorfulfillments: [],
    },
    text: topic,
    OVA: { firstname: '', surname: '', url: '', nodes: [], edges: [] },
    dialog: true,
    // The format has no such field; ours is named as in `metadata.json`.
    ...(view.unreadLines.length === 0 ? {} : { unread_lines: view.unreadLines }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Adds the information, and the locution that asserts it. */
function said(graph: Graph, view: RecordView, { text, speaker, seq }: Claim): string {
  const information = graph.node('I', text);
  const timestamp = view.visible(seq)?.timestamp;
  const locution = graph.node('L', `${speaker} : ${text}`, timestamp);
  const asserting = graph.node('YA', 'Asserting');
  graph.locutions.push({ nodeID: locution, speaker });
  graph.edge(locution, asserting);
  graph.edge(asserting, information);
  return information;
}

/** Adds each quotation as support of the claim, with its source's status. */
function rests(graph: Graph, { grounds }: Claim, claim: string): void {
  if (grounds.length === 0) return;
  const inference = graph.node('RA', 'Argument from Evidence');
  for (const { text, url, status } of grounds)
    graph.edge(graph.node('I', url === undefined ? text : `${text} (${url}, ${status})`), inference);
  graph.edge(inference, claim);
}

class Graph {
  readonly nodes: AifNode[] = [];
  readonly edges: AifEdge[] = [];
  readonly locutions: { nodeID: string; speaker: string }[] = [];

  node(type: AifNode['type'], text: string, timestamp?: string): string {
    const nodeID = String(this.nodes.length + 1);
    this.nodes.push({ nodeID, text, type, ...(timestamp === undefined ? {} : { timestamp }) });
    return nodeID;
  }

  edge(fromID: string, toID: string): void {
    this.edges.push({ edgeID: this.edges.length + 1, fromID, toID });
  }
}

/**
 * The debate in Argdown (https://argdown.org): the motion as a statement; arguments with claim, premises from the
 * sources, and the claims that they attack (`-`) or support (`+`).
 */
export function argdown(view: RecordView): string {
  const { topic, claims, relations } = discussionOf(view);
  const titles = uniqueTitles(claims);
  const head = `===\ntitle: ${quoted(topic)}\n===`;
  const motion = `[Motion]: ${text(topic)}`;
  const unread = unreadWords(view);
  const parts = claims.map((claim) =>
    argument(
      claim,
      relations.filter(({ from }) => from === claim.id),
      titles,
    ),
  );
  return `${[head, ...(unread === undefined ? [] : [`// Incomplete: ${unread}`]), motion, ...parts].join('\n\n')}\n`;
}

function argument(claim: Claim, own: readonly ClaimRelation[], titles: ReadonlyMap<string, string>): string {
  const { id, speaker, seq, text: words } = claim;
  const lines = [`<${titles.get(id) ?? id}>: ${text(words)} #${tag(speaker)} {seq: ${seq}}`];
  for (const { to, kind } of own) {
    const target = to === undefined ? '[Motion]' : `<${titles.get(to) ?? to}>`;
    lines.push(`  ${kind === 'attack' ? '->' : '+>'} ${target}`);
  }
  return [lines.join('\n'), ...premises(claim, titles)].join('\n\n');
}

/** The sources as premises, with the claim as their conclusion. */
function premises({ id, text: words, grounds }: Claim, titles: ReadonlyMap<string, string>): string[] {
  if (grounds.length === 0) return [];
  const numbered = grounds.map(
    (ground, index) =>
      `(${index + 1}) ${text(ground.text)}${ground.url === undefined ? '' : ` {source: ${quoted(ground.url)}, status: ${quoted(ground.status ?? '')}}`}`,
  );
  return [`<${titles.get(id) ?? id}>`, [...numbered, '----', `(${grounds.length + 1}) ${text(words)}`].join('\n')];
}

/** Titles by claim. Argdown names arguments by title, so a repeated title gets the claim's id. */
function uniqueTitles(claims: readonly Claim[]): Map<string, string> {
  const titles = new Map<string, string>();
  const used = new Set<string>(['motion']);
  for (const { id, title } of claims) {
    const clean = name(title);
    const wanted = clean === '' || used.has(clean.toLowerCase()) ? `${clean} ${name(id)}`.trim() : clean;
    used.add(wanted.toLowerCase());
    titles.set(id, wanted);
  }
  return titles;
}

/** Escapes `<-` and `<+`, which would begin a relation. */
const name = (title: string): string =>
  title
    .replace(/[<>[\]{}()#:@|*_\\/]+|={3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[-+]+/, (signs) => signs.replaceAll('-', '−').replaceAll('+', '＋'));

/** Quotes text for YAML; three `=` would end the head of the file. */
const quoted = (words: string): string =>
  JSON.stringify(words).replace(/={3,}/g, (signs) => '\\u003d'.repeat(signs.length));

const tag = (speaker: string): string => `(${speaker.replace(/[()]/g, '')})`;

/** Replaces characters with a meaning in Argdown by similar ones. */
const text = (words: string): string =>
  words
    .replace(/[[\]{}<>]/g, (sign) => lookalikes[sign] ?? ' ')
    .replace(/#(?=\S)/g, '＃')
    .replace(/@(?=\S)/g, '＠')
    .replace(/[*_](?=\S)|(?<=\S)[*_]/g, ' ')
    .replace(/\/\//g, '/ /')
    .replace(/\/\*|\*\//g, ' ')
    .replace(/\\/g, ' ')
    .replace(/:(?=[A-Za-z0-9_+-]+:)/g, '∶')
    // These begin a head anywhere in the text, and it would last to the next one.
    .replace(/={3,}/g, (signs) => '＝'.repeat(signs.length))
    .replace(/\s+/g, ' ')
    .trim();

const lookalikes: Readonly<Record<string, string>> = { '[': '⟦', ']': '⟧', '{': '⦃', '}': '⦄', '<': '‹', '>': '›' };

/** The debate as a Mermaid flowchart: its argument graph, or the attacks and supports among its claims. */
export function mermaid(view: RecordView): string {
  const graph = argumentGraphIn(view);
  const unread = unreadWords(view);
  const chart = graph === undefined ? flowchart(discussionOf(view)) : graphMermaid(graph);
  const whole = `${unread === undefined ? '' : `%% Incomplete: ${unread}\n`}${chart}`;
  return `${sizeNote(whole)}${whole}`;
}

/** Mermaid's defaults of `maxTextSize` and `maxEdges`, which a chart itself cannot set. */
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
