import { announcements } from './announcements';
import { audienceConclusion } from './audienceConclusion';
import { authority } from './authority';
import { challenges, challengesRuled } from './challenges';
import { closingNovelty } from './closingNovelty';
import { conjecture } from './conjecture';
import { corrections } from './corrections';
import { dialecticArguments } from './dialecticArguments';
import { dialecticExchanges } from './dialecticExchanges';
import { dialecticJudgments } from './dialecticJudgments';
import { documentsAgree } from './documentsAgree';
import { fabricationStruck, fabricatorWins, struckSourceCited } from './fabrication';
import { recordFormat, sequence } from './format';
import { frameworks } from './frameworks';
import type { EntryRule, LintRecord, LintRule } from './lintRecord';
import { neutrality } from './neutrality';
import { outcome } from './outcome';
import { phaseDiscipline } from './phases';
import { redactedText } from './redactedText';
import { references } from './references';
import { roundLimits } from './roundLimits';
import { sourceLimit } from './sourceLimit';
import { steps } from './steps';
import { monotonicTime } from './time';
import { tribunalEnd } from './tribunalEnd';
import { tribunalJudge } from './tribunalJudge';
import { tribunalOrder } from './tribunalOrder';
import { tribunalWords } from './tribunalWords';
import { turnOrder } from './turnOrder';
import { typeFit } from './typeFit';
import { verificationOwed } from './verificationOwed';
import { voidBlog } from './voidBlog';

interface RuleSet {
  /** Checks of the bodies, read once for all. */
  readonly entries: readonly EntryRule[];
  readonly whole: readonly LintRule[];
}

/** What holds for a record of any format. */
const general: RuleSet = {
  entries: [references, steps],
  whole: [recordFormat, sequence, monotonicTime, typeFit, sourceLimit, verificationOwed, redactedText],
};

const panel: RuleSet = {
  entries: [authority, conjecture, challenges, corrections, fabricatorWins, closingNovelty],
  whole: [
    ...[phaseDiscipline, turnOrder, roundLimits, announcements, challengesRuled, frameworks],
    ...[fabricationStruck, struckSourceCited, outcome, audienceConclusion, neutrality, voidBlog, documentsAgree],
  ],
};

/** The rules that a format has beside the general ones. */
const tribunal: RuleSet = {
  entries: [corrections, tribunalOrder, tribunalJudge, tribunalWords],
  whole: [fabricationStruck, struckSourceCited, tribunalEnd, documentsAgree],
};
const dialectic: RuleSet = {
  entries: [dialecticArguments, dialecticJudgments],
  whole: [dialecticExchanges, fabricationStruck, struckSourceCited, documentsAgree],
};
const none: RuleSet = { entries: [], whole: [] };

const ofFormat: ReadonlyMap<string, RuleSet> = new Map(Object.entries({ panel, tribunal, dialectic }));

export function rulesFor(format: LintRecord['format']): RuleSet {
  const own = ofFormat.get(format) ?? none;
  return { entries: [...general.entries, ...own.entries], whole: [...general.whole, ...own.whole] };
}
