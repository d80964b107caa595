import type { Argument, Side } from '../../log/entryData';
import type { CitedSource } from '../../flow/tasks';
import type { KnownArgument, Toulmin } from '../../flow/tasks/dialectic';
import { dataOf } from '../../log/codec';
import type { SaidBySource } from '../../flow/step';
import { findingsOn } from '../../fold/state';
import type { RecordView } from '../../fold/view';
import { type ArgumentFact, dialecticFacts, scoreOf } from './facts';

const prefixes: Record<Side, string> = { proposition: 'prop', opposition: 'opp' };

export const otherSide = (side: Side): Side => (side === 'proposition' ? 'opposition' : 'proposition');

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/** `prop_000a`, `prop_000b`, `prop_000c` in the opening exchange, `prop_001` in the next. Where imports have taken one, it is given a letter. */
export function argumentIds(
  side: Side,
  exchange: number,
  options: { count: number; taken: (id: string) => boolean },
): string[] {
  const base = `${prefixes[side]}_${String(exchange).padStart(3, '0')}`;
  const plain = exchange === 0 ? [] : [base];
  const single = letters.map((letter) => `${base}${letter}`);
  const inOrder = [...plain, ...single, ...single.flatMap((start) => letters.map((letter) => `${start}${letter}`))];
  return inOrder.filter((id) => !options.taken(id)).slice(0, options.count);
}

/** Such as `prop_001` or `opp_000b`. */
export const idPattern = (): RegExp => /(?<![\p{L}\p{N}_-])(?:prop|opp)_\d{1,6}[a-z]{0,2}(?![\p{L}\p{N}_])/giu;

/** The argument in its recorded form. */
export function argumentOf(given: Toulmin, place: Pick<Argument, 'id' | 'side' | 'exchange'>): Argument {
  const { title, claim, grounds, warrant, backing, qualifier, attacks, defends } = given;
  return {
    id: place.id,
    side: place.side,
    exchange: place.exchange,
    title,
    claim,
    grounds: grounds.map(({ source, content, relevance, url, quote }) => ({ source, content, relevance, url, quote })),
    warrant,
    backing,
    qualifier,
    attacks: attacks.map(({ target_id, type, content }) => ({ target_id, type, content })),
    defends: defends.map(({ target_id, type, content }) => ({ target_id, type, content })),
  };
}

type Readable = Pick<Argument, 'claim' | 'grounds' | 'warrant' | 'backing' | 'qualifier' | 'attacks' | 'defends'>;

export const argumentContent = (argument: Argument): string =>
  `**${argument.id}: ${argument.title}**\n\n${renderArgument(argument)}`;

/** Markdown without id and title, in the shape of the ancestor's `arguments/*.md`. */
export function renderArgument({ claim, grounds, warrant, backing, qualifier, attacks, defends }: Readable): string {
  return [
    `## Claim\n\n${claim}`,
    ['## Grounds', ...grounds.map(renderGround)].join('\n\n'),
    `## Warrant\n\n${warrant}`,
    ...(backing === undefined ? [] : [`## Backing\n\n${backing}`]),
    ...(qualifier === undefined ? [] : [`## Qualifier\n\n${qualifier}`]),
    ...renderRelations('Attacks', 'Attacking', attacks),
    ...renderRelations('Defends', 'Defending', defends),
  ].join('\n\n');
}

function renderGround({ source, content, relevance, url }: Argument['grounds'][number], index: number): string {
  const named = url === undefined || source.includes(url) ? source : `${source} (${url})`;
  const quoted = content.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  return [
    `### ${index + 1}. ${named}`,
    quoted.join('\n'),
    ...(relevance === undefined ? [] : [`**Relevance:** ${relevance}`]),
  ].join('\n\n');
}

export type ArgumentRelation = NonNullable<Argument['attacks']>[number] | NonNullable<Argument['defends']>[number];

function renderRelations(heading: string, doing: string, relations: readonly ArgumentRelation[] | undefined): string[] {
  if (relations === undefined || relations.length === 0) return [];
  const parts = relations.map(({ target_id: target, type, content = '' }) =>
    `### ${doing} ${target}\n\n**Type:** ${type}\n\n${content}`.trimEnd(),
  );
  return [[`## ${heading}`, ...parts].join('\n\n')];
}

/** One for each ground that has an address, tied to what the ground says. */
export function sourcesOf(grounds: Argument['grounds']): CitedSource[] {
  return grounds.flatMap(({ url, source, quote, content }) =>
    url === undefined || url === '' ? [] : [{ url, title: source, quote, claim: content }],
  );
}

/** With the claim of its argument: a passage word for word may be given for what it denies. */
export const saidByGround: SaidBySource = (entry, { url, quote }) => {
  const { grounds = [], claim = '' } = dataOf(entry, 'argument')?.argument ?? {};
  const own = grounds.filter((ground) => ground.url === url);
  const ground = own.find((one) => one.quote === quote) ?? own[0];
  if (ground === undefined) return undefined;
  const { content } = ground;
  return { text: `${content}\n\n${claim}`, whole: `Ground: ${content}\n\nClaim of its argument: ${claim}` };
};

/** As anyone may see it: a redacted one has no words left. */
export function argumentAt(view: RecordView, fact: ArgumentFact): Argument {
  const { id, side, exchange, seq } = fact;
  const entry = view.visible(seq);
  const argument = dataOf(entry, 'argument')?.argument;
  return argument === undefined
    ? { id, side, exchange, title: '', claim: '', grounds: [], warrant: '' }
    : { ...argument, id, side, exchange };
}

/** An argument with its score, the results on its sources, and any redaction. */
export function knownArgument(view: RecordView, fact: ArgumentFact): KnownArgument {
  const { state, mask } = view;
  const { id, seq } = fact;
  const hundredths = scoreOf(state.factsOf(dialecticFacts), id);
  const redacted = state.redactions.get(seq);
  const checks = redacted === undefined ? findingsOn(state, seq) : [];
  return {
    seq,
    argument: argumentAt(view, fact),
    score: hundredths === undefined ? undefined : hundredths / 100,
    checks: checks.map(({ url, status, explanation }) => ({ url, status, explanation: mask.text(explanation) })),
    redacted: redacted === undefined ? undefined : { by: redacted.by, reason: mask.text(redacted.reason) },
  };
}
