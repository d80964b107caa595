import * as l10n from '@vscode/l10n';
import type { Review } from '../../shared/protocol';
import type { Choices } from '../start/choices';
import { list } from './statusParts';
import { markdown, type ChatPart } from './chatPart';
import { plainMarkdown } from './plainMarkdown';

export interface AttachedEvidence {
  /** Absolute paths. */
  attached: readonly string[];
  /** Debaters would have nothing to cite without. */
  isNeeded: boolean;
}

/**
 * What `rostrum.startDebate` is called with for a topic from the chat: what was chosen the last time, and the attached files in the place of
 * the evidence. Where nothing is known of evidence, or the debaters cannot do without, the flow asks for what is missing, with the topic filled in.
 */
export function startRequest(
  topic: string,
  remembered: Choices,
  { attached, isNeeded }: AttachedEvidence,
): Record<string, unknown> {
  const { format, debaters, evidence, provider, model } = remembered;
  const given = debaters?.kind === 'hints' ? debaters.text : debaters?.kind === 'given' ? debaters.debaters : undefined;
  const paths = attached.length > 0 ? attached : evidence?.kind === 'paths' ? evidence.paths : undefined;
  return {
    topic,
    ...(format === undefined ? {} : { format }),
    ...(given === undefined || given === '' ? {} : { debaters: given }),
    ...(paths !== undefined ? { evidence: paths } : evidence?.kind === 'none' && !isNeeded ? { evidence: 'none' } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(provider === undefined || model === undefined ? {} : { model }),
  };
}

/** What a debate will be made of, as its lineup review has it. */
export function reviewParts(review: Review): ChatPart[] {
  const { topic, limits, debaters, evidence, sends, notice, estimate, problems, draft } = review;
  const { minRounds: min, maxRounds: max, timeBudgetMinutes: minutes } = limits;
  const rounds = min === max ? String(max) : `${min}–${max}`;
  const lines = [
    l10n.t('Length: {0} rounds, {1} min', rounds, minutes),
    l10n.t('Debaters: {0}', debaters.map(({ name, persona }) => debaterText(name, persona)).join('; ')),
    evidence.root === undefined
      ? l10n.t('Evidence: none')
      : l10n.t('Evidence: {0} files in {1}', evidence.files, plainMarkdown(evidence.root)),
    l10n.t('What leaves this machine: {0}', plainMarkdown(sends)),
    ...[estimate?.text, notice].flatMap((text) => (text === undefined ? [] : [plainMarkdown(text)])),
    ...problems.map(({ message }) => `⚠ ${plainMarkdown(message)}`),
  ];
  return [
    markdown(
      `**${plainMarkdown(topic)}**\n\n${list(lines)}\n\n${l10n.t('Nothing has begun. Look at the lineup, change what you like, and start it there.')}`,
    ),
    { kind: 'button', title: l10n.t('Open Lineup Review'), command: 'rostrum.reviewLineup', argument: { draft } },
  ];
}

const debaterText = (name: string, persona: string): string =>
  persona === '' ? plainMarkdown(name) : `${plainMarkdown(name)} (${plainMarkdown(persona)})`;
