import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliModels } from '../../../src/cli/cliModels';
import type { Script } from '../../../src/agents/scripted';
import { logFileName } from '../../../src/record/logPath';
import { checkedBaseUrl } from '../../../src/models/wire';
import { createWayback } from '../../../src/research/archive/wayback';
import { extractors } from '../../../src/research/extract/extractPage';
import { createSafeFetch } from '../../../src/research/fetch/safeFetch';
import { SnapshotStore } from '../../../src/record/snapshots';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import type { Participants } from '../../../src/session/plan/modelAccess';
import { planModels } from '../../../src/session/plan/modelPlan';
import { entriesIn } from '../logs';
import { fullScript, lineup } from '../scriptedDebate';
import { losing } from '../webDebate';
import { startLocalWeb, type LocalWeb } from '../web/localWeb';
import { pageOf } from '../web/pages/page';
import { bikes, bridge, tides } from '../web/pages/texts';
import { html } from '../web/webPage';
import { runFolder } from '../testSession';
import { ModelScene } from './modelScene';
import type { Settings } from './userSettings';

export const webTopic = 'Was the harbour bridge worth its repair?';

/** A source as the debaters of the scene cite it. */
export interface WebSource {
  url: string;
  title: string;
  quote: string;
  claim: string;
}

/** One source for each way in which a check can end. */
export interface WebSources {
  /** A page that supports the claim. */
  sound: WebSource;
  /** A page of a PDF document that supports the claim. */
  pdf: WebSource;
  /** The same page as `sound`, which says the contrary. */
  misquoted: WebSource;
  /** Its host is down, and may come back. */
  away: WebSource;
  /** A page for members only. */
  walled: WebSource;
  /** A page that existed once: the archive has a copy. */
  moved: WebSource;
  /** A page that never existed, according to host and archive. */
  invented: WebSource;
}

/** Enough text to push the quoted passage far below the visible part. */
const preface = Array.from(
  { length: 40 },
  (_, index) =>
    `On day ${index + 1} of the works nothing was said about the bridge that had not been said before, and the ferry went every twenty minutes.`,
);

const longPage = pageOf({
  title: bridge.title,
  site: 'The Harbour Herald',
  menu: bridge.menu,
  cookieNotice: bridge.cookieNotice,
  head: '<meta property="og:site_name" content="The Harbour Herald"><meta name="author" content="Mina Solberg"><meta property="article:published_time" content="2025-03-03T08:30:00+01:00">',
  paragraphs: [...preface, bridge.sentences.reopened, bridge.sentences.noCause, ...preface],
  comments: [{ by: 'A reader', text: bridge.comment }],
});

/**
 * A web of this machine, a model that reads it, and debates that cite it. The windows of the scene reach both by their settings; debates
 * are run by this process, as the command line runs them, or by a window.
 */
export class WebScene {
  private constructor(
    readonly web: LocalWeb,
    readonly model: ModelScene,
    readonly sources: WebSources,
    private readonly latest: LatestDebate,
  ) {}

  /** Opens the scene; the caller closes it. */
  static async open(): Promise<WebScene> {
    const web = await startLocalWeb({ herald: { pages: { '/bridge': html(longPage) } } });
    const sources = sourcesOn(web);
    web.archive.keep('https://example.com/', { at: '20020120142510', body: 'Example' });
    web.archive.keep(sources.moved.url, {
      at: '20240607080910',
      body: pageOf({ title: 'Traffic counts', site: 'City works', paragraphs: [bridge.sentences.crossings] }),
    });
    const { sound, pdf } = sources;
    const latest: LatestDebate = { folder: undefined };
    const model = await ModelScene.open({
      script: scriptOf(sources, latest),
      reads: { 'opening/ada': [sound.url], 'opening/bob': [pdf.url] },
    });
    return new WebScene(web, model, sources, latest);
  }

  async close(): Promise<void> {
    await Promise.all([this.web.close(), this.model.server.close()]);
  }

  /** Settings of windows: models and pages come from here, and the archive is this web's. */
  get settings(): Settings {
    return {
      ...this.model.settings,
      'rostrum.search.service': 'none',
      'rostrum.search.allowedHosts': this.#places,
      'rostrum.verification.archive': this.#archiveUrl,
    };
  }

  /** Makes a debate in `output` of a workspace, without running it; its evidence is empty. */
  async debate(workspace: string): Promise<string> {
    const parent = join(workspace, 'output');
    const plan = planModels({ provider: 'anthropic' });
    const folder = await createDebate({
      topic: webTopic,
      provider: 'anthropic',
      parent,
      now: () => new Date(),
      endpoints: { anthropic: this.model.server.url },
      evidence: await gatherEvidence({ evidence: undefined, subject: [], output: parent }),
      debaters: lineup(2).map((debater) => ({
        ...debater,
        ...people[debater.name as 'ada' | 'bob'],
        model: plan.standard,
      })),
      limits: { min_rounds: 1, max_rounds: 1, time_budget_minutes: 30, budget_usd: null },
      models: plan.models,
    });
    this.latest.folder = folder;
    return folder;
  }

  /** The same, debated to its end. */
  async finishedDebate(workspace: string): Promise<string> {
    const folder = await this.debate(workspace);
    // These are captured, and lost as soon as they are cited: an unreadable source would not be a source of an entry.
    const lost = [this.sources.away, this.sources.walled];
    for (const { url, title, quote } of lost)
      await new SnapshotStore(folder).add({
        url,
        finalUrl: url,
        title,
        text: quote,
        contentType: 'text/plain',
        body: Buffer.from(quote),
        accessed: '2026-07-21',
        extractor: extractors.plain,
      });
    const onEvent = losing(folder, (url) => lost.some((source) => source.url === url));
    const end = await runFolder(folder, { participants: this.#participants, onEvent });
    if (end.status !== 'done')
      throw new Error(`The debate ended as ${end.status}: ${'reason' in end ? end.reason : ''}`);
    return folder;
  }

  get #participants(): Participants {
    const { model } = this;
    const fetch = createSafeFetch({ allowedHosts: this.#places });
    const models = new CliModels({
      baseUrls: { anthropic: checkedBaseUrl(model.server.url) },
      keys: { get: () => Promise.resolve(model.key) },
      search: 'none',
      isWebAllowed: true,
    });
    return { models, web: { fetch, archive: createWayback({ fetch, baseUrl: this.#archiveUrl }) } };
  }

  get #places(): string[] {
    return hostLabels.map((label) => this.web.host(label).place);
  }

  get #archiveUrl(): string {
    return `http://${this.web.host('archive').place}`;
  }
}

const hostLabels = ['herald', 'papers', 'blog', 'docs', 'status', 'archive'] as const;

const people = {
  ada: {
    persona: 'an engineer of the city works',
    starting_position: 'The repair was worth its price.',
    incentives: 'bridges that stand',
  },
  bob: {
    persona: 'a skipper of the ferry',
    starting_position: 'The money should have gone to the ferry.',
    incentives: 'a full ferry',
  },
};

function sourcesOn(web: LocalWeb): WebSources {
  const url = (label: (typeof hostLabels)[number], path: string): string => `http://${web.host(label).place}${path}`;
  const page = url('herald', '/bridge');
  return {
    sound: {
      url: page,
      title: bridge.title,
      quote: bridge.sentences.reopened,
      claim: 'The bridge was closed for fourteen months and is open again.',
    },
    pdf: {
      url: `${url('papers', '/tides.pdf')}#page=2`,
      title: tides.title,
      quote: tides.sentences.finding,
      claim: 'In 27 of 31 straits the bloom follows the first neap tide of spring.',
    },
    misquoted: {
      url: page,
      title: bridge.title,
      quote: bridge.sentences.noCause.replace('does not say', 'says'),
      claim: 'Salt was the cause of the cracks.',
    },
    away: {
      url: url('blog', '/year'),
      title: bikes.title,
      quote: bikes.sentences.distance,
      claim: 'A cargo bicycle can do the errands of a whole year.',
    },
    walled: {
      url: url('status', '/403'),
      title: 'Minutes of the harbour board',
      quote: 'The board thanks the ferry for fourteen months of patience.',
      claim: 'The harbour board is grateful to the ferry.',
    },
    moved: {
      url: url('docs', '/traffic'),
      title: 'Traffic counts',
      quote: bridge.sentences.crossings,
      claim: 'About 18,400 vehicles a day used the bridge before it was closed.',
    },
    invented: {
      url: url('herald', '/never-written'),
      title: 'Ferry to be scrapped',
      quote: 'The ferry will be scrapped within the year, the mayor said.',
      claim: 'The mayor wants the ferry scrapped.',
    },
  };
}

/** The current debate, from whose log the model learns of redactions. */
interface LatestDebate {
  folder: string | undefined;
}

function redactedIn({ folder }: LatestDebate): number[] {
  const file = folder === undefined ? '' : join(folder, logFileName);
  return existsSync(file) ? entriesIn(file).flatMap(({ type, seq }) => (type === 'redaction' ? [seq] : [])) : [];
}

function scriptOf({ sound, pdf, misquoted, away, walled, moved, invented }: WebSources, latest: LatestDebate): Script {
  const script = fullScript({ names: ['ada', 'bob'], rounds: 1, outcome: 'ada_wins' });
  const says = (type: string, content: string, sources: readonly WebSource[]): unknown => ({
    entries: [{ type, content, sources }],
  });
  script['opening/ada'] = says(
    'opening_statement',
    `A bridge that carries people is worth its repair. ${sound.claim}`,
    [sound],
  );
  script['opening/bob'] = says(
    'opening_statement',
    `Straits keep time of their own, and a ferry goes with them. ${pdf.claim} Nobody looked after the bridge. ${misquoted.claim}`,
    [pdf, misquoted],
  );
  script['r1/turn/ada'] = says(
    'new_point',
    `People go where they can. ${moved.claim} Some of them need neither. ${away.claim} ${walled.claim}`,
    [moved, away, walled],
  );
  script['r1/turn/bob'] = says('new_point', `Somebody has already decided. ${invented.quote}`, [invented]);
  script['r1/audience'] = { questions: [] };
  const closing = { type: 'closing_statement', content: 'What I showed before stands, and nobody answered it.' };
  script['closing/bob'] = {
    entries: [
      {
        ...closing,
        get acknowledges() {
          return redactedIn(latest);
        },
      },
    ],
  };
  return script;
}
