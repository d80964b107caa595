import * as vscode from 'vscode';
import type { Feature, Services } from '../services';
import type { ToolName } from './inputs';
import { ReadDebateTool } from './readDebate';
import { StartDebateTool } from './startDebate';
import { VerifySourceTool } from './verifySource';

const tools: Readonly<Record<ToolName, new (services: Services) => vscode.LanguageModelTool<unknown>>> = {
  rostrum_start_debate: StartDebateTool,
  rostrum_read_debate: ReadDebateTool,
  rostrum_verify_source: VerifySourceTool,
};

/** What agents of the editor may do with debates: start one, read one, check a quotation. */
export const registerLmTools: Feature = (services) =>
  vscode.Disposable.from(...Object.entries(tools).map(([name, Tool]) => vscode.lm.registerTool(name, new Tool(services))));
