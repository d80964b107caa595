import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { debateLink, parseDebateLink } from '../../../../src/ui/kit/debateLink';

/** What the editor hands over: the parts of the address, decoded once. */
function handedOver(link: string): { path: string; query: string } {
  const { pathname, search } = new URL(link);
  return { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)) };
}

describe('a link to a debate', () => {
  it('stays readable', () => {
    expect(debateLink('vscode', { folder: '/home/me/proj/output/20261120T100000Z-tabs', seq: 4 })).toBe(
      'vscode://rostrum.rostrum/debate?folder=/home/me/proj/output/20261120T100000Z-tabs&seq=4',
    );
  });

  it('comes back as it was, whatever the folder is called', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/[\0\\]/.test(text) && !/\p{Cs}/u.test(text) && !text.startsWith('/'));
    fc.assert(
      fc.property(name, fc.option(fc.nat(), { nil: undefined }), (text, seq) => {
        const link = { folder: `/${text}`, ...(seq === undefined ? {} : { seq }) };
        expect(parseDebateLink(handedOver(debateLink('code-oss', link)))).toEqual(link);
      }),
    );
    for (const folder of ['/a & b/c=d/100%/x#y?z+w/%2F/é', 'C:\\debates\\one', 'c:/x']) {
      expect(parseDebateLink(handedOver(debateLink('vscode', { folder })))).toEqual({ folder });
    }
  });

  it.each([
    { path: '/other', query: 'folder=/a' },
    { path: '/debate', query: '' },
    { path: '/debate', query: 'folder=relative' },
    { path: '/debate', query: 'folder=//server/share' },
    { path: '/debate', query: 'folder=\\\\server\\share' },
    { path: '/debate', query: 'folder=/a%00b' },
    { path: '/debate', query: 'folder=/a%' },
    { path: '/debate', query: 'folder=/a&seq=-1' },
    { path: '/debate', query: 'folder=/a&seq=1e9' },
  ])('is none: $path?$query', (uri) => {
    expect(parseDebateLink(uri)).toBeUndefined();
  });
});
