import * as l10n from '@vscode/l10n';

/** Why a text is no key; undefined when it may be one. The text itself is not repeated. */
export function keyProblem(text: string): string | undefined {
  const key = text.trim();
  if (key === '') return l10n.t('Paste the key.');
  // A header takes nothing else.
  if (!/^[\x21-\x7e]+$/.test(key)) return l10n.t('A key is one line of letters, digits and signs, without spaces.');
  return undefined;
}
