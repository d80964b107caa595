import type * as vscode from 'vscode';
import type { Services } from '../services';
import type { ChatPart } from './chatPart';

/** A request of the chat, with what is needed to answer it. */
export interface Asked {
  readonly services: Services;
  /** What was typed, without the names of attached files. */
  readonly prompt: string;
  /** Attached by the user: the uri, and whether the editor did so by itself. */
  readonly attached: readonly { uri: vscode.Uri; isImplicit: boolean }[];
  /** The debate that the conversation was about before. */
  readonly before: string | undefined;
  readonly signal: AbortSignal;
  readonly say: (parts: readonly ChatPart[]) => void;
  /** Said as long as nothing else is. */
  readonly progress: (text: string) => void;
}
