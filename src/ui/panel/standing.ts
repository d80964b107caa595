import * as l10n from '@vscode/l10n';
import { hasStep, isStruck, type DebateState } from '../../debate/state';
import { sentences as sentencesIn } from '../../debate/text';
import type { RecordView } from '../../debate/view';
import type { LeaseHolder, LeaseStatus } from '../../record/lease';
import { outcomeText } from '../../reports/facts';
import { oneLine } from '../../reports/markdown';
import { formatNamed } from '../../debate/formats/registry';
import { isUnreadableFormat, runnability, type Runnability } from '../../session/runnability';
import type { Action, Head } from '../../shared/protocol';
import type { Ending, Run } from '../run/conductor';
import { causeOf, helpFor, reasonOf } from '../run/causes';
import { seatName } from '../run/seatName';
import { cutText } from './cutText';

/** What a debate's standing is judged by. */
export interface Circumstances {
  lease: LeaseStatus;
  /** The run of this window's engine. */
  run: Pick<Run, 'ending' | 'canSkip'> | undefined;
  /** How the last run of this window has ended. */
  end?: Ending['end'] | undefined;
  /** Whose seat a person of this window is asked for. */
  asked?: string | undefined;
  isGone: boolean;
  isTrusted: boolean;
  isOver: boolean;
  hasDocuments: boolean;
  /** Its documents are all there. */
  isWritten: boolean;
  now: Date;
}

export type Standing = Pick<Head, 'state' | 'stateText' | 'isOurs' | 'actions' | 'isOpen' | 'closedReason'>;

/** Whether nothing is left to be done. The format is asked only once the last step is in the log. */
export function isOver(state: DebateState): boolean {
  const { setup, conclusion } = state;
  if (setup === undefined) return conclusion !== undefined;
  // A panel without a conclusion always has something left: the format need not be asked.
  if (setup.format === 'panel' && (conclusion === undefined || !hasStep(state, 'assessor-report'))) return false;
  const format = formatNamed(setup.format);
  return format !== undefined && state.steps.size > 1 && format.decide(state).length === 0;
}

/** How the debate stands, in one line of text, and what can be done about it now. */
export function standingOf(view: RecordView, circumstances: Circumstances): Standing {
  const standing = judged(view, circumstances);
  const closedReason = reasonToBeClosed(view.state, circumstances);
  return {
    ...standing,
    isOurs: circumstances.run !== undefined,
    actions: circumstances.isTrusted ? standing.actions : trusting(standing.actions),
    ...(closedReason === undefined ? { isOpen: true } : { isOpen: false, closedReason }),
  };
}

type Judged = Pick<Standing, 'state' | 'stateText' | 'actions'>;

function judged(view: RecordView, circumstances: Circumstances): Judged {
  const { lease, run, isGone, now } = circumstances;
  const { state } = view;
  if (isGone && run === undefined) return said('needs-you', goneText());
  if (state.headers.length === 0) return said('empty', run === undefined ? l10n.t('The log holds no entry yet.') : '');
  if (circumstances.isOver) return done(view, circumstances);
  const runnable = runnability(state);
  if (isUnreadableFormat(state)) return unreadable(view);
  if (state.setup === undefined)
    return said(
      'foreign',
      !runnable.ok && runnable.code === 'version'
        ? runnable.reason
        : l10n.t('Written by another program: it can be read, not run.'),
    );
  if (run !== undefined)
    return circumstances.asked === undefined ? ourRun(run) : asking(run, seatName(circumstances.asked));
  if (lease.state === 'held')
    return said('running', holderText(lease.holder, now), mayBeAsked(runnable) ? ['stop'] : []);
  const resting = helped(lease.state === 'free' ? freeText(state) : restingText(lease, now), circumstances);
  if (!runnable.ok)
    return { ...resting, stateText: [resting.stateText, runnable.reason].join(' ').trim(), actions: [] };
  return resting.actions.includes('resume') && mayConclude(state)
    ? { ...resting, actions: [...resting.actions, 'conclude'] }
    : resting;
}

/** Neither done nor interrupted: how it ended stands as it was written. */
function unreadable(view: RecordView): Judged {
  const runnable = runnability(view.state);
  const reason = runnable.ok ? '' : runnable.reason;
  return said('unreadable_format', view.state.conclusion === undefined ? reason : sentences(outcomeLine(view), reason));
}

/** Whoever runs it listens to what this version writes. */
const mayBeAsked = (found: Runnability): boolean => found.ok || found.code !== 'version';

const said = (state: Judged['state'], stateText: string, actions: Action[] = []): Judged => ({
  state,
  stateText,
  actions,
});

/** The documents of a debate of ours are written last: a crash may have come before. */
function done(view: RecordView, { lease, run, hasDocuments, isWritten }: Circumstances): Judged {
  const format = view.state.setup?.format ?? 'panel';
  const isRunnable = run === undefined && lease.state !== 'held' && runnability(view.state).ok;
  const isWanting = !isWritten && isRunnable;
  const text = outcomeLine(view);
  return said(
    'done',
    isWanting ? sentences(text, l10n.t('Its documents are still to be written: resume does that.')) : text,
    [
      ...(isWanting ? (['resume'] as const) : []),
      ...(hasDocuments ? [format === 'panel' ? ('openSummary' as const) : ('openReport' as const)] : []),
      // It rests, and never ends.
      ...(format === 'dialectic' && isRunnable ? (['moreExchanges'] as const) : []),
    ],
  );
}

const goneText = (): string =>
  l10n.t('The folder of the debate, or its log, is gone. What was read of it is shown here; put it back to go on.');

/** A person is waited for: the task stays theirs whatever is asked of the run, so that only stopping ends it at once. */
function asking(run: Pick<Run, 'ending' | 'canSkip'>, name: string): Judged {
  const { ending } = run;
  if (ending === 'stopping') return ourRun(run);
  const text =
    ending === 'pausing'
      ? l10n.t('{0}, it is your turn; the debate rests after it.', name)
      : l10n.t('{0}, it is your turn.', name);
  return said('needs-you', text, ['answer', 'stop']);
}

/** Where it is known what it rests for, the one button that helps comes first. */
function helped(judged: Judged, { end }: Pick<Circumstances, 'end'>): Judged {
  const help = judged.state === 'paused' ? helpFor(causeOf(end)) : undefined;
  if (help === undefined || help === 'showOutput' || end === undefined || !('reason' in end)) return judged;
  const stateText = cutText(oneLine(reasonOf(end)), longestHelp);
  return { ...judged, stateText, actions: help === 'tryAgain' ? judged.actions : [help, ...judged.actions] };
}

function ourRun({ ending, canSkip }: Pick<Run, 'ending' | 'canSkip'>): Judged {
  switch (ending) {
    case 'pausing':
      return said('running', l10n.t('Pausing: the running task is finished first.'), ['stop']);
    case 'stopping':
      return said('running', l10n.t('Stopping…'));
    case undefined:
      return said('running', '', ['pause', 'stop', ...(canSkip === true ? (['skip'] as const) : [])]);
  }
}

/** A debate of ours that nobody runs just now. */
function restingText(lease: Exclude<LeaseStatus, { state: 'free' }>, now: Date): Judged {
  switch (lease.state) {
    case 'dead':
      return said(
        'interrupted',
        l10n.t(
          '{0} ended without letting go of it. Nothing is lost: resuming goes on at the exact step.',
          holderName(lease.holder),
        ),
        ['resume'],
      );
    case 'silent':
      return said(
        'interrupted',
        l10n.t(
          '{0} No sign of life for a while. If you are sure that it is gone, take over; nothing is lost.',
          `${holderText(lease.holder, now)}.`,
        ),
        ['takeOver'],
      );
    case 'held':
      return said('running', holderText(lease.holder, now), ['stop']);
    case 'released':
      return releasedText(lease.holder);
  }
}

/** Nothing is left of who ran it, if anybody did: locks are not copied along everywhere. */
const freeText = ({ steps }: DebateState): Judged =>
  steps.size > 1
    ? said(
        'interrupted',
        sentences(l10n.t('Nobody runs it.'), l10n.t('Nothing is lost: resuming goes on at the exact step.')),
        ['resume'],
      )
    : said('interrupted', l10n.t('Nobody has run it yet.'), ['resume']);

function releasedText({ released, reason = '' }: LeaseHolder): Judged {
  const why = cutText(oneLine(reason), longestReason);
  switch (released) {
    case 'paused':
      return said('paused', why, ['resume']);
    case 'budget':
      return said('needs-you', why === '' ? l10n.t('The budget is spent. Raise it, then resume.') : why, ['resume']);
    case 'failed':
      return said('failed', sentences(why, l10n.t('Nothing is lost: resuming tries the step again.')), ['resume']);
    default:
      return said('interrupted', sentences(why, l10n.t('Nothing is lost: resuming goes on at the exact step.')), [
        'resume',
      ]);
  }
}

const sentences = (first: string, second: string): string =>
  first === '' ? second : `${/[.!?…]$/.test(first) ? first : `${first}.`} ${second}`;

/** Before anybody has spoken there is nothing to conclude from. */
const mayConclude = (state: DebateState): boolean =>
  state.conclusion === undefined && !state.concludeRequested && state.turns.length > 0;

/** Running and resting debates are driven only where the workspace is trusted. */
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
  // How it stands, in a format that comes to no conclusion.
  const result = conclusion === undefined ? formatNamed(state.setup?.format)?.standing(state).result : undefined;
  if (result !== undefined) return view.mask.text(result);
  const outcome = view.mask.text(outcomeText(state));
  if (conclusion === undefined || isStruck(state, conclusion.seq)) return outcome;
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

/** Why nothing can be said to the debate; undefined where it can. */
function reasonToBeClosed(state: DebateState, { isGone, isOver: over, isTrusted }: Circumstances): string | undefined {
  if (isGone) return l10n.t('The log is not there, so nothing can be added to it.');
  if (state.headers.length === 0) return l10n.t('The debate has not begun.');
  const runnable = runnability(state);
  if (!runnable.ok && (runnable.code === 'version' || runnable.code === 'format')) return runnable.reason;
  if (state.setup === undefined) return l10n.t('Written by another program: nobody here listens.');
  if (state.conclusion !== undefined)
    return over ? l10n.t('The debate is over.') : l10n.t('The debate is concluded; its documents are being written.');
  if (!runnable.ok) return runnable.reason;
  return isTrusted
    ? undefined
    : l10n.t(
        'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
      );
}
