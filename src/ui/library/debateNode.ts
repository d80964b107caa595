import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateSummary } from '../../session/library/summary';
import { canRun } from '../../session/run/runnability';
import { stageOf } from '../../projections/formats/registry';
import { outcomeIn } from '../../projections/outcome';
import { outcomeIcons, statusIcons, statusInRow, statusWord } from '../../projections/statusLook';
import { isUnderWay, whileRun } from '../../projections/status';
import { outcomeShort, outcomeWords, stageText } from '../../projections/words';
import type { FaultCounts } from '../findings/foundFaults';
import type { SourceIssueCounts } from '../findings/sourceProblems';
import type { Run } from '../run/runManager';
import { timeOf } from '../../session/library/newestFirst';
import { rowText, treeNode, type NodeIcon, type TreeNode } from '../formats/treeNode';

interface DebateFaults extends SourceIssueCounts {
  /** What the rules hold against it; undefined: not checked yet. */
  errors: number | undefined;
}

export interface DebateFacts {
  run: Pick<Run, 'ending' | 'canSkip'> | undefined;
  isByHand: boolean;
  isAsking?: boolean;
  wrong: DebateFaults;
  now: number;
  language: string;
}

export function debateNode(known: DebateSummary, facts: DebateFacts): TreeNode {
  // Its log is looked at a moment after the run began.
  const summary: DebateSummary = facts.run === undefined ? known : { ...known, state: whileRun(known.state) };
  const { folder } = summary;
  const title = titleOf(summary);
  const isAsking = facts.isAsking === true && facts.run?.ending === undefined;
  const waits = isAsking ? l10n.t('Waits for you: {0}', placeText(summary)) : undefined;
  const state = waits ?? stateText(summary, facts.run?.ending);
  const doubts = wrongText(facts.wrong);
  // A log that cannot be read has no other fault worth a mark, and a sample holds its faults on purpose.
  const marks = summary.state === 'unreadable' || summary.isSample === true ? [] : wrongMarks(facts.wrong);
  const kind = summary.isSample === true ? l10n.t('sample') : undefined;
  const when = timeOf(summary) === 0 ? undefined : relativeTime(timeOf(summary), facts.now, facts.language);
  return treeNode({
    folder,
    key: '',
    // The icon shows the outcome, so a narrow view may cut everything behind the question.
    label: title,
    description: joined(' · ', [waits ?? shortState(summary, facts.run?.ending), ...marks, kind, when]),
    spoken: joined(', ', [title, state, doubts, kind, when]),
    tooltip: tooltipOf(summary, { ...facts, state }),
    icon: isAsking
      ? { name: 'bell-dot', colour: 'list.warningForeground' }
      : summary.state === 'done'
        ? outcomeIcon(summary)
        : statusIcons[summary.state],
    context: ['debate', ...flagsOf(summary, facts)].join(' '),
    isParent: true,
    click: 'debate',
  });
}

const joined = (separator: string, parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(separator);

/** The tooltip says where it stopped, because the row is short. */
function shortState(summary: DebateSummary, ending?: 'pausing' | 'stopping'): string {
  if (isUnderWay(summary.state) && summary.state !== 'running') return statusWord(l10n, summary.state);
  if (summary.state !== 'done' || outcomeIn(summary).code === 'none') return stateText(summary, ending);
  return rowText(outcomeShort(l10n, outcomeIn(summary), summary.lead));
}

/** The worst first. */
const wrongMarks = ({ grave, changed, errors = 0 }: DebateFaults): string[] => [
  ...(grave === 0 ? [] : [`${grave} ✗`]),
  ...(changed === 0 ? [] : [l10n.t('{0} changed', changed)]),
  ...(errors === 0 ? [] : [faultsText(errors)]),
];

const faultsText = (errors: number): string => (errors === 1 ? l10n.t('1 fault') : l10n.t('{0} faults', errors));

export const titleOf = ({ topic, folder }: Pick<DebateSummary, 'topic' | 'folder'>): string =>
  rowText(topic) || basename(folder);

/** The same in full; undefined where nothing is wrong. */
function wrongText({ grave, changed, errors = 0 }: DebateFaults): string | undefined {
  const parts = [
    grave === 0 ? undefined : grave === 1 ? l10n.t('1 doubtful source') : l10n.t('{0} doubtful sources', grave),
    changed === 0 ? undefined : changed === 1 ? l10n.t('1 changed source') : l10n.t('{0} changed sources', changed),
    errors === 0
      ? undefined
      : errors === 1
        ? l10n.t('1 fault by the rules')
        : l10n.t('{0} faults by the rules', errors),
  ];
  return joined(', ', parts) || undefined;
}

/** How the debate stands, in a word or two. How one of an unknown format ended stands as it was written. */
export function stateText(summary: DebateSummary, ending?: 'pausing' | 'stopping'): string {
  const { state } = summary;
  if (state === 'running' && ending !== undefined) return ending === 'pausing' ? l10n.t('Pausing') : l10n.t('Stopping');
  const text = statusInRow(l10n, state, { stage: placeText(summary), format: rowText(summary.format) });
  if (state === 'done' && outcomeIn(summary).code !== 'none') return outcomeRow(summary);
  return state === 'unreadable_format' && summary.outcome !== null ? `${outcomeRow(summary)} · ${text}` : text;
}

const outcomeRow = (summary: Pick<DebateSummary, 'outcome' | 'scores'>): string =>
  rowText(outcomeWords(l10n, outcomeIn(summary)));

const placeText = (summary: DebateSummary): string => stageText(l10n, stageOf(summary) ?? { code: 'setup' });

function tooltipOf(summary: DebateSummary, { state, language, wrong }: DebateFacts & { state: string }): string {
  const { topic, folder, debaters, entries, started, reason, problem, provider, format } = summary;
  const lines = [
    topic === '' ? basename(folder) : topic,
    joined(' · ', [state, wrongText(wrong)]),
    wrong.errors === undefined && summary.state !== 'empty' ? l10n.t('Not checked against the rules yet') : undefined,
    problem ?? (summary.state === 'done' ? undefined : reason),
    debaters.length === 0 ? undefined : l10n.t('Debaters: {0}', debaters.join(', ')),
    entries === undefined ? undefined : l10n.t('Entries: {0}', entries),
    provider === undefined ? l10n.t('Format: {0}', format) : l10n.t('Format: {0}, provider: {1}', format, provider),
    started && l10n.t('Started: {0}', fullTime(started.getTime(), language)),
    folder,
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

function outcomeIcon(summary: DebateSummary): NodeIcon {
  const { name, colour } = outcomeIcons[outcomeIn(summary).code];
  return colour === undefined ? { name } : { name, colour: `charts.${colour}` };
}

/** The flags that the menus of package.json look for. */
function flagsOf(summary: DebateSummary, { run, isByHand }: DebateFacts): string[] {
  const { state, outcome, phase } = summary;
  const format = formatNamed(summary.format);
  const isAlive = isUnderWay(state);
  const isUndecided = isAlive && outcome === null;
  const flags = {
    pausable: run !== undefined && run.ending === undefined,
    hastenable: run?.canSkip === true && run.ending === undefined,
    stoppable: state === 'running' && run?.ending !== 'stopping',
    resumable: isAlive && state !== 'running' && run === undefined && canRun(summary),
    concludable: isUndecided && phase !== 'conclusion' && canRun(summary),
    open: isUndecided,
    byHand: isByHand,
    done: state === 'done',
    exchangeable: format?.noMore !== undefined && state !== 'foreign' && state !== 'empty' && state !== 'unreadable',
    skippable: format?.canSkip !== undefined && state === 'paused' && run === undefined,
  };
  return Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []));
}

/** Empty where that is nothing. */
export function foundText({ errors, warnings, information }: FaultCounts): string {
  const warned = warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings);
  const remarked = information === 1 ? l10n.t('1 remark') : l10n.t('{0} remarks', information);
  return [
    ...(errors === 0 ? [] : [faultsText(errors)]),
    ...(warnings === 0 ? [] : [warned]),
    ...(information === 0 ? [] : [remarked]),
  ].join(', ');
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 min. ago`, `2 days ago`; after a week the day itself. */
export function relativeTime(then: number, now: number, language: string): string {
  const past = now - then;
  if (past < minute) return l10n.t('just now');
  if (past >= 7 * day) return dayText(then, now, language);
  const format = inLanguage(language, (tag) => new Intl.RelativeTimeFormat(tag, { style: 'short' }));
  if (past < hour) return format.format(-Math.floor(past / minute), 'minute');
  if (past < day) return format.format(-Math.floor(past / hour), 'hour');
  return format.format(-Math.floor(past / day), 'day');
}

function dayText(then: number, now: number, language: string): string {
  const isThisYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return inLanguage(
    language,
    (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', ...year }),
  ).format(then);
}

const fullTime = (then: number, language: string): string =>
  inLanguage(language, (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' })).format(then);

/** Display languages of the editor that are no languages to the system are shown as English. */
function inLanguage<T>(language: string, make: (tag: string) => T): T {
  try {
    return make(language);
  } catch {
    return make('en');
  }
}
