import { articleWith, type AdversaryCase } from './adversaryStage';
import { typed } from '../web/webPage';

const fact = 'The northern quay carried more freight than the southern quay in every month of the year.';
const p = (inner: string): string => articleWith(`<p>${inner}</p>`);

/** Marks inside sentences that do not change what a reader reads. */
export const inlineCases: readonly AdversaryCase[] = [
  {
    name: 'a pull quote repeats the sentence',
    page: articleWith(`<p>${fact}</p><aside class="pullquote"><p>${fact}</p></aside>`),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'a quotation stands in a sidebar',
    page: articleWith('', { around: (article) => `${article}<aside><blockquote>${fact}</blockquote></aside>` }),
    quote: fact,
    expected: 'unverified',
  },
  {
    name: 'a figure caption',
    page: articleWith(`<figure><img src="q.png" alt="A quay"><figcaption>${fact}</figcaption></figure>`),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'a word is split over inline tags',
    page: p('The northern quay is the most im<b>port</b>ant one of the whole harbour today.'),
    quote: 'The northern quay is the most important one of the whole harbour today.',
    expected: 'verified',
  },
  {
    name: 'a drop cap',
    page: p('<span class="cap">T</span>he northern quay is the longest one of the whole harbour.'),
    quote: 'The northern quay is the longest one of the whole harbour.',
    expected: 'verified',
  },
  {
    name: 'a number is split over spans',
    page: p('The office counted <span>1</span>,<span>234</span> ferries during the last winter.'),
    quote: 'The office counted 1,234 ferries during the last winter.',
    expected: 'verified',
  },
  {
    name: 'a currency is hidden from those who listen',
    page: p('The new crane cost <span aria-hidden="true">€</span>4.5 million in the end.'),
    quote: 'The new crane cost €4.5 million in the end.',
    expected: 'verified',
  },
  {
    name: 'wbr, soft hyphens and breaks of lines',
    page: p('The harbour&shy;master wrote to all ferry<wbr>men<br>in the month of May.'),
    quote: 'The harbourmaster wrote to all ferrymen in the month of May.',
    expected: 'verified',
  },
  {
    name: 'zero-width characters in words',
    page: p('The har\u200bbour has three im\u2060portant quays and a single crane.'),
    quote: 'The harbour has three important quays and a single crane.',
    expected: 'verified',
  },
  {
    name: 'small capitals by style',
    page: p('<span style="font-variant:small-caps">The Harbour Office</span> has closed the southern quay.'),
    quote: 'The Harbour Office has closed the southern quay.',
    expected: 'verified',
  },
  {
    name: 'Wikipedia marks of references',
    page: p(
      'The freight has shown a growth<sup id="r3" class="reference"><a href="#n3">[3]</a></sup> of 5 % in the last year.<sup class="reference"><a href="#n4">[4]</a></sup>',
    ),
    quote: 'The freight has shown a growth of 5 % in the last year.',
    expected: 'verified',
  },
  {
    name: 'marks of references that are quoted with the sentence',
    page: p(
      'The freight has shown a growth<sup class="reference"><a href="#n3">[3]</a></sup> of 5 % in the last year.',
    ),
    quote: 'The freight has shown a growth[3] of 5 % in the last year.',
    expected: 'verified',
  },
  {
    name: 'a citation that is wanted',
    page: p(
      'The freight has doubled since the war<sup class="noprint">[<i><a href="/w">citation needed</a></i>]</sup> on all of the quays.',
    ),
    quote: 'The freight has doubled since the war on all of the quays.',
    expected: 'verified',
  },
  {
    name: 'the mark of a footnote',
    page: p('The freight has shown a growth<sup><a href="#fn3">3</a></sup> of 5 % in the last year.'),
    quote: 'The freight has shown a growth of 5 % in the last year.',
    expected: 'verified',
  },
  {
    name: 'the mark of a footnote after the sentence',
    page: p('The freight grew in every month.<sup>12</sup> The ferries were late on most days.'),
    quote: 'The freight grew in every month. The ferries were late on most days.',
    expected: 'verified',
  },
  {
    name: 'a footnote mark does not become a digit',
    page: p('The office counted 25<sup>3</sup> ferries on the northern quay.'),
    quote: 'The office counted 253 ferries on the northern quay.',
    expected: 'unreliable',
  },
  {
    name: 'a power is no number of more digits',
    page: p('The samples of the water held 10<sup>6</sup> cells in every litre.'),
    quote: 'The samples of the water held 106 cells in every litre.',
    expected: 'unreliable',
  },
  {
    name: 'a power as it is written',
    page: p('The samples of the water held 10<sup>6</sup> cells in every litre.'),
    quote: 'The samples of the water held 10⁶ cells in every litre.',
    expected: 'verified',
  },
  {
    name: 'a power with a caret',
    page: p('The samples of the water held 10<sup>6</sup> cells in every litre.'),
    quote: 'The samples of the water held 10^6 cells in every litre.',
    expected: 'verified',
  },
  {
    name: 'a negative power',
    page: p('The film of oil was 10<sup>−9</sup> metres thick on the water.'),
    quote: 'The film of oil was 10⁻⁹ metres thick on the water.',
    expected: 'verified',
  },
  {
    name: 'a square unit',
    page: p('The northern quay measures 4,500 m<sup>2</sup> without its sheds.'),
    quote: 'The northern quay measures 4,500 m² without its sheds.',
    expected: 'verified',
  },
  {
    name: 'a formula with indices',
    page: p('The ferries gave off 300 tonnes of CO<sub>2</sub> during the winter.'),
    quote: 'The ferries gave off 300 tonnes of CO2 during the winter.',
    expected: 'verified',
  },
  {
    name: 'an ordinal that is raised',
    page: p('The ferry came back on the 3<sup>rd</sup> day of the storm.'),
    quote: 'The ferry came back on the 3rd day of the storm.',
    expected: 'verified',
  },
  {
    name: 'a fraction in MathML is no number',
    page: p('The office painted <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> of the ferries in the winter.'),
    quote: 'The office painted 12 of the ferries in the winter.',
    expected: 'unreliable',
  },
  {
    name: 'a power in MathML is no number',
    page: p('The water held <math><msup><mn>10</mn><mn>6</mn></msup></math> cells in every litre of it.'),
    quote: 'The water held 106 cells in every litre of it.',
    expected: 'unreliable',
  },
  {
    name: 'the reading of ruby',
    page: p('北の<ruby>埠頭<rp>(</rp><rt>ふとう</rt><rp>)</rp></ruby>は一年を通じて最も多くの貨物を扱った。'),
    quote: '北の埠頭は一年を通じて最も多くの貨物を扱った。',
    expected: 'verified',
  },
  {
    name: 'right to left with marks of direction',
    page: p('\u202bحمل الرصيف الشمالي بضائع أكثر من الرصيف الجنوبي في كل شهر\u202c.'),
    quote: 'حمل الرصيف الشمالي بضائع أكثر من الرصيف الجنوبي في كل شهر',
    expected: 'verified',
  },
  {
    name: 'full-width digits',
    page: p('The office counted １２３４ ferries during the last winter.'),
    quote: 'The office counted 1234 ferries during the last winter.',
    expected: 'verified',
  },
  {
    name: 'Arabic digits',
    page: p('حمل الرصيف الشمالي ٤٠ ألف طن من البضائع في السنة الماضية.'),
    quote: 'حمل الرصيف الشمالي ٤٠ ألف طن من البضائع في السنة الماضية.',
    expected: 'verified',
  },
  {
    name: 'elements that are wrongly nested',
    page: articleWith(`<b><p>The northern <i>quay carried</b> more freight</i> than the southern quay.</p>`),
    quote: 'The northern quay carried more freight than the southern quay.',
    expected: 'verified',
  },
  {
    name: 'paragraphs that never end',
    page: articleWith(`<p>${fact}<p>The ferries were late.`),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'a drawing of 300 KB before it',
    page: articleWith(`<svg>${'<path d="M0 0L10 10"/>'.repeat(14_000)}</svg><p>${fact}</p>`),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'AMP',
    page: `<!doctype html><html amp lang="en"><head><title>Report</title></head><body><amp-sidebar id="s"><ul><li><a href="/">Home</a></li></ul></amp-sidebar><article><amp-accordion><section><h4>More</h4><div><p>${fact}</p></div></section></amp-accordion></article></body></html>`,
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'XHTML',
    page: typed(
      'application/xhtml+xml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Report</title><script src="a.js"/></head><body><p>${fact}</p></body></html>`,
    ),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'definition lists',
    page: articleWith(
      `<dl><dt>Northern quay</dt><dd>${fact}</dd><dt>Southern quay</dt><dd>It has a single crane.</dd></dl>`,
    ),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'Unicode tags in the page',
    page: p(`The northern quay \u{e0049}\u{e0067}carried more freight than the southern quay.`),
    quote: 'The northern quay carried more freight than the southern quay.',
    expected: 'verified',
  },
];

/** Text on a page, or in its source, that its author does not say to readers. */
export const hiddenCases: readonly AdversaryCase[] = [
  {
    name: 'struck by <del>',
    page: p(`<del>${fact}</del> <ins>The quays carried the same.</ins>`),
    quote: fact,
    expected: 'unreliable',
  },
  { name: 'struck by <s>', page: p(`<s>${fact}</s> The quays carried the same.`), quote: fact, expected: 'unreliable' },
  {
    name: 'what stands after a correction',
    page: p('The northern quay carried <del>40</del> <ins>60</ins> tonnes of freight in a day.'),
    quote: 'The northern quay carried 60 tonnes of freight in a day.',
    expected: 'verified',
  },
  {
    name: 'what stood before a correction',
    page: p('The northern quay carried <del>40</del> <ins>60</ins> tonnes of freight in a day.'),
    quote: 'The northern quay carried 40 tonnes of freight in a day.',
    expected: 'unreliable',
  },
  {
    name: 'struck by a style',
    page: p(`<span style="text-decoration: line-through">${fact}</span> The quays carried the same.`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'struck by strokes that combine',
    page: p(
      `${Array.from('The northern quay is perfectly safe', (letter) => `${letter}\u0336`).join('')} in every storm of the year.`,
    ),
    quote: 'The northern quay is perfectly safe in every storm of the year.',
    expected: 'unreliable',
  },
  {
    name: 'only in a script',
    page: articleWith(`<script>window.__DATA__ = {"body": "${fact}"}</script>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in the article body of JSON-LD',
    page: articleWith('', {
      head: `<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"${fact}"}</script>`,
    }),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in the description',
    page: articleWith('', {
      head: `<meta name="description" content="${fact}"><meta property="og:description" content="${fact}">`,
    }),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in an alternative text',
    page: articleWith(`<p><img src="a.png" alt="${fact}"></p>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in a title attribute',
    page: p(`<a href="/x" title="${fact}">Read on</a>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in a hidden input',
    page: articleWith(`<form><input type="hidden" value="${fact}"><textarea>${fact}</textarea></form>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in a template',
    page: articleWith(`<template><p>${fact}</p></template>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in noscript',
    page: articleWith(`<noscript><p>${fact}</p></noscript>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in a comment of the markup',
    page: articleWith(`<!-- ${fact} -->`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'only in content of a style',
    page: articleWith(`<style>p.x::after { content: "${fact}" }</style><p class="x">Here.</p>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'a frameset',
    page: `<!doctype html><html><head><title>Frames</title></head><frameset cols="20%,80%"><frame src="/menu"><frame src="/page"></frameset></html>`,
    quote: fact,
    expected: 'unverified',
  },
  {
    name: 'hidden by style',
    page: articleWith(`<p style="display: none">${fact}</p>`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'a negation of no size is not read',
    page: p('The northern quay is <span style="font-size:0">not</span> safe in a heavy storm.'),
    quote: 'The northern quay is safe in a heavy storm.',
    expected: 'verified',
  },
  {
    name: 'a negation of no size cannot be quoted',
    page: p('The northern quay is <span style="font-size:0px">not</span> safe in a heavy storm.'),
    quote: 'The northern quay is not safe in a heavy storm.',
    expected: 'unreliable',
  },
  {
    name: 'moved out of sight',
    page: p(`<span style="position:absolute; left:-9999px">${fact}</span> Nothing else.`),
    quote: fact,
    expected: 'unreliable',
  },
  {
    name: 'a tab that a click shows',
    page: articleWith(
      `<div role="tablist"><button role="tab" aria-controls="t1">One</button><button role="tab" aria-controls="t2">Two</button></div><div id="t1" role="tabpanel"><p>Of the south.</p></div><div id="t2" role="tabpanel" hidden><p>${fact}</p></div>`,
    ),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'an accordion that a click opens',
    page: articleWith(`<details><summary>More</summary><p>${fact}</p></details>`),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'only in comments of readers',
    page: articleWith('', {
      around: (article) =>
        `${article}<section id="comments"><h2>Comments</h2><div class="comment"><p>${fact}</p></div></section>`,
    }),
    quote: fact,
    expected: 'unverified',
    says: /comments/,
  },
  {
    name: 'the end of one comment and the beginning of the next',
    page: articleWith('', {
      around: (article) =>
        `${article}<section id="comments"><div class="comment"><p>I have seen the northern quay</p></div><div class="comment"><p>Carried away by the storm</p></div></section>`,
    }),
    quote: 'I have seen the northern quay carried away by the storm',
    expected: 'unverified',
  },
  {
    name: 'only as a title below “References”',
    page: articleWith(
      '<h2>References</h2><ol><li>Byron, A. (2020). The northern quay is the safest quay of all. Quays, 3.</li><li>Gaskell, E. (2021). Ferries. Quays, 4.</li></ol>',
    ),
    quote: 'The northern quay is the safest quay of all',
    expected: 'unverified',
    says: /bibliography/,
  },
  {
    name: 'only as a title below “Literatur”',
    page: articleWith(
      '<h2>Literatur</h2><ul><li>Byron, A. (2020): Die nördliche Kaimauer ist die sicherste von allen. Kiel.</li></ul>',
    ),
    quote: 'Die nördliche Kaimauer ist die sicherste von allen',
    expected: 'unverified',
    says: /bibliography/,
  },
  {
    name: 'only as a title below “Notes”',
    page: articleWith(
      '<h2>Notes</h2><ol><li>^ Byron, A. (2020). "The northern quay is the safest quay of all". Quays, 3.</li><li>^ Gaskell, E. (2021). "Ferries". https://quays.example/4</li></ol>',
    ),
    quote: 'The northern quay is the safest quay of all',
    expected: 'unverified',
    says: /bibliography/,
  },
  {
    name: 'a footnote of the author’s below “Notes”',
    page: articleWith(
      `<h2>Notes</h2><ol><li>${fact} The office has counted it.</li><li>The southern quay is being mended.</li></ol>`,
    ),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'only as a title below “Further reading”',
    page: articleWith(
      '<h2>Further reading</h2><ul><li><a href="/a">The northern quay is the safest quay of all (2020)</a></li></ul>',
    ),
    quote: 'The northern quay is the safest quay of all',
    expected: 'unverified',
  },
  {
    name: 'only as the headline of another article',
    page: articleWith('', {
      around: (article) =>
        `${article}<section class="related-articles"><h2>Related articles</h2><ul><li><a href="/1"><h3>The northern quay is the safest quay of all</h3></a></li><li><a href="/2"><h3>Ferries are late again</h3></a></li><li><a href="/3"><h3>A crane has fallen</h3></a></li></ul></section>`,
    }),
    quote: 'The northern quay is the safest quay of all',
    expected: 'unverified',
  },
  {
    name: 'only as a headline below “Read also”',
    page: articleWith(
      '<h3>Read also</h3><ul><li><a href="/1">The northern quay is the safest quay of all</a></li><li><a href="/2">Ferries are late again</a></li></ul>',
    ),
    quote: 'The northern quay is the safest quay of all',
    expected: 'unverified',
  },
  {
    name: 'only in a menu',
    page: articleWith('', {
      around: (article) =>
        `<nav><ul><li><a href="/1">The northern quay is the safest of all</a></li><li><a href="/2">Ferries</a></li></ul></nav>${article}`,
    }),
    quote: 'The northern quay is the safest of all',
    expected: 'unverified',
    says: /menu/,
  },
  {
    name: 'in a menu and as the headline',
    page: `<!doctype html><html><head><title>Q</title></head><body><nav><a href="/1">The northern quay is the safest</a> <a href="/">Home</a></nav><main><h1>The northern quay is the safest</h1><p>${fact}</p></main></body></html>`,
    quote: 'The northern quay is the safest',
    expected: 'unverified',
  },
  {
    name: 'the article in an overlay that is called a consent',
    page: articleWith('', {
      around: (article) =>
        `<div class="cookie-overlay"><p>${fact} The office says so in its yearly report to the town, and the town believes it.</p></div>${article}`,
    }),
    quote: fact,
    expected: 'verified',
  },
  {
    name: 'letters of another script in the page',
    page: p('The northern qu\u0430y carried more freight than the southern quay.'),
    quote: 'The northern quay carried more freight than the southern quay.',
    expected: 'unverified',
  },
  {
    name: 'letters of another script in the quotation',
    page: p('The northern quay carried more freight than the southern quay.'),
    quote: 'The northern qu\u0430y carried more freight than the southern quay.',
    expected: 'unverified',
  },
  {
    name: 'a parked domain',
    page: '<!doctype html><html><head><title>harbour-report.example</title></head><body><h1>This domain is for sale</h1><p>Buy this domain. Related searches: quays, ferries, cranes.</p></body></html>',
    quote: fact,
    expected: 'unverified',
  },
];
