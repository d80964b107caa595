import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../../debate/formats/registry';
import { seqReferences } from '../../../debate/log/seqReferences';
import { cutText, signed } from '../../../matching/text/shortText';
import type { RecordView } from '../../../debate/fold/view';
import type { JudgedBy, Judging, Lead, OpenPoint, SideScores } from '../../../projections/formats/formatProjection';
import { leadOf } from '../../../projections/outcome';
import { tallied } from '../../../projections/sourceWords';
import { openPoints, verdictOf, type DebateVerdict } from '../../../projections/verdict';
import { barredWinnerWords, outcomeWords } from '../../../projections/words';
import type { VerdictCard, VerdictFact } from '../../../shared/views';
import { graphOf } from './graph';

const longestTitle = 90;
const longestClaim = 110;
const mostListed = 3;
const mostIssues = 40;

export function verdictCard(view: RecordView): VerdictCard {
  const verdict = verdictOf(view);
  const { title, why } = headline(verdict, view);
  const { issues = [], conclusion } = verdict;
  const outcome = verdict.outcome.code;
  const graph = graphOf(view);
  const { time } = view.state.headers[0] ?? {};
  return {
    outcome,
    title,
    why,
    conclusion,
    about: aboutOf(view),
    // In a log of another program it may be no time.
    begun: Number.isFinite(time) ? time : undefined,
    sources: tallied(verdict.sources).filter(({ count }) => count > 0),
    facts: factsOf(verdict),
    decided: verdict.decided.map(({ seq, as }) => (as === undefined ? { seq } : { seq, label: rankWords(as) })),
    issues: issues.slice(0, mostIssues),
    ...(issues.length > mostIssues ? { moreIssues: issues.length - mostIssues } : {}),
    ...(graph.nodes.length === 0 ? {} : { graph }),
    hasOpen: openPoints(verdict).length > 0,
  };
}

/** The first sentence goes with the outcome where both fit in a line. */
function headline({ outcome, reason }: DebateVerdict, view: RecordView): { title: string; why: string } {
  if (outcome.code === 'none') return { title: '', why: '' };
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

function factsOf(verdict: DebateVerdict): VerdictFact[] {
  const { corrections, judging, concessions, open, outcome, barredWinner: barred } = verdict;
  const isJudged = outcome.code !== 'none';
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
    { label: l10n.t('Judged by'), text: isJudged ? judgedWords(judging) : '' },
    {
      label: l10n.t('Conceded'),
      text:
        concessions === undefined
          ? ''
          : concessions.length === 0
            ? l10n.t('nothing, by anybody')
            : listed(
                concessions.map(({ by, at, claim }) =>
                  by === undefined
                    ? openWords({ text: claim, seqs: [at] })
                    : l10n.t('{0}: {1} (seq {2})', by, inLine(claim), at),
                ),
              ),
    },
    { label: l10n.t('Left open'), text: listed(open.map(openWords)) },
  ].filter(({ text }) => text !== '');
}

function listed(texts: readonly string[]): string {
  const rest = texts.length - mostListed;
  const shown = texts.slice(0, mostListed).join(' · ');
  return rest > 0 ? l10n.t('{0} · and {1} more', shown, rest) : shown;
}

function openWords({ text, seqs }: OpenPoint): string {
  const [first] = seqs;
  if (first === undefined) return cutText(text, longestClaim);
  const said = inLine(text);
  const isNamed = seqReferences(said).some(({ numbers }) => numbers.some(({ seq }) => seq === first));
  return isNamed ? said : l10n.t('{0} (seq {1})', said, first);
}

/** Its entry stands behind it: what ends a sentence would stand before the end. */
const inLine = (text: string): string => cutText(text.replace(/\.$/, ''), longestClaim);

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
