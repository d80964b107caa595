import type { PartKind } from '../../matching/text/sourceText';
import { inlineNames } from './markupRules';
import { TreeText, type TreeElement, type TreeDocument } from './markupTree';

export type RegionKind = Exclude<PartKind, 'body' | 'beside'>;

/**
 * Recognises a region by an element's own names, if its content agrees. Only obvious cases count: an honest quotation
 * of text taken for a menu would be rejected.
 */
export function regionKind(region: Region, place: Place): RegionKind | undefined {
  const { element, facts } = region;
  // They hold the page's content, whatever their names; an inline element is part of its sentence.
  if (inlineNames.has(element.localName)) return undefined;
  if (facts.characters === 0 || facts.hasMain || element.localName === 'main' || element.localName === 'body')
    return undefined;
  const role = element.getAttribute('role')?.toLowerCase() ?? '';
  const named = { ...region, names: namesOf(element), role };
  if (isBibliography(named)) return 'bibliography';
  if (isComments(named)) return 'comments';
  if (isNotice(named)) return 'notice';
  return isNavigation(named, place) ? 'navigation' : undefined;
}

interface Place {
  isInContent: boolean;
  isInMargin: boolean;
}

interface Region {
  element: TreeElement;
  facts: ElementFacts;
  /** All of its text. */
  words: () => string;
}

interface NamedRegion extends Region {
  names: readonly string[];
  role: string;
}

/** Identifier and classes without camel case: `commentList` is `comment-list`. */
function namesOf(element: TreeElement): string[] {
  const given = `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`.slice(0, 1_000);
  const spelled = given
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/_+/g, '-');
  return spelled.split(/\s+/).filter((name) => name !== '');
}

const some = (names: readonly string[], pattern: RegExp): boolean => names.some((name) => pattern.test(name));

const bibliographyName =
  /^(?:(?:article|paper|section|js|c|footnotes?)-)?(?:references?|ref-?list|bibliography|bib-?list|works-cited|literature-cited|citation-list|csl-bib-body|literaturverzeichnis|einzelnachweise)(?:-(?:list|section|wrap|wrapper|container|content|items|columns?|body))*$/;

function isBibliography({ element, names, role, facts }: NamedRegion): boolean {
  if (role === 'doc-bibliography' || /\bbibliography\b/.test(element.getAttribute('epub:type') ?? ''))
    return !facts.hasTitle;
  const isBlock = /^(?:section|div|ol|ul|dl|aside|details|table)$/.test(element.localName);
  return isBlock && facts.items > 0 && !facts.hasTitle && !facts.hasArticle && some(names, bibliographyName);
}

const commentsName =
  /^(?:(?:post|article|entry|story|page|reader|user|fb|wp|js|view|block)-)*(?:comments(?:-(?:list|area|section|thread|threads|wrapper|wrap|container|content|feed|block|app|root|holder|box|inner|outer|block))*|comment-?(?:list|area|section|thread|threads|wrapper|container|feed|respond)|disqus-thread|commentlist|respond)$/;

function isComments({ element, names, facts }: NamedRegion): boolean {
  if (facts.hasTitle) return false;
  if (/schema\.org\/(?:User)?Comments?\b/i.test(element.getAttribute('itemtype') ?? '')) return true;
  if (some(names, /^comment-\d+$/) || (element.localName === 'li' && names.includes('comment'))) return true;
  const isBlock = /^(?:section|div|ol|ul|aside|footer|article)$/.test(element.localName);
  return (
    isBlock &&
    (some(names, commentsName) || /^(?:reader )?comments?\b.{0,20}$/i.test(element.getAttribute('aria-label') ?? ''))
  );
}

const consentTool =
  /^(?:onetrust|ot-sdk|didomi|usercentrics|uc-|cybot-?cookiebot|cookiebot|cmp-|cmpbox|truste|qc-cmp|sp-message|iubenda|borlabs|osano|klaro)/;
const consentName =
  /(?:cookie|consent|gdpr|ccpa|privacy)s?-?(?:consent|banner|bar|notice|policy|popup|pop-up|message|law|info|alert|modal|overlay|wall|dialog|settings|warning|hint|box|layer|manager|prompt)/;
const otherNotice =
  /(?:newsletter|subscribe|subscription|sign-?up|mailing-list|push-notification|app-install|ad-?block)(?:-?(?:banner|box|form|popup|pop-up|modal|signup|sign-up|subscribe|promo|cta|teaser|widget|prompt|wall|overlay|notice|block|section))*$|^(?:popup|pop-up|modal|lightbox|overlay|interstitial|toast)(?:-.{1,20})?$/;

const aboutConsent =
  /cookie|consent|privacy|gdpr|ccpa|personal data|datenschutz|einwillig|akzeptier|confidentialité|consentement|privacidad|trac(?:k|eur)|\bpartners?\b|\b(?:accept|agree|decline|reject)\b/i;

/** Lists of partners are longer, but have names of their own. */
const shortNotice = 1_200;

const adLabels = [
  'advertisements?|advertising|advertorial|sponsored(?: content)?|ads? by google|scroll to continue(?: (?:reading|with content))?',
  '(?:story|article|content) continues(?: (?:below|after))?(?: (?:this|the))?(?: (?:ad|advertisement))?|continue reading below',
  'anzeige|werbung|publicité|annonce|publicidade?|anuncio|anúncio|pubblicità|advertentie|annons|reklam[ae]?|mainos|hirdetés',
  'inzerce|iklan|quảng cáo|διαφήμιση|реклама|إعلان|פרסומת|विज्ञापन|โฆษณา|広告|广告|廣告|광고',
].join('|');
const adLabel = new RegExp(String.raw`^[\s\p{P}|]*(?:(?:${adLabels})(?:[\s\p{P}|]+|$)){1,3}$`, 'iu');
const longestAdLabel = 80;
const blocks = /^(?:p|div|section|aside|center)$/;

/** An article's headings, cells and items are its own. */
function isAdLabel({ element, facts, words }: Region): boolean {
  if (facts.characters > longestAdLabel || facts.rank < 7 || !blocks.test(element.localName)) return false;
  if (!adLabel.test(words().trim())) return false;
  let above = element.parentElement;
  while (above !== null && blocks.test(above.localName)) above = above.parentElement;
  return above === null || !/^(?:t[dh]|li|d[td]|blockquote|figcaption)$/.test(above.localName);
}

function isNotice({ element, names, role, facts, words }: NamedRegion): boolean {
  if (facts.hasTitle || facts.hasArticle) return false;
  if (isAdLabel({ element, facts, words })) return true;
  if (some(names, consentTool)) return /consent|cookie|privacy|datenschutz/i.test(words());
  if (facts.characters > shortNotice) return false;
  if (
    /^(?:alertdialog|dialog)$/.test(role) ||
    element.getAttribute('aria-modal') === 'true' ||
    element.localName === 'dialog'
  )
    return true;
  // An article may be below an element named an overlay.
  return (some(names, consentName) && aboutConsent.test(words())) || some(names, otherNotice);
}

const menuName =
  /^(?:(?:main|primary|secondary|site|top|bottom|footer|header|global|side|sub|mega|mobile|desktop|user|social|page|local|left|right|js|c|l|block|wp-block)-?)*(?:nav|navbar|navigation|menu|menubar|breadcrumbs?|crumbs|pagination|pager|skip-?links?)(?:-(?:list|items?|links?|container|wrapper|wrap|bar|main|primary|collapse|content|inner|nav|menu|menu-container))*$/;

const teaserName =
  /^(?:(?:article|post|story|content|page|js|c|l|block|widget|section|trc|rc)-)?(?:related(?!-?works?$)|recommended|recommendations?|read-(?:more|next|also)|more-(?:from|on|stories|news|articles|like-this)|most-(?:read|popular|viewed)|trending|you-(?:may|might)-(?:also-)?like|up-next|also-(?:like|read)|outbrain|ob-widget|taboola|popular-posts)(?:-.{1,30})?$/;

/** Headlines of other articles are not this one's words. */
const isTeasers = ({ names, facts }: NamedRegion): boolean =>
  facts.links >= 2 &&
  facts.characters < 6_000 &&
  facts.linked / facts.characters >= 0.3 &&
  !facts.hasTitle &&
  some(names, teaserName);

function isNavigation(region: NamedRegion, { isInContent, isInMargin }: Place): boolean {
  const { element, names, role, facts } = region;
  if (isTeasers(region)) return true;
  if (facts.hasArticle) return false;
  const linked = facts.linked / facts.characters;
  const isSaid = element.localName === 'nav' || /^(?:navigation|menu|menubar)$/.test(role);
  if (isSaid) return linked >= 0.5 || facts.characters < 200;
  const isLinks = facts.links >= 2 && linked >= 0.7;
  if (isLinks && (some(names, menuName) || /^breadcrumbs?$/i.test(element.getAttribute('aria-label') ?? '')))
    return true;
  if (isInContent || facts.links < 3 || linked < 0.7) return false;
  // Other lists of links may be the page's purpose: those of an archive, of minutes, of results.
  return /^(?:header|footer)$/.test(element.localName) || (isInMargin && /^(?:ul|ol|dl)$/.test(element.localName));
}

/** Facts of an element and everything below it. Characters exclude white space. */
interface ElementFacts {
  characters: number;
  /** Characters inside links. */
  linked: number;
  links: number;
  /** List items. */
  items: number;
  /** Landmarks of the page's own content: `main`, a heading of the first rank, an article. */
  hasMain: boolean;
  hasTitle: boolean;
  hasArticle: boolean;
  images: number;
  /** Buttons, and links of a word or two. */
  controls: number;
  /** Short separate texts: times, and names and other few words. */
  stamps: number;
  names: number;
  /** The highest rank of the headings, 1 to 6; 7 if there is none. */
  rank: number;
}

const nothing: ElementFacts = {
  characters: 0,
  linked: 0,
  links: 0,
  items: 0,
  images: 0,
  controls: 0,
  stamps: 0,
  names: 0,
  hasMain: false,
  hasTitle: false,
  hasArticle: false,
  rank: 7,
};

/** Counts all elements in one pass, however many and deep they are. */
export class PageElements {
  /** All elements, in the order of the page. */
  readonly all: readonly TreeElement[];
  readonly #facts = new Map<TreeElement, ElementFacts>();

  constructor(document: TreeDocument) {
    // Selectors for ancestors would take the square of the depth, so none is used.
    this.all = [document.body, ...document.body.querySelectorAll('*')];
    const linked = this.#insideLinks();
    // Descendants come later: from the end, all below an element is known.
    for (const element of [...this.all].reverse()) {
      const facts = this.#own(element);
      const own = ownCharacters(element);
      facts.characters += own;
      if (linked.has(element)) facts.linked += own;
      countShort(element, facts);
      const above = element.parentElement;
      if (above !== null) add(this.#own(above), facts);
    }
  }

  of(element: TreeElement): ElementFacts {
    return this.#facts.get(element) ?? nothing;
  }

  #own(element: TreeElement): ElementFacts {
    const known = this.#facts.get(element);
    if (known !== undefined) return known;
    const { localName } = element;
    const facts: ElementFacts = {
      ...nothing,
      links: localName === 'a' ? 1 : 0,
      items: localName === 'li' || localName === 'dt' || localName === 'dd' ? 1 : 0,
      hasMain: localName === 'main' || element.getAttribute('role') === 'main',
      hasTitle: localName === 'h1',
      hasArticle: localName === 'article' || element.getAttribute('itemprop') === 'articleBody',
      rank: rankOf(localName),
    };
    this.#facts.set(element, facts);
    return facts;
  }

  #insideLinks(): ReadonlySet<TreeElement> {
    const inside = new Set<TreeElement>();
    for (const element of this.all) {
      if (element.localName === 'a' || (element.parentElement !== null && inside.has(element.parentElement)))
        inside.add(element);
    }
    return inside;
  }
}

export function rankOf(localName: string): number {
  return /^h[1-6]$/.test(localName) ? Number(localName[1]) : 7;
}

function add(above: ElementFacts, below: ElementFacts): void {
  for (const count of ['characters', 'linked', 'links', 'items', 'images', 'controls', 'stamps', 'names'] as const)
    above[count] += below[count];
  above.hasMain ||= below.hasMain;
  above.hasTitle ||= below.hasTitle;
  above.hasArticle ||= below.hasArticle;
  above.rank = Math.min(above.rank, below.rank);
}

const shortText = 30;
/** A time of day, a year, or a small number among words ("3 days ago"). */
const isStamp = (text: string): boolean => /^\D*\d{1,2}\D+$|\d[:.h]\d\d|(?:19|20)\d\d/.test(text);

/** Counts a short element as image, control, stamp or name, once its descendants are done. */
function countShort(element: TreeElement, facts: ElementFacts): void {
  const { localName, firstElementChild } = element;
  if (localName === 'img' || localName === 'picture') facts.images += 1;
  if (localName === 'button') facts.controls += 1;
  if (localName === 'time') facts.stamps += 1;
  if (firstElementChild !== null || facts.characters === 0 || facts.characters > shortText) return;
  const text = element.textContent.trim();
  if (localName === 'a' && facts.characters <= 12) facts.controls += 1;
  if (localName !== 'time' && isStamp(text)) facts.stamps += 1;
  else if (!/[\d!?…:;]/.test(text)) facts.names += 1;
}

function ownCharacters(element: TreeElement): number {
  let count = 0;
  for (let child = element.first; child !== null; child = child.next) {
    if (child instanceof TreeText) count += child.nodeValue.replace(/\s+/g, '').length;
  }
  return count;
}
