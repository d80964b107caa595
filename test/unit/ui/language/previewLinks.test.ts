import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { linkEntriesToPanel, PreviewTitles } from '../../../../src/ui/language/previewLinks';
import { parseDebateLink } from '../../../../src/ui/kit/debateLink';
import { opened } from '../../../support/logs';
import { copied, kept } from '../../../support/oldRecords';
import { tempFolder } from '../../../support/tempFolder';

function debate(): string {
  const folder = join(tempFolder(), 'a debate & more');
  mkdirSync(folder);
  writeFileSync(join(folder, 'debate-log.jsonl'), '');
  return folder;
}

/** Where the only link of a text leads in the preview of a document, which is known only while it is rendered. */
function hrefIn(text: string, fsPath: string, scheme = 'file'): string {
  const markdown = linkEntriesToPanel(new MarkdownIt(), 'vscode', () => undefined);
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

  it('dead-links: keeps its anchor into the transcript in a browser window, which does not follow the editor’s scheme', () => {
    const folder = debate();
    const markdown = linkEntriesToPanel(new MarkdownIt(), undefined, () => undefined);
    for (const document of ['summary.md', 'brief.md', 'verifier-report.md']) {
      const env = { currentDocument: { scheme: 'file', fsPath: join(folder, document) } };
      const tokens = markdown.parse('[seq 19](transcript.md#seq-19)', {});
      expect(markdown.renderer.render(tokens, markdown.options, env)).toContain('href="transcript.md#seq-19"');
    }
  });

  it('dead-links: finds in the transcript a block with the id of the entry, which is all that the preview scrolls to', () => {
    const markdown = linkEntriesToPanel(new MarkdownIt({ html: true }), undefined, () => undefined);
    const transcript = readFileSync(join(kept('panel-struck'), 'transcript.md'), 'utf8');
    const html = markdown.render(transcript);
    const anchors = [...transcript.matchAll(/^<a id="(seq-\d+)">/gm)].map(([, id]) => id);
    expect([...html.matchAll(/^<p id="(seq-\d+)">/gm)].map(([, id]) => id)).toEqual(anchors);
    expect(anchors.length).toBeGreaterThan(50);
  });

  it('says on hover who speaks and what, of a struck entry only that it was struck', async () => {
    const folder = kept('panel-struck');
    const log = await opened(join(folder, 'debate-log.jsonl'));
    const [redacted = -1] = log.state.redactions.keys();
    const statusNow = log.state.headers.find(({ type }) => type === 'opening_statement')?.seq ?? -1;
    let isRead = false;
    const titles = new PreviewTitles(() => (isRead = true));
    const markdown = linkEntriesToPanel(new MarkdownIt(), 'vscode', (link) => titles.of(link));
    const render = (seq: number): string => {
      const tokens = markdown.parse(`[seq ${seq}](transcript.md#seq-${seq})`, {});
      const env = { currentDocument: { scheme: 'file', fsPath: join(folder, 'summary.md') } };
      return markdown.renderer.render(tokens, markdown.options, env);
    };
    expect(render(statusNow)).not.toContain('title=');
    await expect.poll(() => isRead).toBe(true);
    const speaker = log.state.headers[statusNow]?.speaker ?? '?';
    expect(render(statusNow)).toContain(`title="seq ${statusNow} · ${speaker} · opening statement\n\n`);
    expect(render(redacted)).toContain('Struck by seq');
    const said = log.view.raw(redacted)?.content ?? '';
    expect(said.length).toBeGreaterThan(60);
    expect(render(redacted)).not.toContain(said.slice(20, 60));
  });

  it('is read once for each debate, whatever number of them is previewed', async () => {
    const folders = [copied('panel-struck'), copied('panel-struck')];
    let refreshes = 0;
    const titles = new PreviewTitles(() => (refreshes += 1));
    const all = (): (string | undefined)[] => folders.map((folder) => titles.of({ folder, seq: 1 }));
    expect(all()).toEqual([undefined, undefined]);
    await expect.poll(() => all().every((title) => title?.startsWith('seq 1 · '))).toBe(true);
    expect(refreshes).toBe(folders.length);
  });

  it('stays what it is where it leads elsewhere, where there is no log, and in what is no file', () => {
    const folder = debate();
    const document = join(folder, 'summary.md');
    for (const href of ['#seq-19', 'transcript.md', 'other.md#seq-19', 'https://x.org/transcript.md#seq-19'])
      expect(hrefIn(`[seq 19](${href})`, document)).toBe(href);
    expect(hrefIn('[seq 19](transcript.md#seq-19)', join(tempFolder(), 'summary.md'))).toBe('transcript.md#seq-19');
    expect(hrefIn('[seq 19](transcript.md#seq-19)', document, 'git')).toBe('transcript.md#seq-19');
    const markdown = linkEntriesToPanel(new MarkdownIt(), 'vscode', () => undefined);
    expect(markdown.render('[seq 19](transcript.md#seq-19)')).toContain('transcript.md#seq-19');
  });
});
