import { describe, expect, it } from 'vitest';
import { pageHtml, scriptJson } from '../../../../src/ui/panel/pageHtml';
import { PageSession, type Change, type InTurn } from '../../../../src/ui/panel/pageSession';
import type { ToPage } from '../../../../src/shared/protocol';
import { until } from '../../../support/logs';

const resources = {
  script: 'https://host/panel.js',
  style: 'https://host/panel.css',
  cspSource: `'self' https://*.host`,
  language: 'de',
  title: 'A <b> "c"',
};

describe('the page', () => {
  it('lets in its own script and style and nothing else', () => {
    const html = pageHtml({ reportsPaint: false }, resources);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
    const nonce = /<script nonce="([^"]+)"/.exec(html)?.[1] ?? 'none';
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' https://*.host; font-src 'self' https://*.host; base-uri 'none'; form-action 'none'`,
    );
    expect(nonce.length).toBeGreaterThan(24);
    expect(pageHtml({ reportsPaint: false }, resources)).not.toContain(nonce);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>A &#60;b&#62; &#34;c&#34;</title>');
  });

  it('carries a setup that cannot get out of its element', () => {
    const setup = { reportsPaint: true, folder: '/x</script><script>alert(1)</script><!--', l10n: { 'a<b': 'c' } };
    const html = pageHtml(setup, resources);
    const json = /id="setup">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual(setup);
    expect(json).not.toContain('<');
    expect(JSON.parse(scriptJson('<!-- \u2028'))).toBe('<!-- \u2028');
  });
});

describe('messages to a page', () => {
  function pageWith() {
    const due: InTurn[] = [];
    const posted: ToPage[] = [];
    let release = (): void => undefined;
    const port = {
      post: (message: ToPage) => {
        posted.push(message);
        return new Promise<boolean>((resolve) => (release = () => resolve(true)));
      },
    };
    class FakeSession extends PageSession {
      override receive = () => undefined;
      protected override next = () => due.shift();
      protected override failed = (error: unknown): Change => ({
        kind: 'failed',
        title: 'Failed',
        message: String(error),
      });
    }
    return { session: new FakeSession(port), due, posted, release: () => release() };
  }
  const working: Change = { kind: 'working', working: [] };

  it('wait while one is under way, and are counted', async () => {
    const { session, due, posted, release } = pageWith();
    due.push(working);
    session.flush();
    expect(posted).toEqual([]);
    session.wake();
    due.push(working);
    session.flush();
    session.flush();
    expect(posted.map((message) => 'rev' in message && message.rev)).toEqual([1]);
    release();
    await until(() => posted.length === 2, 'the second message');
    expect(posted[1]).toMatchObject({ rev: 2 });
    session.reply({ kind: 'said', id: 1 });
    expect(posted[2]).toEqual({ kind: 'said', id: 1 });
  });

  it('stop for a page that is hidden, also where the last one never arrived', async () => {
    const { session, due, posted, release } = pageWith();
    due.push(working);
    session.wake();
    session.sleep();
    due.push(working, working);
    session.flush();
    session.reply({ kind: 'said', id: 1 });
    expect(posted).toHaveLength(1);
    session.wake();
    expect(posted).toHaveLength(2);
    release();
    await until(() => posted.length === 3, 'the third message');
    expect(posted.map((message) => 'rev' in message && message.rev)).toEqual([1, 2, 3]);
  });
});
