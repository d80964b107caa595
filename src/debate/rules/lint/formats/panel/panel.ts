import { mayUse, type Entry } from '../../../../entry';
import { isEntryType } from '../../../../entryData';
import { isDebater, hasStep, headerOf } from '../../../../state';
import { documentsAgree } from '../../documents';
import {
  byDebater,
  error,
  type EntryRule,
  type FormatRules,
  type LintRule,
  wasStruck,
  type Fault,
} from '../../lintRecord';
import { corrections, fabricationStruck, fabricatorWins, struckSourceCited } from '../../sources';
import { verifiedAtEnd } from '../../structure';
import { closingNovelty } from './closings';
import { audienceConclusion, neutrality, outcome, voidBlog } from './ending';
import { phaseDiscipline, turnOrder } from './order';
import { panelRecordOf, type PanelRule, type LintedPanel } from './record';
import { announcements, roundLimits } from './rounds';
import { authority, challenges, challengesRuled, conjecture, frameworks } from './turns';
import { dataOf } from '../../../../codec';
import { cruxId, wantsCrux } from '../../../../formats/panel/crux';
import { cruxProblems } from '../../../cruxGate';

/**
 * Structure: if the setup asks for it, each round but the first begins with its crux, or with the reason for its
 * absence; its references exist.
 */
const crux: PanelRule = (record) => [...missing(record), ...unfounded(record)];

function missing({ state, headers, rounds, notices }: LintedPanel): Fault[] {
  return rounds.flatMap(({ number, start, end = Infinity }) => {
    if (!wantsCrux(state, number)) return [];
    const first = headers.find((header) => byDebater(header) && header.seq > start && header.seq < end);
    const isThere = notices.some(({ kind, seq }) => kind === 'crux' && seq > start && seq < (first?.seq ?? end));
    if (first === undefined || isThere || hasStep(state, cruxId(number))) return [];
    const message = `Round ${number} has no crux before its first turn, and the setup asks for one (an announcement of kind "crux", or a note of its step ${cruxId(number)} that says why not).`;
    return [error('structure', first.seq, message)];
  });
}

function unfounded({ state, view, notices }: LintedPanel): Fault[] {
  return notices.flatMap(({ kind, seq }) => {
    const entry = kind === 'crux' && headerOf(state, seq)?.speaker === 'chair' ? view.raw(seq) : undefined;
    if (entry === undefined) return [];
    const points = dataOf(entry, 'announcement')?.points ?? [];
    const isStruck = (target: number): boolean => wasStruck(state, target, seq);
    const read = (target: number): Entry | undefined => view.raw(target);
    return cruxProblems(points, state, { before: seq, isStruck, read }).map((message) =>
      error('structure', seq, message),
    );
  });
}

/** Structure: only the lineup speaks. */
const strangers: LintRule = ({ headers, isOwn, state }) =>
  headers
    .filter((header) => isOwn && isEntryType(header.type) && mayUse(header.type, header.speaker))
    .filter((header) => byDebater(header) && !isDebater(state, header.speaker))
    .map(({ seq, speaker }) => {
      const lineup = state.debaters.map(({ name }) => name).join(', ');
      return error('structure', seq, `"${speaker}" is not in the lineup of the setup (${lineup}).`);
    });

/** Structure: an answer to another entry is a rebuttal. */
const onlyRebuttals: EntryRule =
  ({ isOwn }) =>
  (_, { seq, type, rebuttalTo }) =>
    isOwn && type !== 'rebuttal' && rebuttalTo !== null
      ? [error('structure', seq, `Only a rebuttal has rebuttal_to_seq; this is a ${type}.`)]
      : [];

const ofRounds: readonly PanelRule[] = [phaseDiscipline, turnOrder, roundLimits, announcements, crux];

export const panelRules: FormatRules = (record) => {
  const panel = panelRecordOf(record);
  return {
    entries: [onlyRebuttals, authority, conjecture, challenges, corrections, fabricatorWins, closingNovelty],
    whole: [
      strangers,
      verifiedAtEnd,
      ...ofRounds.map((rule) => () => rule(panel)),
      challengesRuled,
      frameworks,
      fabricationStruck,
      struckSourceCited,
      outcome,
      audienceConclusion,
      neutrality,
      voidBlog,
      documentsAgree(({ round }) => round),
    ],
  };
};
