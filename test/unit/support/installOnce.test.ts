import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../../support/tempFolder';
import { installOnce } from '../../support/workbench/cache';

it('rest: what another run installs is waited for, which is said', async () => {
  vi.stubEnv('ROSTRUM_TEST_CACHE', join(tempFolder(), 'cache'));
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  // On a terminal it is said there.
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said(text);
    return true;
  });
  try {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    let made = 0;
    const make = async (folder: string): Promise<void> => {
      made += 1;
      await mkdir(join(folder, 'bin'));
      await gate;
    };
    const first = installOnce('editor', make);
    await vi.waitFor(() => expect(made).toBe(1));
    const second = installOnce('editor', make);
    const waits = /Another run installs editor; this one waits for it/;
    await vi.waitFor(() => expect(said.mock.calls.flat().join('\n')).toMatch(waits));
    go();
    expect(await second).toBe(await first);
    expect(made).toBe(1);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
});
