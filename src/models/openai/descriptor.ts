import * as l10n from '@vscode/l10n';
import type { ServerDescriptor } from '../descriptor';

export const openAiCompatible = {
  label: () => l10n.t('OpenAI-compatible server'),
  record: 'the agents are language models of a server that speaks the OpenAI chat API.',
  settings: { model: 'openaiCompatible.model', baseUrl: 'openaiCompatible.baseUrl' },
  tellsUsage: true,
  keepsPrefixes: false,
  sharesWindow: true,
  flow: {
    sends: () => l10n.t('Sent to that server: topic, record, evidence read.'),
    which: () => l10n.t('Which model of the server?'),
    noModels: () => l10n.t('The server has none. Load one there, then come back.'),
  },
  server: {
    url: 'http://localhost:11434/v1',
    isOwn: false,
    protocol: 'chat completions API',
    hint: () => l10n.t('Most base URLs of such servers end in /v1.'),
    key: { isNeeded: false, variable: 'OPENAI_API_KEY', shape: 'sk-…' },
    issuer: { name: 'OpenAI', url: 'https://api.openai.com/v1' },
    create: async (options) => (await import('./openAiProvider')).createOpenAiProvider(options),
  },
} as const satisfies ServerDescriptor;
