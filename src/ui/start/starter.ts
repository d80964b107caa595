import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readConfigFiles, type DebateConfig } from '../../session/plan/configFiles';
import { withoutProviders, proposerIn, type ModelPlan } from '../../session/plan/modelPlan';
import { checkedTopic, fittingDebaters } from '../../session/plan/plan';
import { showErrorMessage, showWarningMessage } from '../kit/messages';
import { defined } from '../../debate/log/objects';
import type { LineupDraft, Services } from '../services';
import {
  mergedChoices,
  StartMemory,
  type Choices,
  type StartRequest,
  type Subject,
  formatOffered,
  questionsOf,
  offerOf,
  type StartFormat,
} from './choices';
import { debatersStep } from './debatersStep';
import { debateLimits, explicitLimits, modelPlanOf } from './draftPlan';
import { evidenceStep, expectedEvidence } from './evidenceStep';
import type { DebateSummary } from '../../session/library/summary';
import { timeOf } from '../../session/library/newestFirst';
import { relativeTime, stateText, titleOf } from '../library/debateNode';
import { runFlow, type FlowStep, type FlowExit, askPick } from './flow';
import { standardFormat } from '../../debate/formats/formatName';
import type { FormatQuestion } from '../formats/formatUi';
import {
  exchangesStep,
  roundsStep,
  termsStep,
  formatStep,
  topicStep,
  type Answers,
  type AroundTopic,
  type LengthOf,
} from './formatSteps';
import { isOnDisk, isTrusted, parentFor, parentProblem } from './guards';
import { modelStep } from './modelStep';
import { motionStep, type MotionPorts, type Proposer } from './motionStep';
import { startArgument } from './startArgument';
import { subjectOfFiles, subjectOfSelection } from './subjectOf';
import { likelyFolder, putInList } from './workspaceFolders';
import { formats } from '../../debate/formats/registry';
import { createDebate } from '../../session/plan/createDebate';
import { samplePlan } from '../../session/library/samples';
import { setContext } from '../library/setContext';
import { sum, type Usage } from '../../debate/log/entryData';
import { formatModelRef } from '../../models/provider';
import { activityWords } from '../run/workingList';
import { cancellable } from '../kit/cancellable';
import { wordsFor } from '../kit/wordsFor';

interface StartContext {
  config: DebateConfig;
  subject?: Subject | undefined;
}

interface AskedStart extends StartContext {
  given: Choices;
}

/** The format decides what else is asked. */
const stepsToFormat = 2;

export class Starter {
  readonly #memory: StartMemory;

  constructor(private readonly services: Services) {
    this.#memory = new StartMemory(services.context.workspaceState);
  }

  /** Returns the draft's id, of a sample the debate's folder, for programs. */
  start(given: unknown): Promise<string | undefined> {
    return this.#guarded(async () => {
      const argument = startArgument(given);
      if (argument?.isSample === true) return await startSample(this.services, argument.choices.format);
      const config = await this.#config(undefined);
      if (argument?.isWhole === true)
        return await this.#review(requestFrom(this.#withSetProvider(argument.choices), { config }));
      return await this.#asked({ config, given: argument?.choices ?? {} });
    });
  }

  aboutFiles(files: readonly vscode.Uri[]): Promise<string | undefined> {
    return this.#about(() => subjectOfFiles(files));
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

  async #asked({ config, subject, given }: AskedStart): Promise<string | undefined> {
    const before = mergedChoices({ topic: config.topic ?? undefined }, this.#memory.choices);
    const answers: Answers = { choices: this.#withProvider(mergedChoices(before, given)) };
    const topic = topicStep(answers, { about: subject?.label, ...(await aroundTopic(answers, this.services)) });
    const isPage = this.services.settings.get('panel.setUp') === 'page';
    const isDone = await runFlow(
      l10n.t('Start Debate'),
      isPage ? [topic] : this.#steps(answers, topic, { config, subject }),
      { deciding: isPage ? 0 : stepsToFormat },
    );
    // The topic of a file is of no use to the next debate, which is about something else.
    await this.#memory.keep(
      subject === undefined ? answers.choices : { ...answers.choices, topic: this.#memory.choices.topic },
    );
    if (!isDone) return undefined;
    return isPage
      ? await this.#setUp(answers.choices, { config, subject, given })
      : await this.#review({ ...requestFrom(answers.choices, { config, subject }), usage: answers.usage });
  }

  #steps(answers: Answers, topic: FlowStep, { config, subject }: StartContext): () => FlowStep[] {
    const first = [topic, formatStep(answers, this.#lengthOf(config))];
    const asking: Readonly<Record<FormatQuestion, FlowStep>> = {
      debaters: debatersStep(answers, config),
      model: modelStep(this.services, answers),
      rounds: roundsStep(answers),
      motion: motionStep(answers, motionPorts(this.services, answers, { config, subject })),
      terms: termsStep(answers),
      exchanges: exchangesStep(answers),
    };
    const last = [
      evidenceStep(answers, { subject: subject?.label, isWebRead: this.services.settings.get('research.web') }),
    ];
    const own = (): FlowStep[] => questionsOf(answers.choices.format ?? standardFormat).map((name) => asking[name]);
    return () => [...first, ...own(), ...last];
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

  async #review(request: StartRequest): Promise<string | undefined> {
    const { makeDraft } = await import('./makeDraft');
    return await this.#shown(await makeDraft(this.services, request));
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

  #lengthOf(config: DebateConfig): LengthOf {
    const { settings } = this.services;
    return (format) => {
      try {
        if (!formatOffered(format).takesLimits) return { words: '' };
        const limits = debateLimits(format, explicitLimits(settings, likelyFolder()?.uri), config);
        const { min_rounds: min, max_rounds: max, time_budget_minutes: minutes } = limits;
        const rounds = min === max ? String(max) : `${min}–${max}`;
        return { words: l10n.t('{0} rounds, {1} min', rounds, minutes) };
      } catch (error) {
        return { problem: wordsFor(error) };
      }
    };
  }
}

function leftOutWords(count: number, problems: readonly string[]): string {
  const words = problems.join(' ');
  return count === 0
    ? l10n.t('The debaters of the configuration file cannot debate, so others are proposed. {0}', words)
    : l10n.t('Not all debaters of the configuration file can debate; the others are left out. {0}', words);
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

/** Earlier debates on much the same topic, and lineups that were not started. */
async function aroundTopic(answers: Answers, services: Services): Promise<AroundTopic> {
  const { EarlierDebates, earlierWords } = await import('./earlierDebates');
  const { library } = services;
  // A window that has just opened does not know its debates yet: they come while the topic is typed.
  if (library.state === 'loading') void library.refresh();
  const earlier = new EarlierDebates(() => library.debates);
  const like = (): void => void showEarlier(earlier.like(answers.choices.topic ?? ''), services);
  const tooltip = l10n.t('Show Debates Like This');
  const toEarlier = { button: { iconPath: new vscode.ThemeIcon('comment-discussion'), tooltip }, take: like };
  return {
    remark: (text) => earlierWords(earlier.like(text)),
    onDidChangeRemark: library.onDidChange,
    exits: [...(library.state === 'empty' ? [] : [toEarlier]), ...(await exitToLineups(services))],
  };
}

/** To a lineup whose tab was closed before it was started. */
async function exitToLineups(services: Services): Promise<FlowExit[]> {
  const left = await services.drafts.left();
  if (left.length === 0) return [];
  const tooltip = l10n.t('Open a Lineup That Was Not Started');
  return [{ button: { iconPath: new vscode.ThemeIcon('history'), tooltip }, take: () => void open(services) }];
}

/** One is opened, or forgotten where no tab shows it. */
async function open(services: Services): Promise<void> {
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
async function startSample(services: Services, format: StartFormat | undefined): Promise<string | undefined> {
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
  const place = { title: l10n.t('Try the Sample'), step: 1, totalSteps: 1 };
  const answer = await askPick(place, {
    choices,
    placeholder: l10n.t('Which one? Each was written beforehand; gates, checks and record are live.'),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}

/** What a proposal costs goes to the answers. */
function motionPorts(
  { settings, models, log }: Services,
  answers: Answers,
  { config, subject }: StartContext,
): MotionPorts {
  const plan = (): ModelPlan => {
    const { provider = 'offline', model = '', format = standardFormat } = answers.choices;
    return modelPlanOf({ settings }, { provider, model, config, format });
  };
  return {
    ask: askPick,
    proposer: () => proposerOf(plan),
    propose: (topic) =>
      cancellable(l10n.t('Preparing the debate'), async (signal, progress) => {
        const say = (message: string): void => progress.report({ message });
        say(l10n.t('The model is looking for motions…'));
        const evidence = subject === undefined ? [] : [subject.label];
        const [{ proposeMotions }, { modelLineupPerformer }] = await Promise.all([
          import('../../session/plan/motions'),
          import('../../session/plan/preparation'),
        ]);
        const onUsage = (used: Usage): void => void (answers.usage = sum(answers.usage, used));
        const onAwaiting = (detail: string): void => say(activityWords(detail));
        const performer = modelLineupPerformer(plan(), { models }, settings.get('prices'));
        if (performer === undefined) return [];
        return await proposeMotions({ topic, evidence, onUsage, onAwaiting }, performer, signal);
      }),
    show: (message) => {
      log.warn(message);
      void showErrorMessage(message);
    },
  };
}

function proposerOf(plan: () => ModelPlan): Proposer {
  try {
    const ref = proposerIn(plan());
    return ref?.kind === 'model' ? { model: formatModelRef(ref) } : undefined;
  } catch (error) {
    return { problem: wordsFor(error) };
  }
}

async function showEarlier(found: readonly DebateSummary[], { panels }: Pick<Services, 'panels'>): Promise<void> {
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
