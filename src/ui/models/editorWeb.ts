import type { WebAccess } from '../../session/webAccess';
import type { Settings } from '../settings';

/**
 * The way out to the web by the user's settings. One for all debates of this window, so that the limits per host hold for all of them
 * together; another one when the settings have changed.
 */
export class EditorWeb {
  #made: { key: string; access: Promise<WebAccess> } | undefined;

  constructor(private readonly settings: Settings) {}

  /** Undefined where the user wants nothing fetched. */
  async access(): Promise<WebAccess | undefined> {
    const { settings } = this;
    if (!settings.get('research.web')) return undefined;
    const choice = { allowedHosts: settings.get('search.allowedHosts') };
    const key = JSON.stringify(choice);
    if (this.#made?.key !== key) {
      this.#made = { key, access: import('../../session/webAccess').then(({ createWebAccess }) => createWebAccess(choice)) };
    }
    return await this.#made.access;
  }
}
