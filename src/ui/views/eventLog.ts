import { basename } from 'node:path';
import type { DebateEvent } from '../../engine/events';
import { formatEvent, withoutWords } from '../../reports/eventLog';
import { DisposableStore } from '../emitter';
import type { RunEnding } from '../run/runManager';
import type { Feature, Services } from '../services';

type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** What happens in the debates that run here, in the output channel. No entry's words: they may be redacted later. */
export const registerEventLog: Feature = ({ runManager, log }) => {
  const owned = new DisposableStore();
  owned.add(
    runManager.onEvent(({ folder, event }) => {
      const text = eventText(event);
      if (text !== undefined) log[levelOf(event)](`${basename(folder)}: ${text}`);
    }),
  );
  owned.add(runManager.onDidEnd((ending) => noteEnding(log, ending)));
  return owned;
};

function noteEnding(log: Services['log'], { folder, end, warnings }: RunEnding): void {
  const reason = 'reason' in end ? `: ${withoutWords(end.reason)}` : '';
  log[end.status === 'failed' ? 'error' : 'info'](`${basename(folder)}: the run ended as ${end.status}${reason}`);
  for (const warning of warnings) log.warn(`${basename(folder)}: ${withoutWords(warning)}`);
}

function eventText(event: DebateEvent): string | undefined {
  if (event.kind === 'progress') return `PROGRESS — ${event.agent}: ${event.step}`;
  return formatEvent(event, new Date())?.replace(/^\[[\d:]+\] /, '');
}

function levelOf({ kind }: DebateEvent): LogLevel {
  switch (kind) {
    case 'error':
    case 'dropped':
      return 'error';
    case 'retry':
    case 'waiting':
    case 'condensed':
      return 'warn';
    case 'setup':
    case 'round':
    case 'ruling':
    case 'intervention':
    case 'shutdown':
    case 'complete':
      return 'info';
    case 'spawn':
    case 'handover':
    case 'written':
    case 'verified':
    case 'tracker':
    case 'cost':
      return 'debug';
    case 'progress':
    case 'draft':
      return 'trace';
  }
}
