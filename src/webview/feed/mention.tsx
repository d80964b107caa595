import * as l10n from '@vscode/l10n';
import type { Page } from '../page';
import { Link } from './link';

/** `prop_001`, which leads to the argument; `I3`, which leads to the issue on the board. */
export function Mention({ page, word }: { page: Page; word: string }) {
  const go = page.mentioned(word);
  if (go === undefined) return <>{word}</>;
  return (
    <Link title={l10n.t('Go to {0}', word)} peek={page.argumentAt(word)} onPress={go}>
      {word}
    </Link>
  );
}
