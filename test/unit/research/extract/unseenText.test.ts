import { describe, expect, it } from 'vitest';
import { extractPage, type ExtractedPage } from '../../../../src/research/extract/extractPage';
import { picker, seeded } from '../../../support/seeded';

const extract = (html: string): Promise<ExtractedPage> =>
  extractPage({ text: html, body: Buffer.from(html), kind: 'html', finalUrl: 'https://example.com/a' });

const seen =
  'Trams carried 41 % of all passengers in the year, which is more than buses and the underground together. ';
const secret = 'The harbour was closed to ships for a whole winter';

/** How a style sheet hides, whatever it is said of. */
const hidings = [
  'display:none',
  'display:none!important',
  'd\\69splay:none',
  'visibility:hidden',
  'visibility:collapse',
  'opacity:0',
  'opacity:.01',
  'opacity:0%',
  'height:0;overflow:hidden',
  'max-height:0;overflow:hidden',
  'height:1px;width:1px;overflow:hidden;position:absolute',
  'width:0;overflow:clip',
  'transform:scale(0)',
  'transform:translateX(10px) scale3d(0,0,1)',
  'scale:0',
  'transform:matrix(0,0,0,0,0,0)',
  'clip:rect(0 0 0 0);position:absolute',
  'clip:rect(1px, 1px, 1px, 1px);position:absolute',
  'clip-path:inset(50%)',
  'clip-path:circle(0)',
  'clip-path:polygon(0 0, 0 0, 0 0, 0 0)',
  'position:absolute;left:-9999px',
  'position:fixed;top:-200em',
  'position:absolute;right:100000px',
  'margin-left:-9999px',
  'transform:translate(-9999px, 0)',
  'font-size:0',
  'font-size:1px',
  'font:0/0 a',
  'text-indent:-9999px',
  'color:#fff',
  'color:white',
  'color:rgb(255, 255, 255)',
  'color:#fefefe;background:#ffffff',
  'color:#123456;background-color:#123456',
  'color:hsl(0,0%,100%)',
  'color:transparent',
  'color:rgba(0,0,0,0)',
  '--c:#fff;color:var(--c)',
  'background:black;color:#000',
  'content-visibility:hidden',
  'filter:opacity(0)',
  'text-decoration:line-through',
] as const;

interface Target {
  selector: string;
  /** The element that it chooses, around the text. */
  element: (text: string) => string;
}
const targets: readonly Target[] = [
  { selector: '.qz', element: (text) => `<p class="lead qz">${text}</p>` },
  { selector: '#qz', element: (text) => `<div id="qz"><p>${text}</p></div>` },
  { selector: 'blockquote', element: (text) => `<blockquote>${text}</blockquote>` },
  { selector: '.a, .b .c, .qz', element: (text) => `<p class="qz">${text}</p>` },
];
/** How the rule comes to the page. */
const carriers: readonly ((rule: string) => string)[] = [
  (rule) => `<style>${rule}</style>`,
  (rule) => `<style>/* of old */ <!-- a{color:red} ${rule} --></style>`,
  (rule) => `<style media="screen">@charset "x"; ${rule}</style>`,
  (rule) => `<style>@media screen and (min-width: 10px) { ${rule} }</style>`,
  (rule) => `<style>@media all { @supports (display:grid) { ${rule} } }</style>`,
  (rule) => `<style>@layer base { ${rule} }</style>`,
  (rule) => `<link rel="stylesheet" href="data:text/css,${encodeURIComponent(rule)}">`,
  (rule) => `<style>${rule} @media print { p, div, blockquote, span { display:block!important; } }</style>`,
];

const page = (head: string, inside: string): string =>
  `<!doctype html><html><head><title>Trams</title>${head}</head><body><article><h1>Trams</h1><p>${seen.repeat(3)}</p>${inside}<p>${seen.repeat(2)}</p></article></body></html>`;

const random = seeded(161);
const pick = picker(random);

const relatives = Array.from({ length: 220 }, (_, at) => {
  const [hiding, { selector, element }, carrier] = [hidings[at % hidings.length] ?? '', pick(targets), pick(carriers)];
  return { name: `${selector} { ${hiding} }`, html: page(carrier(`${selector} { ${hiding} }`), element(secret)) };
});

describe('what no reader sees is not said by a page', () => {
  it.each(relatives)('$name', async ({ html }) => {
    const { text } = await extract(html);
    expect(text).not.toContain(secret);
    expect(text).toContain(seen.trim());
  });

  it.each<[string, string, string]>([
    ['by a style of its own', '', `<p style="opacity:0">${secret}</p>`],
    ['by its mark', '', `<p hidden>${secret}</p>`],
    ['in a template', '', `<template><p>${secret}</p></template>`],
    ['for browsers without scripts', '', `<noscript><p>${secret}</p></noscript>`],
    ['for browsers without frames', '', `<noframes><p>${secret}</p></noframes>`],
    ['for browsers without plug-ins', '', `<noembed><p>${secret}</p></noembed>`],
    ['in a comment that ends early', '', `<!-- --!><!-- ${secret} --!>`],
    ['white, by an attribute', '', `<font color="#FFFFFF">${secret}</font>`],
    ['in cells of its colour', '', `<table><tr><td bgcolor=black><font color=black>${secret}</font></table>`],
    ['over a rule that is weaker', '<style>.a{display:none} p{display:block}</style>', `<p class=a>${secret}</p>`],
    [
      'over a later one, by its weight',
      '<style>.a{display:none!important} #b{display:block}</style>',
      `<p class=a id=b>${secret}</p>`,
    ],
    [
      'on the way through others',
      '<style>.a{opacity:.2} .b{opacity:.2}</style>',
      `<div class=a><p class=b>${secret}</p></div>`,
    ],
    [
      'for readers of screens, until it has the focus',
      '<style>.sr{clip:rect(0,0,0,0);position:absolute} .sr:focus{clip:auto}</style>',
      `<a class=sr href=#x>${secret}</a>`,
    ],
    [
      'while the page waits for a script',
      '<style>.a{display:none}</style><script>go()</script>',
      `<p class=a>${secret}</p>`,
    ],
  ])('%s', async (_, head, inside) => {
    expect((await extract(page(head, inside))).text).not.toContain(secret);
  });
});

describe('what a reader sees, or will, is said by a page', () => {
  it.each<[string, string, string]>([
    ['a rule for print', '<style>@media print{.a{display:none}}</style>', `<p class=a>${secret}</p>`],
    ['a sheet for print', '<style media=print>.a{display:none}</style>', `<p class=a>${secret}</p>`],
    [
      'narrow screens only hide it',
      '<style>@media (max-width:600px){.a{display:none}}</style>',
      `<p class=a>${secret}</p>`,
    ],
    [
      'narrow screens only show it',
      '<style>.a{display:none}@media (max-width:600px){.a{display:block}}</style>',
      `<p class=a>${secret}</p>`,
    ],
    ['a stronger rule shows it', '<style>.a{display:none} p.a{display:block}</style>', `<p class=a>${secret}</p>`],
    ['its own style shows it', '<style>.a{display:none}</style>', `<p class=a style="display:block">${secret}</p>`],
    [
      'it is seen within what is not',
      '<style>.a{visibility:hidden} .b{visibility:visible}</style>',
      `<div class=a><p class=b>${secret}</p></div>`,
    ],
    [
      'it has a size again',
      '<style>.a{font-size:0} .b{font-size:16px}</style>',
      `<div class=a><p class=b>${secret}</p></div>`,
    ],
    ['nothing is cut off', '<style>.a{height:0}</style>', `<div class=a>${secret}</div>`],
    ['white on black', '<style>.a{background:#000;color:#fff}</style>', `<p class=a>${secret}</p>`],
    ['white on a picture', '<style>.a{background:url(x.png);color:#fff}</style>', `<p class=a>${secret}</p>`],
    [
      'white above a picture',
      '<style>.a{position:absolute;color:#fff}</style>',
      `<div><img src=x><p class=a>${secret}</p></div>`,
    ],
    [
      'white, where another file has the ground',
      '<link rel=stylesheet href=x.css><style>.a{color:#fff}</style>',
      `<p class=a>${secret}</p>`,
    ],
    [
      'letters cut out of a gradient',
      '<style>.a{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}</style>',
      `<p class=a>${secret}</p>`,
    ],
    ['a closed box that opens', '', `<details><summary>More</summary><p>${secret}</p></details>`],
    [
      'a tab that a click opens',
      '<style>.tab{display:none} .tab.on{display:block}</style>',
      `<div class=tab>${secret}</div>`,
    ],
    [
      'a box that a tick opens',
      '<style>.box{max-height:0;overflow:hidden} input:checked ~ .box{max-height:50em}</style>',
      `<input type=checkbox><div class=box>${secret}</div>`,
    ],
    ['a paragraph that fades in', '<style>.fade{opacity:0} .fade.in{opacity:1}</style>', `<p class=fade>${secret}</p>`],
    [
      'one that an animation shows',
      '<style>.fade{opacity:0;animation:show 1s forwards} @keyframes show{to{opacity:1}}</style>',
      `<p class=fade>${secret}</p>`,
    ],
    ['of a rule for others', '<style>.b .a{display:none}</style>', `<p class=a>${secret}</p>`],
    ['of no rule at all', '<style>.a{{display:none}} p:hover(.x{display:none}</style>', `<p class=a>${secret}</p>`],
    ['hidden to those who listen', '', `<p aria-hidden=true>${secret}</p>`],
  ])('%s', async (_, head, inside) => {
    expect((await extract(page(head, inside))).text).toContain(secret);
  });

  it.each<[string, string]>([
    ['the whole page, against flicker', '<style>body{visibility:hidden}</style><script src=x></script>'],
    ['the whole page, by its root', '<style>html{opacity:0!important}</style><script>x()</script>'],
    ['the article, until a script shows it', '<style>article{opacity:0}</style><script src=x></script>'],
    [
      'each paragraph, until it comes into view',
      '<style>p{opacity:0;transform:scale(0)}</style><script src=x></script>',
    ],
    ['the article, by another file', '<style>article{display:none}</style><link rel=stylesheet href=x.css>'],
  ])('%s', async (_, head) => {
    expect((await extract(page(head, `<p>${secret}</p>`))).text).toContain(secret);
  });
});

describe('what only a more complicated rule hides', () => {
  it.each<[string, string]>([
    ['p.a', `<p class=a>${secret}</p>`],
    ['article > .a', `<p class=a>${secret}</p>`],
    ['[data-part="a"]', `<p data-part=a>${secret}</p>`],
    [':is(.a, .b)', `<p class=a>${secret}</p>`],
    ['h2 ~ p:not(.b)', `<h2>More</h2><p>${secret}</p>`],
    ['article { p', `<p>${secret}</p>`],
  ])('counts as seen: %s', async (selector, inside) => {
    expect((await extract(page(`<style>${selector} {display:none}</style>`, inside))).text).toContain(secret);
  });
});

describe('a property that a more complicated rule may set', () => {
  it.each<[string, string, string]>([
    ['a ground', '.a{color:#fff} article .b{background:#000}', `<div class=b><p class=a>${secret}</p></div>`],
    ['a colour', '.b{background:#000} .b{color:#000} article .b{color:#fff}', `<p class=b>${secret}</p>`],
    ['a size', '.b{font-size:0} .b > p{font-size:16px}', `<div class=b><p>${secret}</p></div>`],
    ['a place', '.a{position:absolute;left:-9999px} .b .a{left:0}', `<div class=b><p class=a>${secret}</p></div>`],
    [
      'another screen',
      '.hid{display:none} @media (min-width:600px){.sm\\:block{display:block}}',
      `<p class="hid sm:block">${secret}</p>`,
    ],
    ['a nested rule', '.a{color:#fff; &.b{color:#000}}', `<p class="a b">${secret}</p>`],
    ['a variable', ':root{--c:#fff} .dark p{--c:#000} p{color:var(--c)}', `<div class=dark><p>${secret}</p></div>`],
  ])('hides nothing: %s', async (_, css, inside) => {
    expect((await extract(page(`<style>${css}</style>`, inside))).text).toContain(secret);
  });

  it.each<[string, string, string]>([
    ['is weaker', '.a{display:none} article p{display:block}', `<p class=a id=a>${secret}</p>`],
    ['says the same', '.a{color:#fff} article .a{color:#fff}', `<p class=a>${secret}</p>`],
    ['is about names that the element lacks', '.a{display:none} .b.c{display:block}', `<p class="a b">${secret}</p>`],
    ['is nested, about others', '.a{display:none; &.b{display:block}} .a{opacity:0}', `<p class=a>${secret}</p>`],
    ['adds words before or after', '.a{opacity:0} .a::before{opacity:1}', `<p class=a>${secret}</p>`],
  ])('counts where that rule %s: no', async (_, css, inside) => {
    expect((await extract(page(`<style>${css}</style>`, inside))).text).not.toContain(secret);
  });
});

describe('style sheets without end', () => {
  it.each<[string, string]>([
    [
      'of rules for all elements',
      `<style>${Array.from({ length: 20_000 }, (_, at) => `p:not(.x${at}){opacity:0}`).join('')}</style>${'<p>x'.repeat(2_000)}`,
    ],
    [
      'of rules for one class',
      `<style>${Array.from({ length: 20_000 }, (_, at) => `.b${at} .c{opacity:0}`).join('')}</style>${Array.from({ length: 20_000 }, (_, at) => `<p class="a b${at} c">x`).join('')}`,
    ],
  ])('are too complex: %s', async (_, html) => {
    const { unread } = await extract(html);
    expect(unread?.reason).toBe('too_complex');
    expect(unread?.detail).toContain('style rules for one element');
  });

  it.each<[string, string]>([
    ['braces that never end', '{'.repeat(500_000)],
    ['brackets that never end', `a${'('.repeat(500_000)}`],
    ['nested rules', '.a{'.repeat(100_000)],
    ['comments that never end', '/*'.repeat(500_000)],
    ['one selector', `${':is('.repeat(100_000)}a`],
    ['one value', `.a{color:${'var(--a,'.repeat(100_000)}`],
    ['one rule of many selectors', `${Array.from({ length: 50_000 }, (_, at) => `.a${at}`).join(',')}{display:none}`],
  ])('are read: %s', async (_, css) => {
    expect((await extract(`<style>${css}</style><p class=a>${seen}</p>`)).text).toContain(seen.trim());
  });
});
