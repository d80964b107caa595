import type { Page } from 'playwright-core';

/** Records acts of a page that a record must never cause. */
export class Harm {
  /** Dialogues of the browser, windows that opened, pages that the window was led to. */
  readonly seen: string[] = [];
  /** Hosts that were asked for something, besides this machine. */
  readonly hosts = new Set<string>();

  constructor(page: Page) {
    page.on('dialog', (dialog) => {
      this.seen.push(`dialogue ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.context().on('page', (other) => this.seen.push(`window ${other.url()}`));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.seen.push(`page ${frame.url()}`);
    });
    page.context().on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') this.hosts.add(hostname);
    });
  }
}
