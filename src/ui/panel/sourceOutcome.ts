import * as l10n from '@vscode/l10n';
import type { VerificationData, VerificationStatus } from '../../debate/entryData';
import { isOnlyQuoted } from '../../debate/sourceMark';
import { changeOn } from '../../debate/sourceChange';
import { proofOn, shownFinding } from '../../debate/sourceProof';
import type { Finding } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { checkOf, explanationOf } from '../../projections/sources';
import type { SourceLine } from '../../shared/protocol';
import { changeWords, markWords } from '../../projections/words';
import { checkLines, statusWords } from './sourceWords';

/** What the editor shows of a result, wherever it shows it. */
interface SourceOutcome extends Pick<SourceLine, 'words' | 'explanation' | 'checks' | 'proof' | 'changed'> {
  status: VerificationStatus;
  isQuoted: boolean;
  /** The check in force. */
  result: VerificationData | undefined;
}

export function sourceOutcome(view: RecordView, finding: Finding): SourceOutcome {
  const { status } = shownFinding(view, finding);
  const result = checkOf(view, finding);
  const proof = proofOf(view, finding.url, result);
  const change = changeOn(view, finding.target, finding.url);
  const common = {
    status,
    isQuoted: isOnlyQuoted(status, result),
    result,
    ...(proof === undefined ? {} : { proof }),
    ...(change === undefined ? {} : { changed: view.mask.text(changeWords(l10n, change)) }),
  };
  // What was found by another text than that which is kept says nothing of it.
  if (status !== finding.status && proof !== undefined)
    return { ...common, words: l10n.t('does not fit'), explanation: proof.words, checks: [] };
  const checked = result?.status === status ? markWords(l10n, status, { url: finding.url, result }) : '';
  const words = checked === '' ? statusWords(status) : checked;
  return {
    ...common,
    words,
    explanation: explanationOf(view, finding),
    checks: checkLines(result?.checks, result?.notes),
  };
}

function proofOf(view: RecordView, url: string, result: VerificationData | undefined): SourceLine['proof'] {
  const known = proofOn(view, url);
  if (known === undefined && result?.snapshot == null) return undefined;
  const state = known?.proof ?? 'pending';
  return { state, words: proofWords(state, view.mask.text(known?.reason ?? '')) };
}

/** A sentence. `reason` names the file. */
function proofWords(state: NonNullable<SourceLine['proof']>['state'], reason: string): string {
  switch (state) {
    case 'pending':
      return l10n.t('Whether the text that was kept is that of its source has not been checked yet.');
    case 'proven':
      return l10n.t('The text that was kept is what its body says: it was taken from it again.');
    case 'not_provable':
      return l10n.t('It cannot be proven here that the text that was kept is that of its source: {0}.', reason);
    case 'does_not_fit':
      return l10n.t('What was kept of the source does not fit: {0}. Nothing is verified by it.', reason);
  }
}
