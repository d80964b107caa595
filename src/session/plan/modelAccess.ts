import type { HostTaskQueue } from '../../agents/host';
import type { HumanTaskQueue } from '../../agents/human';
import type { Fence } from '../../agents/model/fence';
import type { PromptName } from '../../agents/model/promptBook';
import type { RetryClock } from '../../models/retries';
import type { ModelProvider, ModelProviderName } from '../../models/provider';
import type { ResearchTool } from '../../research/tool';
import type { KnownPage } from '../../research/tools/researchTools';
import type { WebAccess } from './webAccess';

/**
 * What debates need of the outside. The editor and the command line each build one; nothing of it comes from a record or a workspace file.
 */
export interface ModelAccess {
  /**
   * Built when it is first asked for, with its SDK. The key is asked for by the first request. @throws PlanError where there is none here,
   * or it is not set up.
   */
  provider(name: ModelProviderName): Promise<ModelProvider>;
  /** Tools that reach out: search, pages, the editor's own. Each debate gets its own, because what they read is kept with it. */
  researchTools(reach: Reach): Promise<readonly ResearchTool[]>;
  /** Whether models may use tools on their provider's side. They may unless the user wants nothing searched. */
  mayUseServerTools?(): boolean;
}

export interface Reach {
  known: (url: string) => Promise<KnownPage | undefined>;
  web: WebAccess | undefined;
}

export interface Participants {
  models?: ModelAccess;
  /** Undefined where the user wants nothing fetched. */
  web?: WebAccess | undefined;
  humanTasks?: HumanTaskQueue;
  hostTasks?: HostTaskQueue;
  /** Prompts of a trusted workspace (`.rostrum/prompts/<role>.md`), which replace ours. */
  prompts?: Partial<Record<PromptName, string>> | undefined;
  clock?: RetryClock;
  fence?: Fence;
}
