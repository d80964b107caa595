import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../../debate/formats/registry';
import { seqReferences } from '../../../debate/log/seqReferences';
import { cutText, signed } from '../../../matching/text/shortText';
import type { RecordView } from '../../../debate/fold/view';
import type { JudgedBy, Judging, Lead, SideScores } from '../../../projections/formats/formatProjection';
import type { ShownPoint } from '../../../projections/answer';
import { leadOf, type Outcome } from '../../../projections/outcome';
import { tallied } from '../../../projections/sourceWords';
import { openPoints, verdictOf, type DebateVerdict } from '../../../projections/verdict';
import {
  barredWinnerWords,
  grantedWords,
  judgesWords,
  nobodyJudgedWords,
  outcomeWords,
  plainAnswerWords,
  positionWords,
  stableNote,
  unstatedWords,
} from '../../../projections/words';
import type { VerdictCard, VerdictFact } from '../../../shared/views';
import { graphOf } from './graph';

const longestTitle = 90;
const mostListed = 3;
const longestFact = 200;
const mostIssues = 40;
const mostPoints = 5;

export function verdictCard(view: RecordView): VerdictCard {
  const verdict = verdictOf(view);
  const { issues = [], conclusion, outcome, decided } = verdict;
  const graph = graphOf(view);
  const { time } = view.state.headers[0] ?? {};
  return {
    ...answerOn(verdict),
    outcome: outcome.code,
    ...headline(verdict, view),
    conclusion,
    about: aboutOf(view),
    // In a log of another program it may be no time.
    begun: Number.isFinite(time) ? time : undefined,
    sources: tallied(verdict.sources).filter(({ count }) => count > 0),
    facts: factsOf(verdict),
    decided: decided.map(({ as, ...entry }) => (as === undefined ? entry : { ...entry, label: rankWords(as) })),
    issues: issues
      .slice(0, mostIssues)
      .map(({ firm, ...issue }) =>
        firm === undefined
          ? issue
          : { ...issue, reason: `${firm ? l10n.t('Firm.') : l10n.t('Not firm.')} ${issue.reason}` },
      ),
    ...(issues.length > mostIssues ? { moreIssues: issues.length - mostIssues } : {}),
    ...(graph.nodes.length === 0 ? {} : { graph }),
    hasOpen: openPoints(verdict).length > 0,
  };
}

function answerOn({
  answer: { question = '', given, agreed, open, unjudged },
}: DebateVerdict): Pick<VerdictCard, 'question' | 'answer' | 'isUnjudged' | 'isAnswered' | 'agreed' | 'open'> {
  const instead = unjudged === undefined ? '' : nobodyJudgedWords(l10n, unjudged);
  return {
    question,
    answer: given === undefined ? instead : withUnstated(given),
    isUnjudged: unjudged !== undefined,
    isAnswered: given !== undefined,
    agreed: firstOf(agreed.map(withPlaces), (text) => text),
    open: firstOf(
      open.map((point) => ({ text: withPlaces(point), settle: point.settle ?? '' })),
      (text) => ({ text, settle: '' }),
    ),
  };
}

function withUnstated(given: NonNullable<DebateVerdict['answer']['given']>): string {
  const text = withPlaces(given);
  return given.unstated.length === 0 ? text : `${text} ${unstatedWords(l10n, given.unstated)}`;
}

/** The points that people read at a glance, and how many more there are. */
function firstOf<P>(points: readonly P[], line: (text: string) => P): P[] {
  const rest = points.length - mostPoints;
  return rest <= 0 ? [...points] : [...points.slice(0, mostPoints), line(l10n.t('and {0} more', rest))];
}

/** A point with the entries that its words do not name. */
function withPlaces({ text, seqs }: ShownPoint): string {
  const named = new Set(seqReferences(text).flatMap(({ seqs: all }) => all));
  const places = seqs.filter((seq) => !named.has(seq)).map((seq) => l10n.t('seq {0}', seq));
  return places.length === 0 ? text : l10n.t('{0} ({1})', text, places.join(', '));
}

/** The first sentence goes with the outcome where both fit in a line. */
function headline({ outcome, reason, answer }: DebateVerdict, view: RecordView): { title: string; why: string } {
  if (outcome.code === 'none') return { title: '', why: '' };
  // The line in place of the answer says that nobody judged; this one says what to do.
  if (outcome.code === 'undecided' && answer.unjudged !== undefined)
    return {
      title: outcomeWords(l10n, { ...outcome, why: undefined }),
      why: l10n.t('To have it judged, start it again with a model, or with a person who concludes.'),
    };
  if (outcome.code === 'result') {
    const { proposition, opposition } = outcome.scores;
    const totals = l10n.t(
      'Scores of all exchanges summed: the proposition holds {0} arguments, the opposition {1}.',
      proposition.count,
      opposition.count,
    );
    return { title: leadWords(outcome.scores, leadOf(view)), why: totals };
  }
  const words = outcomeWords(l10n, outcome);
  const [first = '', ...others] = reason;
  const together = l10n.t('{0}: {1}', words, first.replace(/\.$/, ''));
  return first !== '' && together.length <= longestTitle
    ? { title: together, why: others.join(' ') }
    : { title: words, why: reason.slice(0, 2).join(' ') };
}

/** The totals of an import need not come to zero. */
function leadWords(scores: SideScores, lead: Lead | undefined): string {
  const [pro, con] = [signed(scores.proposition.total), signed(scores.opposition.total)];
  switch (lead) {
    case undefined:
      return l10n.t('Who leads is not known, as a line or a judgment of the log cannot be read: {0} to {1}', pro, con);
    case 'proposition':
      return l10n.t('The proposition leads, {0} to {1}', pro, con);
    case 'opposition':
      return l10n.t('The opposition leads, {0} to {1}', con, pro);
    case 'even':
      return l10n.t('Both sides stand even');
  }
}

function aboutOf({ state }: RecordView): string[] {
  const format = state.setup && (formatNamed(state.setup.format)?.name ?? state.setup.format);
  const debaters = state.debaters.length;
  return [
    format ?? (state.version > 0 ? l10n.t('Written by a newer Rostrum') : l10n.t('Written by another program')),
    debaters === 0 ? '' : debaters === 1 ? l10n.t('1 debater') : l10n.t('{0} debaters', debaters),
  ].filter((fact) => fact !== '');
}

/** What the outcome stood up to. */
function factsOf({
  corrections,
  granted,
  positions,
  judging,
  answer,
  outcome,
  kin,
  plain,
  barredWinner: barred,
}: DebateVerdict): VerdictFact[] {
  const isJudged = outcome.code !== 'none' && answer.unjudged === undefined;
  return [
    { label: l10n.t('Held against it'), text: barred === undefined ? '' : barredWinnerWords(l10n, barred) },
    {
      label: l10n.t('Corrected'),
      text: listed(
        corrections.map(({ from, to, kind }) =>
          kind === 'withdrawn'
            ? l10n.t('seq {0} (withdrawn in seq {1})', from, to)
            : l10n.t('seq {0} → seq {1}', from, to),
        ),
      ),
    },
    { label: l10n.t('Granted'), text: listed(granted.map((one) => cutText(grantedWords(l10n, one), longestFact))) },
    {
      label: l10n.t('Where they stood at last'),
      text: listed(positions.map((one) => cutText(positionWords(l10n, one), longestFact))),
    },
    {
      label: l10n.t('Judged by'),
      text: !isJudged ? '' : isByJudges(outcome) ? juryWords(outcome) : judgedWords(judging),
    },
    { label: l10n.t('Plain answer'), text: plain === undefined ? '' : plainAnswerWords(l10n, plain) },
    {
      label: l10n.t('Of one family'),
      text: listed(kin.map(({ judge, debaters }) => l10n.t('judge {0} and {1}', judge, debaters.join(', ')))),
    },
  ].filter(({ text }) => text !== '');
}

function listed(texts: readonly string[]): string {
  const rest = texts.length - mostListed;
  const shown = texts.slice(0, mostListed).join(' · ');
  return rest > 0 ? l10n.t('{0} · and {1} more', shown, rest) : shown;
}

const isByJudges = ({ tally, ...outcome }: Outcome): boolean =>
  tally !== undefined || (outcome.code === 'result' && outcome.isFirm !== undefined);

/** Who decided, and what agreement of both orders is worth. */
function juryWords({ tally, ...outcome }: Outcome): string {
  const who =
    tally !== undefined
      ? judgesWords(l10n, tally)
      : outcome.code === 'result' && outcome.isFirm === true
        ? l10n.t('judges, each exchange in both orders; the lead is firm')
        : l10n.t('judges, each exchange in both orders; the lead is not firm');
  return `${who}. ${stableNote(l10n)}`;
}

function judgedWords({ by, ...judging }: Judging): string {
  const [first = '', ...later] = by.map((one) => judgingWords(one, judging));
  return later.reduce((before, then) => l10n.t('{0}; then {1}', before, then), first);
}

function judgingWords(by: JudgedBy, { role, passes = 1, spread }: Omit<Judging, 'by'>): string {
  switch (by) {
    case 'nobody':
      return l10n.t('nobody: no model and no person weighed what was said');
    case 'elsewhere':
      return l10n.t('another program, as its record says');
    case 'scripted':
      return l10n.t('a script: the answers were written beforehand');
    case 'human':
      return l10n.t('a person, in one order');
    case 'host':
      return l10n.t('an agent of the client that started the debate, as the client says');
    case 'model':
      if (passes > 1) return passesWords(passes, spread);
      return role === 'chair'
        ? l10n.t('the Chair, once, in one order — whether another order changes it was not looked at')
        : l10n.t('the Judge, once, in one order — whether another order changes it was not looked at');
  }
}

const passesWords = (passes: number, spread: number | undefined): string =>
  spread === undefined
    ? l10n.t('the Judge, each exchange {0} times in drawn orders', passes)
    : l10n.t(
        'the Judge, each exchange {0} times in drawn orders — scores differ by up to {1}',
        passes,
        spread.toFixed(2),
      );

const rankWords = (as: 'strongest' | 'weakest'): string =>
  as === 'strongest' ? l10n.t('strongest argument') : l10n.t('weakest argument');
