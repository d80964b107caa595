import { formatNamed } from '../../debate/formats/registry';
import { dataOf } from '../../debate/codec';
import { argumentTypes } from '../../debate/entry';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import { motionOf } from '../../debate/formats/dialectic/options';
import { isStruck } from '../../debate/state';
import type { VisibleEntry } from '../../debate/tasks';
import { firstWords } from '../../debate/text';
import type { RecordView } from '../../debate/view';
import { argumentGraph } from '../graph/argumentGraph';
import { oneLine } from '../../debate/shortText';
import { topicOf } from '../../projections/topic';

/**
 * What was argued and what it has to do with each other, as the exchange formats for arguments need it. Nothing of it
 * is redacted.
 */
export interface Discussion {
  /** The motion or topic that all of it is about. */
  topic: string;
  claims: readonly Claim[];
  relations: readonly ClaimRelation[];
}

export interface Claim {
  /** Unique; letters, digits, `_` and `.`. */
  id: string;
  speaker: string;
  /** The entry that it is in. */
  seq: number;
  /** A few words, one line. */
  title: string;
  /** What is claimed, one line. */
  text: string;
  /** What it is based on, in the words of the sources. */
  grounds: readonly { text: string; url: string | undefined }[];
}

export interface ClaimRelation {
  from: string;
  /** A claim's id; undefined: the topic itself. */
  to: string | undefined;
  kind: 'attack' | 'support';
  /** Such as `warrant attack`; undefined if the record names no kind. */
  type: string | undefined;
}

const titleWords = 10;
const textWords = 60;

export function discussionOf(view: RecordView): Discussion {
  const { state } = view;
  const topic =
    oneLine(formatNamed(state.setup?.format)?.takesMotion ? motionOf(state).text : (topicOf(view) ?? '')) ||
    'The topic is not recorded';
  if (state.headers.some(({ type }) => type === 'argument')) return { topic, ...dialecticParts(view) };
  if (state.headers.some(({ type }) => type === 'defense' || type === 'critique'))
    return { topic, ...tribunalParts(view) };
  return { topic, ...panelParts(view) };
}

type DiscussionParts = Pick<Discussion, 'claims' | 'relations'>;

function dialecticParts(view: RecordView): DiscussionParts {
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
      type: type.replaceAll('_', ' '),
    }));
  return { claims, relations: [...own, ...between] };
}

function groundsIn(view: RecordView, seq: number): Claim['grounds'] {
  const entry = view.visible(seq);
  const { grounds = [] } = (entry === undefined ? undefined : dataOf(entry, 'argument'))?.argument ?? {};
  return grounds.map(({ content, url }) => ({ text: oneLine(content), url }));
}

/** Issues attack the proposition, objections carry them, answers attack what they answer. */
function tribunalParts(view: RecordView): DiscussionParts {
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
  for (const entry of standingEntries(view, new Set(['defense', 'critique']))) {
    const defense = entry.type === 'defense' ? dataOf(entry, 'defense') : undefined;
    const critique = entry.type === 'critique' ? dataOf(entry, 'critique') : undefined;
    if (defense !== undefined)
      add(
        claimOf(entry, defense.argument ?? entry.content),
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

/** Each contribution speaks for its debater's position; a rebuttal attacks what it answers. */
function panelParts(view: RecordView): DiscussionParts {
  const positions = view.state.debaters.map(({ name, starting_position: position }): Claim => {
    const text = oneLine(view.mask.text(position));
    const seq = view.state.headers.find((header) => header.speaker === name)?.seq ?? 0;
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
    claims.push(claimOf(entry, entry.content));
    const answered = entry.rebuttal_to_seq;
    if (answered !== null && known.has(answered))
      relations.push({ from: idOf(entry), to: `seq${answered}`, kind: 'attack', type: 'rebuttal' });
    const own = positions.find(({ speaker }) => speaker === entry.speaker);
    if (own !== undefined) relations.push({ from: idOf(entry), to: own.id, kind: 'support', type: undefined });
  }
  return { claims, relations };
}

function* standingEntries(view: RecordView, types: ReadonlySet<string>): Generator<VisibleEntry> {
  for (const { seq, type } of view.state.headers) {
    const entry = types.has(type) && !isStruck(view.state, seq) ? view.visible(seq) : undefined;
    if (entry !== undefined) yield entry;
  }
}

const idOf = ({ seq }: VisibleEntry): string => `seq${seq}`;
const short = (text: string): string => firstWords(oneLine(text), titleWords);

const claimOf = (entry: VisibleEntry, text: string): Claim => ({
  id: idOf(entry),
  speaker: entry.speaker,
  seq: entry.seq,
  title: short(plain(text)),
  text: firstWords(plain(text), textWords),
  grounds: (entry.sources ?? []).flatMap(({ quote, url }) =>
    quote === undefined ? [] : [{ text: oneLine(quote), url }],
  ),
});

const partOf = (entry: VisibleEntry, index: number, text: string, title = text): Claim => ({
  id: `${idOf(entry)}.${index + 1}`,
  speaker: entry.speaker,
  seq: entry.seq,
  title: short(plain(title)),
  text: firstWords(plain(text), textWords),
  grounds: [],
});

/** Prose out of Markdown: the marks of headings, emphasis and links go, their words stay. */
const plain = (markdown: string): string =>
  oneLine(
    markdown
      .replace(/^#{1,6}\s+/gm, '')
      .replace(/!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)/g, '$1')
      .replace(/[*`]+/g, ''),
  );
