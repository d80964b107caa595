import * as vscode from 'vscode';
import { proxyFromEnvironment, proxyFromSettings, type ProxyChoice } from '../../research/fetch/proxyChoice';
import type { WebAccess, WebChoice } from '../../session/plan/webAccess';
import type { Settings } from '../kit/settings';

/**
 * Web access by the user's settings. All debates of this window share one, so that its limits per host apply to all of
 * them together; changed settings make another one.
 */
export class EditorWeb {
  #made: { key: string; access: Promise<WebAccess> } | undefined;

  constructor(private readonly parts: { log: vscode.LogOutputChannel; settings: Settings }) {}

  /** Returns undefined if the user has disabled fetching. */
  async access(): Promise<WebAccess | undefined> {
    const { settings } = this.parts;
    if (!settings.get('research.web')) return undefined;
    const choice = {
      allowedHosts: settings.get('search.allowedHosts'),
      archive: settings.get('verification.archive').trim(),
      proxy: this.#proxy(),
    };
    const key = JSON.stringify(choice);
    if (this.#made?.key !== key) this.#made = { key, access: this.#make(choice) };
    return await this.#made.access;
  }

  async #make(choice: WebChoice): Promise<WebAccess> {
    const { archiveProblem, createWebAccess } = await import('../../session/plan/webAccess');
    const problem = archiveProblem(choice.archive);
    if (problem !== undefined) this.parts.log.warn(`The setting rostrum.verification.archive is not used: ${problem}`);
    return createWebAccess(choice);
  }

  /** Proxy from the user's settings; a workspace cannot name one, because it would see the user's requests. */
  #proxy(): ProxyChoice | undefined {
    switch (this.parts.settings.get('research.proxy')) {
      case 'off':
        return undefined;
      case 'environment':
        return proxyFromEnvironment(process.env);
      case 'editor': {
        const http = vscode.workspace.getConfiguration('http');
        const ofUser = (name: string): unknown => {
          const found = http.inspect(name);
          return found?.globalValue ?? found?.defaultValue;
        };
        return proxyFromSettings({ proxy: ofUser('proxy'), noProxy: ofUser('noProxy') });
      }
    }
  }
}
