import { basename } from 'node:path';
import type { DebateEvent } from '../../engine/events';
import { formatEvent, withoutWords } from '../../reports/eventLog';
import { type Disposable, DisposableStore } from '../kit/emitter';
import type { RunEnding } from '../run/runManager';
import type { LibraryPorts } from './ports';

type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** What happens in the debates that run here, in the output channel. No entry's words: they may be redacted later. */
export const registerEventLog = ({ runManager, log }: Pick<LibraryPorts, 'log' | 'runManager'>): Disposable => {
  const owned = new DisposableStore();
  owned.add(
    runManager.onEvent(({ folder, event }) => {
      const text = eventText(event);
      if (text !== undefined) log[levels[event.kind]](`${basename(folder)}: ${text}`);
    }),
  );
  owned.add(runManager.onDidEnd((ending) => noteEnding(log, ending)));
  return owned;
};

function noteEnding(log: LibraryPorts['log'], { folder, end, warnings }: RunEnding): void {
  const reason = 'reason' in end ? `: ${withoutWords(end.reason)}` : '';
  log[end.status === 'failed' ? 'error' : 'info'](`${basename(folder)}: the run ended as ${end.status}${reason}`);
  for (const warning of warnings) log.warn(`${basename(folder)}: ${withoutWords(warning)}`);
}

function eventText(event: DebateEvent): string | undefined {
  if (event.kind === 'progress') return `PROGRESS — ${event.agent}: ${event.step}`;
  return formatEvent(event, new Date())?.replace(/^\[[\d:]+\] /, '');
}

const levels: Readonly<Record<DebateEvent['kind'], LogLevel>> = {
  error: 'error',
  dropped: 'error',
  retry: 'warn',
  waiting: 'warn',
  condensed: 'warn',
  server: 'warn',
  setup: 'info',
  round: 'info',
  ruling: 'info',
  intervention: 'info',
  shutdown: 'info',
  complete: 'info',
  spawn: 'debug',
  handover: 'debug',
  written: 'debug',
  verified: 'debug',
  tracker: 'debug',
  cost: 'debug',
  progress: 'trace',
  draft: 'trace',
};
