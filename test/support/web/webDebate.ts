import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Script } from '../../../src/agents/scripted';
import type { Entry } from '../../../src/debate/log/entry';
import type { DebateEvent } from '../../../src/engine/events';
import { createWayback } from '../../../src/research/archive/wayback';
import { createSafeFetch } from '../../../src/research/fetch/safeFetch';
import { reachingTools } from '../../../src/research/tools/researchTools';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import type { Participants } from '../../../src/session/plan/modelAccess';
import { planModels } from '../../../src/session/plan/modelPlan';
import type { WebAccess } from '../../../src/session/plan/webAccess';
import { startMessagesServer } from '../messagesServer/messagesServer';
import { answering, anthropicAt, fixedFence, hurried } from '../modelDebate';
import { fullScript, lineup, readEntries } from '../scriptedDebate';
import { ScriptedModel, type Asked, type Said } from '../scriptedModel';
import { startLocalWeb, type LocalWeb } from './localWeb';

/** A debater's source in one of its speeches, quoted or claimed in its own words. */
export interface Cited {
  url: string;
  quote: string;
  claim?: string;
  /** Set if the debater cites it without having tried to read it. */
  isUnread?: true;
}

interface Wishes {
  names: readonly string[];
  rounds?: number;
  /** Sources by the step of the speech: `opening/ada`, `r1/turn/bob`. */
  cites: (web: LocalWeb) => Readonly<Record<string, Cited>>;
  prepare?: (parts: { web: LocalWeb }) => void;
  /** Called when a step is handed over. */
  onStep?: (step: string, web: LocalWeb) => void;
}

export interface WebDebate {
  folder: string;
  web: LocalWeb;
  access: WebAccess;
  participants: Participants;
  onEvent: (event: DebateEvent) => void;
  /** Pages that models asked to read, in order. */
  read: readonly string[];
  entries: () => Promise<Entry[]>;
  close: () => Promise<void>;
}

/** A debate of models that read pages of the local web with their tools before they cite them. */
export async function researchingDebate({ names, rounds = 2, cites, prepare, onStep }: Wishes): Promise<WebDebate> {
  const web = await startLocalWeb();
  // The archive's control page, without which "never seen" is not believed.
  web.archive.keep('https://example.com/', { at: '20200101000000', body: 'An example.' });
  const cited = cites(web);
  prepare?.({ web });
  const model = new ReadingModel(names, { rounds, cited });
  const server = await startMessagesServer({
    answer: answering(model),
  });
  const access = accessTo(web);
  const provider = anthropicAt(server.url);
  const participants: Participants = {
    models: {
      provider: () => Promise.resolve(provider),
      researchTools: ({ known, web: way }) => Promise.resolve(reachingTools({ known, fetch: way?.fetch })),
    },
    web: access,
    clock: hurried(),
    fence: fixedFence(),
  };
  const folder = await folderOf(names, rounds);
  return {
    folder,
    web,
    access,
    participants,
    read: model.read,
    onEvent: (event) => {
      model.onEvent(event);
      model.watch(event);
      if (event.kind === 'handover') onStep?.(event.step, web);
    },
    entries: () => readEntries(folder),
    close: async () => {
      await server.close();
      await web.close();
      await rm(dirname(folder), { recursive: true, force: true });
    },
  };
}

/** Access like `createWebAccess` makes, with the local web in place of the internet. */
function accessTo(web: LocalWeb): WebAccess {
  const base = web.url('archive', '');
  const fetch = createSafeFetch({ ...web.fetch, delayMs: 0 });
  return {
    fetch,
    archive: createWayback({
      fetch: createSafeFetch({ ...web.fetch, delayMs: 0 }),
      baseUrl: base,
      availabilityUrl: base,
      name: 'the local archive',
    }),
  };
}

async function folderOf(names: readonly string[], rounds: number): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-debate-'));
  const plan = planModels({ provider: 'anthropic', model: undefined, models: {} });
  return await createDebate({
    topic: 'What do the pages say?',
    provider: 'anthropic',
    parent,
    now: () => new Date(),
    evidence: await gatherEvidence({ evidence: undefined, subject: [], output: parent }),
    debaters: lineup(names.length).map((debater) => ({ ...debater, model: plan.standard })),
    limits: { min_rounds: rounds, max_rounds: rounds, time_budget_minutes: 30, budget_usd: null },
    models: plan.models,
  });
}

/** Plays the script, and reads each page with `fetch_page` before the speech that cites it. */
class ReadingModel extends ScriptedModel {
  readonly read: string[] = [];
  #speech = '';
  readonly #cited: Readonly<Record<string, Cited>>;

  constructor(names: readonly string[], { rounds, cited }: { rounds: number; cited: Readonly<Record<string, Cited>> }) {
    super(scriptOf(names, rounds, cited), names);
    this.#cited = cited;
  }

  watch(event: DebateEvent): void {
    if (event.kind === 'handover' && /^(?:opening|closing|r\d+\/turn)\/[a-z]+$/.test(event.step))
      this.#speech = event.step;
  }

  override answer(asked: Asked): Said {
    const cited = this.#cited[this.#speech];
    const isResearch = asked.tools.includes('fetch_page') && this.kindOf(asked.schema, asked.text) === undefined;
    if (!isResearch) return super.answer(asked);
    if (cited === undefined || cited.isUnread === true || asked.results > 0)
      return { text: 'Notes: what was read is what will be cited.' };
    this.read.push(cited.url);
    return { call: { name: 'fetch_page', input: { url: cited.url } } };
  }
}

function scriptOf(names: readonly string[], rounds: number, cited: Readonly<Record<string, Cited>>): Script {
  const script = fullScript({ names, rounds });
  const speeches = Object.keys(script).filter((id) => /^(?:opening|r\d+\/turn)\/[a-z]+$/.test(id));
  const spoken = speeches.map((id): [string, unknown] => {
    const type = id.startsWith('opening') ? 'opening_statement' : 'new_point';
    const source = cited[id];
    if (source === undefined) return [id, { entries: [{ type, content: 'There is nothing to cite for this.' }] }];
    const { url, quote, claim = quote } = source;
    return [
      id,
      { entries: [{ type, content: `Look at this. ${claim}`, sources: [{ url, title: '', quote, claim }] }] },
    ];
  });
  return { ...script, ...Object.fromEntries(spoken) };
}
