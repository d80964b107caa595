import { textOf, type TreeDocument } from './markupTree';
import type { Work } from './work';

/** Signs in a page's markup that it is no page at all. */
export interface PageSigns {
  /** A field for a password. */
  asksForPassword: boolean;
  /** A check for robots: it is the whole page, or one of its forms has one. */
  challenge: 'page' | 'widget' | undefined;
  hasScripts: boolean;
  /** A paragraph or the like that is more than a few words. */
  hasSentence: boolean;
}

/** Scripts that only pages against programs load. */
const challengePage =
  /captcha-delivery\.com|cdn-cgi\/challenge-platform\/h\/|_cf_chl|_incapsula_resource\?(?:swudnsai|cwudnsai)|px-captcha|funcaptcha|sec-if-cpt|\bdd\s{0,5}=\s{0,5}\{[^}]{0,200}\bcid\b|ddos-?guard\.net\/check|\.well-known\/(?:sg|ddos)captcha|anubis_challenge/i;
/** Honest pages load these as well, in their forms and for frequent visitors. */
const challengeWidget =
  /challenges\.cloudflare\.com|hcaptcha\.com|google\.com\/recaptcha|recaptcha\.net|friendlycaptcha|geetest|smartcaptcha|cf-turnstile|h-captcha|g-recaptcha|awswaf\.com|perimeterx|px-cloud\.net|kasada|kpsdk|arkoselabs\.com|_incapsula_resource/i;

const looked = { scripts: 200, characters: 20_000, blocks: 2_000, elements: 5_000 };

/** @throws TooComplex */
export function pageSigns(document: TreeDocument, work: Work): PageSigns {
  const named = document
    .querySelectorAll('script, iframe, form, [data-sitekey], [id], [class]')
    .slice(0, looked.elements);
  let challenge: PageSigns['challenge'];
  let read = 0;
  for (const element of named) {
    const own = ['src', 'id', 'class', 'action', 'content', 'data-src']
      .map((name) => element.getAttribute(name) ?? '')
      .join(' ');
    const isScript = element.localName === 'script' && (read += 1) <= looked.scripts;
    const words = isScript ? `${own} ${element.textContent.slice(0, looked.characters)}` : own;
    if (challengePage.test(words)) challenge = 'page';
    else if (challengeWidget.test(words)) challenge ??= 'widget';
    if (challenge === 'page') break;
  }
  return {
    asksForPassword: document.querySelector('input[type="password" i]') !== null,
    challenge,
    hasScripts: document.querySelector('script') !== null,
    hasSentence: document
      .querySelectorAll('p, li, td, h1, h2, blockquote, pre, dd')
      .slice(0, looked.blocks)
      .some((element) => textOf(element, work).trim().split(/\s+/).length >= 6),
  };
}
