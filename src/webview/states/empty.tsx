import * as l10n from '@vscode/l10n';
import type { Action, Head } from '../../shared/protocol';
import { lookOf } from '../header/actions';
import type { Send } from '../parts/send';
import { Plain } from './plain';

/** Stands where the list will be, until the first entry. */
export function Empty({ head, send }: { head: Head; send: Send }) {
  const isBeginning = head.state === 'running' || (head.state === 'empty' && head.isOurs);
  return (
    <div class="empty">
      {isBeginning ? <Beginning head={head} send={send} /> : <NotBegun head={head} send={send} />}
    </div>
  );
}

const waysForward: readonly Action[] = ['setApiKey', 'changeModel', 'resume', 'takeOver', 'trust', 'conclude'];

/** Nobody runs it: it waits for the reader, and must not look as if something went on. */
function NotBegun({ head, send }: { head: Head; send: Send }) {
  const action = head.actions.find((candidate) => waysForward.includes(candidate));
  return (
    <Plain
      icon="debug-pause"
      title={l10n.t('Nothing has been said yet')}
      level={2}
      button={action && { label: lookOf(action).label, onPress: () => send({ kind: 'act', action }) }}
    >
      {action === undefined && head.procedural > 0
        ? l10n.t('The log holds only what belongs to the procedure; “Procedure” shows it.')
        : head.stateText === ''
          ? l10n.t('The debate stopped before its first entry; it goes on where it stood.')
          : head.stateText}
    </Plain>
  );
}

function Beginning({ head, send }: { head: Head; send: Send }) {
  const stop = head.actions.includes('stop')
    ? { label: l10n.t('Stop'), onPress: () => send({ kind: 'act', action: 'stop' }), isQuiet: true }
    : undefined;
  return (
    <Plain icon="loading" isSpinning title={l10n.t('The debate begins')} level={2} button={stop}>
      {l10n.t('Agents are being checked; the first entry will stand here in a moment.')}
    </Plain>
  );
}
