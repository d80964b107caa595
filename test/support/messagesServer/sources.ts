import type { DocumentBlock, TextCitation } from '@anthropic-ai/sdk/resources/messages';
import { ScriptMistake, type AnswerCitation } from './answer';
import { contentOf } from './prompt';
import type { MessagesRequest, RequestBlock } from './requestSchema';
import { openResult, seal } from './seals';

interface CitedDocument {
  url?: string;
  title: string | null;
  text: string;
  isCitable: boolean;
}

interface LooseDocument {
  source: DocumentBlock['source'] | { type: string };
  title?: string | null | undefined;
  citations?: { enabled?: boolean | undefined } | null | undefined;
}

/** What a model can cite: the pages that were found, and the documents of the request and of fetches, numbered in order. */
export class Sources {
  readonly #found = new Map<string, { title: string; encrypted: string }>();
  readonly #documents: CitedDocument[] = [];
  readonly #spoken: string;

  constructor(request: MessagesRequest) {
    for (const message of request.messages) for (const block of contentOf(message)) this.#read(block);
    this.#spoken = JSON.stringify(request.messages.filter(({ role }) => role === 'user').map(({ content }) => content));
  }

  addFound(url: string, title: string, encrypted: string): void {
    this.#found.set(url, { title, encrypted });
  }

  addDocument(document: LooseDocument, url?: string): void {
    const { source } = document;
    this.#documents.push({
      ...(url === undefined ? {} : { url }),
      title: document.title ?? null,
      text: 'data' in source && source.type === 'text' ? source.data : '',
      isCitable: document.citations?.enabled === true,
    });
  }

  /** Only addresses that the conversation has named may be fetched. */
  names(url: string): boolean {
    return (
      this.#found.has(url) ||
      this.#documents.some((document) => document.url === url || document.text.includes(url)) ||
      this.#spoken.includes(url)
    );
  }

  cite(citation: AnswerCitation): TextCitation {
    if ('raw' in citation) return citation.raw;
    if ('document' in citation) return this.#citeDocument(citation.document, citation.quote);
    const index = this.#documents.findIndex(({ url, isCitable }) => url === citation.url && isCitable);
    return index >= 0 ? this.#citeDocument(index, citation.quote) : this.#citeFound(citation.url, citation.quote);
  }

  #citeDocument(index: number, quote: string): TextCitation {
    const document = this.#documents[index];
    if (document?.isCitable !== true) throw new ScriptMistake(`There is no document ${index} with citations enabled.`);
    const start = document.text.indexOf(quote);
    if (start < 0) throw new ScriptMistake(`Document ${index} does not hold "${quote}".`);
    return {
      type: 'char_location',
      cited_text: quote,
      document_index: index,
      document_title: document.title,
      file_id: null,
      start_char_index: start,
      end_char_index: start + quote.length,
    };
  }

  #citeFound(url: string, quote: string): TextCitation {
    const page = this.#found.get(url);
    if (page === undefined) throw new ScriptMistake(`${url} was neither found nor fetched with citations.`);
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
    if (block.type === 'document') this.addDocument(block);
    if (block.type === 'tool_result' && Array.isArray(block.content))
      for (const inner of block.content) if (inner.type === 'document') this.addDocument(inner);
    if (block.type === 'web_fetch_tool_result' && block.content.type === 'web_fetch_result')
      this.addDocument(block.content.content, block.content.url);
    if (block.type !== 'web_search_tool_result' || !Array.isArray(block.content)) return;
    for (const page of block.content) this.addFound(page.url, page.title, page.encrypted_content);
  }
}
