import type { ServerAddress } from './server';

/** A suite that the window runs inside its extension host instead of waiting for a person. */
export type HostSuite = { extension: string; module: string; env: Record<string, string> };

export type WindowContents = { folder?: string; workspaceFile?: string; suite?: HostSuite };

/** The address of a window on this folder or workspace; with neither it is empty. */
export function windowUrl(server: ServerAddress, { folder, workspaceFile, suite }: WindowContents): string {
  const authority = `127.0.0.1:${server.port}`;
  const url = new URL(`http://${authority}/`);
  if (folder !== undefined) url.searchParams.set('folder', folder);
  else if (workspaceFile !== undefined) url.searchParams.set('workspace', workspaceFile);
  else url.searchParams.set('ew', 'true');
  if (suite !== undefined) {
    const remote = (path: string): string => `vscode-remote://${authority}${path}`;
    const payload = [
      ['extensionDevelopmentPath', remote(suite.extension)],
      ['extensionTestsPath', remote(suite.module)],
      ['extensionEnvironment', JSON.stringify(suite.env)],
    ];
    url.searchParams.set('payload', JSON.stringify(payload));
  }
  return url.href;
}
