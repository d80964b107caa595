import type { Side } from '../../debate/log/entryData';
import { withoutTurns } from '../../matching/text/shortText';
import type { ArgumentGraph, ArgumentEdge, ArgumentNode } from '../../projections/formats/argumentGraph';

/**
 * The argument graph as a Mermaid flowchart, in the form that older tools of this kind write and look for; sides differ
 * in form and letter as well as in colour.
 */
export function graphMermaid(graph: ArgumentGraph): string {
  const names = nodeNames(graph);
  const name = (id: string): string => names.get(id) ?? id;
  const edges = [...graph.edges, ...graph.dangling];
  const known = new Set(graph.nodes.map(({ id }) => id));
  const missing = [...new Set(graph.dangling.map(({ to }) => to))].filter((id) => !known.has(id));
  const lines = [
    'flowchart TD',
    '',
    ...graph.nodes.map((node) => nodeLine(node, name(node.id))),
    ...missing.map((id) => `    ${name(id)}["${labelText(id)}<br/>does not exist"]:::missing`),
    '',
    ...edges.map((edge) => edgeLine(edge, name)),
    '',
    '    classDef proposition fill:#eaf5ef,stroke:#17694a,stroke-width:2px,color:#1a1a1a',
    '    classDef opposition fill:#fbedf3,stroke:#8c1d4f,stroke-width:2px,color:#1a1a1a',
    '    classDef missing fill:#ffffff,stroke:#777777,stroke-dasharray:4 4,color:#1a1a1a',
    ...linkStyle('#b23b00', edges, 'attack'),
    ...linkStyle('#0b5cad', edges, 'defence'),
  ];
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`;
}

const shapes: Readonly<Record<Side, { open: string; close: string; letter: string }>> = {
  proposition: { open: '["', close: '"]', letter: 'P' },
  opposition: { open: '(["', close: '"])', letter: 'O' },
};

function nodeLine({ id, side, title, score }: ArgumentNode, name: string): string {
  const { open, close, letter } = shapes[side];
  const scoreText = score === null ? 'not judged' : `score ${score.toFixed(2)}`;
  return `    ${name}${open}${labelText(id)}<br/>${labelText(title)}<br/>${letter} · ${scoreText}${close}:::${side}`;
}

/** Line of an edge; a concession is dotted. */
function edgeLine({ from, to, kind, type }: ArgumentEdge, name: (id: string) => string): string {
  const label =
    kind === 'attack'
      ? `⚔️ ${type.replace('_attack', '')}`
      : type === 'concede_and_pivot'
        ? `↩️ ${type}`
        : `🛡️ ${type}`;
  return `    ${name(from)} ${type === 'concede_and_pivot' ? '-.->' : '-->'}|${label}| ${name(to)}`;
}

function linkStyle(colour: string, edges: readonly ArgumentEdge[], kind: ArgumentEdge['kind']): string[] {
  const numbers = edges.flatMap((edge, index) => (edge.kind === kind ? [index] : []));
  return numbers.length === 0 ? [] : [`    linkStyle ${numbers.join(',')} stroke:${colour},stroke-width:2px`];
}

/** Words that Mermaid does not accept as an id. */
const reserved =
  /^(?:end|graph|flowchart|subgraph|style|class|classdef|linkstyle|click|call|href|default|direction|interpolate)$/i;

/** Names of the nodes: their ids if Mermaid can read them, else generated unique names. */
function nodeNames({ nodes, dangling }: ArgumentGraph): Map<string, string> {
  const ids = [...new Set([...nodes.map(({ id }) => id), ...dangling.map(({ to }) => to)])];
  const isPlain = (id: string): boolean => /^[A-Za-z]\w*$/.test(id) && !reserved.test(id);
  const taken = new Set(ids.filter(isPlain));
  const nameFor = (index: number): string => {
    let name = `argument${index}`;
    while (taken.has(name)) name += '_';
    return name;
  };
  return new Map(ids.map((id, index) => [id, isPlain(id) ? id : nameFor(index)]));
}

/** Text in a label's quotes; characters with a meaning to Mermaid or HTML become codes. */
export const labelText = (text: string): string =>
  withoutTurns(text)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\s+|\p{Cc}/gu, ' ')
    .trim()
    .replace(/["#&<>`%\\;{}]/g, (character) => `#${character.charCodeAt(0)};`);
