import { describe, expect, it } from 'vitest';
import { partAt, type PartKind } from '../../../../src/matching/text/sourceText';
import { extractPage } from '../../../../src/research/extract/extractPage';
import { picker, seeded } from '../../../support/seeded';

const random = seeded(162);
const pick = picker(random);

const sentence =
  'Trams carried 41 % of all passengers in the year, which is more than buses and the underground together. ';
const paragraphs = `<p>${sentence.repeat(3)}</p><p>Second: ${sentence.repeat(4)}</p><p>Third: ${sentence.repeat(3)}</p>`;
const page = (inside: string, after = ''): string =>
  `<!doctype html><html><head><title>Trams</title></head><body><main><article><h1>Trams and people</h1>${paragraphs}${inside}</article>${after}</main></body></html>`;

async function partOf(html: string, words: string): Promise<PartKind | 'nowhere'> {
  const { text, layout } = await extractPage({
    text: html,
    body: Buffer.from(html),
    kind: 'html',
    finalUrl: 'https://a.example/',
  });
  const at = text.indexOf(words);
  return at < 0 ? 'nowhere' : partAt(layout, at);
}

const neutral = ['box', 'c-7', 'x', 'unit small', 'col', 'item-wrap'] as const;
const headlines = [
  'Minister resigns after a night of talks',
  'Ferry company orders three new ships',
  'Why the old bridge will stay closed',
  'Hospital opens a second ward in spring',
  'Ten ways to save water in the garden',
];
const titles = [
  'Most viewed',
  'Meistgeklickt',
  'À ne pas manquer',
  'Lo más visto',
  'Olvasottak',
  'Die Top 5',
  'Heute wichtig',
  '人気記事',
];

const lists: readonly ((title: string, name: string) => string)[] = [
  (title, name) =>
    `<div class="${name}"><h3>${title}</h3><ol>${headlines.map((one, at) => `<li><a href="/n/${at}">${one}</a></li>`).join('')}</ol></div>`,
  (title, name) =>
    `<h2>${title}</h2><ul class="${name}">${headlines.map((one, at) => `<li><span>${at + 1}</span> <a href="/n/${at}.html">${one}</a></li>`).join('')}</ul>`,
  (title, name) =>
    `<section class="${name}"><h4>${title}</h4><div>${headlines.map((one, at) => `<div class="${name}"><a href="/n/${at}"><img src="i.jpg"> ${one}</a> <time>3 h</time></div>`).join('')}</div></section>`,
];

const voices = ['Ann', 'Bert K.', 'old_sailor', 'Зоя', 'Müller'];
const stamps = ['2 hours ago', 'vor 3 Stunden', '12.05.2024', '14:33', 'il y a 2 jours', '3天前'];
const comment = (name: string, words: string): string => {
  const shapes = [
    `<div class="${name}"><img src="a.png"><b>${pick(voices)}</b> <span>${pick(stamps)}</span><p>${words}</p></div>`,
    `<div class="${name}"><a href="/u/1">${pick(voices)}</a><time>${pick(stamps)}</time><div><p>${words}</p></div><button>↩</button></div>`,
  ];
  return shapes[name.length % 2] ?? '';
};
const words = 'I was there and it was not like that at all, believe me';

describe('what stands beside an article, by its shape alone', () => {
  it.each(
    Array.from({ length: 110 }, () => {
      const [title, name, list] = [pick(titles), pick(neutral), pick(lists)];
      return { name: `${title}, ${name}`, inside: list(title, name) };
    }),
  )('are headlines of others: $name', async ({ inside }) => {
    for (const html of [page(inside), page('', inside)])
      expect(await partOf(html, headlines[1] ?? '')).toMatch(/^(?:navigation|beside)$/);
  });

  it.each(
    Array.from({ length: 110 }, (_, at) => {
      const name = pick(neutral);
      const count = 2 + (at % 4);
      const inside = `<div class="${name}">${Array.from({ length: count }, (__, index) => comment(name, index === 1 ? `${words}.` : 'No, no, no: it was just as they say it was.')).join('')}</div>`;
      return { name: `${count}, ${name}`, inside };
    }),
  )('are words of readers: $name', async ({ inside }) => {
    for (const html of [page(inside), page('', inside)])
      expect(await partOf(html, words)).toMatch(/^(?:comments|beside)$/);
  });

  it.each<[string, string]>([
    [
      'a list of works elsewhere',
      `<ul>${headlines.map((one, at) => `<li><a href="https://other${at}.example/x">${one}</a></li>`).join('')}</ul>`,
    ],
    [
      'a list with links in it',
      `<ul>${headlines.map((one) => `<li>${one}, as <a href="/x">they</a> said in the report of the year</li>`).join('')}</ul>`,
    ],
    ['places on the page', `<ul>${headlines.map((one, at) => `<li><a href="#p${at}">${one}</a></li>`).join('')}</ul>`],
    [
      'steps with times',
      `<div>${headlines.map((one, at) => `<div><h3>1${at}:30</h3><p>${one} and more of it.</p></div>`).join('')}</div>`,
    ],
  ])('are none of these: %s', async (_, inside) => {
    expect(await partOf(page(inside), headlines[1] ?? '')).toBe('body');
  });
});

const inline = [
  'a',
  'span',
  'b',
  'em',
  'strong',
  'i',
  'u',
  'mark',
  'small',
  'code',
  'q',
  'cite',
  'abbr',
  'time',
] as const;
const loud = [
  'popup',
  'menu',
  'related',
  'sidebar',
  'comment',
  'cookie-banner',
  'nav',
  'footer',
  'social',
  'newsletter-signup',
  'sponsor',
  'breadcrumb',
  'modal',
  'references',
] as const;
const places: readonly ((one: string) => string)[] = [
  (one) => `${one} of the castle was built by two brothers in a single year.`,
  (one) => `Below the yard lies a huge square ${one} of the oldest kind.`,
  (one) => `Below the yard lies a huge square ${one}.`,
  (one) => `${one}<br>Below the yard lies nothing else of the oldest kind.`,
];

describe('an inline element', () => {
  it.each(
    Array.from({ length: 200 }, (_, at) => {
      const [tag, name, place] = [pick(inline), pick(loud), places[at % places.length] ?? ((one: string) => one)];
      const kind = pick([`class="${name}"`, `id="${name}"`, `class="x ${name} ${pick(loud)}"`]);
      return { html: place(`<${tag} ${kind} href="/c">The cistern</${tag}>`), plain: place('The cistern') };
    }),
  )('is never cut out of its sentence: $html', async ({ html, plain }) => {
    const sentences = plain.split('<br>');
    for (const one of sentences) expect(await partOf(page(`<p>${html}</p>`), one)).toBe('body');
  });

  it.each(inline)('holds a sentence of its own: %s', async (tag) => {
    for (const name of loud)
      expect(
        await partOf(
          page(`<p><${tag} class="${name}">The cistern is there, whatever they say.</${tag}></p>`),
          'The cistern is there',
        ),
      ).toBe('body');
  });
});
