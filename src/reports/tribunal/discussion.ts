import { dataOf } from '../../debate/codec';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import { oneLine } from '../../debate/shortText';
import type { RecordView } from '../../debate/view';
import {
  claimOf,
  partOf,
  short,
  standingEntries,
  type Claim,
  type ClaimRelation,
  type DiscussionParts,
} from '../export/claims';

const contributionTypes: ReadonlySet<string> = new Set(['defense', 'critique']);

/** Issues attack the proposition, objections carry them, answers attack what they answer. */
export function discussion(view: RecordView): DiscussionParts | undefined {
  if (!view.state.headers.some(({ type }) => contributionTypes.has(type))) return undefined;
  const claims: Claim[] = [];
  const relations: ClaimRelation[] = [];
  const add = (claim: Claim, to: string | undefined, kind: ClaimRelation['kind'], type?: string): void => {
    claims.push(claim);
    relations.push({ from: claim.id, to, kind, type });
  };
  const { tracker, rounds } = view.state.factsOf(tribunalFacts);
  for (const { id, title, history } of tracker) {
    const seq = rounds.find(({ round }) => round === history[0]?.round)?.critique ?? 0;
    add(
      {
        id,
        speaker: 'critic',
        seq,
        title: short(view.mask.text(title)),
        text: oneLine(view.mask.text(title)),
        grounds: [],
      },
      undefined,
      'attack',
      'issue',
    );
  }
  const issueOf = (issue: string | undefined): string | undefined =>
    issue !== undefined && tracker.some(({ id }) => id === issue) ? issue : undefined;
  for (const entry of standingEntries(view, contributionTypes)) {
    const defense = entry.type === 'defense' ? dataOf(entry, 'defense') : undefined;
    const critique = entry.type === 'critique' ? dataOf(entry, 'critique') : undefined;
    if (defense !== undefined)
      add(
        claimOf(view, entry, defense.argument ?? entry.content),
        undefined,
        'support',
        `defense in round ${defense.round ?? ''}`.trim(),
      );
    for (const [index, { point, issue, answer }] of (defense?.assessments ?? []).entries()) {
      const target = issueOf(issue);
      const text = answer ?? point;
      if (target !== undefined) add(partOf(entry, index, text), target, 'attack', 'answer');
    }
    for (const [index, { title, text, issue, severity }] of (critique?.objections ?? []).entries()) {
      const target = issueOf(issue) ?? tracker.find((row) => title !== undefined && row.title === title)?.id;
      add(
        partOf(entry, index, text, title),
        target,
        target === undefined ? 'attack' : 'support',
        severity.toLowerCase(),
      );
    }
  }
  return { claims, relations };
}
