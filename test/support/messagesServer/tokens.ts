/**
 * The server's token count: four characters make one, rounded up per block. Real tokenizers differ; this one can be
 * computed by hand, which tests that check every token need.
 */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);

interface LooseBlock {
  type?: unknown;
  [key: string]: unknown;
}

const isBlock = (value: unknown): value is LooseBlock => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const sourceTokens = (source: unknown): number => (isBlock(source) ? countTokens(textOf(source['data'])) : 0);

const contentTokens = (content: unknown): number => {
  if (Array.isArray(content)) return content.reduce<number>((sum, block) => sum + blockTokens(block), 0);
  return typeof content === 'string' ? countTokens(content) : blockTokens(content);
};

const resultTokens = (result: LooseBlock): number =>
  countTokens(textOf(result['url']) + textOf(result['title']) + textOf(result['encrypted_content']));

/** Tokens of one content block, sent or received. The text of citations and the cache's marks cost nothing. */
export const blockTokens = (block: unknown): number => {
  if (!isBlock(block)) return 0;
  switch (block.type) {
    case 'text':
      return countTokens(textOf(block['text']));
    case 'thinking':
      return countTokens(textOf(block['thinking']) + textOf(block['signature']));
    case 'tool_use':
    case 'server_tool_use':
      return countTokens(textOf(block['name']) + JSON.stringify(block['input'] ?? {}));
    case 'document':
      return countTokens(textOf(block['title'])) + sourceTokens(block['source']);
    case 'web_search_result':
      return resultTokens(block);
    case 'tool_result':
    case 'web_search_tool_result':
    case 'web_fetch_tool_result':
    case 'web_fetch_result':
      return contentTokens(block['content']) + countTokens(textOf(block['url']));
    default:
      return countTokens(JSON.stringify(block));
  }
};
