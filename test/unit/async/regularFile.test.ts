import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRegular, readRegular, readRegularSync, readRegularText } from '../../../src/async/regularFile';
import { tempFolder } from '../../support/tempFolder';

const isWindows = process.platform === 'win32';
const pipeIn = (folder: string): string => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
};

describe('A file is read', () => {
  it('whole, as bytes and as text', async () => {
    const path = join(tempFolder(), 'a.md');
    writeFileSync(path, 'Ferries were late: ü');
    expect(await readRegularText(path)).toBe('Ferries were late: ü');
    expect(readRegularSync(path)).toEqual(await readRegular(path));
  });

  it('with the system’s error where there is none', async () => {
    await expect(readRegular(join(tempFolder(), 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe.skipIf(isWindows)('What is no file is refused at once, by its name and its kind', () => {
  it('a named pipe that nobody writes to', async () => {
    const path = pipeIn(tempFolder());
    const refusal = {
      code: 'not_a_file',
      message: expect.stringContaining(`${path} is a named pipe, not a file`) as string,
    };
    await expect(readRegular(path)).rejects.toMatchObject(refusal);
    await expect(openRegular(path)).rejects.toMatchObject(refusal);
    expect(() => readRegularSync(path)).toThrow('is a named pipe, not a file');
  });

  it('a folder, a device, a socket', async () => {
    const folder = tempFolder();
    await expect(readRegular(folder)).rejects.toThrow('is a folder, not a file');
    await expect(readRegular('/dev/zero')).rejects.toThrow('is a device, not a file');
    const socket = join(folder, 's');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    try {
      await expect(readRegular(socket)).rejects.toMatchObject({ code: 'not_a_file' });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('a sparse file of three gigabytes, before anything is read', async () => {
    const path = join(tempFolder(), 'sparse');
    writeFileSync(path, '');
    truncateSync(path, 3 * 1024 ** 3);
    const before = process.memoryUsage.rss();
    await expect(readRegular(path)).rejects.toMatchObject({ code: 'too_large' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  });
});
