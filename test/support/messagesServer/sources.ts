import type { TextCitation } from '@anthropic-ai/sdk/resources/messages';
import { ScriptMistake, type AnswerCitation } from './answer';
import type { MessagesRequest, RequestBlock } from './requestSchema';
import { openResult, seal } from './seals';

/** Pages found, which a model can cite, and all addresses that it may fetch. */
export class Sources {
  readonly #found = new Map<string, { title: string; encrypted: string }>();
  readonly #fetched: { url: string; text: string }[] = [];
  readonly #spoken: string;

  constructor(request: MessagesRequest) {
    for (const message of request.messages) for (const block of message.content) this.#read(block);
    this.#spoken = JSON.stringify(request.messages.filter(({ role }) => role === 'user').map(({ content }) => content));
  }

  addFound(url: string, title: string, encrypted: string): void {
    this.#found.set(url, { title, encrypted });
  }

  addFetched(url: string, text: string): void {
    this.#fetched.push({ url, text });
  }

  /** Whether the conversation has named the address; only such addresses may be fetched. */
  names(url: string): boolean {
    return (
      this.#found.has(url) ||
      this.#fetched.some((page) => page.url === url || page.text.includes(url)) ||
      this.#spoken.includes(url)
    );
  }

  cite({ url, quote }: AnswerCitation): TextCitation {
    const page = this.#found.get(url);
    if (page === undefined) throw new ScriptMistake(`${url} was not found.`);
    const text = openResult(page.encrypted)?.text ?? '';
    if (text !== '' && !text.includes(quote)) throw new ScriptMistake(`The page ${url} does not hold "${quote}".`);
    const index = seal({ url, title: page.title, text: quote });
    return {
      type: 'web_search_result_location',
      url,
      title: page.title,
      cited_text: quote.slice(0, 150),
      encrypted_index: index,
    };
  }

  #read(block: RequestBlock): void {
    if (block.type === 'web_fetch_tool_result' && block.content.type === 'web_fetch_result')
      this.addFetched(block.content.url, block.content.content.source.data);
    if (block.type !== 'web_search_tool_result' || !Array.isArray(block.content)) return;
    for (const page of block.content) this.addFound(page.url, page.title, page.encrypted_content);
  }
}
