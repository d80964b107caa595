import * as vscode from 'vscode';
import type { Feature, Services } from '../services';
import type { ToolName } from './inputs';

type Tool = vscode.LanguageModelTool<unknown>;

/** Each is loaded when an agent first asks for it. */
const tools: Readonly<Record<ToolName, () => Promise<new (services: Services) => Tool>>> = {
  rostrum_start_debate: async () => (await import('./startDebate')).StartDebateTool,
  rostrum_read_debate: async () => (await import('./readDebate')).ReadDebateTool,
  rostrum_verify_source: async () => (await import('./verifySource')).VerifySourceTool,
};

export const registerLmTools: Feature = (services) =>
  vscode.Disposable.from(
    ...Object.entries(tools).map(([name, load]) => {
      const tool = async (): Promise<Tool> => new (await load())(services);
      return vscode.lm.registerTool(name, {
        prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
        invoke: async (options: vscode.LanguageModelToolInvocationOptions<unknown>, token) =>
          (await tool()).invoke(options, token),
      });
    }),
  );
