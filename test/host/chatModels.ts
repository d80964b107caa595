import * as vscode from 'vscode';

/** Declared by the extension in `test/support/chatModels`. */
export const testVendor = 'rostrum-test';
export const lookTool = 'rostrumtest_look';
export const changeTool = 'rostrumtest_change';

export interface SeenRequest {
  model: string;
  messages: readonly vscode.LanguageModelChatRequestMessage[];
  tools: readonly string[];
  token: vscode.CancellationToken;
}

type Answer = (seen: SeenRequest, progress: vscode.Progress<vscode.LanguageModelResponsePart>) => Promise<void> | void;

export const model = (
  id: string,
  toolCalling: boolean,
  maxInputTokens = 50_000,
): vscode.LanguageModelChatInformation => ({
  id,
  name: `Model ${id}`,
  family: 'test',
  version: '1',
  maxInputTokens,
  maxOutputTokens: 4_000,
  capabilities: { toolCalling },
});

/** Models that answer as a test says. */
export class ScriptedModels implements vscode.LanguageModelChatProvider {
  readonly requests: SeenRequest[] = [];
  answer: Answer = () => undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;

  constructor(public models = [model('steady', true), model('toolless', false)]) {}

  /** From now on there are these models, and the editor is told. */
  offer(models: vscode.LanguageModelChatInformation[]): void {
    this.models = models;
    this.#changed.fire();
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return this.models;
  }

  async provideLanguageModelChatResponse(
    { id }: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { tools = [] }: vscode.ProvideLanguageModelChatResponseOptions,
    ...[progress, token]: [vscode.Progress<vscode.LanguageModelResponsePart>, vscode.CancellationToken]
  ): Promise<void> {
    const seen = { model: id, messages, tools: tools.map(({ name }) => name), token };
    this.requests.push(seen);
    await this.answer(seen, progress);
  }

  /** Two tokens a character, so that nobody takes an estimate for it. */
  provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return Promise.resolve(2 * (typeof text === 'string' ? text.length : textOf(text).length));
  }
}

export const textOf = ({ content }: vscode.LanguageModelChatRequestMessage): string =>
  content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
