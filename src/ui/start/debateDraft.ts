import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Documents } from '../../agents/documents/documentAnswers';
import { sum } from '../../debate/log/entryData';
import { formatNamed } from '../../debate/formats/registry';
import { editorProviders, isServer } from '../../models/providers';
import { performing } from '../../debate/flow/seats';
import { describedByDocuments, documentLineup } from '../../session/plan/documentLineup';
import type { EvidenceSet } from '../../session/plan/evidenceSet';
import { LineupProposer, type ProposerPorts, type WantedLineup } from '../../session/plan/lineupProposer';
import type { ModelPlan } from '../../session/plan/modelPlan';
import { referencesOf } from '../../session/plan/planDebate';
import { PlanError } from '../../session/plan/planError';
import { modelLineupPerformer, prepareOffline } from '../../session/plan/preparation';
import type { DraftDebater, Review } from '../../shared/protocol';
import { optionSettings } from '../formats/optionSettings';
import { Emitter, type Disposable, type Event } from '../kit/emitter';
import { useServer } from '../models/modelOffers';
import { providersIn, withModels } from '../models/settingModels';
import type { LineupDraft } from './lineupDraft';
import type { StartPorts } from './ports';
import { evidenceChange, evidenceSummary, type DraftRecord } from './draftRecord';
import { makeDebate, runMade, showChange, showUnused, type Prepared } from './madeDebate';
import { gathered, sayingHow } from './gathering';
import { isTrusted, parentProblem } from './guards';
import { inFull, lineupProblems, tidied, type FieldProblem } from './lineupProblems';
import { completed } from './makeDraft';
import { chosenMotion, lineupFromDialog } from './draftDialogs';
import { aboutModels } from '../../session/plan/windows';
import { formatOffered, startProvider } from './choices';
import { EarlierDebates, earlierWords } from './earlierDebates';
import { evidenceIn } from './evidenceStep';
import { explicitLimits, modelPlanOf, type Planning } from './draftPlan';
import { reviewOf } from './reviewOf';
import { draftNow, draftWith, isDocument, isSame, offeredModel, type SetupChange } from './setupChange';
import { evidenceValue, isStillWanted, type SetupOffers } from './setupFields';
import {
  addressIn,
  addressProblems,
  chosenParent,
  keepKey,
  pickedModel,
  showModelExtensions,
  typedParent,
  useAddress,
} from './serverSetup';
import { findModels, findOffers } from './setupOffers';
import { activityWords } from '../run/workingList';
import { wordsFor } from '../kit/wordsFor';

const recheckMs = 3_000;

/** What decides which documents speak. */
const documentFields: ReadonlySet<string> = new Set(['topic', 'format', 'provider', 'model']);

interface Preparation {
  signal: AbortSignal;
  say: (message: string) => void;
}

/** Whatever goes wrong leaves it as it is, to be corrected and started again. */
export class DebateDraft implements LineupDraft {
  readonly #changed = new Emitter<void>();
  #listeners = 0;
  /** Whoever listens looks at it: with the last one gone, its tab was closed. */
  readonly onDidChange: Event<void> = (listener) => this.#listen(this.#changed.event(listener));
  #record: DraftRecord;
  #busy: Review['busy'];
  #offers: SetupOffers = {};
  /** The references whose windows were asked for. */
  #windowsFor = '';
  /** What could not be taken, by field. */
  readonly #refused = new Map<string, { value: string; message: string }>();
  /** Why the Chair's last answer left the lineup as it was. */
  #unrevised: string | undefined;
  /** Why the evidence that was chosen last was not taken. */
  #unread: string | undefined;
  /** Why the last start failed. No problem of the review: what is mended outside must not keep one from starting again. */
  #unstarted: string | undefined;
  #reading: AbortController | undefined;
  #speaking: AbortController | undefined;
  #prepared: Prepared | undefined;
  /** Those of the evidence, once they are known. */
  #documents: Documents | undefined;
  /** Why no document can speak. */
  #speechless: string | undefined;
  /** Done when everything that was set is taken or refused. */
  #taking: Promise<unknown> = Promise.resolve();
  readonly #forgotten: Disposable;
  /** The providers whose models are known, or are being asked for. */
  #askedFor = '';
  #parentProblem: string | undefined;
  #recheck: ReturnType<typeof setInterval> | undefined;
  #underway: AbortController | undefined;
  readonly #earlier = new EarlierDebates(() => this.services.library.debates);
  #isOver = false;
  #isLeft = false;

  constructor(
    record: DraftRecord,
    private readonly services: StartPorts,
  ) {
    this.#record = record;
    this.#forgotten = services.models.known.onDidForget(() => this.#askAgain());
  }

  get id(): string {
    return this.#record.id;
  }

  /** What the plan itself does not know. */
  get #problems(): FieldProblem[] {
    const { debaters, provider, format, debaterModel } = this.#record;
    const lineup = lineupProblems(debaters, provider, formatNamed(format)?.seats);
    const speechless = provider === 'offline' ? this.#speechless : undefined;
    return [
      ...addressProblems(this.services, provider),
      ...(debaterModel === '' ? withoutModel(lineup) : lineup),
      ...(speechless === undefined ? [] : [{ field: 'evidence', message: speechless }]),
    ];
  }

  get review(): Review {
    const parent = this.#parentProblem === undefined ? [] : [{ field: 'parent', message: this.#parentProblem }];
    return reviewOf(this.#record, {
      ...this.#offers,
      server: this.#offers.server && {
        ...this.#offers.server,
        address: addressIn(this.services, this.#record.provider),
      },
      earlier: earlierWords(this.#earlier.like(this.#record.topic)),
      busy: this.#busy ?? (this.#reading === undefined ? undefined : 'reading'),
      documents: this.#documents,
      problems: [...this.#problems, ...parent],
      misfits: this.services.settings.misfits(vscode.Uri.file(this.#record.parent), optionSettings),
      refused: this.#refused,
      unrevised: this.#unrevised,
      unread: this.#unread,
      unstarted: this.#unstarted,
    });
  }

  change(debaters: readonly DraftDebater[]): void {
    // What is typed while the Chair or the start is at it would be lost or come too late; the page disables it.
    if (this.#isOver || this.#busy !== undefined) return;
    this.#unstarted = undefined;
    this.#set({ debaters: [...debaters] });
    void this.findModels();
  }

  async set(field: string, value: string): Promise<void> {
    if (this.#isOver || this.#busy !== undefined) return;
    this.#refused.delete(field);
    this.#unrevised = undefined;
    this.#unstarted = undefined;
    const taking = this.#take(field, value).catch((error: unknown) => {
      // A key is in nobody's sight, not even its owner's.
      this.#refused.set(field, { value: field === 'key' ? '' : value, message: wordsFor(error) });
    });
    this.#taking = Promise.all([this.#taking, taking]);
    await taking;
    this.#changed.fire();
  }

  async #take(field: string, value: string): Promise<void> {
    if (field === 'evidence') await this.#cite(value);
    else if (field === 'web') await this.#readWeb(value === 'on');
    else if (field === 'provider') await this.#useProvider(value);
    else if (field === 'address') await this.#useAddress(value);
    else if (field === 'key')
      await (isServer(this.#record.provider) && keepKey(this.services, this.#record.provider, value));
    else if (field === 'model') await this.#useModel(value);
    else if (field === 'parent') await this.#saveIn(value);
    else if (field === 'motion' && value === 'propose') await this.#proposeMotion();
    else if (field === 'lineup') await this.#takeLineupFile();
    else this.#edit({ field, value });
  }

  /** Updates the draft by the current settings. Where they contradict each other it stays as it was. */
  refresh(): void {
    if (this.#isOver || this.#busy !== undefined) return;
    this.#refused.delete('address');
    // Another address by the settings: what is known is of the one before.
    const known = this.#offers.server?.address;
    if (known !== undefined && known !== addressIn(this.services, this.#record.provider))
      this.services.models.known.forget();
    try {
      this.#set(draftNow(this.#planning, this.#record));
      void this.findModels();
    } catch (error) {
      this.services.log.warn('The settings could not be taken into the debate that is being set up.', wordsFor(error));
    }
  }

  /** After it was left, also with the evidence that was still to be read. */
  takeUp(): void {
    this.refresh();
    const { evidenceWanted } = this.#record;
    if (evidenceWanted !== null) void this.set('evidence', evidenceValue(evidenceWanted));
  }

  get #planning(): Planning {
    const { settings, models } = this.services;
    return { settings, models, explicit: explicitLimits(settings, vscode.Uri.file(this.#record.parent)) };
  }

  /** What was refused before may fit now: the fewest rounds, once there may be more. */
  #edit(change: SetupChange): void {
    const planning = this.#planning;
    const before = this.#record;
    this.#set(draftWith(planning, before, change));
    for (const [field, { value }] of [...this.#refused]) {
      if (field === change.field || !isStillWanted(field, before, this.#record)) {
        this.#refused.delete(field);
        continue;
      }
      try {
        this.#set(draftWith(planning, this.#record, { field, value }));
        this.#refused.delete(field);
      } catch (error) {
        this.#refused.set(field, { value, message: wordsFor(error) });
      }
    }
    void this.findModels();
    if (documentFields.has(change.field) && !this.#isTouched) void this.#letDocumentsSpeak();
  }

  /** The user chose among the documents, or gave them an order. */
  get #isTouched(): boolean {
    const { debaters, documents } = this.#record;
    return documents.length > 0 && !isSame(debaters.filter(isDocument), documents);
  }

  /** Offline the lineup is of the evidence: its best documents, after the people who take a seat, or those whom the configuration names. */
  async #letDocumentsSpeak(found?: EvidenceSet): Promise<void> {
    const { provider, format, topic, gathered: seen, subjectText } = this.#record;
    // What is set now may leave no seat to documents that are still being read.
    this.#speaking?.abort(new vscode.CancellationError());
    const isNothing = Object.keys(seen.files).length === 0 && subjectText === undefined;
    if (provider !== 'offline' || formatNamed(format)?.seats !== undefined || isNothing) return;
    const speaking = new AbortController();
    this.#speaking = speaking;
    const { signal } = speaking;
    try {
      const evidence = found ?? this.#prepared?.evidence ?? (await gathered(this.#record, signal));
      const performer =
        this.#prepared?.evidence === evidence
          ? this.#prepared.performer
          : await prepareOffline(evidence, { signal, subjectText });
      if (subjectText === undefined) this.#prepared = { evidence, performer };
      const documents = await performer.documentsOn(topic, signal);
      signal.throwIfAborted();
      const { debaters, documents: spoken, displaced } = this.#record;
      const lineup = tidied(this.#withDocuments(documents));
      this.#speechless = undefined;
      this.#documents = documents;
      this.#set({
        debaters: lineup,
        documents: lineup.filter(isDocument),
        displaced: spoken.length > 0 ? displaced : debaters.filter(isDocument),
      });
    } catch (error) {
      if (signal.aborted) return;
      this.#speechless = wordsFor(error);
      this.#documents = undefined;
      this.#changed.fire();
    }
  }

  /** Whom the configuration names stays, with what it needs, until the user says otherwise. */
  #withDocuments(documents: Documents): DraftDebater[] {
    const { provider, topic, debaters, config } = this.#record;
    const isNamed = ({ name }: DraftDebater): boolean => config.debaters?.some((one) => one.name === name) === true;
    const isPerson = ({ model }: DraftDebater): boolean => performing(model, provider) !== 'offline';
    if (debaters.some((one) => isNamed(one) && !isPerson(one)))
      return describedByDocuments(
        debaters.filter((one) => isNamed(one) || isPerson(one)),
        { topic, documents, provider },
      );
    return documentLineup(topic, documents, debaters.filter(isPerson));
  }

  /** It is read at once; until then, and where it cannot be read, the old evidence stays. */
  async #cite(value: string): Promise<void> {
    const evidence = await evidenceIn(value);
    if (evidence === undefined) return;
    this.#unread = undefined;
    await this.#read(evidence).catch((error: unknown) => {
      this.services.log.warn('The evidence was not taken.', wordsFor(error));
      this.#unread = l10n.t('The evidence was not changed: {0}', wordsFor(error));
    });
  }

  /** Reads it, and lets its documents speak. Other evidence that is chosen meanwhile wins. @throws EvidenceError; the signal's reason */
  async #read(evidence: string[], { signal, say }: Partial<Preparation> = {}): Promise<void> {
    this.#reading?.abort(new vscode.CancellationError());
    const reading = new AbortController();
    this.#reading = reading;
    // Left or reloaded meanwhile, it is read the next time.
    this.#set({ evidenceWanted: evidence });
    try {
      signal?.addEventListener('abort', () => reading.abort(signal.reason), { once: true });
      const found = await gathered({ ...this.#record, evidence }, reading.signal, say && sayingHow(say));
      reading.signal.throwIfAborted();
      this.#prepared = undefined;
      this.#set({ evidence, evidenceWanted: null, gathered: evidenceSummary(found, this.#record.subjectText) });
      await this.#letDocumentsSpeak(found);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#set({ evidenceWanted: null });
      throw error;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  /**
   * For a program that waits: reads the evidence, then documents speak or the Chair proposes. @throws what stands in the way, for people;
   * the signal's reason
   */
  async prepare(evidence: string[], preparation: Preparation): Promise<void> {
    const { signal, say } = preparation;
    say(l10n.t('Reading the evidence…'));
    await this.#read(evidence, preparation);
    signal.throwIfAborted();
    const { provider, format } = this.#record;
    if (formatNamed(format)?.seats !== undefined) return;
    if (provider === 'offline') {
      if (this.#speechless !== undefined) throw new PlanError('evidence_unusable', this.#speechless);
      return;
    }
    say(l10n.t('The Chair is choosing who should debate this…'));
    await this.#propose(this.#record.hints, preparation);
  }

  async #proposeMotion(): Promise<void> {
    const motion = await chosenMotion(this.services, this.#record, {
      chair: this.#chair,
      onUsage: (used) => this.#set({ usage: sum(this.#record.usage, used) ?? used }),
    });
    if (motion !== undefined) this.#edit({ field: 'motion', value: motion });
  }

  async #takeLineupFile(): Promise<void> {
    const choice = await lineupFromDialog();
    if (choice === undefined) return;
    const isGiven = choice.kind === 'given';
    const config = isGiven ? { ...this.#record.config, debaters: choice.debaters } : this.#record.config;
    const debaters = await completed(this.services, { ...this.#record, config }, choice);
    this.#set({ config, debaters, wasProposed: isGiven });
    void this.findModels();
    await this.#letDocumentsSpeak();
  }

  async #readWeb(isWebRead: boolean): Promise<void> {
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration('rostrum').update('research.web', isWebRead, Global);
    this.#set({ isWebRead });
  }

  /** Of one without a standard model the first is taken that it has. */
  async #useProvider(value: string): Promise<void> {
    if (value === 'install') {
      await showModelExtensions();
      return;
    }
    const wanted = startProvider.safeParse(value).data;
    if (wanted === undefined) {
      const { baseUrl } = offeredModel.parse(JSON.parse(value));
      if (baseUrl !== undefined) await useServer(this.services, baseUrl);
    }
    this.#edit({ field: 'provider', value });
  }

  async #useAddress(value: string): Promise<void> {
    const { provider } = this.#record;
    if (!isServer(provider)) return;
    await useAddress(this.services, provider, value);
    this.refresh();
  }

  /** A word that is a button's opens what it says. */
  async #useModel(value: string): Promise<void> {
    const { provider, debaterModel: present } = this.#record;
    const isPicked = value === 'pick' && provider !== 'offline';
    const wanted = isPicked ? await pickedModel(this.services, { provider, present }) : value;
    if (wanted !== undefined) this.#edit({ field: 'model', value: wanted });
  }

  /** Files of the output folder are no evidence, so that is read again. */
  async #saveIn(value: string): Promise<void> {
    const before = this.#record.parent;
    const parent = value === 'folder' ? await chosenParent(before) : typedParent(value);
    if (parent === undefined || parent === before) return;
    this.#set({ parent });
    await this.checkParent();
    await this.#cite(evidenceValue(this.#record.evidence));
  }

  async revise(wish: string): Promise<void> {
    if (this.#isOver || this.#busy !== undefined || this.#record.isRevised) return;
    const { wasProposed, debaters } = this.#record;
    this.#unrevised = undefined;
    await this.#during(wasProposed ? 'revising' : 'proposing', async (signal) => {
      if (wasProposed) await this.#reviseLineup(debaters, wish, signal);
      else await this.#propose(wish, { signal });
    }).catch((error: unknown) => {
      if (this.#isOver) return;
      const words = wordsFor(error);
      this.services.log.warn('The lineup could not be revised.', words);
      this.#unrevised = l10n.t('The lineup is unchanged: {0}', words);
      this.#changed.fire();
    });
  }

  async #reviseLineup(debaters: readonly DraftDebater[], wish: string, signal: AbortSignal): Promise<void> {
    const proposer = this.#proposer({});
    await this.#asking(proposer, async () => {
      const revised = await proposer.revise(debaters, wish, signal);
      this.#set({ debaters: this.#onModels(revised), isRevised: true });
    });
  }

  /** The Chair proposes; whoever was named stays. */
  async #propose(hints: string, { signal, say }: Partial<Preparation>): Promise<void> {
    const { config, wasProposed } = this.#record;
    const given = wasProposed ? (config.debaters ?? undefined) : undefined;
    const onAwaiting = say && ((detail: string): void => say(activityWords(detail)));
    const proposer = this.#proposer({ hints, given, onAwaiting });
    await this.#asking(proposer, async () => {
      const debaters = await proposer.propose(signal);
      this.#set({ debaters: this.#onModels(debaters), hints, wasProposed: true });
    });
  }

  #proposer({
    hints = this.#record.hints,
    given,
    onAwaiting,
  }: Pick<WantedLineup, 'hints' | 'given'> & Pick<ProposerPorts, 'onAwaiting'>): LineupProposer {
    const { topic, format, gathered: seen, prices } = this.#record;
    const seats = this.#chair;
    return new LineupProposer(
      { topic, format: formatOffered(format), hints, given, evidence: Object.keys(seen.files) },
      { chair: modelLineupPerformer(seats, { models: this.services.models }, prices), seats, onAwaiting },
    );
  }

  /** What asking cost is kept, also of an attempt in vain. */
  async #asking(proposer: LineupProposer, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      const { usage, measured } = proposer;
      this.#set({ usage: sum(this.#record.usage, usage), measured: { ...this.#record.measured, ...measured } });
    }
  }

  get #chair(): ModelPlan {
    const { models, debaterModel } = this.#record;
    return { models, standard: debaterModel };
  }

  #onModels(debaters: readonly DraftDebater[]): DraftDebater[] {
    return withModels(debaters, modelPlanOf(this.services, this.#record), this.#record.provider);
  }

  async start(debaters: readonly DraftDebater[]): Promise<string | undefined> {
    // What was typed last may still be checked.
    await this.#taking;
    if (this.#isOver || this.#busy !== undefined || this.#reading !== undefined) return undefined;
    this.refresh();
    this.#unstarted = undefined;
    this.#set({ debaters: inFull(tidied(debaters), this.#record.provider) });
    // Whether the folder can be made is looked at again below.
    const isBlocked = this.review.problems.some(({ field }) => field !== 'parent');
    if (!isTrusted('start') || isBlocked || this.#refused.size > 0) return undefined;
    try {
      return await this.#during('starting', async (signal) => {
        await this.checkParent();
        if (this.#parentProblem !== undefined) return undefined;
        return await this.#make(signal);
      });
    } catch (error) {
      if (error instanceof vscode.CancellationError) return undefined;
      this.services.log.warn('The debate was not started.', wordsFor(error));
      this.#unstarted = l10n.t('The debate was not started: {0} The lineup is kept.', wordsFor(error));
      this.#changed.fire();
      return undefined;
    }
  }

  cancel(): void {
    this.#underway?.abort(new vscode.CancellationError());
    this.#close();
    this.services.drafts.close(this.id);
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

  async findOffers(): Promise<void> {
    await findOffers(this.services, this.#record, (offers) => this.#offer(offers)).catch(
      this.#warned('What can be chosen for the debate is not known.'),
    );
  }

  #warned(what: string): (error: unknown) => void {
    return (error) => this.services.log.warn(what, wordsFor(error));
  }

  async #findWindows(): Promise<void> {
    const references = referencesOf(this.#record);
    if (references.join() === this.#windowsFor) return;
    this.#windowsFor = references.join();
    const windows = await aboutModels(references, this.services.models);
    if (!this.#isOver && references.join() === this.#windowsFor) this.#offer(windows);
  }

  #askAgain(): void {
    if (this.#isOver) return;
    this.#askedFor = '';
    void this.findModels();
  }

  /** Asks providers that are reached anyway, and the editor where any is: an offline draft asks nobody. */
  async findModels(): Promise<void> {
    void this.#findWindows();
    const { provider } = this.#record;
    const reached = providersIn([...referencesOf(this.#record), `${provider}:x`]);
    const asked = reached.length === 0 ? [] : [...new Set([...reached, ...editorProviders])];
    if (asked.join() === this.#askedFor) return;
    this.#askedFor = asked.join();
    await findModels(this.services, { provider, asked }, (offers) => {
      if (asked.join() === this.#askedFor) this.#offer(offers);
      this.#takeFirst(offers.models);
    }).catch(this.#warned('The models that can be chosen are not known.'));
  }

  /** As long as no model is chosen, the provider's first one is. */
  #takeFirst(models: readonly string[] = []): void {
    const { provider, debaterModel } = this.#record;
    const first = models.find((reference) => reference.startsWith(`${provider}:`));
    if (this.#isOver || this.#busy !== undefined || debaterModel !== '' || first === undefined) return;
    this.#edit({ field: 'model', value: first });
  }

  #offer(offers: SetupOffers): void {
    if (this.#isOver) return;
    this.#offers = { ...this.#offers, ...offers };
    this.#changed.fire();
  }

  dispose(): void {
    this.#underway?.abort(new vscode.CancellationError());
    this.#reading?.abort(new vscode.CancellationError());
    this.#speaking?.abort(new vscode.CancellationError());
    this.#stopChecking();
    this.#forgotten.dispose();
    this.#changed.dispose();
  }

  /** The evidence is read once more: files change while a lineup is edited. */
  async #make(signal: AbortSignal): Promise<string | undefined> {
    const evidence = await gathered(this.#record, signal);
    const now = evidenceSummary(evidence, this.#record.subjectText);
    const change = evidenceChange(this.#record.gathered, now);
    if (change !== undefined) {
      this.#prepared = undefined;
      this.#set({ gathered: now });
    }
    const made = await makeDebate(this.services, this.#record, { evidence, prepared: this.#prepared, signal });
    // The folder is there: from now on this is a debate, and no draft.
    this.#close();
    this.services.drafts.drop(this.id);
    if (signal.aborted) {
      showUnused(this.services, made.folder);
      return undefined;
    }
    void this.services.drafts.started(this.#record);
    if (change !== undefined) showChange(change);
    await runMade(this.services, made);
    return made.folder;
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

  /** What is under way goes on without its tab. */
  #leave(): void {
    if (this.#listeners > 0 || this.#busy !== undefined || this.#isOver) return;
    this.#isLeft = true;
    this.#stopChecking();
    this.services.drafts.close(this.id);
  }

  #set(change: Partial<DraftRecord>): void {
    this.#record = { ...this.#record, ...change };
    if (!this.#isOver) this.services.drafts.keep(this.#record);
    this.#changed.fire();
  }

  #close(): void {
    this.#isOver = true;
    this.#reading?.abort(new vscode.CancellationError());
    this.#stopChecking();
  }

  #stopChecking(): void {
    clearInterval(this.#recheck);
    this.#recheck = undefined;
  }
}

/** One problem for all who wait for a model. */
const withoutModel = (problems: readonly FieldProblem[]): FieldProblem[] => [
  { field: 'model', message: l10n.t('Choose a model, or type its name.') },
  ...problems.filter(({ field }) => !field.endsWith('.model')),
];
