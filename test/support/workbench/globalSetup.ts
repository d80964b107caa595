import type { TestProject } from 'vitest/node';
import { WorkbenchServer, type ServerAddress } from './server';
import { setUp, type Programs } from './setup';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The programs of a real VS Code, for tests that start a server of their own. */
    programs: Programs;
    /** Servers whose windows trust every folder, one a worker: a window's settings are those of its server. */
    servers: ServerAddress[];
  }
}

/** Runs once for all e2e files: installs what they need, and starts the servers that most of them share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = await setUp();
  const servers: WorkbenchServer[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    for (let worker = 1; worker <= project.config.maxWorkers; worker += 1)
      servers.push(await WorkbenchServer.start({ programs, name: `shared-server-${worker}` }));
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('programs', programs);
  project.provide(
    'servers',
    servers.map(({ address }) => address),
  );
  return stop;
}
