import { correctionsOf, type Correction } from '../log/data/common';
import { normaliseText } from '../../matching/quote/quote';
import { maximumEntryBytes } from '../log/entry';
import { listedFile } from '../log/manifest';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import {
  findingOn,
  findingsOn,
  headerOf,
  isDebater,
  isRuledOn,
  isRedacted,
  warningOf,
  type DebateState,
  type Finding,
} from '../fold/state';
import { collapsed } from '../../matching/text/shortText';
import type { CitedSource, Violation } from '../flow/tasks';
import type { SpokenEntry } from '../flow/tasks/debater';
import { has } from '../fold/versions';
import type { RecordView } from '../fold/view';
import { structure, tooLong } from './violation';

/** Rules on one entry of a turn that need only the record, in words for its author. */

/** The part of an entry that every debater's answer has, in any format. */
export interface SourcedEntry {
  /** All of its words that other agents will read. */
  content: string;
  sources?: readonly CitedSource[] | null | undefined;
  acknowledges?: readonly number[] | undefined;
  correction?: Correction | undefined;
  corrections?: readonly Correction[] | undefined;
}

interface Speaking {
  view: RecordView;
  name: string;
  /** Whether the answer was accepted before, or given before the record changed. */
  isInFlight?: boolean | undefined;
}

type Rule = (entry: SpokenEntry, speaking: Speaking) => Violation[];
type SourcedRule = (entry: SourcedEntry, speaking: Speaking) => Violation[];

export const conjectureLabel = '[CONJECTURE]';
export const maximumSources = 5;

const argues = (entry: SpokenEntry): boolean =>
  entry.type === 'opening_statement' || entry.type === 'new_point' || entry.type === 'rebuttal';

/** Rules 1 and 10: which entries a rebuttal may answer, and what support it needs. */
const rebuttalRule: Rule = (entry, { view, name }) => {
  if (entry.type !== 'rebuttal') return [];
  const violations: Violation[] = [];
  const target = headerOf(view.state, entry.rebuttal_to_seq);
  if (target === undefined) {
    violations.push(structure(`rebuttal_to_seq ${entry.rebuttal_to_seq} does not exist.`));
  } else if (target.speaker === 'chair') {
    violations.push({ rule: '1', message: `seq ${target.seq} is the Chair's; rulings are final and not rebutted.` });
  } else if (target.speaker === name) {
    violations.push(structure(`seq ${target.seq} is your own entry; rebut another debater's.`));
  } else if (!isDebater(view.state, target.speaker)) {
    violations.push(structure(`seq ${target.seq} is not a debater's entry.`));
  } else if (isRedacted(view.state, target.seq)) {
    violations.push(structure(`seq ${target.seq} is struck from the record; rebut another entry.`));
  }
  if (!(entry.sources ?? []).some((source) => (source.quote ?? '').trim() !== '')) {
    const message = 'A rebuttal needs at least one source with a quote; conjecture alone does not carry it.';
    violations.push({ rule: '10', message, curedBy: 'conjecture' });
  }
  return violations;
};

const conjectureRule: Rule = (entry) =>
  entry.type === 'conjecture' && !entry.content.trimStart().startsWith(conjectureLabel)
    ? [{ rule: '9', message: `A conjecture begins with ${conjectureLabel}.`, curedBy: 'conjecture' }]
    : [];

const sourceNeededRule: Rule = (entry) =>
  argues(entry) && entry.type !== 'rebuttal' && (entry.sources ?? []).length === 0
    ? [
        {
          rule: '11',
          message: `${entry.type === 'opening_statement' ? 'An' : 'A'} ${entry.type} needs at least one source; without one it is a conjecture.`,
          ...(entry.type === 'new_point' ? { curedBy: 'conjecture' as const } : {}),
        },
      ]
    : [];

const sourceLimitRule: SourcedRule = (entry) => {
  const count = entry.sources?.length ?? 0;
  return count > maximumSources
    ? [{ rule: '16', message: `The entry cites ${count} sources; at most ${maximumSources} are allowed.` }]
    : [];
};

/** Rules 1 and 15: a challenge is specific, and each source is ruled on once. */
const challengeRule: Rule = (entry, { view, name }) => {
  if (entry.type !== 'source_challenge') return [];
  const { target_seq: seq, url, claim } = entry;
  const target = headerOf(view.state, seq);
  if (target === undefined) return [structure(`target_seq ${seq} does not exist.`)];
  if (target.speaker === 'chair')
    return [{ rule: '1', message: `seq ${seq} is the Chair's and cannot be challenged.` }];
  if (target.speaker === name) return [structure(`seq ${seq} is your own; correct it instead.`)];
  if (!target.urls.includes(url)) return [{ rule: '15', message: `seq ${seq} does not cite ${url}.` }];
  if (isRuledOn(view.state, seq, url)) {
    return [{ rule: '1', message: `The Chair has already ruled on ${url} in seq ${seq}; rulings are final.` }];
  }
  const content = view.raw(seq)?.content ?? '';
  return standsIn(content, claim)
    ? []
    : [{ rule: '15', message: `The challenged claim must stand verbatim in seq ${seq}.` }];
};

/** Whether the content contains the words, in any quotation marks and spacing. */
export function standsIn(content: string, words: string): boolean {
  const sought = normaliseText(words).text.trim();
  return sought !== '' && normaliseText(content).text.includes(sought);
}

/** Rule 17: each correction has its line at the start, and each line its correction. */
const correctionRule: SourcedRule = (entry, { view, name }) => {
  const { state } = view;
  const stated = statedIn(entry.content, state);
  const given = correctionsOf(entry);
  if (stated.length === 0 && given.length === 0) return startsLikeCorrection(entry.content) ? [badWording] : [];
  if (stated.includes(undefined) || (!has(state, 'corrections') && stated.length === 0)) return [badWording];
  const made = madeIn(entry, state);
  const differs = given.length > 0 && given.some((one) => !stated.some((other) => other && !isOther(one, other)));
  const doubled = made.filter((one, index) => made.findIndex((other) => isSameSource(one, other)) !== index);
  return [
    ...(differs && stated.length > 0 ? [wrong17('The correction in the text and the one in the data differ.')] : []),
    ...doubled.map(({ seq, old_url: url }) => wrong17(`${url} of seq ${seq} is corrected twice here; once is enough.`)),
    ...made.flatMap((one) => correctionViolations(one, entry, { view, name })),
  ];
};

const wrong17 = (message: string): Violation => ({ rule: '17', message });

function correctionViolations(made: Correction, entry: SourcedEntry, { view, name }: Speaking): Violation[] {
  const { state } = view;
  const { seq, old_url: old, new_url: by, statement } = made;
  const target = headerOf(state, seq);
  const violations: Violation[] = [];
  const say = (message: string): void => void violations.push(wrong17(message));
  if (target?.speaker !== name) say(`seq ${seq} is not an entry of yours.`);
  else if (!target.urls.includes(old)) say(`seq ${seq} does not cite ${old}.`);
  else if (!isCorrectable(findingOn(state, seq, old), state)) {
    say(`${old} was not found unreliable; only an unreliable source can be corrected.`);
  }
  if (statement !== undefined && !standsIn(view.raw(seq)?.content ?? '', statement)) {
    say(`The statement that is corrected must stand verbatim in seq ${seq}.`);
  }
  if (by === old && !has(state, 'corrections')) say('The replacement is the source that was found unreliable.');
  const warned = warningOf(state, seq, old)?.seq ?? Infinity;
  if (state.turns.some((turn) => turn.debater === name && !turn.skipped && (turn.seqs[0] ?? 0) > warned)) {
    say('A correction stands in the next entry after the warning; that time is over.');
  }
  if (state.corrections.some((before) => before.seq === seq && before.oldUrl === old)) {
    say(`${old} of seq ${seq} was corrected before; one correction is allowed.`);
  }
  if (by !== undefined && !(entry.sources ?? []).some((source) => source.url === by)) {
    say(`The replacement ${by} must be among the sources of this entry.`);
  }
  return violations;
}

/** Whether a correction is possible: the source is unreliable, or unverified because a figure is not in it. */
const isCorrectable = (finding: Finding | undefined, state: DebateState): boolean =>
  finding?.status === 'unreliable' ||
  (has(state, 'corrections') && finding?.status === 'unverified' && finding.figuresFail === true);

/** Whether two corrections concern different sources. */
export const isOther = (given: Correction, stated: Correction): boolean =>
  !isSameSource(given, stated) || given.new_url !== stated.new_url;

const isSameSource = (one: Correction, other: Correction): boolean =>
  one.seq === other.seq && one.old_url === other.old_url;

const badWording: Violation = wrong17(
  'A correction stands at the start, on one line: "SOURCE CORRECTION for seq N: replacing OLD with NEW — why", or "… withdrawing OLD — why"; several have a line each.',
);

/** Rule 17: a correction names the statement and its replacement, or withdraws it with its source. */
const statementRule: SourcedRule = (entry, { view, isInFlight }) =>
  isInFlight === true ? [] : madeIn(entry, view.state).flatMap(statementViolations);

function statementViolations({ seq, new_url: by, statement = '', instead = '' }: Correction): Violation[] {
  const violations: Violation[] = [];
  const say = (message: string): void => void violations.push(wrong17(message));
  if (statement.trim() === '')
    say(
      `Name the sentence of seq ${seq} that was wrong, word for word, as statement in correction, or in a line of its own: Wrong: …`,
    );
  if (by !== undefined && instead.trim() === '')
    say(
      'Say what holds in its place by the new source, as instead in correction, or in a line of its own: Instead: …; or withdraw the old one.',
    );
  if (by === undefined && instead.trim() !== '')
    say('What is withdrawn has no instead; what holds in its place needs a source that replaces the old one.');
  if (statement.trim() !== '' && standsIn(instead, statement))
    say('What holds instead is the very sentence that was wrong.');
  return violations;
}

/** A debater does not cite again a source for which its entry was redacted, and no entry repeats redacted words. */
const redactedRule: SourcedRule = (entry, { view, name }) => {
  const { state } = view;
  const violations: Violation[] = [];
  for (const [seq, redaction] of state.redactions) {
    if (headerOf(state, seq)?.speaker !== name) continue;
    const found = findingsOn(state, seq).filter(({ status }) => status === 'fabricated');
    const redacted = new Set(
      [
        ...(redaction.overturned === undefined ? [redaction.url ?? ''] : []),
        ...found.map((finding) => finding.url),
      ].map((url) => sourceKey(state, url)),
    );
    const cited = (entry.sources ?? []).find((source) => redacted.has(sourceKey(state, source.url)));
    if (cited !== undefined) {
      violations.push({ rule: '12', message: `${cited.url} was struck with seq ${seq} and may not be cited again.` });
    }
  }
  const parts = [entry.content, ...(entry.sources ?? []).flatMap((source) => [source.quote ?? '', source.claim ?? ''])];
  if (parts.some((part) => view.mask.text(part) !== part)) {
    violations.push({
      rule: '19',
      message: 'The entry repeats 40 characters or more of a struck entry. Leave them out.',
    });
  }
  return violations;
};

/**
 * Key of a source: an invented file is redacted as a whole, whatever lines are cited; of an existing file, only the
 * redacted range.
 */
function sourceKey(state: DebateState, url: string): string {
  const whole = withoutFragment(url);
  const source = parseSourceUrl(whole);
  const isListed =
    source.kind === 'workspace' && listedFile(state.setup?.evidence.files ?? [], source.path) !== undefined;
  return isListed ? url : whole;
}

const referenceRule: Rule = (entry, { view }) => {
  const asked = entry.type === 'clarification_request' && entry.target_seq != null ? [entry.target_seq] : [];
  return missing([...(entry.concedes ?? []).map((concession) => concession.seq), ...asked], view);
};

const acknowledgementRule: SourcedRule = (entry, { view }) => missing(entry.acknowledges ?? [], view);

const missing = (seqs: readonly number[], { state }: RecordView): Violation[] =>
  seqs.filter((seq) => headerOf(state, seq) === undefined).map((seq) => structure(`seq ${seq} does not exist.`));

/** Limits the text to a quarter of a record line, because a character may need four bytes. */
const lengthRule: SourcedRule = (entry) =>
  JSON.stringify(entry).length > maximumEntryBytes / 4
    ? [tooLong('The entry is longer than the record can hold. Shorten it.')]
    : [];

export const spokenRules: readonly Rule[] = [
  lengthRule,
  rebuttalRule,
  conjectureRule,
  sourceNeededRule,
  sourceLimitRule,
  challengeRule,
  correctionRule,
  statementRule,
  redactedRule,
  acknowledgementRule,
  referenceRule,
];

/** Rules that hold in every format. */
export const sourcedRules: readonly SourcedRule[] = [
  lengthRule,
  sourceLimitRule,
  correctionRule,
  statementRule,
  redactedRule,
  acknowledgementRule,
];

const wording =
  /^\s*SOURCE CORRECTION for seq (\d+): (?:replacing (\S+) with (\S+)|withdrawing (\S+)) (?:—|–|--|-) ([^\n]+)/;

/** Reads a correction in rule 17's wording, with the lines `Wrong: …` and `Instead: …` below. */
function correctionAt(part: string): Correction | undefined {
  const [, seq, replaced, replacement, withdrawn, reason] = wording.exec(part) ?? [];
  const old = replaced ?? withdrawn;
  if (seq === undefined || old === undefined || reason === undefined) return undefined;
  const [, statement] = /^Wrong: *(\S[^\n]*)$/m.exec(part) ?? [];
  const [, instead] = /^Instead: *(\S[^\n]*)$/m.exec(part) ?? [];
  return { seq: Number(seq), old_url: old, new_url: replacement, reason: reason.trim(), statement, instead };
}

/** Corrections in the text, which has to begin with one; undefined for a line that cannot be read. */
export function statedCorrections(content: string): (Correction | undefined)[] {
  if (!startsLikeCorrection(content)) return [];
  return content
    .trimStart()
    .split(/^(?=[ \t]*SOURCE CORRECTION\b)/m)
    .map(correctionAt);
}

/** Records of earlier versions have at most one correction in an entry. */
export const statedIn = (content: string, state: DebateState): (Correction | undefined)[] =>
  has(state, 'corrections') ? statedCorrections(content) : statedCorrections(content).slice(0, 1);

/** Corrections of an entry: the lines of its text, completed by its fields. */
export function madeIn(
  entry: Pick<SourcedEntry, 'content' | 'correction' | 'corrections'>,
  state: DebateState,
): Correction[] {
  const given = correctionsOf(entry);
  const stated = statedIn(entry.content, state).filter((one) => one !== undefined);
  const isStated = (one: Correction): boolean => stated.some((other) => isSameSource(one, other));
  return [
    ...stated.map((one) => ({ ...one, ...given.find((other) => isSameSource(one, other)) })),
    ...given.filter((one) => !isStated(one)),
  ];
}

/** Adds a line for each correction that the content does not state itself. */
export function withCorrectionLines<T extends Pick<SourcedEntry, 'content' | 'correction' | 'corrections'>>(
  entry: T,
  state: DebateState,
): T {
  if (!has(state, 'corrections')) return entry;
  const stated = statedCorrections(entry.content);
  const missing = correctionsOf(entry).filter((one) => !stated.some((other) => other && isSameSource(one, other)));
  if (missing.length === 0) return entry;
  const lines = missing.map(({ seq, old_url: old, new_url: by, reason }) => {
    const what = by === undefined ? `withdrawing ${old}` : `replacing ${old} with ${by}`;
    return `SOURCE CORRECTION for seq ${seq}: ${what} — ${collapsed(reason) || 'see below'}`;
  });
  return { ...entry, content: `${lines.join('\n')}\n\n${entry.content}` };
}

/** Corrections in the form in which they are logged. */
export function loggedCorrections(made: readonly Correction[]): {
  correction?: Correction;
  corrections?: Correction[];
} {
  const [only, ...others] = made;
  if (only === undefined) return {};
  return others.length === 0 ? { correction: only } : { corrections: [...made] };
}

export const startsLikeCorrection = (content: string): boolean => /^\s*SOURCE CORRECTION\b/.test(content);

/** The content after the lines of the corrections. */
export const withoutCorrectionLines = (content: string): string =>
  startsLikeCorrection(content)
    ? content
        .split('\n')
        .filter((line) => !startsLikeCorrection(line))
        .join('\n')
    : content;
