/** The identifier stands in package.json, too. */
export const mcpProviderId = 'rostrum.mcp';

interface McpServerOptions {
  /** Path of the extension's command line. */
  program: string;
  /** Folders that the server may read and write in. */
  folders: readonly string[];
  isWebAllowed: boolean;
}

export interface McpServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * How the editor's agents start `rostrum mcp`, by the editor's own Node.js. It has no `--max-usd`, so it spends nothing:
 * debates with seats that are paid for are started in the editor.
 */
export const mcpServerCommand = ({ program, folders, isWebAllowed }: McpServerOptions): McpServerCommand => ({
  command: process.execPath,
  args: [program, 'mcp', ...folders.flatMap((folder) => ['--root', folder]), ...(isWebAllowed ? [] : ['--no-web'])],
  // The editor's executable is Electron, which is Node.js only when it is told so.
  env: { ELECTRON_RUN_AS_NODE: '1' },
});
