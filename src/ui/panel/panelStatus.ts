import * as l10n from '@vscode/l10n';
import { isRedacted, type DebateState } from '../../debate/fold/state';
import { sentences as sentencesIn } from '../../matching/text/text';
import type { RecordView } from '../../debate/fold/view';
import { isUnnamed, type LeaseHolder, type LeaseStatus } from '../../record/lease';
import { isOpenEnded } from '../../debate/formats/registry';
import { outcomeOf } from '../../projections/outcome';
import { mayConclude, positionOf, statusFrom } from '../../projections/status';
import type { Status } from '../../projections/vocabulary';
import { outcomeWords } from '../../projections/words';
import { seatName } from '../../projections/seatName';
import { runnability, type Runnability } from '../../session/run/runnability';
import type { Action, Head } from '../../shared/protocol';
import type { RunEnding, Run } from '../run/runManager';
import { causeOf, helpFor, reasonOf } from '../run/causes';
import { firstToRead } from '../library/documents';
import { oneLine, cutText } from '../../matching/text/shortText';

export interface Circumstances {
  lease: LeaseStatus;
  run: Pick<Run, 'ending' | 'canSkip'> | undefined;
  end?: RunEnding['end'] | undefined;
  /** Whose seat a person of this window is asked for. */
  asked?: string | undefined;
  isGone: boolean;
  isTrusted: boolean;
  /** The log has lines that are no entries. */
  hasProblems?: boolean;
  /** Those that are there, the one that sums the debate up first. */
  documents: Head['documents'];
  isWritten: boolean;
  now: Date;
}

type PanelStatus = Pick<Head, 'state' | 'needsYou' | 'stateText' | 'isOurs' | 'actions' | 'isOpen' | 'closedReason'>;

export function panelStatusOf(view: RecordView, circumstances: Circumstances): PanelStatus {
  const status = statusIn(view.state, circumstances);
  const text = statusTextOf(status, view, circumstances);
  const closedReason = reasonToBeClosed(view.state, circumstances);
  return {
    state: status,
    ...text,
    // Why a run ended may quote what was redacted since.
    stateText: view.mask.text(text.stateText),
    isOurs: circumstances.run !== undefined,
    actions: circumstances.isTrusted ? text.actions : trusting(text.actions),
    ...(closedReason === undefined ? { isOpen: true } : { isOpen: false, closedReason }),
  };
}

function statusIn(state: DebateState, { isGone, run, lease, hasProblems }: Circumstances): Status {
  if (isGone && run === undefined) return 'unreadable';
  return statusFrom(positionOf(state), run === undefined ? lease : { state: 'held' }, hasProblems);
}

type StatusText = Pick<PanelStatus, 'needsYou' | 'stateText' | 'actions'>;

function statusTextOf(status: Status, view: RecordView, circumstances: Circumstances): StatusText {
  const { isGone, run } = circumstances;
  const { state } = view;
  switch (status) {
    case 'unreadable':
      return isGone
        ? needing(
            said(
              l10n.t(
                'The folder of the debate, or its log, is gone. What was read of it is shown here. If it was moved or renamed, open it there.',
              ),
            ),
          )
        : said(l10n.t('No line of the log could be read as an entry.'));
    case 'empty':
      return said(run === undefined ? l10n.t('The log holds no entry yet.') : '');
    case 'done':
      return done(view, circumstances);
    case 'unreadable_format':
      return unreadable(view);
    case 'foreign': {
      const reason = refusalOf(state);
      return said(
        reason?.code === 'version' ? reason.reason : l10n.t('Written by another program: it can be read, not run.'),
      );
    }
    default:
      return run === undefined ? ofOthers(state, circumstances) : ofOurs(run, circumstances.asked);
  }
}

const refusalOf = (state: DebateState): Extract<Runnability, { ok: false }> | undefined => {
  const found = runnability(state);
  return found.ok ? undefined : found;
};

function ofOthers(state: DebateState, circumstances: Circumstances): StatusText {
  const { lease, now } = circumstances;
  const refusal = refusalOf(state);
  // Whoever runs it listens to what this version writes.
  if (lease.state === 'held') return said(holderText(lease.holder, now), refusal?.code === 'version' ? [] : ['stop']);
  const isFree = lease.state === 'free' || (lease.state === 'dead' && isUnnamed(lease.holder));
  const paused = isFree ? freeText(state) : releasedOrLost(lease, circumstances);
  if (refusal !== undefined)
    return { ...paused, stateText: [paused.stateText, refusal.reason].join(' ').trim(), actions: [] };
  return paused.actions.includes('resume') && mayConclude(state)
    ? { ...paused, actions: [...paused.actions, 'conclude'] }
    : paused;
}

/** Neither done nor interrupted: how it ended stands as it was written. */
function unreadable(view: RecordView): StatusText {
  const reason = refusalOf(view.state)?.reason ?? '';
  return said(view.state.conclusion === undefined ? reason : sentences(outcomeLine(view), reason));
}

const said = (stateText: string, actions: Action[] = []): StatusText => ({ stateText, actions });

const needing = (text: StatusText): StatusText => ({ needsYou: true, ...text });

/** The documents of a debate of ours are written last: a crash may have come before. */
function done(view: RecordView, { lease, run, documents, isWritten }: Circumstances): StatusText {
  const document = firstToRead(documents);
  const isRunnable = run === undefined && lease.state !== 'held' && runnability(view.state).ok;
  const isWanting = !isWritten && isRunnable;
  const text = outcomeLine(view);
  return said(isWanting ? sentences(text, l10n.t('Its documents are still to be written: resume does that.')) : text, [
    ...(isWanting ? (['resume'] as const) : []),
    ...(document === undefined ? [] : [document.action]),
    // It is paused, and never ends.
    ...(isRunnable && isOpenEnded(view.state.setup?.format) ? (['moreExchanges'] as const) : []),
  ]);
}

function helped(paused: StatusText, end: Circumstances['end']): StatusText {
  const help = helpFor(causeOf(end));
  if (help === undefined || help === 'showOutput' || end === undefined || !('reason' in end)) return paused;
  const stateText = cutText(oneLine(reasonOf(end)), longestHelp);
  return { ...paused, stateText, actions: help === 'tryAgain' ? paused.actions : [help, ...paused.actions] };
}

/** Where a person is waited for, the task stays theirs whatever is asked of the run, so that only stopping ends it at once. */
function ofOurs({ ending, canSkip }: Pick<Run, 'ending' | 'canSkip'>, asked: string | undefined): StatusText {
  const name = asked === undefined ? undefined : seatName(l10n, asked);
  switch (ending) {
    case 'pausing':
      return name === undefined
        ? said(l10n.t('Pausing: the running task is finished first.'), ['stop'])
        : needing(said(l10n.t('{0}, it is your turn; the debate is paused after it.', name), ['answer', 'stop']));
    case 'stopping':
      return said(l10n.t('Stopping…'));
    case undefined:
      return name === undefined
        ? said('', ['pause', 'stop', ...(canSkip === true ? (['skip'] as const) : [])])
        : needing(said(l10n.t('{0}, it is your turn.', name), ['answer', 'stop']));
  }
}

function releasedOrLost(
  lease: Exclude<LeaseStatus, { state: 'free' }>,
  { end, now }: Pick<Circumstances, 'end' | 'now'>,
): StatusText {
  if (lease.state === 'released') return releasedText(lease.holder, end);
  if (lease.state === 'dead')
    return said(
      l10n.t(
        '{0} ended while it held this debate. Nothing is lost: resuming goes on at the exact step.',
        holderName(lease.holder),
      ),
      ['resume'],
    );
  return said(
    l10n.t(
      '{0} No sign of life for a while. If you are sure that it is gone, take over; nothing is lost.',
      `${holderText(lease.holder, now)}.`,
    ),
    ['takeOver'],
  );
}

/** Nothing is left of who ran it, if anybody did: locks are not copied along everywhere. */
const freeText = ({ steps }: DebateState): StatusText =>
  said(
    steps.size > 1
      ? sentences(l10n.t('Nobody runs it.'), l10n.t('Nothing is lost: resuming goes on at the exact step.'))
      : l10n.t('Nobody has run it yet.'),
    ['resume'],
  );

function releasedText({ released, reason = '' }: LeaseHolder, end: Circumstances['end']): StatusText {
  const why = cutText(oneLine(reason), longestReason);
  switch (released) {
    case 'paused':
      return helped(said(why, ['resume']), end);
    case 'budget':
      return needing(said(why === '' ? l10n.t('The budget is spent. Raise it, then resume.') : why, ['resume']));
    case 'failed':
      return said(sentences(why, l10n.t('Nothing is lost: resuming tries the step again.')), ['resume']);
    default:
      return said(sentences(why, l10n.t('Nothing is lost: resuming goes on at the exact step.')), ['resume']);
  }
}

const sentences = (first: string, second: string): string =>
  first === '' ? second : `${/[.!?…]$/.test(first) ? first : `${first}.`} ${second}`;

/** Running and paused debates are driven only where the workspace is trusted. */
function trusting(actions: readonly Action[]): Action[] {
  const driving: readonly Action[] = ['resume', 'conclude', 'takeOver', 'moreExchanges'];
  const others = actions.filter((action) => !driving.includes(action));
  return others.length === actions.length ? [...actions] : ['trust', ...others];
}

const longestReason = 200;
/** What to do stands at its end. */
const longestHelp = 500;

/** `platform-engineer wins: the reason`. */
function outcomeLine(view: RecordView): string {
  const { state } = view;
  const { conclusion } = state;
  const outcome = view.mask.text(outcomeWords(l10n, outcomeOf(state)));
  if (conclusion === undefined || isRedacted(state, conclusion.seq)) return outcome;
  // The line says why; the rest of the reasons stands in the conclusion itself.
  const whole = view.mask.text(conclusion.reason);
  const reason = cutText(oneLine(sentencesIn(whole)[0]?.text ?? whole), longestReason);
  return reason === '' ? outcome : l10n.t('{0}: {1}', outcome, reason);
}

/** `Run by rostrum 0.1.0 (command line), process 123 on host, since 10:03`. */
export function holderText(holder: LeaseHolder, now: Date): string {
  const since = sinceText(holder.since, now);
  const who = holderName(holder);
  return since === '' ? l10n.t('Run by {0}', who) : l10n.t('Run by {0}, since {1}', who, since);
}

const holderName = ({ program, pid, host }: LeaseHolder): string =>
  pid === 0 ? l10n.t('another program') : l10n.t('{0}, process {1} on {2}', program, pid, host);

/** The time, and the day where it is another. */
function sinceText(since: string, now: Date): string {
  const date = new Date(since);
  if (Number.isNaN(date.getTime())) return '';
  const time = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return date.toDateString() === now.toDateString() ? time : `${date.toLocaleDateString()} ${time}`;
}

function closedAfterConclusion(isOver: boolean, isRun: boolean): string {
  if (isOver) return l10n.t('The debate is over.');
  return isRun
    ? l10n.t('The debate is concluded; its documents are being written.')
    : l10n.t('The debate is concluded. Resume it to have its documents written.');
}

/** Undefined where something can be said to it. */
function reasonToBeClosed(
  state: DebateState,
  { isGone, isTrusted, hasProblems, run, lease }: Circumstances,
): string | undefined {
  if (isGone) return l10n.t('The log is not there, so nothing can be added to it.');
  if (state.headers.length === 0)
    return hasProblems === true
      ? l10n.t('No line of the log could be read, so nothing can be added to it.')
      : l10n.t('The debate has not begun.');
  const refusal = refusalOf(state);
  if (refusal?.code === 'version' || refusal?.code === 'format') return refusal.reason;
  if (state.setup === undefined) return l10n.t('Written by another program: nobody here listens.');
  if (state.conclusion !== undefined)
    return closedAfterConclusion(positionOf(state).isOver, run !== undefined || lease.state === 'held');
  if (refusal !== undefined) return refusal.reason;
  return isTrusted
    ? undefined
    : l10n.t(
        'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
      );
}
