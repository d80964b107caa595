import type { Translator } from './vocabulary';

/** Roles and sides are words of the language, debaters have names. Apart from the other words: the page has it without the formats. */
export function seatName(l10n: Translator, agent: string): string {
  // Not a plain object: a foreign log may name a speaker `constructor`.
  const named = new Map([
    ['chair', l10n.t('Chair')],
    ['reporter', l10n.t('Reporter')],
    ['verifier', l10n.t('Verifier')],
    ['audience', l10n.t('Audience')],
    ['assessor', l10n.t('Assessor')],
    ['moderator', l10n.t('Moderator')],
    ['judge', l10n.t('Judge')],
    ['user', l10n.t('User')],
    ['advocate', l10n.t('Advocate')],
    ['critic', l10n.t('Critic')],
    ['proposition', l10n.t('Proposition')],
    ['opposition', l10n.t('Opposition')],
  ]);
  return named.get(agent) ?? agent;
}
