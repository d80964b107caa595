import type { VerificationStatus } from '../../../src/debate/log/entryData';
import { neverAnswers } from '../web/behaviours';
import type { HostPlan } from '../web/localHost';
import { html, redirect, typed, type FixedPage } from '../web/webPage';
import { articleWith, type AdversaryStage } from './adversaryStage';

export const goneQuote = 'The northern quay carried more freight than the southern quay.';
const article = html(articleWith(`<p>${goneQuote}</p>`));
const gone = (status = 404): FixedPage => typed('text/plain', 'There is nothing here.', { status });

/** Hosts with pages that moved, died, or are only spelled differently. */
export const goneHosts: Readonly<Record<string, HostPlan>> = {
  quays: {
    pages: {
      '/page': article,
      '/tidy/': article,
      '/tidy': gone(),
      '/410': gone(410),
      '/home': redirect('/', 301),
      '/': html(articleWith('<p>Welcome to the quays.</p>')),
      '/elsewhere': redirect('https://quays.test-web.example/', 302),
      '/busy': gone(),
      '/busy/': gone(429),
      '/slow': gone(),
      '/slow/': neverAnswers,
    },
    otherwise: gone(),
  },
  unknown: { pages: {}, otherwise: gone() },
  'www.dock': { pages: { '/page': article }, otherwise: gone() },
  blank: {
    pages: {},
    otherwise: html(
      '<!doctype html><title>Buy</title><body><p>This domain is for sale. Related searches: quays.</p></body>',
    ),
  },
};

export interface GoneCase {
  name: string;
  /** An address, or the steps before it is cited. */
  url: string | ((stage: AdversaryStage) => string | Promise<string>);
  expected: VerificationStatus;
  says?: RegExp;
}

const at = (path: string, host = 'quays', scheme = 'https'): string => `${scheme}://${host}.test-web.example${path}`;

const captured = async ({ store }: AdversaryStage, url: string): Promise<void> => {
  await store.add({
    url,
    finalUrl: url,
    title: 'x',
    contentType: 'text/plain',
    accessed: '2026-07-20',
    body: Buffer.from(url),
    text: goneQuote,
    extractor: { name: 'plain', version: 1 },
  });
};

/** Addresses can be wrong in many honest ways; a page counts as invented only if two witnesses never saw it. */
export const goneCases: readonly GoneCase[] = [
  { name: 'a page that never was', url: at('/invented/2024/freight-of-the-quays'), expected: 'fabricated' },
  { name: 'a page that says that it is gone, and was never seen', url: at('/410'), expected: 'fabricated' },
  { name: 'a host that never was', url: 'https://no-such-quays.test-web.example/page', expected: 'fabricated' },
  {
    name: 'a bracket and a stop behind the address',
    url: at('/page).'),
    expected: 'unverified',
    says: /misspelled: https:\/\/quays\.test-web\.example\/page is there/,
  },
  { name: 'a comma behind the address', url: at('/page,'), expected: 'unverified' },
  { name: 'a quotation mark behind the address', url: at('/page%22'), expected: 'unverified' },
  { name: 'a semicolon and a bracket that were encoded', url: at('/page%29;'), expected: 'unverified' },
  { name: 'emphasis of Markdown behind the address', url: at('/page**'), expected: 'unverified' },
  { name: 'an entity behind the address', url: at('/page&gt;'), expected: 'unverified' },
  { name: 'an invisible sign behind the address', url: at('/page\u200b'), expected: 'unverified' },
  { name: 'a curly quotation mark that was encoded', url: at('/page%E2%80%9D'), expected: 'unverified' },
  {
    name: 'an entity in an address that was captured without it',
    url: async (stage) => (await captured(stage, at('/once?a=1&b=2')), at('/once?a=1&amp;b=2')),
    expected: 'unverified',
  },
  {
    name: 'punctuation behind an address that only the archive knows',
    url: ({ web }) => (web.archive.keep(at('/kept'), { at: '20200101000000', body: 'x' }), at('/kept).')),
    expected: 'unverified',
  },
  { name: 'a slash that is missing', url: at('/tidy'), expected: 'unverified' },
  { name: 'a name without its www', url: 'https://dock.test-web.example/page', expected: 'unverified' },
  { name: 'capitals in the path', url: at('/Page'), expected: 'unverified' },
  { name: 'the other spelling asks for patience', url: at('/busy'), expected: 'unverified' },
  { name: 'the other spelling never answers', url: at('/slow'), expected: 'unverified' },
  { name: 'parameters of tracking', url: at('/page?utm_source=x&utm_medium=y'), expected: 'verified' },
  { name: 'a fragment that is not there', url: at('/page#nowhere'), expected: 'verified' },
  { name: 'a text fragment', url: at('/page#:~:text=northern%20quay'), expected: 'verified' },
  { name: 'capitals in the host', url: 'https://QUAYS.Test-Web.Example/page', expected: 'verified' },
  { name: 'a dot behind the host', url: 'https://quays.test-web.example./page', expected: 'verified' },
  { name: 'http for https', url: at('/page', 'quays', 'http'), expected: 'verified' },
  { name: 'a page that leads to the front page', url: at('/home'), expected: 'unverified' },
  { name: 'a page that leads to the front page by its whole address', url: at('/elsewhere'), expected: 'unverified' },
  { name: 'a domain that was lost', url: at('/page', 'blank'), expected: 'unverified' },
  {
    name: 'a living host that the archive never came by',
    url: ({ web }) => (web.archive.strangers.add('unknown.test-web.example'), at('/page', 'unknown')),
    expected: 'unverified',
    says: /never came by that host/,
  },
  {
    name: 'a site that is kept out of the archive',
    url: ({ web }) => (web.archive.exclude(at('/excluded')), at('/excluded')),
    expected: 'unverified',
  },
  {
    name: 'a page that the archive saw as a redirect',
    url: ({ web }) => (web.archive.keep(at('/turned'), { at: '20200101000000', status: 302, body: '' }), at('/turned')),
    expected: 'unverified',
  },
  {
    name: 'a dead page with a copy',
    url: ({ web }) => (
      web.archive.keep(at('/copied'), { at: '20200101000000', body: articleWith(`<p>${goneQuote}</p>`) }),
      at('/copied')
    ),
    expected: 'verified',
  },
  { name: 'white space in the address', url: 'https://quays.test-web.example/a page', expected: 'unverified' },
  { name: 'a huge address', url: at(`/${'a'.repeat(40_000)}`), expected: 'unverified' },
  { name: 'no address at all', url: 'see the harbour office', expected: 'unverified' },
  ...[
    ['https for http', 'http://quays.test-web.example/was-1', 'https://quays.test-web.example/was-1'],
    ['www', 'https://www.quays.test-web.example/was-2', 'https://quays.test-web.example/was-2'],
    ['a slash', 'https://quays.test-web.example/was-3/', 'https://quays.test-web.example/was-3'],
    [
      'parameters of tracking',
      'https://quays.test-web.example/was-4?utm_source=n',
      'https://quays.test-web.example/was-4',
    ],
    ['a stop', 'https://quays.test-web.example/was-5', 'https://quays.test-web.example/was-5.'],
    ['percent-encoding', 'https://quays.test-web.example/was-%7E6', 'https://quays.test-web.example/was-~6'],
    ['the name in punycode', 'https://xn--khne-0ra.test-web.example/was-7', 'https://kühne.test-web.example/was-7'],
  ].map(([what = '', before = '', now = '']): GoneCase => ({
    name: `captured before with another spelling: ${what}`,
    url: async (stage) => (await captured(stage, before), now),
    expected: 'unverified',
    says: /captured in this debate|is there|was there/,
  })),
];
