import { mayUse } from '../../../../entry';
import { isEntryType } from '../../../../entryData';
import { isDebater } from '../../../../state';
import { documentsAgree } from '../../documents';
import { byDebater, error, type EntryRule, type FormatRules, type LintRule } from '../../lintRecord';
import { corrections, fabricationStruck, fabricatorWins, struckSourceCited } from '../../sources';
import { verifiedAtEnd } from '../../structure';
import { closingNovelty } from './closings';
import { crux } from './crux';
import { audienceConclusion, neutrality, outcome, voidBlog } from './ending';
import { phaseDiscipline, turnOrder } from './order';
import { panelRecordOf, type PanelRule } from './record';
import { announcements, roundLimits } from './rounds';
import { authority, challenges, challengesRuled, conjecture, frameworks } from './turns';

/** Structure: only the lineup speaks. */
const strangers: LintRule = ({ headers, isOwn, state }) =>
  headers
    .filter((header) => isOwn && isEntryType(header.type) && mayUse(header.type, header.speaker))
    .filter((header) => byDebater(header) && !isDebater(state, header.speaker))
    .map(({ seq, speaker }) => {
      const lineup = state.debaters.map(({ name }) => name).join(', ');
      return error('structure', seq, `"${speaker}" is not in the lineup of the setup (${lineup}).`);
    });

/** Structure: what answers another entry is a rebuttal. */
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
