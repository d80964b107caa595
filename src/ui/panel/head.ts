import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import { longestWaitMs } from '../../debate/fold/evolve';
import type { Mask } from '../../debate/fold/mask';
import type { DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { noticeOf } from '../../reports/facts';
import type { Status } from '../../projections/vocabulary';
import type { Action, Head, RailItem } from '../../shared/protocol';
import type { WrittenDocuments } from '../library/documents';
import type { Feed } from './feed';
import { meterOf } from '../library/meter';
import { formatIn } from '../../debate/formats/formatName';
import { trackedIssues } from '../../projections/formats/board';
import { standingConcessions } from '../../projections/formats/declared';
import { projectionIn, railOf } from '../../projections/formats/registry';
import { unansweredIn } from '../../projections/sources';
import { elapsedOf, heldElsewhereMs, positionOf } from '../../projections/status';
import { progressWords, stageTitle } from '../../projections/words';
import { panelStatusOf, type Circumstances } from './panelStatus';
import { isImported } from '../../debate/fold/imported';
import { topicOf } from '../../projections/topic';

export function headOf(
  folder: string,
  feed: Feed,
  circumstances: Omit<Circumstances, 'hasProblems' | 'documents' | 'isWritten'>,
  { list: documents, isWritten }: WrittenDocuments,
): Head {
  const { view } = feed;
  const { state } = view;
  const hasProblems = feed.rawLines.length > 0;
  const status = panelStatusOf(view, { ...circumstances, hasProblems, documents, isWritten });
  const format = projectionIn(state);
  const progress = format.progress?.(state);
  const views = [...(isJudgeable(status.state) ? (['verdict'] as const) : []), ...format.views(state)];
  return {
    folder,
    topic: topicIn(view),
    hasChair: formatNamed(formatIn(state.setup))?.host === 'chair',
    notice: noticeOf(state),
    ...status,
    menu: menuOf(status.state, circumstances),
    ...limitsOf(state),
    progress: progress && progressWords(l10n, progress),
    ...(views.length > 1 ? { views } : {}),
    ...issuesOf(view),
    judgments: feed.judgments,
    ...clockOf(state, circumstances, status.state === 'running' && status.needsYou !== true),
    ...meterOf(state),
    rail: railIn(feed),
    debaters: state.debaters.map(({ name }, colour) => ({ name, colour, entries: feed.spoken.get(name) ?? 0 })),
    rulings: state.rulings.length,
    redactions: state.redactions.size,
    concessions: standingConcessions(state).length,
    marks: { ...feed.marks },
    sourceIssues: feed.sourceIssues,
    procedural: feed.procedural,
    documents,
    unanswered: unansweredIn(state).length,
    problems: feed.rawLines.length,
  };
}

/** Whether there is an end to be looked at, or at least where it stopped. */
const isJudgeable = (status: Status): boolean => status !== 'running' && status !== 'empty' && status !== 'unreadable';

function menuOf(status: Status, { isGone, isTrusted }: Pick<Circumstances, 'isGone' | 'isTrusted'>): Action[] {
  if (isGone || status === 'empty') return ['showSettings'];
  return [
    ...(isTrusted ? (['debateOpenPoint', 'startAgain'] as const) : []),
    'export',
    'copyDebate',
    ...(status === 'running' ? [] : (['delete'] as const)),
    'showSettings',
  ];
}

/** Dear to make; the same until something more is redacted. */
const topics = new WeakMap<Mask, string>();

/** Of a log of another program it stands in one of the first entries; not there yet, it may come with the next. */
function topicIn(view: RecordView): string {
  const { mask } = view;
  const topic = topics.get(mask) ?? mask.text(topicOf(view) ?? '');
  if (topic !== '') topics.set(mask, topic);
  return topic;
}

const rails = new WeakMap<Feed, RailItem[]>();

/** The same array until something in it changes: most entries change none of hundreds of rounds. */
function railIn(feed: Feed): RailItem[] {
  const { state } = feed.view;
  const before = rails.get(feed) ?? [];
  const rail = railOf(state, feed.starts, positionOf(state).isOver).map((stage, index) => {
    const known = before[index];
    const isKnown = known?.id === stage.id && known.state === stage.state && known.at === stage.at;
    if (isKnown) return known;
    return { id: stage.id, label: stageTitle(l10n, stage.stage), state: stage.state, at: stage.at };
  });
  if (rail.length === before.length && rail.every((item, index) => item === before[index])) return before;
  rails.set(feed, rail);
  return rail;
}

/** Beyond these nobody finds their way by a link. */
const mostIssues = 200;

function issuesOf({ state, mask }: RecordView): Pick<Head, 'issues'> {
  const issues = trackedIssues(state);
  return issues.length === 0 ? {} : { issues: issues.slice(0, mostIssues).map(({ id }) => mask.text(id)) };
}

function limitsOf({
  setup,
  limits,
  round,
  maxRoundsAnnounced = 0,
}: DebateState): Pick<Head, 'round' | 'minRounds' | 'maxRounds'> {
  // The defaults are no limits of a log that names none.
  if (setup === undefined) return { round, minRounds: maxRoundsAnnounced, maxRounds: maxRoundsAnnounced };
  return { round, minRounds: Math.min(limits.min_rounds, limits.max_rounds), maxRounds: limits.max_rounds };
}

/**
 * The clock goes on from the last logged step, and after a pause from where the run began. What is a pause is said by the fold's own
 * rule: another one would take back time that the panel has shown.
 */
function clockOf(
  state: DebateState,
  { run, lease }: Pick<Circumstances, 'run' | 'lease'>,
  isRunning: boolean,
): Pick<Head, 'elapsedMs' | 'runningSince' | 'timeBudgetMs'> {
  // What another system held knew no budget of ours; that begins where it is gone on with here.
  const hasBudget = state.setup !== undefined && !isImported(state, state.headers.at(-1)?.seq ?? 0);
  const budget = hasBudget
    ? {
        timeBudgetMs: Math.min(
          heldElsewhereMs(state) + state.limits.time_budget_minutes * 60_000,
          Number.MAX_SAFE_INTEGER,
        ),
      }
    : {};
  const since = lease.state === 'held' ? Date.parse(lease.holder.since) : Number.NaN;
  const begun = since - state.lastStepTime > longestWaitMs ? since : state.lastStepTime;
  const isTicking = isRunning && begun > 0 && (run !== undefined || lease.state === 'held');
  return { elapsedMs: elapsedOf(state), ...budget, ...(isTicking ? { runningSince: begun } : {}) };
}
