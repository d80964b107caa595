import * as vscode from 'vscode';
import type { ExtractivePerformer } from '../../agents/extractive/extractivePerformer';
import { sum, type Usage } from '../../debate/entryData';
import { formatNamed } from '../../debate/formats/registry';
import type { ModelProviderName } from '../../models/provider';
import { editorProviders } from '../../models/providers';
import { createDebate, type DebatePlan } from '../../session/createDebate';
import { estimateOf } from '../../session/estimate';
import type { EvidenceSet } from '../../session/evidenceSet';
import { reviseLineup } from '../../session/lineup';
import { modelLineupPerformer, prepareOffline, promptsFor } from '../../session/preparation';
import type { DraftDebater, Review } from '../../shared/protocol';
import { Emitter, type Disposable, type Event } from '../emitter';
import { takeUp } from '../library/takeUp';
import { showErrorMessage } from '../messages';
import { providersIn } from '../models/roleModels';
import type { LineupDraft, Services } from '../services';
import { evidenceChange, evidenceSummary, type DraftRecord, type EvidenceChange } from './draftRecord';
import { tellChange, tellUnused } from './draftWords';
import { gathered } from './gathering';
import { isTrusted, parentProblem } from './guards';
import { inFull, lineupProblems, tidied } from './lineupProblems';
import { messageOf } from './problemWords';
import { workspacePrompts, type WorkspacePrompts } from '../models/workspacePrompts';
import { endpointsNow } from './modelFacts';
import { referencesOf, reviewOf } from './reviewOf';

/** Whoever keeps the drafts. */
export interface DraftKeeper {
  keep(record: DraftRecord): void;
  drop(id: string): void;
  /** Nobody looks at it any more; what is kept of it stays. */
  left(id: string): void;
  /** The debate of this draft is under way. */
  started(): void;
}

/** An offline performer, and the evidence that it read. */
export interface Prepared {
  evidence: EvidenceSet;
  performer: ExtractivePerformer;
}

interface Made {
  folder: string;
  performer: ExtractivePerformer | undefined;
  change: EvidenceChange | undefined;
}

const recheckMs = 3_000;

/** A debate before its start. Whatever goes wrong leaves it as it is, to be corrected and started again. */
export class Draft implements LineupDraft {
  readonly #changed = new Emitter<void>();
  #listeners = 0;
  /** Whoever listens looks at it: with the last one gone, its tab was closed. */
  readonly onDidChange: Event<void> = (listener) => this.#listen(this.#changed.event(listener));
  #record: DraftRecord;
  #busy: Review['busy'];
  #models: readonly string[] = [];
  /** The providers whose models are known, or are being asked for. */
  #askedFor = '';
  #parentProblem: string | undefined;
  #recheck: ReturnType<typeof setInterval> | undefined;
  #underway: AbortController | undefined;
  #isOver = false;
  #isLeft = false;

  constructor(
    record: DraftRecord,
    private readonly services: Services,
    private readonly keeper: DraftKeeper,
    private prepared?: Prepared,
  ) {
    this.#record = record;
  }

  get id(): string {
    return this.#record.id;
  }

  get #problems(): ReturnType<typeof lineupProblems> {
    return lineupProblems(this.#record.debaters, this.#record.provider, formatNamed(this.#record.format)?.seats);
  }

  get review(): Review {
    const parent = this.#parentProblem === undefined ? [] : [{ field: 'parent', message: this.#parentProblem }];
    return reviewOf(this.#record, { busy: this.#busy, problems: [...this.#problems, ...parent], models: this.#models });
  }

  change(debaters: readonly DraftDebater[]): void {
    // What is typed while the Chair or the start is at it would be lost or come too late; the page disables it.
    if (this.#isOver || this.#busy !== undefined) return;
    this.#set({ debaters: debaters.map((debater) => ({ ...debater })) });
    void this.findModels();
  }

  async revise(wish: string): Promise<void> {
    if (this.#isOver || this.#busy !== undefined || this.#record.isRevised) return;
    const { topic, hints, models, debaterModel, debaters, gathered: seen, prices } = this.#record;
    await this.#during('revising', async (signal) => {
      const onUsage = (used: Usage): void => this.#set({ usage: sum(this.#record.usage, used) ?? used });
      const request = {
        topic,
        hints,
        given: undefined,
        evidence: Object.keys(seen.files),
        model: debaterModel,
        onUsage,
      };
      const performer = modelLineupPerformer(
        { models, standard: debaterModel },
        { models: this.services.models },
        prices,
      );
      const revised = await reviseLineup({ ...request, proposed: debaters, revision: wish }, performer, signal);
      this.#set({ debaters: revised, isRevised: true });
    }).catch((error: unknown) => {
      this.services.log.warn('The lineup could not be revised.', messageOf(error));
      void showErrorMessage(
        vscode.l10n.t('The lineup could not be revised: {0} It stands as it was.', messageOf(error)),
      );
    });
  }

  async start(debaters: readonly DraftDebater[]): Promise<string | undefined> {
    if (this.#isOver || this.#busy !== undefined) return undefined;
    this.#set({ debaters: inFull(tidied(debaters), this.#record.provider) });
    if (!isTrusted('start') || this.#problems.length > 0) return undefined;
    try {
      return await this.#during('starting', async (signal) => {
        await this.checkParent();
        if (this.#parentProblem !== undefined) return undefined;
        const made = await this.#make(signal);
        return await this.#settle(made, signal);
      });
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) this.#tellFailure(error);
      return undefined;
    }
  }

  cancel(): void {
    this.#underway?.abort(new vscode.CancellationError());
    this.#end();
  }

  /** The review must not say that all is well where the folder cannot be made. A problem of the disk goes away by itself. */
  async checkParent(): Promise<void> {
    const before = this.#parentProblem;
    this.#parentProblem = await parentProblem(this.#record.parent);
    if (this.#isOver) return;
    if (this.#parentProblem === undefined || this.#isLeft) this.#stopChecking();
    else this.#recheck ??= setInterval(() => void this.checkParent(), recheckMs).unref();
    if (this.#parentProblem !== before) this.#changed.fire();
  }

  /** Which models can be chosen: of those only that are reached anyway, and of the editor, where any is. An offline draft asks nobody. */
  async findModels(): Promise<void> {
    const { provider } = this.#record;
    const reached = providersIn([...referencesOf(this.#record), `${provider}:x`]);
    const asked = reached.length === 0 ? [] : [...new Set([...reached, ...editorProviders])];
    if (asked.join() === this.#askedFor) return;
    this.#askedFor = asked.join();
    const found = new Map<ModelProviderName, string[]>();
    // Each as it comes: the editor takes its time where somebody has to sign in.
    const ask = async (name: ModelProviderName): Promise<void> => {
      const models = await this.services.models.known.of([name]);
      if (this.#isOver || asked.join() !== this.#askedFor) return;
      found.set(
        name,
        models.map(({ reference }) => reference),
      );
      this.#models = asked.flatMap((one) => found.get(one) ?? []);
      this.#changed.fire();
    };
    await Promise.all(asked.map(ask)).catch((error: unknown) =>
      this.services.log.warn('The models that can be chosen are not known.', messageOf(error)),
    );
  }

  dispose(): void {
    this.#underway?.abort(new vscode.CancellationError());
    this.#stopChecking();
    this.#changed.dispose();
  }

  /** Everything is looked at once more: files change while a lineup is edited. */
  async #make(signal: AbortSignal): Promise<Made> {
    const { topic, format, options, debaters, limits, provider, parent, subjectText, usage } = this.#record;
    const evidence = await gathered(this.#record, signal);
    const now = evidenceSummary(evidence, subjectText);
    const change = evidenceChange(this.#record.gathered, now);
    if (change !== undefined) this.#set({ gathered: now });
    const performer = await this.#offline(evidence, change, signal);
    signal.throwIfAborted();
    const text = subjectText === undefined ? {} : { subjectText };
    const words = performer === undefined ? {} : { topicWords: await performer.wordsOf(topic) };
    const plan = {
      topic,
      format,
      options,
      debaters,
      limits,
      provider,
      parent,
      evidence,
      usage,
      ...text,
      ...words,
      ...this.#modelFacts(await workspacePrompts(parent)),
    };
    const folder = await createDebate({ ...plan, now: () => new Date() });
    // The selection has got a path with the folder, which a performer that was made before does not know.
    return { folder, performer: subjectText === undefined ? performer : undefined, change };
  }

  /** Undefined where models argue: whoever is offline among them is prepared when the debate is opened. */
  async #offline(
    evidence: EvidenceSet,
    change: EvidenceChange | undefined,
    signal: AbortSignal,
  ): Promise<ExtractivePerformer | undefined> {
    const { provider, subjectText } = this.#record;
    if (provider !== 'offline') return undefined;
    const isPrepared = change === undefined && this.prepared?.evidence.root === evidence.root;
    return isPrepared && this.prepared !== undefined
      ? this.prepared.performer
      : await prepareOffline(evidence, { signal, subjectText });
  }

  /** Where requests go is what the settings say now, and not when the lineup was proposed. */
  #modelFacts(
    prompts: WorkspacePrompts,
  ): Pick<DebatePlan, 'models' | 'effort' | 'efforts' | 'prices' | 'endpoints' | 'prompts' | 'estimate'> {
    const { models, effort, efforts, prices } = this.#record;
    const estimate = estimateOf(this.#record);
    const reached = providersIn(referencesOf(this.#record));
    const endpoints = Object.fromEntries(
      Object.entries(endpointsNow(this.services)).filter(([name]) => reached.some((provider) => provider === name)),
    );
    return {
      models,
      ...(reached.length === 0 ? {} : { endpoints, ...promptsFor({ prompts }) }),
      ...(effort === undefined ? {} : { effort }),
      ...(efforts === undefined ? {} : { efforts }),
      ...(prices === undefined ? {} : { prices }),
      ...(estimate === undefined ? {} : { estimate: { ...estimate } }),
    };
  }

  /** Cancelled while its folder was made, it is a debate that does not run. */
  async #settle(made: Made, signal: AbortSignal): Promise<string | undefined> {
    const { folder } = made;
    takeUp(this.services, folder).catch((error: unknown) => {
      this.services.log.warn(`${folder} could not be kept in the list of debates.`, messageOf(error));
    });
    if (!signal.aborted) {
      await this.#run(made);
      return folder;
    }
    this.#end();
    tellUnused(this.services, folder);
    return undefined;
  }

  /** The folder is there: from now on this is a debate, and no draft. */
  async #run({ folder, performer, change }: Made): Promise<void> {
    this.#end();
    this.keeper.started();
    if (change !== undefined) tellChange(change);
    try {
      await this.services.runManager.run(folder, performer === undefined ? {} : { offline: performer });
    } catch (error) {
      this.services.log.error(`The debate in ${folder} could not be run.`, messageOf(error));
      void showErrorMessage(
        vscode.l10n.t(
          'The debate was made, but could not be run: {0} Resume it when that is mended.',
          messageOf(error),
        ),
      );
    }
  }

  async #during<T>(busy: NonNullable<Review['busy']>, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#underway = controller;
    this.#busy = busy;
    this.#changed.fire();
    try {
      return await work(controller.signal);
    } finally {
      this.#underway = undefined;
      this.#busy = undefined;
      this.#changed.fire();
      this.#leave();
    }
  }

  #listen(listening: Disposable): Disposable {
    this.#listeners += 1;
    this.#isLeft = false;
    let isListening = true;
    const dispose = (): void => {
      if (!isListening) return;
      isListening = false;
      listening.dispose();
      this.#listeners -= 1;
      this.#leave();
    };
    return { dispose };
  }

  /** What is under way goes on without its tab: only then it is let go of. */
  #leave(): void {
    if (this.#listeners > 0 || this.#busy !== undefined || this.#isOver) return;
    this.#isLeft = true;
    this.#stopChecking();
    this.keeper.left(this.id);
  }

  /** By a notification and not as a problem of the review: what is mended outside must not keep one from starting again. */
  #tellFailure(error: unknown): void {
    this.services.log.warn('The debate was not started.', messageOf(error));
    void showErrorMessage(vscode.l10n.t('The debate was not started: {0} The lineup is kept.', messageOf(error)));
  }

  #set(change: Partial<DraftRecord>): void {
    this.#record = { ...this.#record, ...change };
    if (!this.#isOver) this.keeper.keep(this.#record);
    this.#changed.fire();
  }

  #end(): void {
    this.#isOver = true;
    this.#stopChecking();
    this.keeper.drop(this.id);
  }

  #stopChecking(): void {
    clearInterval(this.#recheck);
    this.#recheck = undefined;
  }
}
