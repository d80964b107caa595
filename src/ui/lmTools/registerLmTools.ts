import * as vscode from 'vscode';
import type { Disposable } from '../kit/emitter';
import type { ToolPorts } from './ports';
import type { ToolName } from './inputs';

type Tool = vscode.LanguageModelTool<unknown>;

/** Tools, each loaded when an agent first uses it. */
const tools: Readonly<Record<ToolName, () => Promise<new (services: ToolPorts) => Tool>>> = {
  rostrum_start_debate: async () => (await import('./startDebate')).StartDebateTool,
  rostrum_read_debate: async () => (await import('./readDebate')).ReadDebateTool,
  rostrum_verify_source: async () => (await import('./verifySource')).VerifySourceTool,
};

export const registerLmTools = (services: ToolPorts): Disposable =>
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
