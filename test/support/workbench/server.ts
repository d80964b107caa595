import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { artefact } from './artefacts';
import { chatModelsFolder, extensionFolder, listAsInstalled } from './installedExtension';
import type { ServerPrograms } from './setup';
import { writeUserSettings, type Settings } from './userSettings';

/** All that is needed to open a window on a server; plain data, so that it can be handed from process to process. */
export type ServerAddress = { port: number; dataFolder: string };

export type ServerOptions = {
  programs: ServerPrograms;
  /** Names its logs in `out/logs`. */
  name: string;
  /**
   * Whether its windows are those of a person, with the extension installed, or may be told to run a suite inside their extension
   * host. Default: false.
   */
  isForHostSuite?: boolean;
  /** Whether folders are trusted at once. Without, they open in Restricted Mode. Default: true. */
  isTrusted?: boolean;
  /** User settings besides the quiet ones. */
  settings?: Settings;
  /** Folders of extensions that are installed besides. */
  extensions?: readonly string[];
  /** Variables for the server, its extension hosts and so for the extension. */
  env?: Record<string, string>;
};

const startLimitMs = 120_000;

/** A VS Code server with data and extensions folders of its own, on a free port of this machine. */
export class WorkbenchServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly name: string,
    readonly address: ServerAddress,
  ) {}

  static async start(options: ServerOptions): Promise<WorkbenchServer> {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-vscode-'));
    const dataFolder = join(folder, 'data');
    writeUserSettings(dataFolder, { ...trustSettings(options.isTrusted ?? true), ...options.settings });
    const besides = [...(options.isForHostSuite === true ? [chatModelsFolder()] : []), ...(options.extensions ?? [])];
    listAsInstalled(join(folder, 'extensions'), [extensionFolder(), ...besides]);
    const { node, serverMain } = options.programs;
    const args = [...serverArguments(folder), ...(options.isForHostSuite === true ? suiteArguments : [])];
    const child = spawn(node, [endWithParent, serverMain, ...args], {
      env: { ...serverEnvironment(), ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const port = await announcedPort(child, artefact('logs', `${options.name}.log`)).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      throw error;
    });
    return new WorkbenchServer(child, folder, options.name, { port, dataFolder });
  }

  /** Ends the server with all its extension hosts and removes its folders, but for the logs: `out/logs/<name>`. */
  async stop(): Promise<void> {
    signalTree(this.child, 'SIGTERM');
    const gone = new Promise((resolve) => this.child.once('close', resolve));
    if (this.child.exitCode === null && this.child.signalCode === null) await Promise.race([gone, sleep(5_000)]);
    signalTree(this.child, 'SIGKILL');
    const kept = artefact('logs', this.name);
    await rm(kept, { recursive: true, force: true });
    await cp(join(this.address.dataFolder, 'data', 'logs'), kept, { recursive: true });
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * A switch of Node.js: the server ends, with its process group, when its standard input does, so also when this process is killed.
 * Its children, who may inherit the switch, have other inputs.
 */
const endWithParent = `--import=data:text/javascript,${encodeURIComponent(
  `if (process.argv[1]?.endsWith('server-main.js')) process.stdin.resume().on('end', () => process.kill(-process.pid, 'SIGKILL'));`,
)}`;

const serverArguments = (folder: string): string[] => [
  ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
  ...[
    '--server-data-dir',
    join(folder, 'data'),
    '--extensions-dir',
    join(folder, 'extensions'),
    '--telemetry-level',
    'off',
  ],
  // Seconds for which the extension host of a window that is gone waits for it to come back; three hours otherwise.
  ...['--reconnection-grace-time', '20'],
];

/** Makes windows accept `extensionTestsPath`; it also keeps them from showing notifications. */
const suiteArguments = ['--enable-smoke-test-driver'];

/** Restricted Mode must show itself without a dialogue over the window that the test looks at. */
const trustSettings = (isTrusted: boolean): Settings =>
  isTrusted
    ? { 'security.workspace.trust.enabled': false }
    : { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };

/** Neither the test runner nor a VS Code from whose terminal it was started may be seen by the server. */
const serverEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|VSCODE_|ELECTRON_|npm_|NODE_ENV$|NODE_OPTIONS$|TEST$)/.test(name),
    ),
  );

/** The process group: the server starts extension hosts, watchers and shells. */
function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function announcedPort(child: ChildProcess, logFile: string): Promise<number> {
  const log = createWriteStream(logFile);
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      signalTree(child, 'SIGKILL');
      reject(new Error(`The VS Code server ${why} (${logFile}):\n${output.slice(-2_000)}`));
    };
    const limit = setTimeout(() => fail('does not get ready'), startLimitMs);
    const read = (text: string): void => {
      log.write(text);
      if (output.length < 20_000) output += text;
      const port = /Web UI available at http:\/\/[^\s:]+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      resolve(Number(port));
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.on('error', (error) => fail(`could not be started: ${error.message}`));
    child.on('close', (code) => {
      clearTimeout(limit);
      log.end();
      fail(`ended with code ${code ?? '?'}`);
    });
  });
}
