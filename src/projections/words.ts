import type { Tally, UndecidedWhy, VerificationData, VerificationStatus } from '../debate/log/entryData';
import type { SourceChange } from '../debate/fold/sourceChange';
import { isOnlyQuoted, markParts, type CheckName, type MarkPart, type UnreadReason } from '../debate/log/sourceMark';
import { cutText, oneLine, signed, capitalised } from '../matching/text/shortText';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import type { QuotedEvidence } from './answer';
import { leadIn, type Lead, type Progress, type SideScores } from './formats/formatProjection';
import type { GrantedClaim, LastPosition } from './granted';
import type { Outcome } from './outcome';
import { verdictWords } from './issueVerdict';
import type { ShownPlainAnswer } from './plainAnswer';
import { seatName } from './seatName';
import { sourcePlace } from './sourcePlace';
import type { Stage } from './stage';
import type { Translator } from './vocabulary';

/** The one catalogue of words for the projections' codes: `l10n` in the editor, `english` in documents and on the command line. */

/** The stage as a heading: `Openings`, `Round 2`. */
export function stageTitle(l10n: Translator, { code, number = 0 }: Stage): string {
  return {
    setup: l10n.t('Getting ready'),
    plan: l10n.t('Plan'),
    opening: l10n.t('Openings'),
    rounds: l10n.t('Rounds'),
    round: l10n.t('Round {0}', number),
    exchange: l10n.t('Exchange {0}', number),
    exchanges: l10n.t('Exchanges'),
    closing: l10n.t('Closings'),
    conclusion: l10n.t('Conclusion'),
    ruling: l10n.t('Ruling'),
    documents: l10n.t('Documents'),
    report: l10n.t('Report'),
  }[code];
}

/** The stage within a line: `openings`, `round 2`. */
export function stageText(l10n: Translator, { code, number = 0 }: Stage): string {
  return {
    setup: l10n.t('getting ready'),
    plan: l10n.t('plan'),
    opening: l10n.t('openings'),
    rounds: l10n.t('rounds'),
    round: l10n.t('round {0}', number),
    exchange: l10n.t('exchange {0}', number),
    exchanges: l10n.t('exchanges'),
    closing: l10n.t('closings'),
    conclusion: l10n.t('conclusion'),
    ruling: l10n.t('ruling'),
    documents: l10n.t('documents'),
    report: l10n.t('report'),
  }[code];
}

export function progressWords(l10n: Translator, made: Progress): string {
  switch (made.code) {
    case 'planning':
      return l10n.t('The Judge plans the rounds');
    case 'rounds':
      return made.planned === 1 ? l10n.t('1 round') : l10n.t('{0} rounds', made.planned);
    case 'round':
      return made.planned === undefined
        ? l10n.t('Round {0}', made.round)
        : l10n.t('Round {0} of {1}', made.round, made.planned);
    case 'exchanges': {
      const judged = l10n.t('{0} of {1} exchanges judged', made.judged, made.requested);
      if (made.awaiting === undefined) return judged;
      const next = made.awaiting === 'judgment' ? l10n.t('awaiting the judgment') : l10n.t('awaiting arguments');
      return l10n.t('{0} · {1}', judged, next);
    }
  }
}

/** Undefined of less than half a minute, of which nothing needs to be said. */
export function roundTimeWords(l10n: Translator, ms: number): string | undefined {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return undefined;
  return minutes === 1 ? l10n.t('about a minute a round') : l10n.t('about {0} minutes a round', minutes);
}

/** `sre wins, judged by 2 of 3 judges`, `Draw`, `Undecided (nobody weighed it)`, or that there is none yet. */
export function outcomeWords(l10n: Translator, found: Outcome): string {
  const words = endingWords(l10n, found);
  return found.tally === undefined ? words : l10n.t('{0}, judged by {1}', words, judgesWords(l10n, found.tally));
}

/** How judges decided, with those that changed their mind with the order and those that gave no verdict. */
export function judgesWords(l10n: Translator, { seated, complete, need, votes, flips, failed }: Tally): string {
  const most = Math.max(0, ...Object.values(votes));
  const who =
    seated === 1
      ? complete === 1
        ? l10n.t('one judge in both orders')
        : l10n.t('one judge')
      : most >= need
        ? l10n.t('{0} judges, {1} of whom voted so', seated, most)
        : l10n.t('{0} judges', seated);
  return [
    who,
    flips.length === 0 ? '' : l10n.t('{0} decided otherwise in the other order', flips.join(', ')),
    failed.length === 0 ? '' : l10n.t('{0} gave no verdict', failed.join(', ')),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Said wherever the judges stand: agreement of both orders is no proof. */
export const stableNote = (l10n: Translator): string =>
  l10n.t(
    'Judges read the sides in both orders; where both come to the same, the order did not decide, and no more is known. In a public test of models as judges a strong one came to the same in 67 % of the cases and was then wrong in 14 %; a weak one in 30 %, and was wrong in 53 %.',
  );

/** What one pass said beside what the debate came to; neither is said to hold. */
export function plainAnswerWords(
  l10n: Translator,
  { choice, after, isFromMemory, isInBothOrders }: ShownPlainAnswer,
): string {
  const said =
    choice.of === 'debater'
      ? l10n.t('One pass chose the position of {0}.', choice.name)
      : choice.of === 'none'
        ? l10n.t('One pass chose no position.')
        : l10n.t(
            'One pass said: {0}.',
            choice.of === 'side' ? seatName(l10n, choice.name) : verdictWords(l10n, choice.name),
          );
  const now = endingWords(l10n, 'isFirm' in after ? { ...after, isFirm: undefined } : after);
  const ended = isInBothOrders
    ? l10n.t('After the debate: {0}, in both orders.', now)
    : l10n.t('After the debate: {0}.', now);
  const both = `${said} ${ended}`;
  return isFromMemory ? l10n.t('{0} The pass answered from memory, without evidence.', both) : both;
}

/** `bob granted ada in seq 8: “It was counted.”` */
export const grantedWords = (l10n: Translator, { by, at, of, claim }: GrantedClaim): string =>
  of === undefined
    ? l10n.t('{0} granted in seq {1}: “{2}”', by, at, claim)
    : l10n.t('{0} granted seq {1} of {2} in seq {3}: “{4}”', by, of.seq, of.speaker, at, claim);

/** `bob in seq 9: Depot bob is best on weekdays.` */
export const positionWords = (l10n: Translator, { by, at, text }: LastPosition): string =>
  l10n.t('{0} in seq {1}: {2}', by, at, text);

function endingWords(l10n: Translator, found: Outcome): string {
  switch (found.code) {
    case 'none':
      return found.isOver === true ? l10n.t('no conclusion can be read') : l10n.t('not concluded yet');
    case 'result':
      return firmWords(l10n, found.scores, found.isFirm);
    case 'told':
      return found.words;
    case 'wins':
      return l10n.t('{0} wins', found.winner);
    case 'draw':
      return l10n.t('Draw');
    case 'void':
      return l10n.t('Void');
    case 'accepted':
      return l10n.t('Accepted');
    case 'rejected':
      return l10n.t('Rejected');
    case 'revision_required':
      return l10n.t('Revision required');
    case 'mixed':
      return l10n.t('Mixed');
    case 'undecided':
      return found.why === undefined ? l10n.t('Undecided') : l10n.t('Undecided ({0})', undecidedWhy(l10n, found.why));
    case 'other':
      return capitalised(found.words);
  }
}

/** What is said beside such an outcome. */
export const barredWinnerWords = (l10n: Translator, name: string): string =>
  l10n.t('{0} is named winner with a source that was found fabricated; known in time, it bars from winning.', name);

/** The outcome in a word or two, for a row: `sre wins`, `revise`, `+0.35 prop.`. `lead`: where it is known. */
export function outcomeShort(l10n: Translator, found: Outcome, lead: Lead | undefined): string {
  switch (found.code) {
    case 'draw':
      return l10n.t('draw');
    case 'void':
      return l10n.t('void');
    case 'accepted':
      return l10n.t('accepted');
    case 'rejected':
      return l10n.t('rejected');
    case 'revision_required':
      return l10n.t('revise');
    case 'mixed':
      return l10n.t('mixed');
    case 'undecided':
      return l10n.t('undecided');
    case 'result':
      return leadShort(l10n, found.scores, lead);
    case 'other':
      return found.words;
    default:
      return outcomeWords(l10n, found);
  }
}

/** Of a debate that comes to no conclusion; undefined before anything is scored. */
export const resultWords = (l10n: Translator, found: Outcome): string | undefined =>
  found.code === 'result' || found.code === 'told' ? outcomeWords(l10n, found) : undefined;

function scoresWords(l10n: Translator, { proposition, opposition }: SideScores): string {
  const totals = [signed(proposition.total), signed(opposition.total)] as const;
  if (proposition.count !== opposition.count)
    return l10n.t(
      'Proposition {0}, Opposition {1} ({2} and {3} arguments)',
      ...totals,
      proposition.count,
      opposition.count,
    );
  return proposition.count === 1
    ? l10n.t('Proposition {0}, Opposition {1} (1 argument each)', ...totals)
    : l10n.t('Proposition {0}, Opposition {1} ({2} arguments each)', ...totals, proposition.count);
}

/** `firm`: more than half of the judges have that lead in both orders. */
function firmWords(l10n: Translator, scores: SideScores, isFirm: boolean | undefined): string {
  const words = scoresWords(l10n, scores);
  if (isFirm === undefined) return words;
  const lead = leadIn(scores);
  return isFirm && lead !== 'even'
    ? l10n.t('{0}: {1} leads firmly', words, seatName(l10n, lead))
    : l10n.t('{0}: no firm lead', words);
}

function leadShort(l10n: Translator, scores: SideScores, lead: Lead | undefined): string {
  switch (lead) {
    case undefined:
      return l10n.t('lead not known');
    case 'proposition':
      return l10n.t('{0} prop.', signed(scores[lead].total));
    case 'opposition':
      return l10n.t('{0} opp.', signed(scores[lead].total));
    case 'even':
      return l10n.t('even');
  }
}

/** What a text of Chair, Judge or Reporter states that no debater did. */
export const unstatedWords = (l10n: Translator, figures: readonly string[]): string =>
  l10n.t('No debater stated {0}.', figures.join(', '));

/** Words that replace an answer. */
export function nobodyJudgedWords(l10n: Translator, { quotations, found, files }: QuotedEvidence): string {
  if (quotations === 0) return l10n.t('Nobody judged this debate.');
  return l10n.t(
    'Nobody judged this debate. It holds {0} quotations from {1} sources; {2} of them stand where they are cited.',
    quotations,
    files,
    found,
  );
}

function undecidedWhy(l10n: Translator, why: UndecidedWhy): string {
  return {
    nobody_weighed: l10n.t('nobody weighed it'),
    flips: l10n.t('the verdicts changed with the order of reading'),
    split: l10n.t('the judges are split'),
    judges_failed: l10n.t('too few judges gave a verdict'),
  }[why];
}

interface MarkedSource {
  url: string;
  result: VerificationData | undefined;
}

/** What holds if the source is verified, else what is wrong or open. Empty if nothing is known. */
export const checkedWords = (l10n: Translator, status: VerificationStatus, { url, result }: MarkedSource): string =>
  markParts(status, result)
    .map((part) => partWords(l10n, part, url))
    .join(' · ');

/** What a mark says, without its status before it: `quoted` replaces the quotation where nobody judged support. */
export function markWords(l10n: Translator, status: VerificationStatus, { url, result }: MarkedSource): string {
  const isQuoted = isOnlyQuoted(status, result);
  const parts = markParts(status, result).filter(
    (part) => !isQuoted || part.kind !== 'passed' || part.check !== 'quote',
  );
  return [...(isQuoted ? [l10n.t('quoted')] : []), ...parts.map((part) => partWords(l10n, part, url))].join(' · ');
}

function partWords(l10n: Translator, part: MarkPart, url: string): string {
  switch (part.kind) {
    case 'passed':
      return passWords(l10n, part.check);
    case 'failed':
      return failWords(l10n, part.check, url);
    case 'unread':
      return part.status === undefined
        ? unreadWords(l10n, part.reason)
        : l10n.t('{0} ({1})', unreadWords(l10n, part.reason), part.status);
    case 'archived':
      return l10n.t('gone; archive copy');
    case 'nothing_quoted':
      return l10n.t('nothing quoted');
    case 'punctuation':
      return l10n.t('punctuation differs');
    case 'quote_too_short':
      return l10n.t('quote too short');
    case 'figures_open':
      return l10n.t('figures not judged');
    case 'figure_elsewhere':
      return l10n.t('figure stands elsewhere');
    case 'support_open':
      return l10n.t('support not judged');
    case 'open':
      return l10n.t('not judged');
  }
}

function passWords(l10n: Translator, name: CheckName): string {
  return {
    exists: l10n.t('exists'),
    quote: l10n.t('quote'),
    figures: l10n.t('figures'),
    attribution: l10n.t('attribution'),
    support: l10n.t('supports'),
  }[name];
}

function failWords(l10n: Translator, name: CheckName, url: string): string {
  return {
    exists: parseSourceUrl(url).kind === 'web' ? l10n.t('no such page') : l10n.t('no such file'),
    quote: l10n.t('quote not found'),
    figures: l10n.t('figure differs'),
    attribution: l10n.t('said by another'),
    support: l10n.t('claim not supported'),
  }[name];
}

function unreadWords(l10n: Translator, reason: UnreadReason): string {
  return {
    unread: l10n.t('could not be read'),
    not_reached: l10n.t('not reached'),
    blocked: l10n.t('blocked'),
    robots: l10n.t('not to be read by programs'),
    gone: l10n.t('gone'),
    no_encryption: l10n.t('no trusted connection'),
    too_large: l10n.t('too large'),
    too_complex: l10n.t('too complex'),
    deadline: l10n.t('reading was given up'),
    unsupported: l10n.t('kind is not read'),
    refused: l10n.t('address refused'),
  }[reason];
}

/** Its text at the cited place then and now. Sentences. */
export function changeWords(l10n: Translator, change: SourceChange): string {
  const stood = oneLine(cutText(change.stood, longestStatement));
  switch (change.kind) {
    case 'elsewhere':
      return stood === ''
        ? l10n.t('The file has changed since it was cited.')
        : l10n.t('The file has changed since it was cited. What was cited is still in it: “{0}”', stood);
    case 'differs':
      return l10n.t(
        'The file has changed since it was cited. It read: “{0}” It now reads: “{1}”',
        stood,
        oneLine(cutText(change.stands, longestStatement)),
      );
    case 'missing':
      return l10n.t('The file has changed since it was cited. What stood there is gone: “{0}”', stood);
    case 'gone':
      return stood === ''
        ? l10n.t('The file is no longer there.')
        : l10n.t('The file is no longer there. It read: “{0}”', stood);
    case 'unreadable':
      return l10n.t('The file has changed since it was cited, and its text can no longer be read.');
  }
}

const longestStatement = 400;

/** Empty where no file changed. */
export function changedFilesWords(l10n: Translator, files: readonly string[]): string {
  if (files.length === 0) return '';
  const named = files.slice(0, mostNamed).map((url) => sourcePlace(l10n, url));
  const all = [...named, ...(files.length > mostNamed ? ['…'] : [])].join(', ');
  return files.length === 1
    ? l10n.t('{0} has changed since it was cited. What was checked is its snapshot, not the file as it is now.', all)
    : l10n.t(
        '{0} files have changed since they were cited: {1}. What was checked are their snapshots, not the files as they are now.',
        files.length,
        all,
      );
}

const mostNamed = 5;

/** The address without what every address has. */
export const bareAddress = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
