import { gzipSync, brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageKind } from '../../../../src/research/fetch/pageKind';
import { fetchFrom, html, open, page, refusal, signal } from '../../../support/network/fetching';
import { webHost, type Page } from '../../../support/webHost';

const redirect = (location: string, status = 302): Page => ({ status, headers: { location }, body: '' });

describe('safeFetch: what comes back', () => {
  it('gives the page, named and decoded', async () => {
    const host = await webHost({ '/a%20b': html('<p>Grüße</p>') });
    const fetch = open({ allowedHosts: [host.place], now: () => new Date('2026-03-01T10:00:00Z') });
    const url = `${host.origin}/a%20b?x=1#part`;
    expect(await fetch.fetch(url, signal)).toEqual({
      outcome: 'fetched',
      url,
      finalUrl: `${host.origin}/a%20b?x=1`,
      status: 200,
      contentType: 'text/html',
      kind: 'html',
      charset: 'utf-8',
      body: Buffer.from('<p>Grüße</p>'),
      text: '<p>Grüße</p>',
    });
    const [rules, request] = host.requests;
    expect(rules?.line).toBe('GET /robots.txt');
    expect(request?.line).toBe('GET /a%20b?x=1');
    expect(request?.headers['user-agent']).toMatch(
      /^Rostrum\/\d+\.\d+\.\d+ \(\+citation checker; reads single pages that somebody cited\)$/,
    );
    expect(request?.headers.host).toBe(host.place);
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('sends back no cookie that a redirect set', async () => {
    const host = await webHost({
      '/in': { status: 302, headers: { location: '/page', 'set-cookie': 'id=1' } },
      '/page': html('x'),
    });
    page(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/in`, signal));
    expect(host.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [404, 'dead'],
    [410, 'dead'],
    [401, 'blocked'],
    [402, 'blocked'],
    [403, 'blocked'],
    [429, 'blocked'],
    [451, 'blocked'],
    [500, 'server'],
    [503, 'server'],
    [400, 'failed'],
    [204, 'failed'],
    [304, 'failed'],
  ])('calls status %i %s', async (status, outcome) => {
    const result = await fetchFrom({ '/': { status } }, '/');
    expect(result).toMatchObject({ outcome, status });
    expect(refusal(result).reason).toContain(String(status));
  });

  it.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['x-gzip', (text: string) => gzipSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
    ['deflate', (text: string) => deflateRawSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['identity', (text: string) => Buffer.from(text)],
  ])('unpacks %s', async (coding, pack) => {
    const result = await fetchFrom(
      { '/': { headers: { 'content-type': 'text/plain', 'content-encoding': coding }, body: pack('hello world') } },
      '/',
    );
    expect(page(result).text).toBe('hello world');
  });

  it('says which compression it does not read, and which body is damaged', async () => {
    const headers = (coding: string) => ({ 'content-type': 'text/plain', 'content-encoding': coding });
    expect(await fetchFrom({ '/': { headers: headers('zstd'), body: 'x' } }, '/')).toMatchObject({
      outcome: 'unsupported',
    });
    expect(await fetchFrom({ '/': { headers: headers('gzip, gzip, gzip'), body: 'x' } }, '/')).toMatchObject({
      outcome: 'unsupported',
    });
    const torn = gzipSync('a'.repeat(1000)).subarray(0, 20);
    expect(await fetchFrom({ '/': { headers: headers('gzip'), body: torn } }, '/')).toMatchObject({
      outcome: 'failed',
    });
  });

  it.each([
    ['header', 'text/html; charset=ISO-8859-2', Buffer.from([0xb1]), 'ą', 'iso-8859-2'],
    ['quoted header', 'text/html; charset="utf-8"', Buffer.from('ą'), 'ą', 'utf-8'],
    [
      'meta',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset=shift_jis>'), Buffer.from([0x82, 0xa0])]),
      '<meta charset=shift_jis>あ',
      'shift_jis',
    ],
    [
      'http-equiv',
      'text/html',
      Buffer.concat([
        Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'),
        Buffer.from([0xc1]),
      ]),
      expect.stringMatching(/а$/) as string,
      'koi8-r',
    ],
    [
      'XML',
      'application/xml',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), Buffer.from([0xe0])]),
      expect.stringMatching(/а$/) as string,
      'windows-1251',
    ],
    ['mark over header', 'text/html; charset=latin1', Buffer.from('\ufeffä'), 'ä', 'utf-8'],
    ['UTF-16 mark', 'text/plain', Buffer.from('\ufeffä', 'utf16le'), 'ä', 'utf-16le'],
    ['nothing, valid UTF-8', 'text/plain', Buffer.from('ä'), 'ä', 'utf-8'],
    ['nothing, Windows-1252', 'text/plain', Buffer.from([0x93, 0x80, 0x94, 0xe4]), '“€”ä', 'windows-1252'],
    ['Latin-1, which means Windows-1252', 'text/plain; charset=iso-8859-1', Buffer.from([0x96]), '–', 'windows-1252'],
    ['a name of nothing', 'text/plain; charset=klingon', Buffer.from('ä'), 'ä', 'utf-8'],
    ['JSON, always UTF-8', 'application/json', Buffer.from('"ä"'), '"ä"', 'utf-8'],
  ])('finds the charset by %s', async (_name, contentType, body, text, charset) => {
    const result = page(await fetchFrom({ '/': { headers: { 'content-type': contentType }, body } }, '/'));
    expect({ text: result.text, charset: result.charset }).toEqual({ text, charset });
  });

  it('reads text of known types, and says what it does not read', async () => {
    const typed = async (contentType: string | undefined, body: string | Uint8Array = 'x') =>
      await fetchFrom(
        { '/': { headers: contentType === undefined ? {} : { 'content-type': contentType }, body } },
        '/',
      );
    for (const type of [
      'text/html',
      'application/xhtml+xml',
      'text/plain',
      'TEXT/Markdown',
      'application/ld+json',
      'application/atom+xml',
    ]) {
      expect((await typed(type)).outcome, type).toBe('fetched');
    }
    for (const type of ['image/png', 'image/svg+xml', 'video/mp4', 'application/octet-stream', 'application/zip']) {
      expect((await typed(type)).outcome, type).toBe('unsupported');
    }
    expect(page(await typed(undefined, '<html>')).kind).toBe('html');
    expect(page(await typed(undefined, 'plain words')).kind).toBe('text');
    expect(refusal(await typed('text/plain', Buffer.from([1, 0, 2]))).outcome).toBe('unsupported');
  });

  it.each(['application/pdf', 'application/x-pdf', 'application/octet-stream', 'text/plain', 'text/html', undefined])(
    'gives a PDF document that is called %s with its body alone',
    async (contentType) => {
      const body = Buffer.from('%PDF-1.7\n\x00\xe2\xe3binary', 'latin1');
      const result = page(
        await fetchFrom(
          { '/': { headers: contentType === undefined ? {} : { 'content-type': contentType }, body } },
          '/',
        ),
      );
      expect({ ...result, body: Buffer.from(result.body) }).toMatchObject({ kind: 'pdf', text: '', charset: '', body });
      expect(pageKind(result.contentType)).toBe('pdf');
    },
  );

  it('tells a compressed PDF document, and a text about such documents', async () => {
    const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
    expect(page(await fetchFrom({ '/': { headers, body: gzipSync('%PDF-1.4\nx') } }, '/')).kind).toBe('pdf');
    expect(refusal(await fetchFrom({ '/': { headers, body: gzipSync('PK') } }, '/')).outcome).toBe('unsupported');
    expect(
      page(await fetchFrom({ '/': { headers: { 'content-type': 'text/plain' }, body: '%PDF-files begin so' } }, '/'))
        .kind,
    ).toBe('text');
  });

  it('leaves off reading a file of no known type at its first bytes', async () => {
    const unending: Page = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/octet-stream' }).write(Buffer.alloc(100));
    expect(await fetchFrom({ '/': unending }, '/')).toMatchObject({ outcome: 'unsupported' });
  });
});

describe('safeFetch: redirects', () => {
  it('follows five, relative ones too, and says where it ended', async () => {
    const pages = {
      '/1': redirect('/2', 301),
      '/2': redirect('3', 302),
      '/3': redirect('/4?q#f', 303),
      '/4': redirect('//HOST/5', 307),
      '/5': redirect('/6', 308),
      '/6': html('end'),
    };
    const host = await webHost(pages);
    pages['/4'] = redirect(`//${host.place}/5`, 307);
    const result = page(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/1`, signal));
    expect({ url: result.url, finalUrl: result.finalUrl, text: result.text }).toEqual({
      url: `${host.origin}/1`,
      finalUrl: `${host.origin}/6`,
      text: 'end',
    });
  });

  it('stops at the sixth, and in a circle', async () => {
    const pages = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`/${index}`, redirect(`/${index + 1}`)]));
    expect(refusal(await fetchFrom(pages, '/0')).reason).toMatch(/more than 5 times/);
    expect(await fetchFrom({ '/': redirect('/') }, '/')).toMatchObject({ outcome: 'failed' });
  });

  it('takes a path in UTF-8, and refuses what is no address', async () => {
    const location = Buffer.from('/grüße').toString('latin1');
    const result = await fetchFrom({ '/': redirect(location), '/gr%C3%BC%C3%9Fe': html('x') }, '/');
    expect(page(result).finalUrl).toMatch(/\/gr%C3%BC%C3%9Fe$/);
    expect(await fetchFrom({ '/': redirect('http://[') }, '/')).toMatchObject({ outcome: 'failed' });
  });

  it('follows none that only the page itself asks for', async () => {
    const body =
      '<!doctype html><meta http-equiv="refresh" content="0; url=/other"><script>location = "/other"</script><p>here</p>';
    const host = await webHost({
      '/': { headers: { 'content-type': 'text/html', refresh: '0; url=/other' }, body },
      '/other': html('there'),
    });
    expect(page(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal)).text).toContain('here');
    expect(host.requests.map(({ line }) => line)).toEqual(['GET /robots.txt', 'GET /']);
  });

  it.each([300, 304, 305, 306])('follows no %i', async (status) => {
    expect(await fetchFrom({ '/': redirect('/other', status), '/other': html('there') }, '/')).toMatchObject({
      outcome: 'failed',
      status,
    });
  });

  it('reaches no private address through one, whatever its spelling', async () => {
    const trap = await webHost({ '/': html('secret') });
    const places = [
      ...[
        '127.0.0.1',
        '2130706433',
        '0x7f.1',
        '0177.0.0.1',
        '127.1',
        '127.0.0.1.',
        '0.0.0.0',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::7f00:1]',
        'localhost',
        'localhost.',
        'LocalHost',
      ],
    ].map((host) => `http://${host}:${trap.port}/`);
    const others = [
      'http://169.254.169.254/latest/meta-data/',
      'http://10.1.2.3/',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://example.com/',
      'gopher://example.com/',
      `http://user:pw@127.0.0.1:${trap.port}/`,
      'javascript:alert(1)',
    ];
    for (const location of [...places, ...others]) {
      const host = await webHost({ '/': redirect('/again'), '/again': redirect(location) });
      const result = refusal(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal));
      expect(result.outcome, location).toBe('refused');
      expect(result.reason, location).toMatch(/^it redirects to /);
      // Not for its port alone.
      if (places.includes(location)) expect(result.reason).toMatch(/no public address|no name of the public internet/);
    }
    expect(trap.connections()).toBe(0);
  });
});
