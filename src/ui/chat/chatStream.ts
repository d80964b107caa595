import * as vscode from 'vscode';
import { linkCommands, type ChatPart } from './chatPart';

/** Writes the parts of an answer. A link in them runs one of `linkCommands` or nothing. */
export function writeParts(stream: vscode.ChatResponseStream, parts: readonly ChatPart[]): void {
  for (const part of parts) {
    switch (part.kind) {
      case 'markdown':
        stream.markdown(trustedMarkdown(part));
        break;
      case 'button':
        stream.button({
          title: part.title,
          command: part.command,
          ...(part.argument === undefined ? {} : { arguments: [part.argument] }),
        });
        break;
      case 'reference':
        stream.reference(vscode.Uri.file(part.path));
        break;
    }
  }
}

function trustedMarkdown({ text, folder }: Extract<ChatPart, { kind: 'markdown' }>): vscode.MarkdownString {
  const made = new vscode.MarkdownString(`${text}\n\n`);
  made.isTrusted = { enabledCommands: linkCommands };
  if (folder !== undefined) made.baseUri = vscode.Uri.file(`${folder}/`);
  return made;
}
