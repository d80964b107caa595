import * as l10n from '@vscode/l10n';
import type { VerificationData, VerificationStatus } from '../../debate/log/entryData';
import type { CheckResult } from '../../matching/quote/checkResult';
import { checkNames, isOnlyQuoted, type CheckName, type Checks } from '../../debate/log/sourceMark';
import { changeOn, stillStands } from '../../debate/fold/sourceChange';
import { proofOn, shownFinding } from '../../debate/fold/citations';
import { settlementOf, type Finding } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { checkOf, explanationOf } from '../../projections/sources';
import { settledWords, statusWords } from '../../projections/sourceWords';
import type { SourceLine } from '../../shared/protocol';
import { changeWords, markWords } from '../../projections/words';

export interface SourceOutcome extends Pick<
  SourceLine,
  'words' | 'explanation' | 'checks' | 'proof' | 'changed' | 'stillStands'
> {
  status: VerificationStatus;
  isQuoted: boolean;
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
    proof,
    changed: change && view.mask.text(changeWords(l10n, change)),
    ...(change === undefined || !stillStands(change) ? {} : { stillStands: true }),
  };
  // What was found by another text than that which is kept says nothing of it.
  if (status !== finding.status && proof !== undefined)
    return { ...common, words: l10n.t('does not fit'), explanation: proof.words, checks: [] };
  const checked = result?.status === status ? markWords(l10n, status, { url: finding.url, result }) : '';
  const found = checked === '' ? statusWords(l10n, { status }) : checked;
  const settled = status === 'verified' ? undefined : settlementOf(view.state, finding.target, finding.url);
  const words = settled === undefined ? found : l10n.t('{0}: {1}', settledWords(l10n, settled), found);
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
const proofWords = (state: NonNullable<SourceLine['proof']>['state'], reason: string): string =>
  ({
    pending: l10n.t('Whether the text that was kept is that of its source has not been checked yet.'),
    proven: l10n.t('The text that was kept is what its body says: it was taken from it again.'),
    not_provable: l10n.t('It cannot be proven here that the text that was kept is that of its source: {0}.', reason),
    does_not_fit: l10n.t('What was kept of the source does not fit: {0}. Nothing is verified by it.', reason),
  })[state];

/** Checks in the order in which they are made. */
function checkLines(checks: Checks | undefined, notes: Record<string, string> = {}): SourceLine['checks'] {
  if (checks === undefined) return [];
  const [names, results] = [checkTitles(), resultWords()];
  return checkNames.map((name) => ({ name: names[name], result: results[checks[name]], note: notes[name] ?? '' }));
}

const checkTitles = (): Record<CheckName, string> => ({
  exists: l10n.t('Exists'),
  quote: l10n.t('Quote'),
  figures: l10n.t('Figures'),
  attribution: l10n.t('Attribution'),
  support: l10n.t('Support'),
});

const resultWords = (): Record<CheckResult, string> => ({
  pass: l10n.t('passed'),
  fail: l10n.t('failed'),
  approximate: l10n.t('nearly'),
  not_judged: l10n.t('not judged'),
  not_applicable: l10n.t('nothing to check'),
  same: l10n.t('the claim is the quotation'),
});
