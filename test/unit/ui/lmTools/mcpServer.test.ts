import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { mcpTools } from '../../../../src/mcp/tools';
import { mcpProviderId, mcpServerCommand } from '../../../../src/ui/lmTools/mcpServerCommand';
import { rostrumProgram } from '../../../support/rostrum';
import { lineup, writeEvidence } from '../../../support/scriptedDebate';

test.each(['legacy', 'auto'] as const)(
  'what the provider returns is a server that a client can start (%s)',
  async (era) => {
    const folder = await writeEvidence(['ada', 'bob']);
    const state = mkdtempSync(join(tmpdir(), 'rostrum-state-'));
    const { command, args, env } = mcpServerCommand({
      program: await rostrumProgram(),
      folders: [folder],
      isWebAllowed: false,
    });
    expect(args).toContain('--no-web');
    const client = new Client(
      { name: 'editor', version: '1' },
      era === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
    );
    const own = { HOME: state, XDG_STATE_HOME: state, XDG_CACHE_HOME: state };
    // The working directory is not the folder: only `--root` says where the server may read.
    await client.connect(new StdioClientTransport({ command, args, env: { ...own, ...env }, cwd: state }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(mcpTools.map(({ name }) => name));
      const debaters = lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position }));
      const { structuredContent, isError } = await client.callTool({
        name: 'debate_start',
        arguments: { topic: 'Where should the parcels go?', debaters, evidence: 'ada.md' },
      });
      expect(isError).toBeFalsy();
      expect((structuredContent as { debate: string }).debate.startsWith(folder)).toBe(true);
    } finally {
      await client.close();
      await Promise.all([folder, state].map((path) => rm(path, { recursive: true, force: true })));
    }
  },
);

test('the provider is the one that package.json names, and web access is on unless the user wants none', () => {
  const { contributes } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
    contributes: { mcpServerDefinitionProviders: { id: string }[] };
  };
  expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual([mcpProviderId]);
  const { args } = mcpServerCommand({ program: 'cli.js', folders: ['/a', '/b'], isWebAllowed: true });
  expect(args).toEqual(['cli.js', 'mcp', '--root', '/a', '--root', '/b']);
});
