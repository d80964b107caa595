import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HostTool, HostTools } from '../../research/tools/researchTools';
import { cancelledBy } from '../kit/cancellable';
import { isAgreed } from '../kit/messages';
import { offeredTools, shownInput } from './offeredTools';

type Confirm = (tool: HostTool, input: unknown) => Thenable<boolean>;

/**
 * The language-model tools of the editor and its extensions, MCP servers included, that the user has selected for
 * Rostrum. The user confirms each call of a tool that is not marked as read-only.
 */
export class EditorTools implements HostTools {
  constructor(
    private readonly ticked: () => readonly string[],
    private readonly confirm: Confirm = confirmed,
  ) {}

  list(): HostTool[] {
    const ticked = new Set(this.ticked());
    return allTools().filter(({ name }) => ticked.has(name));
  }

  /** Calls a tool; a refused call is an answer too. @throws whatever the tool throws; the signal's reason. */
  async invoke(name: string, input: unknown, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const tool = this.list().find((one) => one.name === name);
    if (tool === undefined) return `The tool ${name} is not available to this debate.`;
    if (!tool.isReadOnly && !(await this.confirm(tool, input)))
      return `The user did not allow this call of ${name}. Go on without it.`;
    signal.throwIfAborted();
    return await invoked(name, input, signal);
  }
}

/** All tools that can be selected, without Rostrum's own, with which a debate would start debates. */
export const allTools = (): HostTool[] => offeredTools(vscode.lm.tools);

async function invoked(name: string, input: unknown, signal: AbortSignal): Promise<string> {
  const cancelling = cancelledBy(signal);
  try {
    const given = typeof input === 'object' && input !== null ? input : {};
    const result = await vscode.lm.invokeTool(name, { input: given, toolInvocationToken: undefined }, cancelling.token);
    signal.throwIfAborted();
    return result.content
      .flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []))
      .join('\n');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    cancelling.dispose();
  }
}

/** Asks for each call and remembers no answer, because the model's next request may be different. */
async function confirmed({ name }: HostTool, input: unknown): Promise<boolean> {
  const message = l10n.t('A debater asks to use the tool “{0}”.', name);
  const warning = l10n.t(
    'The tool is not marked as read-only: it may change something. A language model chose this input, and it may have been misled by what it read.',
  );
  return await isAgreed(message, `${warning}\n\n${shownInput(input)}`, l10n.t('Allow Once'));
}
