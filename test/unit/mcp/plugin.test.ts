import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { mcpTools } from '../../../src/mcp/tools';
import { readEntries } from '../../support/scriptedDebate';
import { rostrumProgram } from '../../support/rostrum';

const root = resolve(import.meta.dirname, '..', '..', '..');
const plugin = join(root, 'plugin');
const text = (path: string): string => readFileSync(join(plugin, path), 'utf8');
const skills = readdirSync(join(plugin, 'skills'));

/** The lines between the first two `---`, each `name: value`. */
function frontMatter(content: string): Record<string, string> {
  const [, block = ''] = /^---\n([\s\S]*?)\n---\n/.exec(content) ?? [];
  return Object.fromEntries(
    block.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
  );
}

describe('The plugin', () => {
  it.each(skills)('has the skill %s in the open format', (name) => {
    const content = text(`skills/${name}/SKILL.md`);
    const front = frontMatter(content);
    expect(
      Object.keys(front).filter((key) => !['name', 'description', 'license', 'compatibility'].includes(key)),
    ).toEqual([]);
    expect(front['name']).toBe(name);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(front['description']?.length).toBeGreaterThan(40);
    expect(front['description']?.length).toBeLessThanOrEqual(1_024);
    expect(front['compatibility']?.length).toBeLessThanOrEqual(500);
  });

  it('names only tools that there are, and gives its seat those of a ticket alone', () => {
    const names = mcpTools.map(({ name }) => name);
    for (const path of [...skills.map((name) => `skills/${name}/SKILL.md`), 'agents/debate-seat.md']) {
      const said = text(path).match(/\b(?:debate|task|evidence|page|check)_[a-z]+\b/g) ?? [];
      expect(said.filter((name) => !names.includes(name))).toEqual([]);
    }
    const allowed = (frontMatter(text('agents/debate-seat.md'))['tools'] ?? '').split(', ');
    const ofTickets = mcpTools
      .filter(({ input }) => 'ticket' in input.shape)
      .map(({ name }) => `mcp__rostrum__${name}`);
    expect(allowed.toSorted()).toEqual(ofTickets.toSorted());
  });

  it('has manifests that are what package.json says', () => {
    expect(() =>
      execFileSync('node', [join(root, 'release', 'manifests.mjs'), '--check'], { stdio: 'pipe' }),
    ).not.toThrow();
    const manifest = z
      .object({ name: z.string(), version: z.string(), description: z.string(), license: z.string() })
      .parse(JSON.parse(text('.claude-plugin/plugin.json')));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    expect(manifest).toMatchObject({ name: 'rostrum', version });
    const servers = z.object({
      mcpServers: z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) })),
    });
    expect(Object.keys(servers.parse(JSON.parse(text('.mcp.json'))).mcpServers)).toEqual(['rostrum']);
  });
});

const seeds = resolve(root, '..', 'shared', 'seeds');
const given = existsSync(seeds)
  ? readdirSync(seeds)
      .filter((name) => /^(?:000|001|003)_/.test(name))
      .map((name) => join(seeds, name))
  : [];

const values: Record<string, string> = {
  $CONTENT_FILE: 'CONTENT',
  $SOURCES: '[{"url":"https://example.com/paper","title":"Study Title","accessed":"2026-02-21"}]',
  '<phase>': 'rebuttal',
  '<speaker>': 'ada',
  '<type>': 'new_point',
  YOUR_NAME: 'ada',
};

/** Calls of the ancestor's script as its texts print them. */
function callsIn(path: string): string[][] {
  const lines = readFileSync(path, 'utf8').match(/write-log\.sh"? (?:"[^"\n]*" ?){4,7}/g) ?? [];
  return lines.map((line) =>
    [...line.matchAll(/"([^"\n]*)"(?= |$)/g)]
      .map(([, value = '']) => values[value] ?? value)
      .filter((value) => !value.startsWith(' ')),
  );
}

describe.skipIf(given.length === 0)('write-log.sh', () => {
  it('takes each call that the ancestor’s texts print, and prints the seq', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rostrum-write-log-'));
    const content = join(folder, 'content.txt');
    const env = { ...process.env, DEBATE_OUTPUT_DIR: join(folder, 'debate'), ROSTRUM: await rostrumProgram() };
    const run = (args: readonly string[]): string =>
      execFileSync(join(plugin, 'shared', 'write-log.sh'), [...args], { cwd: folder, env, encoding: 'utf8' }).trim();
    mkdirSync(join(folder, 'debate'));
    const log = await DebateLog.open(pathOfLog(join(folder, 'debate')));
    const said = {
      phase: 'rebuttal',
      speaker: 'bob',
      type: 'new_point',
      content: 'What is said in this entry.',
    } as const;
    for (let seq = 0; seq < 13; seq += 1) await log.append([said]);
    await log.close();
    const calls = given.flatMap(callsIn).map((args) => args.map((arg) => (arg === 'CONTENT' ? content : arg)));
    expect(calls.length).toBeGreaterThanOrEqual(15);
    for (const [at, args] of calls.entries()) {
      const isRedaction = args.includes('redaction');
      const words = isRedaction ? 'REDACTED: seq 3 (ada). Reason: no such source.' : 'What is said in this entry.';
      writeFileSync(content, words);
      expect([args, run(args)]).toEqual([args, String(13 + at)]);
    }
    const entries = await readEntries(join(folder, 'debate'));
    expect(entries).toHaveLength(13 + calls.length);
    expect(entries.find(({ type }) => type === 'redaction')?.target_seq).toBe(3);
    expect(entries.some(({ target_seq }) => target_seq === 12)).toBe(true);
    expect(entries.some(({ rebuttal_to_seq, sources }) => rebuttal_to_seq === 7 && sources !== null)).toBe(true);
  }, 180_000);
});
