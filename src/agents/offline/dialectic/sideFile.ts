import type { Side } from '../../../debate/entryData';
import { parseSourceUrl } from '../../../debate/sourceUrl';
import type { TaskInputs } from '../../../debate/tasks';
import type { KnownArgument } from '../../../debate/tasks/dialectic';
import { openCase, type CaseFile, type Rejected } from '../caseFile';
import type { EvidenceIndex } from '../evidenceIndex';
import { motionOf, type Motion } from '../motion';
import type { Quoted } from '../record';
import { rootOf, termsIn } from '../terms';
import { Used } from '../used';
import { Voice } from '../voice';
import { portions, UsedOrForeign } from './portion';
import { standOf, type Stand } from './stand';

export type SideInput = TaskInputs['side/open'] | TaskInputs['side/rebut'];

/** All that a side needs for one answer; made anew from the input of each task. */
export interface SideFile extends CaseFile {
  readonly side: Side;
  readonly exchange: number;
  readonly stand: Stand;
  /** What stands of the earlier exchanges; struck arguments are in neither. */
  readonly own: readonly KnownArgument[];
  readonly opponent: readonly KnownArgument[];
  /** Titles and claims that are taken, in lower case. Grows as arguments are made. */
  readonly taken: Set<string>;
  /** How many of this side's passages are left. */
  left(): number;
}

/** An opening needs three; a rebuttal can do without. */
const neededToOpen = 3;

export function openSide(input: SideInput, index: EvidenceIndex, rejected: Rejected): SideFile {
  const { own = [], opponent = [] } = 'own' in input ? input : {};
  const base = baseOf(input, index, rejected);
  const known = [...own, ...opponent];
  const leaning = standOf('proposition', base.motion).leaning;
  const shared = portions({ ...base, ...nobody(base, input), used: quoted(new Used(input.record), input) }, leaning, input.exchange === 0 ? neededToOpen : 0);
  const mine = shared[input.side];
  const used = quoted(new UsedOrForeign(input.record, mine), input);
  for (const url of [...rejected.urls, ...input.standingIssues.map((issue) => issue.url)]) shun(used, url);
  const stand = standOf(input.side, base.motion);
  const isTerse = base.isTerse || known.some(({ struck }) => struck !== undefined);
  return {
    ...base,
    ...{ used, stand, leaning: stand.leaning, side: input.side, exchange: input.exchange, isTerse },
    you: { ...input.you, persona: '', incentives: '', starting_position: stand.position },
    voice: new Voice({ topic: base.motion.topic, place: input.side === 'proposition' ? 0 : 1, of: 2, count: own.length, isTerse }),
    own: own.filter(({ struck }) => struck === undefined),
    opponent: opponent.filter(({ struck }) => struck === undefined),
    taken: new Set(known.flatMap(({ argument }) => [argument.title.toLowerCase(), argument.claim.toLowerCase()])),
    left: () => mine.filter((passage) => !used.has(passage)).length,
  };
}

/** The motion decides what is looked for; definitions and scope say where. */
function baseOf(input: SideInput, index: EvidenceIndex, rejected: Rejected): CaseFile {
  const motion = readMotion(input);
  const meanings = input.motion.definitions.map(({ term, meaning }) => `${term} ${meaning}`);
  const setting = [motion.setting, input.motion.scope ?? '', ...meanings].join(' ');
  const topicTerms = new Set([...termsIn(motion.topic), ...motion.options.flatMap(({ terms }) => [...terms].map(rootOf))]);
  return { ...openCase(input, index, rejected), motion: { ...motion, setting }, topicTerms };
}

/** A motion whose wording says nothing of what is to be chosen is read as its topic words it. */
function readMotion({ motion, brief }: SideInput): Motion {
  const formal = motionOf(motion.text);
  const plain = motionOf(brief.topic);
  return formal.kind === 'open' && plain.kind !== 'open' ? plain : formal;
}

/** What both sides see alike: what they are divided by must not depend on who asks. */
function nobody(base: CaseFile, { brief }: SideInput): Pick<CaseFile, 'you' | 'leaning' | 'record' | 'guidance'> {
  return {
    you: { name: '', persona: '', starting_position: '', incentives: '', model: '' },
    leaning: base.motion.options.map(() => 0),
    record: [],
    guidance: new Set(brief.guidance.flatMap((text) => termsIn(text))),
  };
}

/** Takes out what was quoted and what was found wanting: the same for both sides. */
function quoted<T extends Used>(used: T, input: SideInput): T {
  const { own = [], opponent = [] } = 'own' in input ? input : {};
  for (const { argument, checks } of [...own, ...opponent]) {
    for (const { quote = '' } of argument.grounds) if (quote !== '') used.add({ text: quote });
    for (const { url, status } of checks) if (status === 'unreliable' || status === 'fabricated') shun(used, url);
  }
  return used;
}

function shun(used: Used, url: string): void {
  const place = parseSourceUrl(url);
  if (place.kind === 'workspace') used.addPlace(place);
}

/** The quotations that an argument rests on, with their place. */
export function quotesOf({ seq, argument }: KnownArgument): Quoted[] {
  return argument.grounds.flatMap(({ source, url = '', quote = '' }) => {
    if (quote.trim() === '') return [];
    const place = parseSourceUrl(url);
    const { path, lines } = place.kind === 'workspace' ? place : { path: undefined, lines: undefined };
    return [{ seq, speaker: argument.side, url, title: source, quote: quote.replace(/\s+/g, ' ').trim(), path, lines }];
  });
}
