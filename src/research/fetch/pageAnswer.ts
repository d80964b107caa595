import type { IncomingMessage } from 'node:http';
import { readBody } from './body';
import { decodePage } from './charset';
import { FetchFailure, type FetchedPage } from './fetchedPage';
import { beginsAsPdf, mayBeRead, pageKind, typeOf, unreadType } from './pageKind';
import { refuseStatus } from './statusWords';

/** What is asked for, best first. */
export const acceptedTypes =
  'text/html, application/xhtml+xml, application/pdf;q=0.9, text/markdown;q=0.9, text/plain;q=0.9, application/json;q=0.8, application/xml;q=0.8, text/xml;q=0.8';

export type PageAnswer = Pick<FetchedPage, 'status' | 'contentType' | 'kind' | 'charset' | 'body' | 'text'>;

/**
 * The page that an answer brings.
 *
 * @throws FetchFailure
 */
export async function readPageAnswer(response: IncomingMessage, limit: number): Promise<PageAnswer> {
  const status = response.statusCode ?? 0;
  if (status !== 200 && status !== 203) throw refuseStatus(status);
  const [mediaType = '', ...parameters] = (response.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim());
  const named = mediaType.toLowerCase();
  const unread = (type: string): FetchFailure =>
    new FetchFailure('unsupported', unreadType(type.slice(0, 80)), { status });
  // Before the body is read: a film must not cost ten megabytes to be refused.
  if (!mayBeRead(named)) throw unread(named);
  const check = (start: Uint8Array): void => {
    if (named !== '' && pageKind(named) === undefined && !beginsAsPdf(start)) throw unread(named);
  };
  const body = await readBody(response, { limit, check });
  const contentType = typeOf(named, body) ?? 'application/octet-stream';
  const kind = pageKind(contentType);
  if (kind === undefined) throw unread(contentType);
  if (kind === 'pdf') return { status, contentType, kind, body, text: '', charset: '' };
  const decoded = decodePage(body, kind, charsetIn(parameters));
  if (decoded.text.includes('\0'))
    throw new FetchFailure('unsupported', 'it is called text, but holds binary data', { status });
  return { status, contentType, kind, body, ...decoded };
}

function charsetIn(parameters: readonly string[]): string | undefined {
  const parameter = parameters.find((each) => /^charset\s*=/i.test(each));
  return parameter?.replace(/^charset\s*=\s*/i, '').replace(/^["']|["']$/g, '');
}
