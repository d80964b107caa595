import { dataOf } from '../../debate/codec';
import { oneLine, spaced } from '../../debate/shortText';
import type { RecordView } from '../../debate/view';
import { groundOf, type Claim, type ClaimRelation, type DiscussionParts } from '../export/claims';
import { argumentGraph } from '../../projections/formats/argumentGraph';

export function discussion(view: RecordView): DiscussionParts | undefined {
  if (!view.state.headers.some(({ type }) => type === 'argument')) return undefined;
  const { nodes, edges } = argumentGraph(view);
  const standing = nodes.filter(({ struck }) => !struck);
  const known = new Set(standing.map(({ id }) => id));
  const claims = standing.map(({ id, side, seq, title, claim }) => ({
    id,
    speaker: side,
    seq,
    title: oneLine(title),
    text: oneLine(claim),
    grounds: groundsIn(view, seq),
  }));
  const own = standing.map(({ id, side }): ClaimRelation => ({
    from: id,
    to: undefined,
    kind: side === 'proposition' ? 'support' : 'attack',
    type: undefined,
  }));
  const between = edges
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ from, to, kind, type }): ClaimRelation => ({
      from,
      to,
      kind: kind === 'attack' ? 'attack' : 'support',
      type: spaced(type),
    }));
  return { claims, relations: [...own, ...between] };
}

function groundsIn(view: RecordView, seq: number): Claim['grounds'] {
  const entry = view.visible(seq);
  const { grounds = [] } = dataOf(entry, 'argument')?.argument ?? {};
  const cited = dataOf(view.raw(seq), 'argument')?.argument.grounds ?? [];
  return grounds.map(({ content, url }, index) =>
    groundOf(view, seq, { text: content, url, cited: cited[index]?.url }),
  );
}
