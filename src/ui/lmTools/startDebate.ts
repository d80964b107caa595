import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { standardFormat } from '../../debate/formats/formatName';
import { formatNamed } from '../../debate/formats/registry';
import { readConfigFiles } from '../../session/plan/configFiles';
import { plainMarkdown } from '../chat/chatPart';
import { startFormatOf } from '../start/choices';
import type { StartProvider } from '../models/settingModels';
import type { LineupDraft } from '../start/lineupDraft';
import type { ToolPorts } from './ports';
import { topicProblem, withoutEvidenceProblem } from '../start/problemWords';
import { likelyFolder, realPaths } from '../kit/workspaceFolders';
import { plainLine } from '../../matching/text/shortText';
import { untrustedReason } from '../start/guards';
import { parsedInput, toolInputs, type ToolInput } from './inputs';
import { pathInWorkspace } from './knownDebate';
import { startConfirmation, startTerms } from './startConfirmation';
import { textResult } from './toolText';
import { wordsFor } from '../kit/wordsFor';

const name = 'rostrum_start_debate';

/**
 * Starts a debate for an agent of the editor. The user approves a confirmation, which states the debate, the data that
 * leaves the machine and the possible cost; a lineup with a problem stays in its review.
 */
export class StartDebateTool implements vscode.LanguageModelTool<unknown> {
  constructor(private readonly services: ToolPorts) {}

  async prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<unknown>): Promise<vscode.PreparedToolInvocation> {
    const parsed = toolInputs[name].safeParse(input);
    const message = parsed.success
      ? await this.#confirmation(parsed.data)
      : l10n.t('The request does not say what is to be debated as it should; nothing will be started.');
    return {
      invocationMessage: l10n.t('Starting a debate'),
      confirmationMessages: { title: l10n.t('Start a debate?'), message: new vscode.MarkdownString(message) },
    };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const wanted = parsedInput(name, input);
    const reason = untrustedReason();
    if (reason !== undefined) throw new Error(`No debate is started: ${reason}`);
    const problem = topicProblem(wanted.topic);
    if (problem !== undefined) throw new Error(`The topic cannot be used: ${problem}`);
    const { settings } = this.services;
    const chosen = { provider: settings.get('provider'), format: wanted.format };
    const missing =
      wanted.evidence === 'none' ? withoutEvidenceProblem(chosen, settings.get('research.web')) : undefined;
    if (missing !== undefined) throw new Error(`The debate needs evidence: ${missing}`);
    if (takesNoDebaters(wanted, chosen.provider)) throw new Error(withoutDebaters);
    const before = new Set(panelTabs());
    const draft = await this.#draft(wanted);
    if (token.isCancellationRequested)
      return textResult('The user cancelled. The lineup stays in its review in the panel; nothing was started.');
    return textResult(await this.#started(draft, before));
  }

  /** Text of the confirmation; otherwise the reason why no debate will start. */
  async #confirmation(wanted: ToolInput<typeof name>): Promise<string> {
    const reason = untrustedReason();
    if (reason !== undefined) return reason;
    if (takesNoDebaters(wanted, this.services.settings.get('provider')))
      return l10n.t(
        'Nothing will be started: offline, documents speak, and the request names other debaters. Choose a provider in the settings of Rostrum (rostrum.provider) to have language models debate.',
      );
    try {
      const config = await readConfigFiles({ workspace: likelyFolder()?.uri.fsPath });
      return startConfirmation(wanted, startTerms(this.services, wanted.format ?? standardFormat, config));
    } catch (error) {
      return plainMarkdown(wordsFor(error));
    }
  }

  async #draft({
    topic,
    format = standardFormat,
    length,
    evidence,
    debaters,
  }: ToolInput<typeof name>): Promise<LineupDraft> {
    const roots = realPaths();
    const paths: string[] = [];
    for (const path of evidence === 'none' ? [] : evidence) paths.push(await pathInWorkspace(path, roots));
    const hints = hasHints({ format, debaters }) ? { debaters } : {};
    const argument = {
      topic,
      evidence: evidence === 'none' ? evidence : paths,
      format: startFormatOf(format, length === 'short'),
      ...hints,
    };
    const id: unknown = await vscode.commands.executeCommand('rostrum.startDebate', argument);
    const draft = typeof id === 'string' ? await this.services.drafts.find(id) : undefined;
    if (draft === undefined)
      throw new Error('No lineup could be made. A notification told the user why; ask them, or try other evidence.');
    return draft;
  }

  async #started(draft: LineupDraft, before: ReadonlySet<vscode.Tab>): Promise<string> {
    const { problems, debaters, topic } = draft.review;
    const inReview = 'The lineup waits in its review in the panel, where the user can mend it and start.';
    if (problems.length > 0) return `Not started: ${problems.map(({ message }) => message).join(' ')} ${inReview}`;
    const review = await openedReview(topic, before);
    const folder = await draft.start(debaters);
    if (folder === undefined) return `Not started: a notification tells the user why. ${inReview}`;
    // The review was opened by the way, and is no longer needed.
    if (review !== undefined) await vscode.window.tabGroups.close(review, true);
    await this.services.panels.show(folder, { preserveFocus: true });
    const names = debaters.map(({ name: debater, persona }) => `${debater} (${persona})`).join('; ');
    return [
      `Started, in ${folder}.`,
      `Debaters: ${names}.`,
      'It runs in the background, and the user follows it in the panel. Read it with rostrum_read_debate and this folder; the log is debate-log.jsonl in it. It takes minutes: say so to the user instead of reading it again and again.',
    ].join('\n');
  }
}

/** Whether debaters can be named; formats with seats of their own take none. */
const hasHints = ({
  format = standardFormat,
  debaters = '',
}: Pick<ToolInput<typeof name>, 'format' | 'debaters'>): boolean =>
  formatNamed(format)?.seats === undefined && debaters.trim() !== '';

const takesNoDebaters = (wanted: ToolInput<typeof name>, provider: StartProvider): boolean =>
  provider === 'offline' && hasHints(wanted);

const withoutDebaters =
  'Nothing was started: no language model is set, and offline only documents speak. Call the tool again without debaters, so that the files of the evidence are quoted; or ask the user to choose a provider (the setting rostrum.provider) first.';

/** Tab that shows the lineup; the editor reports a new tab a moment after it was opened. */
async function openedReview(topic: string, before: ReadonlySet<vscode.Tab>): Promise<vscode.Tab | undefined> {
  const isReview = (tab: vscode.Tab): boolean =>
    !before.has(tab) && plainLine(topic).startsWith(tab.label.replace(/…$/, ''));
  for (const end = Date.now() + tabMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = panelTabs().find(isReview);
    if (found !== undefined) return found;
  }
  return undefined;
}

const tabMs = 5_000;

const panelTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('rostrum.panel'));
