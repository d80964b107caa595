import type { Draft } from '../../src/debate/log/entry';
import { setupData, step } from './entries';

/** The setup entry of a debate between ada and bob. */
export const setupDraft: Draft = {
  phase: 'system',
  speaker: 'chair',
  type: 'setup',
  content: 'Debate session initialised.',
  data: { ...setupData, step: step('setup') },
};
