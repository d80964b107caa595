import * as l10n from '@vscode/l10n';
import type { ToPage } from '../../shared/protocol';
import type { Send } from '../parts/send';
import { Plain } from './plain';

type FailedMessage = Extract<ToPage, { kind: 'failed' }>;

interface FailedProps {
  failed: Pick<FailedMessage, 'title' | 'message' | 'button'>;
  send: Send;
}

export function Failed({ failed: { title, message, button }, send }: FailedProps) {
  const press = button && {
    label: button.label,
    onPress: () => send({ kind: 'button', command: button.command }),
  };
  return (
    <main class="page">
      <Plain icon="error" title={title} level={1} role="alert" button={press}>
        {message}
      </Plain>
    </main>
  );
}

/** What came does not fit what this page understands; the extension's log says where. */
export function Unfit({ onRetry }: { onRetry: () => void }) {
  return (
    <main class="page">
      <Plain
        icon="error"
        title={l10n.t('This debate could not be shown')}
        level={1}
        role="alert"
        button={{ label: l10n.t('Try Again'), onPress: onRetry }}
      >
        {l10n.t(
          'Nothing of it is lost. Try again; if that does not help, reload the window: Rostrum’s output says what is wrong.',
        )}
      </Plain>
    </main>
  );
}
