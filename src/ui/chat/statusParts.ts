import * as l10n from '@vscode/l10n';
import type { Usage } from '../../debate/entryData';
import { formatNamed } from '../../debate/formats/registry';
import type { RecordView } from '../../debate/view';
import type { DebateStatus } from '../../session/status';
import type { DebateSummary } from '../../session/summary';
import { marks } from '../../projections/sources';
import { whileRun } from '../../projections/status';
import { stateText, titleOf } from '../views/debateNode';
import { commandLink, markdown, type ChatPart } from './chatPart';
import { entryLine, latest } from './entryLine';
import { plainMarkdown } from './plainMarkdown';
import type { Format } from '../../debate/step';
import { wordsFor } from '../run/workingList';

export interface Standing {
  summary: DebateSummary;
  status: DebateStatus;
  view: RecordView;
  /** Set while this window's engine drives it. */
  run: { ending: 'pausing' | 'stopping' | undefined } | undefined;
}

/** How one debate stands: where it is, who was last, who is next, what became of its sources, what it cost. */
export function statusParts(standing: Standing, { entries }: { entries: number }): ChatPart[] {
  const { status, view } = standing;
  const { folder } = standing.summary;
  const next =
    status.status === 'done' || status.next.length === 0
      ? undefined
      : nextWords(status.next, formatNamed(view.state.setup?.format)?.host);
  const lines = [
    l10n.t('Entries: {0}', status.entries),
    ...(next === undefined ? [] : [l10n.t('Next: {0}', plainMarkdown(next))]),
    ...(status.result === undefined ? [] : [l10n.t('Scores: {0}', plainMarkdown(status.result))]),
    l10n.t('Sources: {0}', countsText(status.verification)),
    l10n.t('Cost: {0}', costText(status.usage)),
    ...status.warnings.slice(0, mostWarnings).map((warning) => `⚠ ${plainMarkdown(view.mask.text(warning))}`),
  ];
  const shown = latest(view, entries).map((at) => entryLine(view, folder, view.state.headers[at]?.seq ?? at));
  const title = shown.length === 1 ? l10n.t('Last entry:') : l10n.t('Latest entries:');
  return [
    markdown(`${headline(standing)}\n\n${list(lines)}`),
    ...(shown.length === 0 ? [] : [markdown(`\n\n${title}\n\n${list(shown)}\n`)]),
  ];
}

const mostWarnings = 5;

/** `Topic: state`, the topic a link to the panel. */
export function headline({ summary, run }: Pick<Standing, 'summary' | 'run'>): string {
  const known: DebateSummary = run === undefined ? summary : { ...summary, state: whileRun(summary.state) };
  const link = commandLink(`**${plainMarkdown(titleOf(summary))}**`, 'rostrum.openPanel', { folder: summary.folder });
  return `${link} · ${plainMarkdown(stateText(known, run?.ending))}`;
}

export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

export function countsText(counts: DebateStatus['verification']): string {
  const words = {
    verified: l10n.t('{0} verified', counts.verified),
    unreliable: l10n.t('{0} unreliable', counts.unreliable),
    fabricated: l10n.t('{0} fabricated', counts.fabricated),
    unverified: l10n.t('{0} unverified', counts.unverified),
  };
  return (['verified', 'unreliable', 'fabricated', 'unverified'] as const)
    .map((status) => `${marks[status]} ${words[status]}`)
    .join(', ');
}

/** Escaped: a `$` before a word may be taken for mathematics. */
export function costText({ usd, input, cache_read: read, cache_write: write, output }: Usage): string {
  const taken = input + read + write;
  if (taken + output === 0) return l10n.t('nothing; no tokens were used');
  return plainMarkdown(l10n.t('${0}; tokens: {1} read, {2} written', usd.toFixed(2), taken, output));
}

/** Who is next and at what, by the ids of the steps that would run now: `sre is writing`, `the Chair is concluding`. */
export function nextWords(steps: readonly string[], host: Format['host'] = 'chair'): string {
  const isBeside = (id: string): boolean => id.startsWith('verify/');
  const main = steps.filter((id) => !isBeside(id));
  const checks = steps.length - main.length;
  const waiting =
    checks === 0
      ? []
      : [checks === 1 ? l10n.t('1 source is to be checked') : l10n.t('{0} sources are to be checked', checks)];
  return [...main.map((id) => mainWords(id, host)), ...waiting].join('; ');
}

/** Both sides argue at once: no other step is done by two who are worth naming. */
const mainWords = (id: string, host: Format['host']): string =>
  /^e\d+\/arguments$/.test(id) ? l10n.t('both sides are arguing') : `${agentOf(id, host)} ${wordsFor(id)}`;

function agentOf(step: string, host: Format['host']): string {
  const debater = /^(?:opening|closing|r\d+\/turn)\/([^/]+)$/.exec(step)?.[1];
  // `opening/end` and `closing/end` are the Chair's.
  if (debater !== undefined && !/^(?:opening|closing)\/end$/.test(step)) return debater;
  if (/^r\d+\/audience$|^audience-conclusion$/.test(step)) return l10n.t('the audience');
  const side = /^r\d+\/(advocate|critic)$/.exec(step)?.[1];
  if (side !== undefined) return side;
  if (/^(?:plan|ruling|r\d+\/judge|e\d+\/judgment)$/.test(step)) return l10n.t('the Judge');
  if (/^documents(?:\/revision)?$|^report\/e\d+$/.test(step)) return l10n.t('the reporter');
  if (step === 'assessor-report') return l10n.t('the assessor');
  if (step === 'ready') return l10n.t('everybody');
  return host === 'chair' ? l10n.t('the Chair') : l10n.t('the Moderator');
}
