import type { RecordView } from '../../debate/view';
import type { Claim } from './claims';
import { discussionOf } from './discussion';

/** A node of the Argument Interchange Format: I information, RA inference, CA conflict, MA rephrase, L locution, YA illocution. */
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
 * The debate as xAIF, the JSON form of the Argument Interchange Format (http://www.argumentinterchange.org): information nodes joined by
 * inferences and conflicts, each anchored in the locution of who said it. Text of two-space indented JSON.
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
    // The form has no place for it: a field of our own, named as in `metadata.json`.
    ...(view.unreadLines.length === 0 ? {} : { unread_lines: view.unreadLines }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The information, and the locution that asserts it. */
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

/** What a claim is based on: each quotation supports it, and says what became of its source. */
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
