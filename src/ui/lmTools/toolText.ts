import * as vscode from 'vscode';
import { estimatedBudget, type TokenBudget } from '../../session/library/debateText';

export const textResult = (text: string): vscode.LanguageModelToolResult =>
  new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);

/** Token budget of the caller, in its own count if it has one. */
export function budgetOf(
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): TokenBudget {
  if (options === undefined) return estimatedBudget;
  return { tokens: options.tokenBudget, count: (text) => options.countTokens(text, token) };
}
