import { debaterTypes, stepOf, type Entry } from '../log/entry';
import { dataOf } from '../log/codec';
import {
  correctionsOf,
  setupDataSchema,
  verificationStatuses,
  type EntryData,
  type EntryType,
  type StepMark,
  type VerificationStatus,
} from '../log/entryData';
import {
  boundedSum,
  headerOf,
  isDebater,
  roundFrom,
  type Conclusion,
  type DebateState,
  type Finding,
  type Header,
  type StateAccumulator,
  type Turn,
} from './state';
import { factsByType } from '../formats/facts';
import { seatedJudges } from '../flow/judges';
import { isReservedSpeaker } from '../log/names';
import { isOnlyQuoted } from '../log/sourceMark';
import { defined, jsonOf, objectOf } from '../log/objects';

/**
 * The one fold: all facts that are derived from entries come from here. Deterministic; called once per entry in the
 * order of the file.
 */
export function evolve(state: StateAccumulator, entry: Entry): void {
  const mark = stepOf(entry);
  readRound(state, entry);
  const header = headerFrom(state, entry, mark);
  if (header.seq !== state.headers.length && headerOf(state, header.seq) === undefined) {
    state.irregular.set(header.seq, header);
  }
  state.headers.push(header);
  state.lastTime = Math.max(state.lastTime, header.time);
  if (mark !== undefined) {
    readStep(state, entry, mark);
    // Another system held the imported entries: `heldElsewhereMs` has their time.
    if (entry.data?.['imported'] === undefined) readElapsed(state, header, mark);
  }
  readers.get(entry.type)?.(state, entry, header);
  readDebater(state, entry, header);
  for (const kind of factsByType.get(entry.type) ?? []) kind.evolve(state.factsOf(kind), entry, state, header);
}

const noUrls: readonly string[] = [];

function headerFrom(state: DebateState, entry: Entry, mark: StepMark | undefined): Header {
  const kind = entry.data?.['kind'];
  return {
    seq: entry.seq,
    time: Date.parse(entry.timestamp),
    phase: entry.phase,
    speaker: entry.speaker,
    type: entry.type,
    round: entry.phase === 'rebuttal' ? state.round : 0,
    step: mark?.id,
    kind: typeof kind === 'string' ? kind : undefined,
    urls: entry.sources === null || entry.sources.length === 0 ? noUrls : entry.sources.map((source) => source.url),
    rebuttalTo: entry.rebuttal_to_seq,
    target: entry.target_seq ?? targetInText(entry),
  };
}

/** Target of a ruling or redaction in an ancestor's log, which names it only in the text. */
function targetInText(entry: Entry): number | null {
  if (entry.type !== 'ruling' && entry.type !== 'redaction') return null;
  const found = /^\s*(?:\*\*)?(?:REDACTED:|Ruling on)\s+seq\s+(\d{1,9})(?!\d)/i.exec(entry.content);
  return found?.[1] === undefined ? null : Number(found[1]);
}

function readRound(state: StateAccumulator, entry: Entry): void {
  if (entry.type !== 'announcement') return;
  const found = /^Round (\d{1,9}) of (\d{1,9})\b/.exec(entry.content);
  const data = dataOf(entry, 'announcement');
  const isStart = data?.kind === 'round_start' || data?.kind === 'exchange_start';
  if (isStart && data.round !== undefined) state.round = roundFrom(data.round);
  else if (found !== null && data?.kind === undefined) state.round = roundFrom(Number(found[1]));
  if (found !== null) state.maxRoundsAnnounced = roundFrom(Number(found[2]));
}

function readStep(state: StateAccumulator, entry: Entry, mark: StepMark): void {
  if (mark.index !== 0 && state.steps.has(mark.id)) return;
  state.steps.set(mark.id, entry.seq);
  if (mark.index !== 0) return;
  // The verifier lane runs beside the main one, so its time must not count twice.
  if (entry.type !== 'verification_result') state.activeMs = boundedSum(state.activeMs, mark.elapsed_ms);
  if (entry.data?.['kind'] === 'ready') state.readyMs = boundedSum(state.readyMs, mark.elapsed_ms);
  state.addUsage(mark.agent ?? entry.speaker, mark);
  if (mark.usage !== undefined) addCost(state, mark.id, mark.usage.usd);
}

/** Longer without an entry than a step took by itself: the debate was paused. */
export const longestWaitMs = 60_000;

/** Steps that ran side by side share their time, which passes once. */
function readElapsed(
  state: StateAccumulator,
  { time }: Header,
  { elapsed_ms: worked, paced_ms: paced = 0 }: StepMark,
): void {
  if (!Number.isFinite(time)) return;
  const own = worked + paced;
  const gap = Math.max(0, time - state.lastStepTime);
  const isPause = state.lastStepTime === 0 || gap > own + longestWaitMs;
  state.elapsedMs = boundedSum(state.elapsedMs, isPause ? own : gap);
  state.lastStepTime = Math.max(state.lastStepTime, time);
}

function addCost({ stepCosts, debaters }: StateAccumulator, step: string, usd: number): void {
  const kind = costKind(step, debaters);
  const costs = stepCosts.get(kind);
  if (costs === undefined) stepCosts.set(kind, [usd]);
  else costs.push(usd);
}

type EntryReader = (state: StateAccumulator, entry: Entry, header: Header) => void;

/** Version of a setup, even of a later version's that is otherwise unreadable. */
const versionIn = ({ record_version: version }: Record<string, unknown>): number =>
  Number.isSafeInteger(version) ? Number(version) : 0;

const readersByType: Partial<Record<EntryType, EntryReader>> = {
  setup(state, entry) {
    if (state.setup !== undefined || entry.data === undefined) return;
    state.version = versionIn(entry.data);
    const { data: setup } = setupDataSchema.safeParse(entry.data);
    if (setup === undefined) return;
    state.setup = setup;
    state.limits = { ...setup.limits };
    state.debaters = setup.debaters;
    for (const [role, model] of Object.entries(setup.models)) state.models.set(role, model);
    for (const { name, model } of setup.debaters) if (model !== '') state.models.set(name, model);
    for (const { agent, model } of seatedJudges(state)) if (!state.models.has(agent)) state.models.set(agent, model);
    state.seatedSince(entry.seq);
  },
  note(state, entry, header) {
    const data = dataOf(entry, 'note');
    if (data?.kind === 'usage') state.addUsage(entry.speaker, data);
    if (data?.kind === 'failure')
      state.failures.push({ seq: entry.seq, step: header.step ?? '', reason: entry.content });
  },
  ruling(state, entry, header) {
    const data = dataOf(entry, 'ruling');
    const { kind = 'ruling', rule, reason = entry.content, url, debater } = data ?? {};
    const found = data?.['status'];
    const status = typeof found === 'string' ? found : undefined;
    state.rulings.push({ seq: entry.seq, kind, target: header.target, rule, reason, url, debater, status });
    if (kind !== 'skipped' || debater === undefined) return;
    const phase = typeof data?.['phase'] === 'string' ? data['phase'] : 'rebuttal';
    const id = header.step ?? `${phase}/${state.round}/${debater}`;
    const round = phase === 'rebuttal' ? state.round : 0;
    state.turns.push({ id, debater, phase, round, seqs: [entry.seq], skipped: true });
  },
  redaction(state, entry, header) {
    if (header.target === null || state.redactions.has(header.target)) return;
    const data = dataOf(entry, 'redaction');
    const inText = /Reason:(.*)/is
      .exec(entry.content)?.[1]
      ?.split(/(?<!\s)\s+Entry is struck/i)[0]
      ?.trimStart();
    const reason = data?.reason ?? inText ?? entry.content;
    state.redactions.set(header.target, { by: entry.seq, reason, url: data?.url });
  },
  verification_result: readFinding,
  audience_question(state, entry) {
    const to = dataOf(entry, 'audience_question')?.to ?? /^To ([A-Za-z0-9-]{1,50}):/.exec(entry.content)?.[1];
    const asked = to === undefined ? state.debaters.map((debater) => debater.name) : [to];
    for (const name of asked) state.questions.push({ seq: entry.seq, to: name });
  },
  intervention(state, entry) {
    const data = dataOf(entry, 'intervention');
    const guidance = data?.change === undefined ? (data?.guidance ?? entry.content) : data.guidance;
    if (guidance !== undefined) state.guidance.push({ seq: entry.seq, text: guidance });
    if (data?.change === undefined) return;
    const { min_rounds, max_rounds, time_budget_minutes, budget_usd, conclude, stop } = {
      ...data.change.limits,
      ...data.change,
    };
    state.limits = {
      ...state.limits,
      ...defined({ min_rounds, max_rounds, time_budget_minutes, budget_usd }),
    };
    // Named seats come before the provider, which is for the others.
    readSupply(state, data.change);
    for (const [agent, model] of Object.entries(data.change.models ?? {})) state.models.set(agent, model);
    if (data.change.models !== undefined || data.change.provider !== undefined) state.seatedSince(entry.seq);
    if (conclude === true) state.concludeRequested = true;
    // A request for more exchanges withdraws an earlier request to conclude.
    else if (data.change.exchanges !== undefined) state.concludeRequested = false;
    if (stop === true) state.stopRequests += 1;
  },
  conclusion(state, entry) {
    const data = dataOf(entry, 'conclusion');
    const outcome = data?.outcome ?? /Outcome:[\s*]*([A-Za-z0-9_-]+)/.exec(entry.content)?.[1] ?? 'unknown';
    const reason = data?.reason ?? /Reason:\s*([\s\S]*)/.exec(entry.content)?.[1] ?? entry.content;
    conclude(state, { seq: entry.seq, outcome, reason }, data ?? {});
  },
  judges_ruling(state, entry) {
    const data = dataOf(entry, 'judges_ruling');
    const { outcome = 'unknown', overall = entry.content } = data ?? {};
    conclude(state, { seq: entry.seq, outcome, reason: overall }, data ?? {});
  },
  document(state, entry) {
    const data = dataOf(entry, 'document');
    if (data === undefined) return;
    state.documents.set(data.name, entry.seq);
    // More exchanges lead to another answer.
    if (state.conclusion === undefined) readAnswer(state, entry.seq, data);
  },
};

/** Only the first conclusion counts. */
function conclude(
  state: StateAccumulator,
  ending: Conclusion,
  data: Pick<EntryData['judges_ruling'], 'undecided' | 'tally' | 'answer' | 'agreed' | 'open'>,
): void {
  if (state.conclusion !== undefined) return;
  state.conclusion = { ...ending, ...defined({ undecided: data.undecided?.why, tally: data.tally }) };
  readAnswer(state, ending.seq, data);
}

function readAnswer(
  state: StateAccumulator,
  seq: number,
  { answer, agreed = [], open = [] }: Pick<EntryData['document'], 'answer' | 'agreed' | 'open'>,
): void {
  if (answer != null) state.answer = { seq, answer, agreed, open };
}

/** Reads what a user adds to a debate that began without it, for example an imported one. */
function readSupply(
  state: StateAccumulator,
  { evidence, provider, script, prices, endpoints }: NonNullable<EntryData['intervention']['change']>,
): void {
  if (state.setup === undefined) return;
  const before = state.setup['provider'];
  if (provider !== undefined) {
    for (const [agent, model] of state.models) if (model === before) state.models.set(agent, provider);
  }
  state.setup = {
    ...state.setup,
    ...defined({ evidence, provider, script }),
    ...(prices !== undefined && { prices: { ...objectOf(state.setup['prices']), ...prices } }),
    ...(endpoints !== undefined && { endpoints: { ...objectOf(state.setup['endpoints']), ...endpoints } }),
  };
}

/** A map, because an unknown type may be named "toString". */
const readers: ReadonlyMap<string, EntryReader> = new Map(Object.entries(readersByType));

function readFinding(state: StateAccumulator, entry: Entry, header: Header): void {
  const { target } = header;
  const result = findingIn(entry);
  if (target === null || result === undefined) return;
  let byUrl = state.findings.get(target);
  if (byUrl === undefined) state.findings.set(target, (byUrl = new Map<string, Finding>()));
  // If equal, the target's own string is used, so that it is stored once.
  const url = headerOf(state, target)?.urls.find((cited) => cited === result.url) ?? result.url;
  const before = byUrl.get(url);
  const isVouch = entry.speaker === 'user';
  // A user's "I read it" changes nothing else.
  const found = isVouch
    ? (before ?? { check: undefined, status: 'unverified' as const, explanation: '' })
    : // Kept only if code acts on it: 100,000 explanations of verified sources would fill the heap.
      { ...result, check: entry.seq, explanation: result.status === 'verified' ? '' : result.explanation };
  byUrl.set(url, { ...found, seq: entry.seq, target, url, vouched: isVouch || before?.vouched === true });
  if (!isVouch) readReversal(state, entry.seq, { target, url, status: result.status });
}

/** Records that a redacted source was cleared. Its entry stays redacted; the new result is kept beside it. */
function readReversal(
  state: StateAccumulator,
  seq: number,
  { target, url, status }: { target: number; url: string; status: VerificationStatus },
): void {
  const redacted = state.redactions.get(target);
  if (redacted?.url !== url) return;
  const { by, reason, overturned = seq } = redacted;
  state.redactions.set(target, { by, reason, url, ...(status === 'fabricated' ? {} : { overturned }) });
}

type FoundResult = Omit<Finding, 'seq' | 'check' | 'target' | 'vouched'>;

/** Returns undefined for a result in prose, on which code cannot act. */
export function findingIn(entry: Entry): FoundResult | undefined {
  const data = dataOf(entry, 'verification_result');
  if (data !== undefined) {
    const { url, status, explanation = entry.content, again, unanswered, sketch } = data;
    return {
      url,
      status,
      explanation,
      ...(again === true && { again }),
      ...(isOnlyQuoted(status, data) && { quoted: true }),
      ...(data.checks?.figures === 'fail' && { figuresFail: true as const }),
      ...(unanswered === true && { unanswered }),
      ...defined({ sketch }),
    };
  }
  // The ancestors put the result as JSON text into the content.
  const { url, status, explanation, notes } = objectOf(jsonOf(entry.content));
  const known = verificationStatuses.find((candidate) => candidate === status);
  if (typeof url !== 'string' || known === undefined) return undefined;
  const words = [explanation, notes].find((text) => typeof text === 'string');
  return { url, status: known, explanation: words ?? '' };
}

function readDebater(state: StateAccumulator, entry: Entry, header: Header): void {
  const { type, speaker } = entry;
  if (isReservedSpeaker(speaker)) return;
  if (state.setup === undefined && debaterTypes.has(type)) inferDebater(state, speaker);
  if (!isDebater(state, speaker)) return;
  joinTurn(state, entry, header);
  if (entry.data !== undefined && debaterTypes.has(type)) readSpoken(state, entry, entry.data);
}

function readSpoken(state: StateAccumulator, { seq: by, speaker }: Entry, data: EntryData['new_point']): void {
  const { acknowledges, ignores = [] } = data;
  if (acknowledges !== undefined || ignores.length > 0) {
    const known = state.acknowledged.get(speaker) ?? new Set<number>();
    // An ignored duty costs an infraction, and is then settled.
    for (const seq of [...(acknowledges ?? []), ...ignores]) known.add(seq);
    state.acknowledged.set(speaker, known);
  }
  if (ignores.length > 0) state.ignored.push({ seq: by, debater: speaker, duties: ignores });
  for (const { seq, old_url: oldUrl, new_url: newUrl, reason, statement } of correctionsOf(data))
    state.corrections.push({ by, seq, oldUrl, newUrl, reason, ...defined({ statement }) });
}

/** If there is no setup, a speaker in a debater's phase counts as a debater. */
function inferDebater(state: StateAccumulator, name: string): void {
  if (isDebater(state, name) || isReservedSpeaker(name.toLowerCase())) return;
  const unknown = { persona: '', starting_position: '', incentives: '', model: '' };
  state.debaters = [...state.debaters, { name, ...unknown }];
}

function joinTurn(state: StateAccumulator, entry: Entry, header: Header): void {
  const id = header.step ?? `${entry.phase}/${header.round}/${entry.speaker}`;
  const last: Turn | undefined = state.turns.at(-1);
  // Two debaters who speak in one step take a turn each.
  if (last?.id === id && last.debater === entry.speaker && !last.skipped) {
    last.seqs.push(entry.seq);
    return;
  }
  const { speaker: debater, phase } = entry;
  state.turns.push({ id, debater, phase, round: header.round, seqs: [entry.seq], skipped: false });
}

/** Kind of a step for cost averages: `r2/turn/ada` and `r3/turn/bob` are both turns. */
export const costKind = (step: string, debaters: readonly { name: string }[]): string =>
  step
    .split('/')
    .filter((part) => !/^[a-z]?\d+$/.test(part) && !debaters.some(({ name }) => name === part))
    .join('/');
