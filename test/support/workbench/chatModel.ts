import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = {
  name: 'parrot',
  publisher: 'rostrum-tests',
  version: '1.0.0',
  engines: { vscode: '^1.104.0' },
  main: './extension.js',
  activationEvents: ['onStartupFinished'],
  contributes: { languageModelChatProviders: [{ vendor: 'rostrum-tests-parrot', displayName: 'Parrot' }] },
};

/** Repeats its request; our participant never asks it. */
const code = `
const vscode = require('vscode');
const model = { id: 'parrot', name: 'Parrot', family: 'parrot', version: '1', maxInputTokens: 8000, maxOutputTokens: 1000, isUserSelectable: true, isDefault: true, capabilities: { toolCalling: true } };
exports.activate = (context) => {
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('rostrum-tests-parrot', {
    provideLanguageModelChatInformation: () => [model],
    provideLanguageModelChatResponse: (_, messages, __, progress) => { progress.report(new vscode.LanguageModelTextPart('Parrot: ' + messages.length)); return Promise.resolve(); },
    provideTokenCount: (_, text) => Promise.resolve(String(text).length),
  }));
};
`;

/** An extension with a chat model, since the chat view of a window without a sign-in answers only if a model exists. */
export function chatModelExtension(folder: string): string {
  const extension = join(folder, 'parrot');
  mkdirSync(extension);
  writeFileSync(join(extension, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(extension, 'extension.js'), code);
  return extension;
}
