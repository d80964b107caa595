import type { Correction } from '../data/common';
import { normaliseText } from '../quote';
import { maximumEntryBytes } from '../entry';
import { listedFile } from '../manifest';
import { parseSourceUrl, withoutFragment } from '../sourceUrl';
import {
  findingOn,
  findingsOn,
  headerOf,
  isDebater,
  isRuledOn,
  isRedacted,
  warningOf,
  type DebateState,
} from '../state';
import type { CitedSource, SpokenEntry, Violation } from '../tasks';
import type { RecordView } from '../view';
import { structure, tooLong } from './violation';

/** Rules on one entry of a turn that need only the record, in words for its author. */

/** Of every debater's answer, in any format. */
export interface SourcedEntry {
  /** All of its words that others will read. */
  content: string;
  sources?: readonly CitedSource[] | null | undefined;
  acknowledges?: readonly number[] | undefined;
  correction?: Correction | undefined;
}

interface Speaking {
  view: RecordView;
  name: string;
  /** The answer was accepted before, or given before the record moved on. */
  isInFlight?: boolean | undefined;
}

type Rule = (entry: SpokenEntry, speaking: Speaking) => Violation[];
type SourcedRule = (entry: SourcedEntry, speaking: Speaking) => Violation[];

export const conjectureLabel = '[CONJECTURE]';
export const maximumSources = 5;

const argues = (entry: SpokenEntry): boolean =>
  entry.type === 'opening_statement' || entry.type === 'new_point' || entry.type === 'rebuttal';

/** Rules 1 and 10: what a rebuttal may answer and what it must rest on. */
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

const standsIn = (content: string, words: string): boolean =>
  normaliseText(content).text.includes(normaliseText(words).text.trim());

/** Rule 17. */
const correctionRule: SourcedRule = (entry, { view, name }) => {
  const stated = correctionIn(entry.content);
  if (stated === undefined)
    return entry.correction !== undefined || startsLikeCorrection(entry.content) ? [badWording] : [];
  const given = entry.correction ?? stated;
  const violations: Violation[] = [];
  const say = (message: string): void => void violations.push({ rule: '17', message });
  if (isOther(given, stated)) {
    say('The correction in the text and the one in the data differ.');
  }
  const target = headerOf(view.state, stated.seq);
  if (target?.speaker !== name) say(`seq ${stated.seq} is not an entry of yours.`);
  else if (!target.urls.includes(stated.old_url)) say(`seq ${stated.seq} does not cite ${stated.old_url}.`);
  else if (findingOn(view.state, stated.seq, stated.old_url)?.status !== 'unreliable') {
    say(`${stated.old_url} was not found unreliable; only an unreliable source can be corrected.`);
  }
  if (given.statement !== undefined && !standsIn(view.raw(stated.seq)?.content ?? '', given.statement)) {
    say(`The statement that is corrected must stand verbatim in seq ${stated.seq}.`);
  }
  if (stated.new_url === stated.old_url) say('The replacement is the source that was found unreliable.');
  const warned = warningOf(view.state, stated.seq, stated.old_url)?.seq ?? Infinity;
  if (view.state.turns.some((turn) => turn.debater === name && !turn.skipped && (turn.seqs[0] ?? 0) > warned)) {
    say('A correction stands in the next entry after the warning; that time is over.');
  }
  if (view.state.corrections.some(({ seq, oldUrl }) => seq === stated.seq && oldUrl === stated.old_url)) {
    say(`${stated.old_url} of seq ${stated.seq} was corrected before; one correction is allowed.`);
  }
  if (stated.new_url !== undefined && !(entry.sources ?? []).some((source) => source.url === stated.new_url)) {
    say(`The replacement ${stated.new_url} must be among the sources of this entry.`);
  }
  return violations;
};

/** Whether two corrections replace different things. */
export const isOther = (given: Correction, stated: Correction): boolean =>
  given.seq !== stated.seq || given.old_url !== stated.old_url || given.new_url !== stated.new_url;

const badWording: Violation = {
  rule: '17',
  message:
    'A correction stands at the start, on one line: "SOURCE CORRECTION for seq N: replacing OLD with NEW — why", or "… withdrawing OLD — why".',
};

/** Rule 17: a correction names the statement and says what is right instead, or withdraws it with its source. */
const statementRule: SourcedRule = (entry, { isInFlight }) => {
  const stated = correctionIn(entry.content);
  if (stated === undefined || isInFlight === true) return [];
  const { statement = '', instead = '' } = entry.correction ?? stated;
  const violations: Violation[] = [];
  const say = (message: string): void => void violations.push({ rule: '17', message });
  if (statement.trim() === '')
    say(
      `Name the sentence of seq ${stated.seq} that was wrong, word for word, as statement in correction, or in a line of its own: Wrong: …`,
    );
  if (stated.new_url !== undefined && instead.trim() === '')
    say(
      'Say what holds in its place by the new source, as instead in correction, or in a line of its own: Instead: …; or withdraw the old one.',
    );
  if (stated.new_url === undefined && instead.trim() !== '')
    say('What is withdrawn has no instead; what holds in its place needs a source that replaces the old one.');
  if (statement.trim() !== '' && standsIn(instead, statement))
    say('What holds instead is the very sentence that was wrong.');
  return violations;
};

/** A debater does not cite again a source for which its entry was redacted, and nobody repeats redacted words. */
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

/** An invented file is redacted whole, whatever lines are cited; of a file that exists, only the redacted range. */
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

/** A quarter of a record line's limit: a character may need four bytes. */
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

/** The rules that hold in every format. */
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

/** As rule 17 words it at the start of an entry, with the lines `Wrong: …` and `Instead: …` below. */
export function correctionIn(content: string): Correction | undefined {
  const [, seq, replaced, replacement, withdrawn, reason] = wording.exec(content) ?? [];
  const old = replaced ?? withdrawn;
  if (seq === undefined || old === undefined || reason === undefined) return undefined;
  const [, statement] = /^Wrong: *(\S[^\n]*)$/m.exec(content) ?? [];
  const [, instead] = /^Instead: *(\S[^\n]*)$/m.exec(content) ?? [];
  return { seq: Number(seq), old_url: old, new_url: replacement, reason: reason.trim(), statement, instead };
}

export const startsLikeCorrection = (content: string): boolean => /^\s*SOURCE CORRECTION\b/.test(content);
