import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { Fence } from '../../agents/model/fence';
import { statusOf } from '../../session/library/status';
import type { ToolPorts } from './ports';
import { realPaths } from '../kit/workspaceFolders';
import { fitted, debateText } from '../../session/library/debateText';
import { parsedInput } from './inputs';
import { knownDebate } from './knownDebate';
import { budgetOf, textResult } from './toolText';

const name = 'rostrum_read_debate';
const standardLimit = 50;

/** Returns a debate as anyone may see it, delimited and cut to the caller's budget. */
export class ReadDebateTool implements vscode.LanguageModelTool<unknown> {
  constructor(private readonly services: ToolPorts) {}

  prepareInvocation(): vscode.PreparedToolInvocation {
    return { invocationMessage: l10n.t('Reading the record of the debate') };
  }

  async invoke(
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { folder: named, fromSeq = 0, limit = standardLimit } = parsedInput(name, input);
    const { library, debates } = this.services;
    await library.refresh();
    const known = knownDebate(library.debates, named, realPaths());
    if (known === undefined)
      throw new Error(
        'There is no debate in this workspace yet. rostrum_start_debate starts one, when the user agrees.',
      );
    return await debates.with(known.folder, async (debate) => {
      const { log } = debate;
      if (!debate.isGone) await log.refresh();
      await debate.lookForChanges();
      const fence = new Fence(() => randomBytes(6).toString('hex'));
      const text = debateText({ view: log.view, status: await statusOf(log), fence, fromSeq, limit });
      return textResult(await fitted(text, budgetOf(tokenizationOptions, token)));
    });
  }
}
