/** Behaviour of one kind of server, from what these servers send and refuse. */
export interface ChatProfile {
  ownedBy: string;
  hasModels: boolean;
  /** `refuse` answers 400 and names the field; `vague` answers 400 and names nothing; `ignore` drops the field. */
  tools: 'yes' | 'refuse' | 'vague' | 'ignore';
  jsonSchema: 'yes' | 'refuse' | 'vague' | 'ignore';
  streamOptions: 'yes' | 'refuse' | 'vague' | 'ignore';
  /** Field for thinking that is separate from the content. */
  reasoningField: 'reasoning' | 'reasoning_content';
  /** Whether a tool call arrives in one piece rather than in deltas of its arguments. */
  wholeToolCalls: boolean;
  /** Whether tool calls end with `stop`, as on some servers. */
  stopsOnTools: boolean;
  /** Whether answers end without `finish_reason`. */
  hasNoFinish?: boolean;
  /** Whether the one loaded model serves any model id. */
  servesAnyModel: boolean;
  /** Whether schemas and message order must follow OpenAI's rules. */
  isStrict: boolean;
  /** Further endpoints: `/api/show` and `/api/ps`, `/props`, `/api/v0/models`. */
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

/** A model of the server; `extra` goes into its entry of `/models`. */
export interface ChatModel {
  id: string;
  extra?: Record<string, unknown>;
  /**
   * Facts of the server's own endpoint: for Ollama `capabilities` and `model_info`, for LM Studio `max_context_length`
   * …; `runsWith` is reported as the context of a loaded model, `bytes` as its size.
   */
  native?: Record<string, unknown>;
}
