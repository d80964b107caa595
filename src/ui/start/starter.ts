import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import { readConfigFiles, type DebateConfig } from '../../session/plan/configFiles';
import { withoutProviders } from '../../session/plan/modelPlan';
import { checkedTopic, fittingDebaters } from '../../session/plan/plan';
import { showErrorMessage, showWarningMessage } from '../kit/messages';
import { defined } from '../../debate/log/objects';
import type { LineupDraft } from './lineupDraft';
import type { StartPorts } from './ports';
import {
  mergedChoices,
  StartMemory,
  type Choices,
  type StartRequest,
  type Subject,
  formatOffered,
  offerOf,
  type StartFormat,
} from './choices';
import { expectedEvidence } from './evidenceStep';
import type { DebateSummary } from '../../session/library/summary';
import { timeOf } from '../../session/library/newestFirst';
import { relativeTime, stateText, titleOf } from '../library/debateNode';
import { askPick, askText, type FlowExit } from './flow';
import { standardFormat } from '../../debate/formats/formatName';
import { isOnDisk, isTrusted, parentFor, parentProblem } from './guards';
import { topicProblem } from './problemWords';
import { startArgument } from './startArgument';
import { subjectOfFiles, subjectOfSelection } from './subjectOf';
import { putInList } from '../library/keepInList';
import { likelyFolder } from '../kit/workspaceFolders';
import { formats } from '../../debate/formats/registry';
import { checkedSubjectText, createDebate } from '../../session/plan/createDebate';
import { samplePlan } from '../../session/library/samples';
import { setContext } from '../kit/setContext';
import { wordsFor } from '../kit/wordsFor';

interface StartContext {
  config: DebateConfig;
  subject?: Subject | undefined;
}

interface AskedStart extends StartContext {
  given: Choices;
}

const givenText = z.object({ name: z.string(), text: z.string() });

export class Starter {
  readonly #memory: StartMemory;

  constructor(private readonly services: StartPorts) {
    this.#memory = new StartMemory(services.context.workspaceState);
  }

  /** Returns the draft's id, of a sample the debate's folder, for programs. */
  start(given: unknown): Promise<string | undefined> {
    return this.#guarded(async () => {
      const argument = startArgument(given);
      if (argument?.isSample === true) return await startSample(this.services, argument.choices.format);
      const config = await this.#config(undefined);
      if (argument?.isWhole === true) {
        const { makeDraft } = await import('./makeDraft');
        return await this.#shown(
          await makeDraft(this.services, requestFrom(this.#withSetProvider(argument.choices), { config })),
        );
      }
      return await this.#asked({ config, given: argument?.choices ?? {} });
    });
  }

  /** `findings`: a text about the files, which another part of Rostrum gives as evidence. */
  aboutFiles(files: readonly vscode.Uri[], findings?: unknown): Promise<string | undefined> {
    return this.#about(async () => {
      const subject = await subjectOfFiles(files);
      const text = givenText.safeParse(findings).data;
      return subject === undefined || text === undefined ? subject : { ...subject, text: checkedSubjectText(text) };
    });
  }

  aboutSelection(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
    return this.#about(() => subjectOfSelection(editor));
  }

  #about(find: () => Promise<Subject | undefined> | Subject | undefined): Promise<string | undefined> {
    return this.#guarded(async () => {
      const subject = await find();
      if (subject === undefined) return undefined;
      const config = await this.#config(subject.files[0]);
      return await this.#asked({ config, subject, given: { topic: subject.suggestedTopic } });
    });
  }

  async #guarded(work: () => Promise<string | undefined>): Promise<string | undefined> {
    if (!isTrusted('start') || !isOnDisk()) return undefined;
    try {
      return await work();
    } catch (error) {
      this.services.log.warn('No debate could be prepared.', wordsFor(error));
      void showErrorMessage(wordsFor(error));
      return undefined;
    }
  }

  /** The question, then the page. */
  async #asked({ config, subject, given }: AskedStart): Promise<string | undefined> {
    const before = mergedChoices({ topic: config.topic ?? undefined }, this.#memory.choices);
    const choices = this.#withProvider(mergedChoices(before, given));
    const answer = await askedTopic(choices.topic ?? '', this.services, subject?.label);
    // The topic of a file is of no use to the next debate, which is about something else.
    await this.#memory.keep({ ...choices, topic: subject === undefined ? answer.typed : this.#memory.choices.topic });
    if (!answer.isTaken) return undefined;
    return await this.#setUp({ ...choices, topic: answer.typed }, { config, subject, given });
  }

  /** Everything else is proposed on the page: as it was the last time, else as the workspace lets one expect. */
  async #setUp(choices: Choices, { config, subject, given }: AskedStart): Promise<string | undefined> {
    const { evidence: last, details: { rounds, exchanges } = {} } = choices;
    const chosen = {
      ...choices,
      evidence: await expectedEvidence(last, subject),
      // Who debated another topic, and its motion, are none of this one's.
      debaters: given.debaters,
      details: given.details ?? { rounds, exchanges },
    };
    const { makeOpenDraft } = await import('./makeDraft');
    return await this.#shown(await makeOpenDraft(this.services, requestFrom(chosen, { config, subject })));
  }

  /** What was chosen the last time, else what is set. */
  #withProvider(choices: Choices): Choices {
    const { provider = this.services.settings.get('provider'), model } = this.#memory.choices;
    return mergedChoices({ provider, model }, choices);
  }

  /** A program that names no provider takes what is set: what a person chose the last time is not for it. */
  #withSetProvider(choices: Choices): Choices {
    return mergedChoices({ provider: this.services.settings.get('provider') }, choices);
  }

  async #shown(draft: LineupDraft | undefined): Promise<string | undefined> {
    if (draft !== undefined) await this.services.panels.review(draft);
    return draft?.id;
  }

  /** The ancestors' files: the user's own, and those of the folder at hand; the workspace is trusted, or this is not reached. */
  async #config(path: string | undefined): Promise<DebateConfig> {
    const config = await readConfigFiles({ workspace: likelyFolder(path)?.uri.fsPath });
    if (config.debaters == null) return config;
    const { debaters, problems } = fittingDebaters(config.debaters);
    if (problems.length > 0) void showWarningMessage(leftOutWords(debaters.length, problems));
    // A workspace must not choose who is paid.
    return { ...config, debaters: withoutProviders(debaters) };
  }
}

function leftOutWords(count: number, problems: readonly string[]): string {
  const words = problems.join(' ');
  return count === 0
    ? l10n.t('The debaters of the configuration file are invalid, so others are proposed. {0}', words)
    : l10n.t('Some debaters of the configuration file are invalid and were left out. {0}', words);
}

function requestFrom(choices: Choices, { config, subject }: StartContext): StartRequest {
  const configured = config.debaters ?? [];
  return {
    format: standardFormat,
    details: {},
    provider: 'offline',
    model: '',
    evidence: { kind: 'none' },
    debaters: configured.length === 0 ? { kind: 'chair' } : { kind: 'given', label: '', debaters: configured },
    ...defined(choices),
    topic: checkedTopic(choices.topic ?? ''),
    config,
    subject,
  };
}

/** The topic as it was typed, also where the user left. Earlier debates on much the same topic are named beside it. */
async function askedTopic(
  value: string,
  services: StartPorts,
  about: string | undefined,
): Promise<{ typed: string; isTaken: boolean }> {
  const { EarlierDebates, earlierWords } = await import('./earlierDebates');
  const { library } = services;
  // A window that has just opened does not know its debates yet: they come while the topic is typed.
  if (library.state === 'loading') void library.refresh();
  const earlier = new EarlierDebates(() => library.debates);
  let typed = value;
  const like = (): void => void showEarlier(earlier.like(typed), services);
  const tooltip = l10n.t('Show Debates Like This');
  const toEarlier = { button: { iconPath: new vscode.ThemeIcon('comment-discussion'), tooltip }, take: like };
  const place = { title: l10n.t('Start Debate'), step: 1, totalSteps: 1 };
  const answer = await askText(place, {
    value,
    prompt: about === undefined ? l10n.t('What is the question?') : l10n.t('What is the question about {0}?', about),
    placeholder: l10n.t('Should the payments service move from REST to gRPC?'),
    problem: topicProblem,
    onType: (text) => (typed = text),
    remark: (text) => earlierWords(earlier.like(text)),
    onDidChangeRemark: library.onDidChange,
    exits: [...(library.state === 'empty' ? [] : [toEarlier]), ...(await exitToLineups(services))],
  });
  return answer.kind === 'answer' ? { typed: answer.value, isTaken: true } : { typed, isTaken: false };
}

/** Exit to lineups whose tab was closed before the debate was started. */
async function exitToLineups(services: StartPorts): Promise<FlowExit[]> {
  const left = await services.drafts.left();
  if (left.length === 0) return [];
  const tooltip = l10n.t('Open a Lineup That Was Not Started');
  return [{ button: { iconPath: new vscode.ThemeIcon('history'), tooltip }, take: () => void open(services) }];
}

/** One is opened, or forgotten where no tab shows it. */
async function open(services: StartPorts): Promise<void> {
  const forget = { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Forget This Lineup') };
  const left = await services.drafts.left();
  const items = left.map(({ id, topic, debaters, made, isOpen }) => ({
    id,
    label: topic,
    description: new Date(made).toLocaleString(),
    detail: debaters.map(({ name }) => name).join(', '),
    buttons: isOpen ? [] : [forget],
  }));
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  const title = l10n.t('Lineups That Were Not Started');
  Object.assign(pick, { items, title, matchOnDetail: true, ignoreFocusOut: true });
  pick.onDidTriggerItemButton(({ item }) => {
    services.drafts.drop(item.id);
    pick.items = pick.items.filter(({ id }) => id !== item.id);
  });
  pick.onDidAccept(async () => {
    const [picked] = pick.selectedItems;
    pick.hide();
    const draft = picked === undefined ? undefined : await services.drafts.find(picked.id);
    if (draft !== undefined) await services.panels.review(draft);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** Returns the debate's folder, for programs. */
async function startSample(services: StartPorts, format: StartFormat | undefined): Promise<string | undefined> {
  const wanted = format ?? (await askedFormat());
  if (wanted === undefined) return undefined;
  const parent = await parentFor(services, []);
  if (parent === undefined) return undefined;
  const problem = await parentProblem(parent);
  if (problem !== undefined) throw new Error(problem);
  const folder = await createDebate(await samplePlan(formatOffered(wanted).name, { parent, now: () => new Date() }));
  putInList(services, folder);
  await services.panels.show(folder);
  await services.runManager.run(folder);
  void setContext('sampleTried', true);
  return folder;
}

async function askedFormat(): Promise<StartFormat | undefined> {
  const choices = formats.map(({ name }) => ({ ...offerOf(name), value: name }));
  const place = { title: l10n.t('Watch the Sample'), step: 1, totalSteps: 1 };
  const answer = await askPick(place, {
    choices,
    placeholder: l10n.t('Which one? The speeches were written beforehand; all checks run for real.'),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

async function showEarlier(found: readonly DebateSummary[], { panels }: Pick<StartPorts, 'panels'>): Promise<void> {
  const items = found.map((debate) => ({
    label: titleOf(debate),
    description: `${stateText(debate)} · ${relativeTime(timeOf(debate), Date.now(), vscode.env.language)}`,
    folder: debate.folder,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Debated Before'),
    matchOnDescription: true,
  });
  if (picked !== undefined) await panels.show(picked.folder);
}
