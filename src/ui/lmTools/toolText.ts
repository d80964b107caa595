import * as vscode from 'vscode';
import { estimatedBudget, type TokenBudget } from './fitted';

export const textResult = (text: string): vscode.LanguageModelToolResult =>
  new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);

/** As the caller counts, where it says how. */
export function budgetOf(
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): TokenBudget {
  if (options === undefined) return estimatedBudget;
  return { tokens: options.tokenBudget, count: (text) => options.countTokens(text, token) };
}
