import type { HumanTaskQueue } from '../agents/human';
import type { Fence } from '../agents/model/fence';
import type { PromptName } from '../agents/model/promptBook';
import type { RetryClock } from '../models/retries';
import type { ModelProvider, ModelProviderName } from '../models/provider';
import type { ResearchTool } from '../research/tool';
import type { KnownPage } from '../research/tools/researchTools';
import type { WebAccess } from './webAccess';

/**
 * What debates need of the outside: model providers, the services that research uses, and people. The editor and the
 * command line each build one; nothing of it comes from a record or a workspace file.
 */
export interface ModelAccess {
  /**
   * The provider, built when it is first asked for: its SDK is loaded then. Asking for the key is left to the first request.
   *
   * @throws PlanError where there is none here, or where it is not set up.
   */
  provider(name: ModelProviderName): Promise<ModelProvider>;
  /**
   * The tools of research that reach out: search, pages, the editor's own. Those on the evidence are added by the session.
   * Each debate gets its own, because what they read is kept with it: `known` gives a page as the debate has it already.
   */
  researchTools(reach: Reach): Promise<readonly ResearchTool[]>;
  /** Whether models may search and read on their provider's side, where they can. They may unless the user wants nothing searched. */
  mayUseServerTools?(): boolean;
}

/** How the tools of one debate get at pages. */
export interface Reach {
  /** A page as the debate has it already. */
  known: (url: string) => Promise<KnownPage | undefined>;
  /** Undefined where nothing is to be fetched. */
  web: WebAccess | undefined;
}

/** Who and what takes part in a run beside the record. */
export interface Participants {
  models?: ModelAccess;
  /** The way out to the web; undefined where the user wants nothing fetched. */
  web?: WebAccess | undefined;
  /** Where people are asked who have a seat. */
  humanTasks?: HumanTaskQueue;
  /** Prompts of a trusted workspace (`.rostrum/prompts/<role>.md`) in place of ours. */
  prompts?: Partial<Record<PromptName, string>> | undefined;
  /** Time and chance, for tests. */
  clock?: RetryClock;
  /** The delimiter of prompts, for tests. */
  fence?: Fence;
}
