/** How one kind of server behaves. Taken from what these servers send and refuse. */
export interface ChatProfile {
  ownedBy: string;
  hasModels: boolean;
  /** `refuse` answers 400 and names the field; `vague` answers 400 and names nothing; `ignore` drops the field. */
  tools: 'yes' | 'refuse' | 'vague' | 'ignore';
  jsonSchema: 'yes' | 'refuse' | 'vague' | 'ignore';
  streamOptions: 'yes' | 'refuse' | 'vague' | 'ignore';
  /** The field of thinking that is told apart from the content. */
  reasoningField: 'reasoning' | 'reasoning_content';
  /** A tool call arrives in one piece rather than in deltas of its arguments. */
  wholeToolCalls: boolean;
  /** Tool calls end with `stop`, as some servers do. */
  stopsOnTools: boolean;
  /** No `finish_reason` stands at the end of an answer. */
  hasNoFinish?: boolean;
  /** Any model id is served by the one model that is loaded. */
  servesAnyModel: boolean;
  /** Schemas and message order are held to the rules of OpenAI. */
  isStrict: boolean;
  /** Besides the base URL: `/api/show` and `/api/ps`, `/props`, `/api/v0/models`. */
  native: 'none' | 'ollama' | 'llamacpp' | 'lmstudio';
  refusals: { tools: string; jsonSchema: string; streamOptions: string };
}

const standardRefusals = {
  tools: 'Unrecognized request argument supplied: tools',
  jsonSchema: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  streamOptions: 'Unrecognized request argument supplied: stream_options',
};

const openai: ChatProfile = {
  ownedBy: 'system',
  hasModels: true,
  tools: 'yes',
  jsonSchema: 'yes',
  streamOptions: 'yes',
  reasoningField: 'reasoning_content',
  wholeToolCalls: false,
  stopsOnTools: false,
  servesAnyModel: false,
  isStrict: true,
  native: 'none',
  refusals: standardRefusals,
};

export const chatProfiles = {
  openai,
  ollama: {
    ...openai,
    ownedBy: 'library',
    native: 'ollama',
    isStrict: false,
    wholeToolCalls: true,
    stopsOnTools: true,
    reasoningField: 'reasoning',
    refusals: { ...standardRefusals, tools: 'registry.ollama.ai/library/model does not support tools' },
  },
  llamacpp: {
    ...openai,
    ownedBy: 'llamacpp',
    native: 'llamacpp',
    isStrict: false,
    servesAnyModel: true,
    refusals: { ...standardRefusals, tools: 'tools param requires --jinja flag' },
  },
  vllm: { ...openai, ownedBy: 'vllm', isStrict: false },
  lmstudio: { ...openai, ownedBy: 'organization_owner', isStrict: false, native: 'lmstudio' },
  bare: {
    ...openai,
    ownedBy: 'unknown',
    hasModels: false,
    isStrict: false,
    servesAnyModel: true,
    tools: 'refuse',
    jsonSchema: 'refuse',
    streamOptions: 'refuse',
  },
} as const satisfies Record<string, ChatProfile>;

export type ChatProfileName = keyof typeof chatProfiles;

/** A model that the server has; `extra` stands in its entry of `/models`. */
export interface ChatModel {
  id: string;
  extra?: Record<string, unknown>;
  /**
   * What the server's own endpoint says: of Ollama `capabilities` and `model_info`, of LM Studio `max_context_length` …; `runsWith` is told as
   * the context of a model that is loaded, `bytes` as its size.
   */
  native?: Record<string, unknown>;
}
