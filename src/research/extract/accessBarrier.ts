import type { PartKind, TextLayout } from '../../debate/sourceText';
import { parsedUrl } from '../parsedUrl';
import { barrierWords, missingPageWords, paywallWords, type Barrier } from './barrierWords';
import type { PageSigns } from './pageSigns';

export type { Barrier };

/** So much of a page as tells whether it is the one that was asked for. */
export interface ReceivedPage {
  /** As it was asked for. */
  url: string;
  finalUrl: string;
  title: string;
  text: string;
  layout?: TextLayout | undefined;
  /** What its markup tells; known when it is read, not of a snapshot. */
  signs?: PageSigns | undefined;
  /** Its server says that there is no such page (404, 410): a form or a check in its place is what came. */
  isGone?: boolean;
}

/** A page of a few lines; what stands before pages says little more than what it wants. */
const shortCharacters = 1_200;
/** Less of a body than this is none. */
const leastBody = 200;
/** No sentence; such as “Loading…”. */
const shellCharacters = 100;

const loginPath = /log-?in|sign-?in|sso|oauth2?/;
const consentPath = /consent|cookiewall/;
const botPath = /captcha|challenge|access-?denied/;
const portalPath = /hotspot|captive(?:-?portal)?/;
const inPath = (words: RegExp): RegExp => new RegExp(`(?:^|[/_.-])(?:${words.source})(?:[/_.-]|$)`, 'i');
const inHost = (words: string): RegExp => new RegExp(`^(?:${words})\\d*\\.`, 'i');

/** A page of its own for what stands before others: by its path, and by its host where it is another than was asked. */
const leads: readonly (readonly [Barrier, RegExp, RegExp])[] = [
  ['login wall', inPath(loginPath), inHost('log-?in|sign-?in|sso|auth|idp|accounts?')],
  ['consent page', inPath(consentPath), inHost('consent')],
  ['bot check', inPath(botPath), inHost('captcha')],
  ['network portal', inPath(portalPath), inHost('portal|captive|hotspot|wi-?fi')],
  ['paywall', inPath(/paywall/), inHost('paywall')],
];

/**
 * What stands before the page that was asked for, or in its place. Only where it is plain, because no page that is taken for one is ever
 * checked: by a form, a script or an address first, by words last.
 */
export const barrierOf = (page: ReceivedPage): Barrier | undefined => builtBarrier(page) ?? saidBarrier(page);

/** By form, script or address: whatever its words are, it is not the page. */
export function builtBarrier(page: ReceivedPage): Barrier | undefined {
  const body = partsOf(page, ['body']);
  return body.length > shortCharacters ? undefined : (signedBarrier(page, body.length) ?? ledTo(page));
}

/** By its words alone, which a page of a few lines may have as its own: where the quotation is among them, it is the page. */
export function saidBarrier(page: ReceivedPage): Barrier | undefined {
  const body = partsOf(page, ['body']);
  if (body.length > shortCharacters) return undefined;
  // Beside an article, its site asks for a login and about cookies as well; where there is next to nothing else, that is what came.
  const said = `${page.title}\n${body.length < leastBody ? page.text : body}`;
  return barrierWords.find(([, words]) => words.some((one) => one.test(said)))?.[0];
}

/** What a page of some sentences says may be what was asked for, whatever form it has; of one that is missing nothing is lost. */
function signedBarrier({ signs, text, isGone = false }: ReceivedPage, body: number): Barrier | undefined {
  if (signs === undefined) return undefined;
  const isBare = isGone || body < leastBody;
  if (signs.challenge === 'page' || (signs.challenge === 'widget' && isBare)) return 'bot check';
  if (signs.asksForPassword && isBare) return 'login wall';
  if (signs.hasScripts && !signs.hasSentence && text.trim().length <= shellCharacters) return 'script shell';
  return undefined;
}

/** By the address: a page of its own for logging in and the like, which was not what was asked for. */
function ledTo({ url, finalUrl }: ReceivedPage): Barrier | undefined {
  const isElsewhere = hostOf(url) !== hostOf(finalUrl);
  const found = leads.find(
    ([, path, host]) =>
      (isElsewhere && host.test(hostOf(finalUrl))) || (path.test(pathOf(finalUrl)) && !path.test(pathOf(url))),
  );
  return found?.[0];
}

/**
 * Whether a quotation that is not found may still stand on the page that was meant. Asked only where something is missing, so it is generous: what
 * stands before a page, the part that a paywall shows, a page that says that it is missing, the front page to which sites lead whoever asks for one
 * that they have no more, and a page of a few lines, unless it calls itself what was cited (`isNamed`).
 */
export function mayHideText(page: ReceivedPage, { isNamed }: { isNamed: boolean }): boolean {
  const body = partsOf(page, ['body']);
  const isShort = body.length <= shortCharacters;
  if (body.length <= shellCharacters || (isShort && !isNamed) || barrierOf(page) !== undefined) return true;
  if (missingPageWords.some((words) => words.test(isShort ? `${page.title}\n${body}` : page.title))) return true;
  // What is asked of readers in a box beside the text is asked for the rest of it; in a menu it is asked on every page.
  const said = `${page.title}\n${partsOf(page, ['body', 'notice'])}`;
  if (paywallWords.some((words) => words.test(said))) return true;
  return (
    ledTo(page) !== undefined ||
    (pathOf(page.finalUrl) === '/' && pathOf(page.url) !== '/') ||
    (isShort && hostOf(page.finalUrl) !== hostOf(page.url))
  );
}

/** Without `www.`, which is the same host to everybody. */
export const hostOf = (url: string): string =>
  parsedUrl(url)
    ?.hostname.replace(/^www\./, '')
    .replace(/\.$/, '') ?? url;

const pathOf = (url: string): string => parsedUrl(url)?.pathname ?? '';

/** What no part covers is body. */
function partsOf({ text, layout }: ReceivedPage, kinds: readonly PartKind[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of layout?.parts ?? []) {
    if (kinds.includes(kind)) continue;
    pieces.push(text.slice(at, start));
    at = Math.max(at, end);
  }
  return [...pieces, text.slice(at)].filter((piece) => piece.trim() !== '').join('\n');
}
