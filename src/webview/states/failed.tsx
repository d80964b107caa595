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
