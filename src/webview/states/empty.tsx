import * as l10n from '@vscode/l10n';
import type { Head } from '../../shared/protocol';
import type { Send } from '../parts/send';
import { Plain } from './plain';

/** Stands where the list will be, until the first entry. */
export function Empty({ head, send }: { head: Head; send: Send }) {
  return (
    <main class="empty">
      {head.actions.includes('resume') ? <NotBegun send={send} /> : <Beginning head={head} send={send} />}
    </main>
  );
}

function NotBegun({ send }: { send: Send }) {
  return (
    <Plain
      icon="debug-pause"
      title={l10n.t('Nothing has been said yet')}
      level={2}
      button={{ label: l10n.t('Resume'), onPress: () => send({ kind: 'act', action: 'resume' }) }}
    >
      {l10n.t('The debate stopped before its first entry; it goes on where it stood.')}
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
