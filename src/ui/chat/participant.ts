import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { objectOf } from '../../debate/log/objects';
import { showInformationMessage } from '../kit/messages';
import type { Disposable } from '../kit/emitter';
import type { ChatPorts } from './ports';
import { abortOn } from '../kit/cancellable';
import type { Asked } from './answers';
import type { ChatCommand, ChatMetadata } from './followUps';
import { linkCommands, type ChatPart } from './chatPart';

const participantId = 'rostrum.rostrum';

/** `@rostrum` in the chat. Code answers from the record; no language model is asked. */
export const registerChat = (services: ChatPorts): Disposable => {
  const participant = vscode.chat.createChatParticipant(participantId, chatHandler(services));
  const media = vscode.Uri.joinPath(services.context.extensionUri, 'media');
  participant.iconPath = {
    light: vscode.Uri.joinPath(media, 'panel-light.svg'),
    dark: vscode.Uri.joinPath(media, 'panel-dark.svg'),
  };
  participant.followupProvider = {
    provideFollowups: async ({ metadata }) => {
      const { followUps, metadataIn } = await import('./followUps');
      return followUps(metadataIn(metadata));
    },
  };
  return vscode.Disposable.from(
    participant,
    vscode.commands.registerCommand('rostrum.reviewLineup', (argument: unknown) => reviewLineup(services, argument)),
  );
};

type AnswerMaker = (asked: Asked) => Promise<ChatMetadata>;

/** Modules that answer, each loaded at its first use; `plain` is an answer without a command. */
const answers: Readonly<Record<ChatCommand | 'plain', () => Promise<AnswerMaker>>> = {
  start: async () => (await import('./startAnswer')).startAnswer,
  status: async () => (await import('./answers')).answerStatus,
  ask: async () => (await import('./askAnswer')).answerAsk,
  summary: async () => (await import('./answers')).answerSummary,
  verify: async () => (await import('./answers')).answerVerify,
  plain: async () => (await import('./answers')).answerPlain,
};

export function chatHandler(services: ChatPorts): vscode.ChatRequestHandler {
  return async (request, context, stream, token) => {
    const [{ chatCommands, metadataIn }, { promptOf }] = await Promise.all([
      import('./followUps'),
      import('./chatRequests'),
    ]);
    const command = chatCommands.find((name) => name === request.command);
    const { signal } = abortOn(token);
    const { folder: before } = metadataIn(lastAnswer(context)?.metadata);
    const prompt = promptOf(request);
    const asked = askedOf(services, request, { prompt, before, stream, signal });
    try {
      const answer = await answers[command ?? 'plain']();
      const answered = await answer(asked);
      return { metadata: { ...answered, command } };
    } catch (error) {
      if (signal.aborted) return {};
      services.log.error(error instanceof Error ? error : String(error));
      const { wordsFor } = await import('../kit/wordsFor');
      return { errorDetails: { message: l10n.t('Rostrum could not answer: {0}', wordsFor(error)) } };
    }
  };
}

interface TurnContext {
  prompt: string;
  before: string | undefined;
  stream: vscode.ChatResponseStream;
  signal: AbortSignal;
}

function askedOf(
  services: ChatPorts,
  request: vscode.ChatRequest,
  { prompt, before, stream, signal }: TurnContext,
): Asked {
  let last = '';
  return {
    services,
    before,
    signal,
    prompt,
    attached: request.references.flatMap(({ id, value }) => {
      const uri = value instanceof vscode.Uri ? value : value instanceof vscode.Location ? value.uri : undefined;
      return uri === undefined ? [] : [{ uri, isImplicit: id.startsWith('vscode.implicit') }];
    }),
    say: (parts) => {
      if (!signal.aborted) writeParts(stream, parts);
    },
    progress: (text) => {
      if (text !== last && !signal.aborted) stream.progress(text);
      last = text;
    },
  };
}

function lastAnswer({ history }: vscode.ChatContext): vscode.ChatResult | undefined {
  return history.filter((turn) => turn instanceof vscode.ChatResponseTurn).at(-1)?.result;
}

/** Reviews a lineup; takes `{draft}`. */
async function reviewLineup({ drafts, panels }: ChatPorts, argument: unknown): Promise<void> {
  const { draft: id } = objectOf(argument);
  const draft = typeof id === 'string' ? await drafts.find(id) : undefined;
  if (draft !== undefined) await panels.review(draft);
  else void showInformationMessage(l10n.t('This lineup was started or cancelled.'));
}

/** Writes parts; a link runs one of `linkCommands` or nothing. */
function writeParts(stream: vscode.ChatResponseStream, parts: readonly ChatPart[]): void {
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
