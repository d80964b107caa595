import type { TestProject } from 'vitest/node';
import { WorkbenchServer, type ServerAddress } from './server';
import { setUp, type Programs } from './setup';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The programs of a real VS Code, for tests that start a server of their own. */
    programs: Programs;
    /** A server whose windows trust every folder. */
    server: ServerAddress;
  }
}

/** Once for all e2e files: what they need is installed, and the server that most of them share is started. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = await setUp();
  const server = await WorkbenchServer.start({ programs, name: 'shared-server' });
  project.provide('programs', programs);
  project.provide('server', server.address);
  return () => server.stop();
}
