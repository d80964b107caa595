import { spaced } from '../matching/text/shortText';
import type { Translator } from './vocabulary';

/** Apart from the other words, as `seatName` is. What another program calls its own is spelled as it stands. */
export function typeName(l10n: Translator, type: string): string {
  switch (type) {
    case 'setup':
      return l10n.t('setup');
    case 'announcement':
      return l10n.t('announcement');
    case 'note':
      return l10n.t('note');
    case 'ruling':
      return l10n.t('ruling');
    case 'redaction':
      return l10n.t('redaction');
    case 'conclusion':
      return l10n.t('conclusion');
    case 'opening_statement':
      return l10n.t('opening statement');
    case 'new_point':
      return l10n.t('new point');
    case 'rebuttal':
      return l10n.t('rebuttal');
    case 'conjecture':
      return l10n.t('conjecture');
    case 'clarification_request':
      return l10n.t('question to the Chair');
    case 'source_challenge':
      return l10n.t('source challenge');
    case 'closing_statement':
      return l10n.t('closing statement');
    case 'verification_result':
      return l10n.t('verification result');
    case 'audience_question':
      return l10n.t('audience question');
    case 'audience_conclusion':
      return l10n.t('audience conclusion');
    case 'intervention':
      return l10n.t('guidance');
    case 'document':
      return l10n.t('document');
    case 'defense':
      return l10n.t('defence');
    case 'critique':
      return l10n.t('critique');
    case 'handoff':
      return l10n.t('handoff');
    case 'assessment':
      return l10n.t('assessment');
    case 'judges_ruling':
      return l10n.t('judge’s ruling');
    case 'argument':
      return l10n.t('argument');
    case 'judgment':
      return l10n.t('judgment');
    case 'verdict':
      return l10n.t('verdict');
    case 'vote':
      return l10n.t('vote');
    default:
      return spaced(type);
  }
}
