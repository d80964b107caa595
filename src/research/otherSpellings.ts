import { parsedUrl } from './parsedUrl';

/** What follows an address in a text and is none of it. A bracket that was opened within is. */
const trailing =
  /(?<![.,;:!?'"*_~`»”’>\]}…]|%(?:22|27|29|2c|3e|5d|7d)|[。，、）」])(?:[.,;:!?'"*_~`»”’>\]}…]|%(?:22|27|29|2c|3e|5d|7d)|[。，、）」])+$/iu;
const tracking = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref_src|yclid|_hs(?:enc|mi)|wt_mc)$/i;

/**
 * The addresses that may have been meant by one: without the marks of the sentence it stood in and what tells where readers came from, and then of
 * the other scheme, with or without `www.` and a slash at the end, without capitals. The likeliest first; not itself.
 */
export function otherSpellings(url: string): string[] {
  const bare = url.replace(/#.*/s, '');
  const meant = withoutTrailing(bare);
  const parsed = parsedUrl(meant);
  const found = [meant, ...(parsed === undefined ? [] : variantsOf(parsed))];
  const spelled = (each: string): string => parsedUrl(each)?.href ?? each;
  return [...new Set(found.map(spelled))].filter((each) => each !== spelled(bare));
}

function withoutTrailing(url: string): string {
  let text = url.replace(trailing, '');
  while (text.endsWith(')') && text.split(')').length > text.split('(').length)
    text = text.slice(0, -1).replace(trailing, '');
  return text;
}

function variantsOf(url: URL): string[] {
  const base = changed(url, (each) => {
    for (const name of [...each.searchParams.keys()]) if (tracking.test(name)) each.searchParams.delete(name);
  });
  const of = (change: (each: URL) => void): string => changed(new URL(base), change);
  const isNamed = !/^(?:[\d.]+|\[.*\])$/.test(url.hostname);
  return [
    base,
    of((each) => (each.pathname = each.pathname.endsWith('/') ? each.pathname.slice(0, -1) : `${each.pathname}/`)),
    ...(!isNamed
      ? []
      : [
          of(
            (each) =>
              (each.hostname = each.hostname.startsWith('www.') ? each.hostname.slice(4) : `www.${each.hostname}`),
          ),
        ]),
    // A port speaks one of the two.
    ...(url.port !== '' ? [] : [of((each) => (each.protocol = each.protocol === 'https:' ? 'http:' : 'https:'))]),
    of((each) => (each.pathname = each.pathname.toLowerCase())),
  ];
}

function changed(url: URL, change: (each: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}
