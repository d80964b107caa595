import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isObject } from '../../src/debate/log/objects';
import { rostrumProgram } from './rostrum';

/** A client of the protocol that starts `rostrum mcp`, as a coding agent does. */

export type Value = Record<string, unknown>;

export interface HostClient {
  client: Client;
  /** Calls a tool; rejects with a ToolRefused where the tool says no. */
  call: (name: string, args: Value) => Promise<Value>;
  /** Process of the server. */
  pid: () => number;
  close: () => Promise<void>;
}

export class ToolRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface HostOptions {
  /** `auto`: the newer generation of the protocol where the server has it. */
  era?: 'legacy' | 'auto';
  args?: readonly string[];
  cwd: string;
  /** Folder of the user's state. */
  state: string;
  env?: Record<string, string>;
  /** What the user says to a question; undefined: the client cannot ask. */
  user?: (question: string) => boolean;
  /** The command line that is started; default: the bundle of the tests. */
  program?: string;
  /** The Node.js that runs it; default: that of the tests. */
  node?: string;
}

export async function hostClient({
  era = 'legacy',
  args = [],
  cwd,
  state,
  env = {},
  program: named,
  node = process.execPath,
  user,
}: HostOptions): Promise<HostClient> {
  const program = named ?? (await rostrumProgram());
  const client = new Client(
    { name: 'test-client', version: '1.2.3' },
    {
      ...(era === 'auto' && { versionNegotiation: { mode: 'auto' as const } }),
      ...(user && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (user !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) =>
      user(params.message) ? { action: 'accept', content: { confirm: true } } : { action: 'decline' },
    );
  const transport = new StdioClientTransport({
    command: node,
    args: [program, 'mcp', ...args],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: state, XDG_STATE_HOME: state, XDG_CACHE_HOME: state, ...env },
    stderr: 'inherit',
  });
  await client.connect(transport);
  return {
    client,
    pid: () => transport.pid ?? 0,
    async call(name, given) {
      const { isError, structuredContent } = await client.callTool({ name, arguments: given });
      const value = isObject(structuredContent) ? structuredContent : {};
      const { error } = value;
      if (isError !== true) return value;
      const { code, message } = isObject(error) ? error : {};
      throw new ToolRefused(String(code), String(message));
    },
    close: () => client.close(),
  };
}
