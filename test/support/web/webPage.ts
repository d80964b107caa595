import type { IncomingMessage, ServerResponse } from 'node:http';

export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export interface FixedPage {
  status?: number;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Uint8Array;
}

/** Answer of a host at a path. */
export type WebPage = FixedPage | Reply;

/** Pages by path, without a query. */
export type Pages = Readonly<Record<string, WebPage>>;

export const html = (body: string, page: Omit<FixedPage, 'body'> = {}): FixedPage =>
  typed('text/html; charset=utf-8', body, page);

export const typed = (
  type: string,
  body: string | Uint8Array,
  { headers, ...page }: Omit<FixedPage, 'body'> = {},
): FixedPage => ({
  ...page,
  headers: { 'content-type': type, ...headers },
  body,
});

export const redirect = (location: string, status = 302): FixedPage => ({ status, headers: { location } });

export function answer(page: WebPage, request: IncomingMessage, response: ServerResponse): void {
  if (typeof page === 'function') {
    page(request, response);
    return;
  }
  const { status = 200, headers = { 'content-type': 'text/html; charset=utf-8' }, body = '' } = page;
  response
    .writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
    .end(request.method === 'HEAD' ? '' : body);
}

/** Works on a response until the client leaves. */
export function whileWanted(response: ServerResponse, work: (signal: AbortSignal) => Promise<void>): void {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  void work(gone.signal).catch((error: unknown) => {
    if (!gone.signal.aborted) response.destroy(error instanceof Error ? error : new Error(String(error)));
  });
}
