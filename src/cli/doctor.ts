import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { keyVariable } from './cliModels';
import { localServers } from '../session/plan/localServers';
import { engineVersion } from '../session/version';
import { type Command, parsed } from './options';

interface Found {
  node: string;
  rostrum: string;
  /** Names of variables that hold a key; never the key. */
  keys: string[];
  servers: string[];
  editors: string[];
  agents: string[];
  next: string;
}

const programs = {
  editors: ['code', 'code-insiders', 'codium', 'cursor'],
  agents: ['claude', 'codex', 'gemini', 'copilot', 'opencode'],
} as const;

/** Says what is there to hold a debate with, and the next command. No request leaves the machine; no key is printed. */
export const doctor: Command = async (args, output) => {
  const { values } = parsed(args, {});
  const out = output(values.json);
  const found = await look(process.env);
  if (values.json) {
    out.json(found);
    return 0;
  }
  const line = (what: string, names: readonly string[]): void =>
    out.print(`${`${what}:`.padEnd(16)}${names.length === 0 ? 'none' : names.join(', ')}`);
  line('Rostrum', [`${found.rostrum} on Node.js ${found.node}`]);
  line('Keys', found.keys);
  line('Model servers', found.servers);
  line('Editors', found.editors);
  line('Coding agents', found.agents);
  out.print(`Next:           ${found.next}`);
  return 0;
};

async function look(environment: NodeJS.ProcessEnv): Promise<Found> {
  const keys = (['anthropic', 'openai-compatible', 'brave', 'tavily'] as const)
    .map((owner) => keyVariable(owner))
    .filter((name) => (environment[name]?.trim() ?? '') !== '');
  const servers = (await localServers()).map(({ baseUrl }) => baseUrl);
  const editors = await installed(programs.editors, environment);
  const agents = await installed(programs.agents, environment);
  return {
    node: process.versions.node,
    rostrum: engineVersion,
    keys,
    servers,
    editors,
    agents,
    next: nextOf({ keys, servers, agents }),
  };
}

function nextOf({ keys, servers, agents }: Pick<Found, 'keys' | 'servers' | 'agents'>): string {
  if (agents.length > 0) return 'add "rostrum mcp" to the servers of your coding agent (docs/agents.md)';
  if (keys.includes(keyVariable('anthropic'))) return 'rostrum run --topic "…" --evidence DIR --provider anthropic';
  const [server] = servers;
  if (server !== undefined)
    return `rostrum run --topic "…" --evidence DIR --provider openai-compatible --base-url ${server} --model ID`;
  return 'rostrum run --sample';
}

async function installed(names: readonly string[], { PATH = '' }: NodeJS.ProcessEnv): Promise<string[]> {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const places = PATH.split(delimiter).filter((folder) => folder !== '');
  const isThere = async (name: string): Promise<boolean> => {
    const paths = places.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)));
    const found = await Promise.all(
      paths.map((path) =>
        access(path, constants.X_OK).then(
          () => true,
          () => false,
        ),
      ),
    );
    return found.includes(true);
  };
  const there = await Promise.all(names.map(isThere));
  return names.filter((_, at) => there[at] === true);
}
