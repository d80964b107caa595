import { hostWords } from '../debate/flow/hosts';
import { importGoneOn, isImported } from '../debate/fold/imported';
import { formatNamed } from '../debate/formats/registry';
import {
  areDebatersExtractive,
  areDocumentsSpeaking,
  isExtractive,
  isSample,
  namedPerformer,
  performing,
  type Performing,
  providerInForce,
  sampleWords,
} from '../debate/flow/seats';
import type { DebateState, Ruling } from '../debate/fold/state';
import { has } from '../debate/fold/versions';
import type { RecordView } from '../debate/fold/view';
import { keysOf } from '../debate/log/objects';
import { outcomeOf } from '../projections/outcome';
import { english } from '../projections/vocabulary';
import { outcomeWords } from '../projections/words';
import { seatName } from '../projections/seatName';
import { capitalised, counted } from '../matching/text/shortText';

export function spanOf(view: RecordView): { start: string | undefined; end: string | undefined } {
  const { headers, conclusion } = view.state;
  return { start: view.visible(headers[0]?.seq)?.timestamp, end: view.visible(conclusion?.seq)?.timestamp };
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** Date in UTC, like `21 February 2026`. */
export function dateText(timestamp: string | undefined): string | undefined {
  const date = new Date(timestamp ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return undefined;
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** Time in UTC, like `15:17`. */
export const clockText = (milliseconds: number): string =>
  Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString().slice(11, 16);

/** Date and time in UTC, like `21 February 2026, 15:17:09 UTC`; what is no time stays as it is written. */
export function whenText(timestamp: string): string {
  const date = dateText(timestamp);
  return date === undefined ? timestamp : `${date}, ${new Date(timestamp).toISOString().slice(11, 19)} UTC`;
}

/** Duration like `1 h 5 min`, `30 min`, `under a minute`. */
export function durationText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'under a minute';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
}

/** Outcome in words: `sre wins`, `Draw`, the state, or that there is none so far. */
export const outcomeText = ({ state, mask }: RecordView): string => mask.text(outcomeWords(english, outcomeOf(state)));

/** Title of the leading role, as documents name it. */
export const hostTitle = ({ setup }: DebateState): string =>
  seatName(english, formatNamed(setup?.format)?.host ?? 'chair');

/** The format's word for its rounds, for example `round`. */
export const roundWord = ({ setup }: DebateState): string => formatNamed(setup?.format)?.unit ?? 'round';

export const roundTitle = (state: DebateState): string => capitalised(roundWord(state));

/** Notices for readers of words that no language model wrote. */
const standardWords = {
  offline: 'offline: made from the record, nothing was judged; no language model was used',
  dealt: 'offline: quotations dealt from the evidence; what they speak for was not judged; no language model was used',
  documents: 'offline: quotations from your files, checked, not weighed',
  scripted: 'scripted: the answers were written beforehand, no language model was used',
  human: 'human: a person has the seat, no language model',
  host: 'host: answered by agents of the client that started the debate, as it says of itself',
} as const;

const wordsIn = (state: DebateState): Record<Exclude<Performing, 'model'>, string> => ({
  offline: standardWords[areDocumentsSpeaking(state) ? 'documents' : has(state, 'emptySeats') ? 'offline' : 'dealt'],
  scripted: isSample(state.setup) ? sampleWords : standardWords.scripted,
  human: standardWords.human,
  host: standardWords.host,
});

/** Notice of an imported debate that was continued. */
function importWords(state: DebateState): string | undefined {
  const found = importGoneOn(state);
  return found === undefined
    ? undefined
    : `seq 0 to ${found.until} came with an import (${found.system}), what follows was made here`;
}

/** Notice of a document that is the text of one imported entry. */
export function importedEntryWords(state: DebateState, seq: number): string | undefined {
  const found = isImported(state, seq) ? importGoneOn(state) : undefined;
  return found === undefined ? undefined : `came with an import (${found.system}), not made here`;
}

/** Notice below a role's text; `seq`: the one entry that is the document. */
export function noticeOfRole(state: DebateState, role: string, seq?: number): string | undefined {
  const imported = seq === undefined ? undefined : importedEntryWords(state, seq);
  if (imported !== undefined) return imported;
  const noticeWords = wordsIn(state);
  const words = performersOf(state, role).flatMap((performer) =>
    performer === 'model' ? [] : [noticeWords[performer]],
  );
  return joined([...words, seq === undefined ? importWords(state) : undefined]);
}

/** What is known, and what is the client's word, of seats that agents of a client answered for. */
export function hostsWords({ setup }: Pick<DebateState, 'setup'>): string | undefined {
  const hosts = setup?.hosts ?? [];
  if (hosts.length === 0) return undefined;
  return hosts.map(hostWords).join(' ');
}

const documentsNotice = 'Made offline, without a model: quotations from your files, checked, not weighed.';

const isOffline = (state: DebateState): boolean =>
  areDocumentsSpeaking(state) && areDebatersExtractive(state) && isExtractive(state, 'chair', 'chair/conclude');

/** Notice at the top of each document: whose words it is made of, where that is no model's that was asked by its key. */
export const topNotice = (state: DebateState): string | undefined => {
  const notice = isOffline(state) ? documentsNotice : hostsWords(state);
  return notice === undefined ? undefined : `*${notice}*`;
};

/** Notice at the foot of the documents of any other debate. */
export const footerNotice = (state: DebateState): string | undefined =>
  isOffline(state) ? undefined : footer(noticeOf(state));

/** Notice of the whole debate; names agents if only some of them took part without a model. */
export function noticeOf(state: DebateState): string | undefined {
  const { setup } = state;
  if (setup === undefined) return undefined;
  if (isOffline(state)) return documentsNotice;
  const noticeWords = wordsIn(state);
  const agents = [
    ...new Set([...Object.keys(setup.models), ...setup.debaters.map(({ name }) => name), ...state.models.keys()]),
  ];
  const kinds = agents.map((agent) => ({ agent, performers: performersOf(state, agent) }));
  const parts = keysOf(noticeWords).flatMap((kind) => {
    const those = kinds.filter(({ performers }) => performers.includes(kind)).map(({ agent }) => agent);
    if (those.length === 0) return [];
    const isWhole = kinds.every(({ performers }) => performers.length === 1 && performers[0] === kind);
    return [isWhole ? noticeWords[kind] : noticeWords[kind].replace(':', ` (${those.join(', ')}):`)];
  });
  return joined([...parts, importWords(state)]);
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join('; ');
}

/** All performers that this seat has had. */
const performersOf = ({ seatings }: DebateState, agent: string): Performing[] => [
  ...new Set(seatings.flatMap((seats) => performing(namedPerformer(seats, agent), providerInForce(seats)) ?? [])),
];

const mostNamed = 10;

/** Says which lines of the log a document lacks; undefined if it has all. */
export function unreadWords({ unreadLines }: RecordView): string | undefined {
  const count = unreadLines.length;
  if (count === 0) return undefined;
  const rest = count - mostNamed;
  const named = `line ${unreadLines.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${counted(count, 'line')} of the log could not be read and ${count === 1 ? 'is' : 'are'} left out: ${named}.`;
}

/** States the missing lines at the head of a document. */
export function unreadHead(view: RecordView): string | undefined {
  const words = unreadWords(view);
  return words === undefined ? undefined : `**Incomplete:** ${words}`;
}

/** Foot of a document, outside the text that is checked. */
export const footer = (notice: string | undefined): string | undefined =>
  notice === undefined ? undefined : `---\n\n*${notice}*`;

/** Words of a ruling, read from the entry because the state holds them unmasked. */
export function rulingWords(view: RecordView, { seq }: Ruling): string {
  const content = view.visible(seq)?.content ?? '';
  return capitalised(content.replace(/^\s*\**Ruling on seq \d+:?\**:?\s*/i, ''));
}
