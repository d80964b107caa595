import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { PromptUsage } from './prefixCache';

interface Output {
  tokens: number;
  thinking: number;
  searches: { web_search_requests: number; web_fetch_requests: number };
}

/** Usage in the API's form. */
export const usageOf = (prompt: PromptUsage, output: Output): Usage => {
  const hasSearched = output.searches.web_search_requests + output.searches.web_fetch_requests > 0;
  return {
    input_tokens: prompt.input,
    cache_read_input_tokens: prompt.read,
    cache_creation_input_tokens: prompt.write5m + prompt.write1h,
    cache_creation: { ephemeral_5m_input_tokens: prompt.write5m, ephemeral_1h_input_tokens: prompt.write1h },
    output_tokens: output.tokens,
    output_tokens_details: output.thinking > 0 ? { thinking_tokens: output.thinking } : null,
    server_tool_use: hasSearched ? { ...output.searches } : null,
    service_tier: 'standard',
    inference_geo: 'not_available',
    speed: null,
  };
};
