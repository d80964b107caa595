import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import type { DebateState } from '../../debate/fold/state';
import { positionOf } from '../../projections/status';

export const chatCommands = ['start', 'status', 'ask', 'summary', 'verify'] as const;
export type ChatCommand = (typeof chatCommands)[number];

/** Data kept of an answer, for the next request and the suggestions. */
const chatMetadata = z.object({
  command: z.enum(chatCommands).optional(),
  folder: z.string().optional(),
  state: z.enum(['open', 'done']).optional(),
  /** Debaters to whom a question may be put. */
  debaters: z.array(z.string()).optional(),
});
export type ChatMetadata = z.infer<typeof chatMetadata>;

export const metadataOf = (debate: { folder: string; log: { state: DebateState } }): ChatMetadata => ({
  folder: debate.folder,
  state: positionOf(debate.log.state).isOver ? 'done' : 'open',
  debaters: debate.log.state.debaters.map(({ name }) => name),
});

export const metadataIn = (value: unknown): ChatMetadata => chatMetadata.safeParse(value).data ?? {};

interface FollowUp {
  prompt: string;
  label: string;
  command: ChatCommand;
}

export function followUps({ command, folder, state, debaters = [] }: ChatMetadata): FollowUp[] {
  const status: FollowUp = { prompt: '', label: l10n.t('How does it stand?'), command: 'status' };
  if (folder === undefined) return command === 'start' ? [status] : [];
  const [first] = debaters;
  const all: FollowUp[] = [
    status,
    ...(state === 'open' && first !== undefined
      ? [
          {
            prompt: l10n.t('@{0} What would change your mind?', first),
            label: l10n.t('Ask {0}: What would change your mind?', first),
            command: 'ask' as const,
          },
        ]
      : []),
    {
      prompt: '',
      label: state === 'done' ? l10n.t('Read the summary') : l10n.t('Who said what last?'),
      command: 'summary',
    },
    { prompt: '', label: l10n.t('Check the sources again'), command: 'verify' },
  ];
  return all.filter((followUp) => followUp.command !== command);
}
