import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { linkEntriesToPanel } from '../../../../src/ui/language/previewLinks';
import { parseDebateLink } from '../../../../src/ui/panel/link';
import { tempFolder } from '../../../support/tempFolder';

function debate(): string {
  const folder = join(tempFolder(), 'a debate & more');
  mkdirSync(folder);
  writeFileSync(join(folder, 'debate-log.jsonl'), '');
  return folder;
}

/** Where the only link of a text leads in the preview of a document, which is known only while it is rendered. */
function hrefIn(text: string, fsPath: string, scheme = 'file'): string {
  const markdown = linkEntriesToPanel(new MarkdownIt(), 'vscode');
  const tokens = markdown.parse(text, {});
  const html = markdown.renderer.render(tokens, markdown.options, { currentDocument: { scheme, fsPath } });
  const [, href = ''] = / href="([^"]*)"/.exec(html) ?? [];
  return href.replaceAll('&amp;', '&');
}

describe('a mention of an entry in the preview of a document', () => {
  it.each([
    ['summary.md', 'transcript.md#seq-19'],
    ['summary.md', './transcript.md#seq-19'],
    ['agents/sre.md', '../transcript.md#seq-19'],
  ])('in %s, %s leads into the panel at that entry', (document, href) => {
    const folder = debate();
    const found = new URL(hrefIn(`([seq 19](${href}))`, join(folder, document)));
    expect(found.protocol).toBe('vscode:');
    const link = parseDebateLink({ path: found.pathname, query: decodeURIComponent(found.search.slice(1)) });
    expect(link).toEqual({ folder, seq: 19 });
  });

  it('stays what it is where it leads elsewhere, where there is no log, and in what is no file', () => {
    const folder = debate();
    const document = join(folder, 'summary.md');
    for (const href of ['#seq-19', 'transcript.md', 'other.md#seq-19', 'https://x.org/transcript.md#seq-19'])
      expect(hrefIn(`[seq 19](${href})`, document)).toBe(href);
    expect(hrefIn('[seq 19](transcript.md#seq-19)', join(tempFolder(), 'summary.md'))).toBe('transcript.md#seq-19');
    expect(hrefIn('[seq 19](transcript.md#seq-19)', document, 'git')).toBe('transcript.md#seq-19');
    const markdown = linkEntriesToPanel(new MarkdownIt(), 'vscode');
    expect(markdown.render('[seq 19](transcript.md#seq-19)')).toContain('transcript.md#seq-19');
  });
});
