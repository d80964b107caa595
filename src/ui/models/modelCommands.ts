import type { CommandHandlers } from '../services';
import { chooseEditorTools } from './chooseEditorTools';
import { setKeyFor } from './debateKey';
import { clearApiKey } from './keyCommands';

export const modelCommands = {
  'rostrum.setApiKey': setKeyFor,
  'rostrum.clearApiKey': clearApiKey,
  'rostrum.chooseEditorTools': ({ settings }) => chooseEditorTools(settings),
} satisfies CommandHandlers;
