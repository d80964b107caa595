import type {
  ServerToolUseBlock,
  WebFetchToolResultBlock,
  WebSearchToolResultBlock,
} from '@anthropic-ai/sdk/resources/messages';
import { ScriptMistake, type AnswerBlock } from './answer';
import { isWebFetch, isWebSearch, type MessagesRequest, type WebFetchTool, type WebSearchTool } from './requestSchema';
import { seal } from './seals';
import type { Sources } from './sources';

const direct = { type: 'direct' } as const;
type Search = Extract<AnswerBlock, { type: 'search' }>;
type Fetch = Extract<AnswerBlock, { type: 'fetch' }>;

/** Search and fetch by the server, within the limits that the request set. */
export class ServerTools {
  readonly #uses = { web_search: 0, web_fetch: 0 };
  /** Billed calls: those with a result. */
  readonly requests = { web_search_requests: 0, web_fetch_requests: 0 };

  constructor(
    private readonly request: MessagesRequest,
    private readonly sources: Sources,
    private readonly nextId: () => string,
    private readonly now: () => number,
  ) {}

  search(block: Search): (ServerToolUseBlock | WebSearchToolResultBlock)[] {
    const tool = this.request.tools?.find(isWebSearch);
    if (tool === undefined) throw new ScriptMistake('web_search was not offered.');
    const id = block.of ?? this.nextId();
    const use: ServerToolUseBlock = {
      type: 'server_tool_use',
      id,
      name: 'web_search',
      input: { query: block.query },
      caller: direct,
    };
    if (block.isPending === true) return [use];
    const result: WebSearchToolResultBlock = {
      type: 'web_search_tool_result',
      tool_use_id: id,
      caller: direct,
      content: this.#find(block, tool),
    };
    return block.of === undefined ? [use, result] : [result];
  }

  fetch(block: Fetch): (ServerToolUseBlock | WebFetchToolResultBlock)[] {
    const tool = this.request.tools?.find(isWebFetch);
    if (tool === undefined) throw new ScriptMistake('web_fetch was not offered.');
    const id = this.nextId();
    return [
      { type: 'server_tool_use', id, name: 'web_fetch', input: { url: block.url }, caller: direct },
      { type: 'web_fetch_tool_result', tool_use_id: id, caller: direct, content: this.#load(block, tool) },
    ];
  }

  #find(block: Search, tool: WebSearchTool): WebSearchToolResultBlock['content'] {
    const error = this.#isUsedUp('web_search', tool.max_uses) ? 'max_uses_exceeded' : block.error;
    if (error !== undefined) return { type: 'web_search_tool_result_error', error_code: error };
    this.requests.web_search_requests++;
    return (block.results ?? []).map(({ url, title, text }) => {
      const encrypted = seal({ url, title, text: text ?? '' });
      this.sources.addFound(url, title, encrypted);
      return { type: 'web_search_result', url, title, encrypted_content: encrypted, page_age: null };
    });
  }

  #load(block: Fetch, tool: WebFetchTool): WebFetchToolResultBlock['content'] {
    const error = this.#fetchError(block, tool);
    if (error !== undefined) return { type: 'web_fetch_tool_result_error', error_code: error };
    this.requests.web_fetch_requests++;
    const text = (block.page?.text ?? '').slice(0, tool.max_content_tokens * 4);
    const content = {
      type: 'document' as const,
      title: block.page?.title ?? null,
      source: { type: 'text' as const, media_type: 'text/plain' as const, data: text },
      citations: null,
    };
    this.sources.addFetched(block.url, text);
    return { type: 'web_fetch_result', url: block.url, retrieved_at: new Date(this.now()).toISOString(), content };
  }

  #fetchError(block: Fetch, tool: WebFetchTool): Fetch['error'] {
    if (this.#isUsedUp('web_fetch', tool.max_uses)) return 'max_uses_exceeded';
    if (!this.sources.names(block.url)) return 'url_not_in_prior_context';
    return block.error ?? (block.page === undefined ? 'url_not_accessible' : undefined);
  }

  #isUsedUp(name: 'web_search' | 'web_fetch', max: number): boolean {
    this.#uses[name]++;
    return this.#uses[name] > max;
  }
}
