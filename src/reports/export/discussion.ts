import { formatNamed } from '../../debate/formats/registry';
import { argumentTypes } from '../../debate/entry';
import { oneLine } from '../../debate/shortText';
import type { RecordView } from '../../debate/view';
import { topicOf } from '../../projections/topic';
import { discussionIn } from '../formatReports';
import { claimOf, idOf, standingEntries, type Claim, type ClaimRelation, type DiscussionParts } from './claims';

/** What was argued, as the exchange formats for arguments need it. */
export interface Discussion extends DiscussionParts {
  /** The motion or topic that all of it is about. */
  topic: string;
}

export function discussionOf(view: RecordView): Discussion {
  const { state } = view;
  const motion = formatNamed(state.setup?.format)?.motion?.(state);
  const topic = oneLine(motion ?? topicOf(view) ?? '') || 'The topic is not recorded';
  return { topic, ...(discussionIn(view) ?? contributions(view)) };
}

/** Each contribution speaks for its debater's position; a rebuttal attacks what it answers. */
function contributions(view: RecordView): DiscussionParts {
  // No entry of the debater holds it: the setup does.
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
