import { Parser } from 'htmlparser2';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attackTypes, defenceTypes } from '../../../../src/debate/log/entryData';
import {
  argumentGraph,
  type ArgumentGraph,
  type ArgumentEdge,
  type ArgumentNode,
} from '../../../../src/projections/formats/argumentGraph';
import { edgeStyles, edgeTypes, graphSvg } from '../../../../src/reports/graph/graphSvg';
import { graphMermaid } from '../../../../src/reports/graph/graphMermaid';
import { layoutGraph, type GraphLayout } from '../../../../src/reports/graph/layoutGraph';
import { dialecticEntries, sixtyArguments } from '../../../support/formats/dialecticRecord';
import { viewOf } from '../../../support/formats/inMemory';
import { importFrom, openRecord } from '../../../support/imported';

const totals = { proposition: { total: 0.35, count: 2 }, opposition: { total: -0.35, count: 2 } };

function node(id: string, more: Partial<ArgumentNode> = {}): ArgumentNode {
  const side = id.startsWith('prop') ? 'proposition' : 'opposition';
  return {
    id,
    side,
    exchange: Number(/\d+/.exec(id)?.[0] ?? 0),
    title: `Title of ${id}`,
    claim: `Claim of ${id}.`,
    seq: 1,
    score: 0,
    history: [],
    redacted: false,
    ...more,
  };
}

const edge = (from: string, to: string, type: ArgumentEdge['type'], number = 0): ArgumentEdge => ({
  id: `${from}#${number}`,
  from,
  to,
  type,
  kind: type.endsWith('_attack') ? 'attack' : 'defence',
});

const graphOf = (nodes: ArgumentNode[], edges: ArgumentEdge[] = []): ArgumentGraph => ({
  nodes,
  edges,
  dangling: [],
  totals,
});

const small = graphOf(
  ['prop_000a', 'opp_000a', 'prop_001', 'opp_001', 'prop_002'].map((id) => node(id)),
  [
    edge('prop_001', 'opp_000a', 'grounds_attack', 0),
    edge('prop_001', 'opp_000a', 'warrant_attack', 1),
    edge('prop_001', 'prop_000a', 'reinforce', 2),
    edge('opp_001', 'prop_000a', 'claim_attack'),
    edge('prop_002', 'prop_000a', 'concede_and_pivot'),
  ],
);

/** Whether a piece of a line comes nearer to the middle of a box than its edges, less a pixel. */
function crosses(
  box: { x: number; y: number; width: number; height: number },
  points: readonly { x: number; y: number }[],
): boolean {
  return points.slice(1).some((to, index) => {
    const from = points[index] ?? to;
    return Array.from({ length: 41 }, (_, step) => step / 40).some((share) => {
      const x = from.x + (to.x - from.x) * share;
      const y = from.y + (to.y - from.y) * share;
      return Math.abs(x - box.x) < box.width / 2 - 1 && Math.abs(y - box.y) < box.height / 2 - 1;
    });
  });
}

function overlapping({ nodes }: GraphLayout): string[] {
  return nodes.flatMap((a, index) =>
    nodes.slice(index + 1).flatMap((b) => {
      const apart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2;
      return apart ? [] : [`${a.id} ${b.id}`];
    }),
  );
}

function expectReadable(layout: GraphLayout): void {
  expect(overlapping(layout)).toEqual([]);
  for (const line of layout.edges) {
    const others = layout.nodes.filter(({ id }) => id !== line.from && id !== line.to);
    expect(others.filter((box) => crosses(box, line.points)).map(({ id }) => `${line.id} crosses ${id}`)).toEqual([]);
    for (const { x, y } of line.points) {
      expect(x >= 0 && y >= 0 && x <= layout.width && y <= layout.height).toBe(true);
    }
  }
}

describe('the argument graph of a record', () => {
  it('has every argument with its score and history, every attack and defence, and the totals', () => {
    const view = viewOf(dialecticEntries({ exchanges: 4 }));
    const graph = argumentGraph(view);
    expect(graph.nodes).toHaveLength(12);
    expect(graph.totals.proposition.total + graph.totals.opposition.total).toBeCloseTo(0, 9);
    const sum = graph.nodes.reduce((total, { side, score }) => total + (side === 'proposition' ? (score ?? 0) : 0), 0);
    expect(sum).toBeCloseTo(graph.totals.proposition.total, 9);
    for (const { history, score } of graph.nodes) expect(history.at(-1)?.score).toBe(score);
    expect(new Set(graph.edges.map(({ id }) => id)).size).toBe(graph.edges.length);
    expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
  });

  it('has nothing of a struck argument but its place', () => {
    const entries = dialecticEntries({ exchanges: 3 });
    const target = entries.find(({ type, data }) => type === 'argument' && JSON.stringify(data).includes('target_id'));
    const before = argumentGraph(viewOf(entries));
    const id = before.nodes.find(({ seq }) => seq === target?.seq)?.id ?? '';
    const last = entries.at(-1);
    if (target === undefined || last === undefined) throw new Error('There is no argument that attacks or defends.');
    const redaction = {
      ...last,
      seq: last.seq + 1,
      type: 'redaction',
      speaker: 'moderator',
      target_seq: target.seq,
      content: 'REDACTED.',
      data: { kind: 'fabricated', reason: 'Made up.' },
    };
    const after = argumentGraph(viewOf([...entries, redaction]));
    const redacted = after.nodes.find((candidate) => candidate.id === id);
    expect(redacted).toMatchObject({ title: '[REDACTED]', claim: '', redacted: true });
    expect(before.edges.some(({ from }) => from === id)).toBe(true);
    expect(after.edges.some(({ from }) => from === id)).toBe(false);
    expect(graphSvg(layoutGraph(after), { title: 'T' })).toContain('[REDACTED]');
  });
});

describe('the layout', () => {
  it('puts exchanges into rows, Proposition to the left, nothing over anything else', () => {
    const layout = layoutGraph(small);
    const at = new Map(layout.nodes.map((placed) => [placed.id, placed]));
    expect(layout.rows.map(({ exchange }) => exchange)).toEqual([0, 1, 2]);
    expect(at.get('prop_000a')?.y).toBe(at.get('opp_000a')?.y);
    expect(at.get('prop_001')?.y).toBeGreaterThan(at.get('prop_000a')?.y ?? Infinity);
    expect(at.get('prop_001')?.x).toBeLessThan(at.get('opp_001')?.x ?? -Infinity);
    expectReadable(layout);
  });

  it('keeps edges between the same two arguments apart', () => {
    const [first, second] = layoutGraph(small).edges.filter(({ from, to }) => from === 'prop_001' && to === 'opp_000a');
    expect(first?.path).not.toBe(second?.path);
    expect(Math.abs((first?.points[0]?.x ?? 0) - (second?.points[0]?.x ?? 0))).toBeGreaterThan(8);
    expect(Math.abs((first?.points.at(-1)?.x ?? 0) - (second?.points.at(-1)?.x ?? 0))).toBeGreaterThan(8);
  });

  it('begins and ends each edge on the boxes of its arguments', () => {
    const layout = layoutGraph(small);
    const at = new Map(layout.nodes.map((placed) => [placed.id, placed]));
    for (const { from, to, points } of layout.edges) {
      const [source, target] = [at.get(from), at.get(to)];
      expect(points[0]?.y).toBeCloseTo((source?.y ?? 0) - (source?.height ?? 0) / 2, 0);
      expect(points.at(-1)?.y).toBeCloseTo((target?.y ?? 0) + (target?.height ?? 0) / 2, 0);
      expect(Math.abs((points[0]?.x ?? 0) - (source?.x ?? 0))).toBeLessThanOrEqual((source?.width ?? 0) / 2);
    }
  });

  it('draws an argument that is worth more larger', () => {
    const sizes = [-3, -1, -0.5, 0, 0.5, 1, 3].map(
      (score) => layoutGraph(graphOf([node('prop_000a', { score })])).nodes[0]?.width ?? 0,
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes[0]).toBe(sizes[1]);
    expect(new Set(sizes).size).toBe(5);
  });

  it('stays readable at sixty arguments, and is the same each time', () => {
    const graph = argumentGraph(viewOf(dialecticEntries(sixtyArguments)));
    expect(graph.nodes).toHaveLength(60);
    const layout = layoutGraph(graph);
    expectReadable(layout);
    expect(layout.width).toBeLessThan(2_600);
    expect(layoutGraph(graph)).toEqual(layout);
  });

  it('places hundreds of exchanges too', () => {
    const graph = argumentGraph(viewOf(dialecticEntries({ exchanges: 400 })));
    const layout = layoutGraph(graph);
    expect(layout.nodes).toHaveLength(804);
    expect(overlapping({ ...layout, nodes: layout.nodes.slice(0, 60) })).toEqual([]);
    expect(layout.edges.every(({ path }) => path.startsWith('M'))).toBe(true);
  });

  it('takes whatever a record of another program holds', () => {
    const ids = ['prop_000a', 'opp_000a', 'prop_001', 'end', 'a b"<c', 'opp_009'];
    const anyEdge = fc.record({
      from: fc.constantFrom(...ids),
      to: fc.constantFrom(...ids),
      type: fc.constantFrom(...attackTypes, ...defenceTypes),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...ids), { minLength: 0 }),
        fc.array(anyEdge, { maxLength: 12 }),
        (present, wanted) => {
          const edges = wanted
            .map(({ from, to, type }, index) => edge(from, to, type, index))
            .filter(({ from }) => present.includes(from));
          const known = edges.filter(({ to }) => present.includes(to));
          const layout = layoutGraph({
            ...graphOf(
              present.map((id) => node(id)),
              known,
            ),
            dangling: edges.filter(({ to }) => !present.includes(to)),
          });
          expect(layout.edges).toHaveLength(known.length);
          for (const { x, y } of [...layout.nodes, ...layout.edges.flatMap(({ points }) => points)])
            expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
          expect(graphSvg(layout, { title: 'T' })).not.toMatch(/NaN|Infinity|undefined/);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** The text of every element by its name; throws where the XML is not well nested. */
function elements(svg: string): { names: string[]; texts: string[]; attributes: string[] } {
  const [names, texts, attributes, open] = [[] as string[], [] as string[], [] as string[], [] as string[]];
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        names.push(name);
        open.push(name);
        attributes.push(...Object.entries(given).map(([key, value]) => `${key}=${value}`));
      },
      ontext: (text) => texts.push(text),
      onclosetag: (name, isImplied) => {
        if (open.pop() !== name || (isImplied && !['path', 'rect', 'circle'].includes(name)))
          throw new Error(`${name} is not closed`);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(svg);
  return { names, texts, attributes };
}

const hostile = '</title><script>alert(1)</script> “&amp;" \' <img src=x onerror=1> \u0000\ud800 ]]>';

describe('the SVG', () => {
  it('needs nothing from elsewhere and runs nothing, whatever the titles say', () => {
    const graph = graphOf([node('prop_000a', { title: hostile, claim: hostile }), node('opp_000a')]);
    const svg = graphSvg(layoutGraph(graph), { title: hostile, hrefOf: (id) => `arguments/${id}.md` });
    const { names, texts, attributes } = elements(svg);
    expect(names).not.toContain('script');
    expect(names).not.toContain('img');
    expect(names).not.toContain('style');
    expect(attributes.filter((one) => /^(?:on|src=|xlink)|https?:(?!\/\/www\.w3\.org\/2000\/svg$)/i.test(one))).toEqual(
      [],
    );
    expect(texts.join('')).toContain('<script>alert(1)</script>');
    expect(svg).not.toMatch(/[\u0000-\u0008\ud800-\udfff]/);
  });

  it('says what it shows, and tells sides and types apart without colour', () => {
    const svg = graphSvg(layoutGraph(small), { title: 'This house would walk.' });
    const { texts, attributes } = elements(svg);
    expect(attributes).toContain('role=img');
    for (const words of [
      'P: Proposition',
      'O: Opposition',
      'larger: higher score',
      ...edgeTypes.map((type) => edgeStyles[type].label),
    ])
      expect(texts).toContain(words);
    const styles = edgeTypes.map((type) => `${edgeStyles[type].dash} ${edgeStyles[type].head}`);
    expect(new Set(styles).size).toBe(edgeTypes.length);
    expect(texts.join(' ')).toContain('Proposition +0.35, Opposition −0.35.');
    expect(texts).toContain('prop_001 attacks the grounds: opp_000a');
  });

  it('wraps titles inside their boxes, and has the whole of them on hovering', () => {
    const title = `Antidisestablishmentarianism${' and a great many other words that no box of this size has room for'.repeat(3)}`;
    const { texts } = elements(graphSvg(layoutGraph(graphOf([node('prop_000a', { title })])), { title: 'T' }));
    expect(texts.some((text) => text.includes(title))).toBe(true);
    expect(texts.some((text) => text.endsWith('…') && text.length < 40)).toBe(true);
  });

  it('names what is attacked and does not exist', () => {
    const graph = { ...graphOf([node('prop_001')]), dangling: [edge('prop_001', 'opp_009', 'claim_attack')] };
    expect(graphSvg(layoutGraph(graph), { title: 'T' })).toContain(
      'prop_001 attacks the claim: opp_009, which does not exist',
    );
    expect(graphMermaid(graph)).toContain('opp_009["opp_009<br/>does not exist"]');
    expect(graphMermaid(graph)).toContain('prop_001 -->|⚔️ claim| opp_009');
  });
});

describe('the Mermaid text', () => {
  it('has a line a node and a line an edge, each with its kind', () => {
    const lines = graphMermaid(small)
      .split('\n')
      .map((line) => line.trim());
    expect(lines[0]).toBe('flowchart TD');
    expect(lines).toContain('prop_001["prop_001<br/>Title of prop_001<br/>P · score 0.00"]:::proposition');
    expect(lines).toContain('opp_001(["opp_001<br/>Title of opp_001<br/>O · score 0.00"]):::opposition');
    expect(lines).toContain('prop_001 -->|⚔️ warrant| opp_000a');
    expect(lines).toContain('prop_002 -.->|↩️ concede_and_pivot| prop_000a');
    expect(lines).toContain('linkStyle 0,1,3 stroke:#b23b00,stroke-width:2px');
  });

  it('lets no title out of its label', () => {
    const title = 'Say "stop"]; end %%{init: {}}%% <b>`code`</b> #1 a\nb';
    const line = graphMermaid(graphOf([node('prop_000a', { title })]))
      .split('\n')
      .find((one) => one.includes('prop_000a'));
    expect(line).toMatch(/^ {4}prop_000a\["prop_000a<br\/>[^"]*<br\/>P · score 0\.00"\]:::proposition$/);
    const label = /<br\/>(.*)<br\/>/.exec(line ?? '')?.[1] ?? '';
    expect(label).not.toMatch(/["<>`%{}\\]/);
    expect(label.replace(/#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(
      title.replace('\n', ' '),
    );
  });

  it('names ids that Mermaid could not read otherwise', () => {
    const text = graphMermaid(graphOf([node('end'), node('a b'), node('argument1')], [edge('end', 'a b', 'clarify')]));
    const names = [...text.matchAll(/^ {4}(\S+?)[([]/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(3);
    expect(names).not.toContain('end');
    expect(text).toContain(`${names[0] ?? ''} -->|🛡️ clarify| ${names[1] ?? ''}`);
  });
});

const ancestor = join(import.meta.dirname, '../../../../../shared/data/dialectic-ancestor/halt-ai-development');

describe.skipIf(!existsSync(ancestor))('the ancestor’s debate', () => {
  it('has every title and edge of the ancestor’s graph in ours', async () => {
    const theirs = readFileSync(join(ancestor, 'argument-graph.mmd'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const { folder } = await importFrom(ancestor);
    const log = await openRecord(folder);
    const graph = argumentGraph(log.view);
    const ours = graphMermaid(graph);
    const edges = theirs.filter((line) => /-->|-\.->/.test(line));
    const titles = theirs.flatMap((line) => /<br\/>(.*)<br\/>/.exec(line)?.[1] ?? []);
    expect([edges.length, titles.length]).toEqual([38, 14]);
    expect(edges.filter((line) => !ours.includes(line))).toEqual([]);
    expect(titles.filter((title) => !ours.includes(title))).toEqual([]);
    const svg = graphSvg(layoutGraph(graph), { title: 'T' });
    expect(titles.filter((title) => !svg.includes(title))).toEqual([]);
    expectReadable(layoutGraph(graph));
  });
});
