import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, parse, resolve } from 'node:path';
import { isSecretName } from '../research/secretFilter';
import { isInside } from '../research/workspaceFile';
import { McpError } from './mcpError';

/** Folders that a client may name paths in. */
export class Roots {
  private constructor(readonly folders: readonly string[]) {}

  /**
   * `--root`, else the working directory, unless that is the root of a drive or the home folder: then there is none.
   */
  static async of(given: readonly string[], cwd = process.cwd()): Promise<Roots> {
    const named = given.length > 0 ? given : isTooWide(cwd) ? [] : [cwd];
    return new Roots(await Promise.all(named.map((folder) => realpath(resolve(cwd, folder)))));
  }

  /** Where debates are written, and from where relative paths count. @throws McpError without a root */
  get first(): string {
    const [first] = this.folders;
    if (first !== undefined) return first;
    throw new McpError('no_root', 'No folder was given to this server. Start it with: rostrum mcp --root DIR');
  }

  /** The real path of something that lies in a root. @throws McpError where it does not, or is not there */
  async inside(path: string): Promise<string> {
    const wanted = isAbsolute(path) ? path : resolve(this.first, path);
    const outside = new McpError(
      'outside',
      'This path is not in a folder of this server, or is not there. Name one that is, or start the server with --root.',
    );
    const real = await realpath(wanted).catch(() => {
      throw outside;
    });
    if (this.folders.some((folder) => isInside(folder, real))) return real;
    throw outside;
  }

  /** The same of a file whose words are told. @throws McpError `secret` where its name is one that keys have */
  async readable(path: string): Promise<string> {
    const real = await this.inside(path);
    if (!isSecretName(basename(real))) return real;
    throw new McpError('secret', 'Files of this name hold keys, so their words are not told. Name another file.');
  }
}

const isTooWide = (folder: string): boolean => folder === parse(folder).root || folder === homedir();
