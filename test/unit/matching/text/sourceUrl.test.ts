import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWorkspaceUrl, meantUrl, parseSourceUrl, withoutFragment } from '../../../../src/matching/text/sourceUrl';

const seed = 20_260_721;

/** Names that a file may have and a URL can carry: no `/`, `\`, control character or lone surrogate. */
const segment = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((name) => !/[/\\\p{Cc}\p{Cs}]/u.test(name) && !/^(?:\.{1,2}|[a-z]:.*)$/isu.test(name));
const workspacePath = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
const lines = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.nat(9999))
  .map(([start, more]) => ({ start, end: start + more }));

describe('workspace URLs', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(workspacePath, fc.option(lines, { nil: undefined }), (path, range) => {
        const url = formatWorkspaceUrl({ path, lines: range });
        expect(url).toMatch(/^workspace:[\w.~%/-]+(?:#L\d+(?:-L\d+)?)?$/);
        const expected = { kind: 'workspace', path, ...(range ? { lines: range } : {}) };
        expect(parseSourceUrl(url)).toEqual(expected);
        expect(withoutFragment(url)).toBe(formatWorkspaceUrl({ path }));
      }),
      { seed },
    );
  });

  it('never throws and never lets a path out of the root, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '..',
      '%2e%2e',
      '.',
      '/',
      '%2F',
      '\\',
      '%5c',
      'a',
      'C:',
      '%',
      '%00',
      '#',
      '#L2',
      ' ',
    );
    const wild = fc.oneof(
      fc.array(pieces).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(wild, (rest) => {
        const parsed = parseSourceUrl(`workspace:${rest}`);
        if (parsed.kind !== 'workspace') return;
        expect(parsed.path).not.toMatch(/^\/|^[a-z]:|\\|\0|(?:^|\/)\.{0,2}(?:\/|$)/i);
        expect(parseSourceUrl(formatWorkspaceUrl(parsed))).toEqual(parsed);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it.each([
    ['workspace:docs/plan.md', { path: 'docs/plan.md' }],
    ['workspace:docs/plan.md#', { path: 'docs/plan.md' }],
    ['workspace:docs/plan.md#L10', { path: 'docs/plan.md', lines: { start: 10, end: 10 } }],
    ['workspace:docs/plan.md#L10-L20', { path: 'docs/plan.md', lines: { start: 10, end: 20 } }],
    ['workspace:docs/plan.md#l10-20', { path: 'docs/plan.md', lines: { start: 10, end: 20 } }],
    ['workspace:paper.pdf#page=3', { path: 'paper.pdf', page: 3 }],
    [' Workspace:./docs//x/../plan.md ', { path: 'docs/plan.md' }],
    ['workspace:docs%2Fa%20b%23c.md', { path: 'docs/a b#c.md' }],
    ['workspace:my notes/Übersicht (1).md#L3', { path: 'my notes/Übersicht (1).md', lines: { start: 3, end: 3 } }],
    ['workspace:a/%252e%252e/b.md', { path: 'a/%2e%2e/b.md' }],
  ])('reads %s', (url, expected) => {
    expect(parseSourceUrl(url)).toEqual({ kind: 'workspace', ...expected });
  });

  it.each([
    ['workspace:/etc/passwd', /absolute path/],
    ['workspace:///etc/passwd', /absolute path/],
    ['workspace:%2Fetc/passwd', /absolute path/],
    ['workspace:C:/Users/me/x.md', /absolute path/],
    ['workspace:./c:/x.md', /absolute path/],
    ['workspace:../x.md', /leads out/],
    ['workspace:a/%2e%2E/%2e./x.md', /leads out/],
    ['workspace:a/../../root/x.md', /leads out/],
  ])('says that %s is outside', (url, reason) => {
    const expected = { kind: 'invalid', outside: true, reason: expect.stringMatching(reason) as string };
    expect(parseSourceUrl(url)).toEqual(expected);
  });

  it.each([
    ['workspace:', /names no file/],
    ['workspace:#L3', /names no file/],
    ['workspace:a/..', /names no file/],
    ['workspace:docs\\plan.md', /backslash/],
    ['workspace:docs%5Cplan.md', /backslash/],
    ['workspace:a%00.md', /control character/],
    ['workspace:a\n.md', /control character/],
    ['workspace:100%.md', /percent-encoding/],
    ['workspace:%FF.md', /percent-encoding/],
    ['workspace:a.md#L20-L10', /backwards/],
    ['workspace:a.md#L0', /count from 1/],
    ['workspace:a.md#page=0', /no place in a file/],
    ['workspace:a.md#introduction', /no place in a file/],
  ])('refuses %s with a reason', (url, reason) => {
    expect(parseSourceUrl(url)).toEqual({ kind: 'invalid', reason: expect.stringMatching(reason) as string });
  });

  it('writes one spelling, safe in a Markdown link', () => {
    expect(formatWorkspaceUrl({ path: "a b/it's (1)*!.md", lines: { start: 4, end: 4 } })).toBe(
      'workspace:a%20b/it%27s%20%281%29%2A%21.md#L4',
    );
    expect(formatWorkspaceUrl({ path: 'p.pdf', page: 2 })).toBe('workspace:p.pdf#page=2');
    expect(formatWorkspaceUrl({ path: 'lone\ud800.md' })).toBe('workspace:lone%EF%BF%BD.md');
  });
});

describe('web URLs', () => {
  it.each([
    'https://example.org',
    'http://example.org:8080/a?b=c@d#e',
    'https://[2001:db8::1]/x',
    'HTTPS://bücher.example/%40',
  ])('takes %s', (url) => {
    expect(parseSourceUrl(` ${url}`)).toEqual({ kind: 'web', url });
  });

  it.each([
    ['https://user:pw@example.org/', /user name or password/],
    ['https://good.example@evil.example/', /user name or password/],
    ['https://good.example\\@evil.example/', /backslash/],
    ['https:///path', /no host/],
    ['https:example.org', /no host/],
    ['https://exa mple.org/', /white space/],
    ['https://exa\tmple.org/', /white space/],
    ['https://a%40b/', /no host name/],
    ['https://a:b/', /no host name/],
    ['ftp://example.org/x', /ftp: is no scheme/],
    ['file:///etc/passwd', /file: is no scheme/],
    ['javascript:alert(1)', /javascript: is no scheme/],
    ['docs/plan.md', /no scheme/],
    ['', /no scheme/],
  ])('refuses %s with a reason', (url, reason) => {
    expect(parseSourceUrl(url)).toEqual({ kind: 'invalid', reason: expect.stringMatching(reason) as string });
  });
});

describe('withoutFragment', () => {
  it.each([
    ['https://example.org/a#b#c', 'https://example.org/a'],
    ['workspace:./a b.md#L1-L2', 'workspace:a%20b.md'],
    ['workspace:a.md#no such place', 'workspace:a.md'],
    ['nonsense#x', 'nonsense'],
  ])('of %s is %s', (url, expected) => {
    expect(withoutFragment(url)).toBe(expected);
  });
});

describe('meantUrl', () => {
  const page = 'https://example.org/wiki/page';

  it.each([
    ...[
      '.',
      '),',
      '&gt;',
      '&gt;&nbsp;',
      '%E2%80%9D',
      '%60',
      '%20',
      '%E2%80%8B',
      '\u200b',
      '\ufe0f',
      '&#8221;',
      '&rdquo;',
    ],
    ...['%26gt%3B', '…', '）。', '"}]', '](', '#part', '\u2060”', '%F0%9F%91%89'],
  ])('leaves out what was copied along: %s', (end) => {
    expect(meantUrl(page + end)).toBe(page);
  });

  it.each([
    ['https://example.org/a?b=1&amp;c=2', 'https://example.org/a?b=1&c=2'],
    ['https://example.org/a?b=1&#38;c=2', 'https://example.org/a?b=1&c=2'],
    ['https://example.org/a?b=1&#x26;c=2;', 'https://example.org/a?b=1&c=2'],
    ['https://example.org/wiki/A_(b)', 'https://example.org/wiki/A_(b)'],
    ['https://example.org/wiki/A_(b)).', 'https://example.org/wiki/A_(b)'],
    ['https://example.org/wiki/A_%28b%29%29', 'https://example.org/wiki/A_%28b%29'],
    ['https://example.org/漢字（意味）', 'https://example.org/漢字（意味）'],
    ['https://example.org/%C3%A9', 'https://example.org/%C3%A9'],
    ['https://example.org/%E9', 'https://example.org/%E9'],
    ['https://example.org/a/', 'https://example.org/a/'],
    ['https://example.org/?copy=1&copy=2', 'https://example.org/?copy=1&copy=2'],
  ])('of %s is %s', (url, expected) => {
    expect(meantUrl(url)).toBe(expected);
  });
});
