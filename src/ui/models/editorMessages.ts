import * as vscode from 'vscode';
import type { AssistantPart, ModelMessage, ModelRequest, UserPart } from '../../models/provider';

type UserContent = Exclude<Parameters<typeof vscode.LanguageModelChatMessage.User>[0], string>;
type AssistantContent = Exclude<Parameters<typeof vscode.LanguageModelChatMessage.Assistant>[0], string>;

/**
 * A request in the words of the editor, which knows messages of users and of models only: instructions stand first in the
 * first message of the user.
 */
export function editorMessages({
  system,
  messages,
}: Pick<ModelRequest, 'system' | 'messages'>): vscode.LanguageModelChatMessage[] {
  const instructions = system.flatMap(({ text }) => textPart(text));
  const [first, ...rest] = messages;
  if (first?.role !== 'user') return [...asUser(instructions), ...messages.flatMap(converted)];
  return [...asUser([...instructions, ...first.parts.flatMap(userPart)]), ...rest.flatMap(converted)];
}

const converted = (message: ModelMessage): vscode.LanguageModelChatMessage[] =>
  message.role === 'user' ? asUser(message.parts.flatMap(userPart)) : asAssistant(message.parts.flatMap(assistantPart));

/** A message without parts is refused by some that bring models. */
const asUser = (content: UserContent): vscode.LanguageModelChatMessage[] =>
  content.length === 0 ? [] : [vscode.LanguageModelChatMessage.User(content)];
const asAssistant = (content: AssistantContent): vscode.LanguageModelChatMessage[] =>
  content.length === 0 ? [] : [vscode.LanguageModelChatMessage.Assistant(content)];

const textPart = (text: string): vscode.LanguageModelTextPart[] =>
  text === '' ? [] : [new vscode.LanguageModelTextPart(text)];

function userPart(part: UserPart): UserContent {
  if (part.type === 'text') return textPart(part.text);
  // The editor has no mark for a tool that failed.
  const text = part.isError === true ? `Error: ${part.text}` : part.text;
  return [new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(text)])];
}

function assistantPart(part: AssistantPart): AssistantContent {
  if (part.type === 'text') return textPart(part.text);
  if (part.type === 'opaque') return [];
  const input = typeof part.input === 'object' && part.input !== null ? part.input : {};
  return [new vscode.LanguageModelToolCallPart(part.id, part.name, input)];
}

/** All that the model reads, as one text, to be counted at once: each count is a journey to another process. */
export function requestText({ system, messages, tools = [] }: ModelRequest): string {
  const texts = messages.flatMap(({ parts }) => [...parts].map(partText));
  return [...system.map(({ text }) => text), ...tools.map((tool) => JSON.stringify(tool)), ...texts].join('\n\n');
}

function partText(part: UserPart | AssistantPart): string {
  if (part.type === 'text' || part.type === 'tool_result') return part.text;
  return part.type === 'opaque' ? '' : `${part.name} ${JSON.stringify(part.input)}`;
}
