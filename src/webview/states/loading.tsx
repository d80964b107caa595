import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { Send } from '../parts/send';
import { Plain } from './plain';

/** After this long something is amiss, and asking again may help. */
const patienceMs = 8_000;

export function Loading({ send }: { send: Send }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isLate) return undefined;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isLate]);
  const again = {
    label: l10n.t('Try Again'),
    onPress: () => {
      setLate(false);
      send({ kind: 'ready' });
    },
  };
  return (
    <main class="page is-late">
      <Plain
        icon="loading"
        isSpinning
        title={l10n.t('Reading the record')}
        level={1}
        button={isLate ? again : undefined}
      >
        {isLate
          ? l10n.t('This takes longer than it should. The log may lie on a slow disk.')
          : l10n.t('The log is being read and checked.')}
      </Plain>
    </main>
  );
}
