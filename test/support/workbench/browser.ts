import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall } from './apt';
import { installOnce } from './cache';
import { npmInstall } from './npmInstall';
import { isExecutable, onPath, run } from './run';
import type { ServerNode } from './serverBuild';

/** A Chromium and the environment that it needs. */
export type BrowserProgram = { path: string; env: Record<string, string> };

const packageVersion = '153.0.0';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const places = [
  ...['/usr/bin/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/**
 * A Chromium of this machine (`CHROMIUM_PATH`, the PATH, the usual places), else Debian's, else the one published on
 * npm. `ROSTRUM_TEST_BROWSER=npm` takes the last one at once.
 */
export async function ensureBrowser(node: ServerNode): Promise<BrowserProgram> {
  if (process.env['ROSTRUM_TEST_BROWSER'] !== 'npm') {
    const installed =
      (await installedBrowser()) ?? ((await aptInstall(['chromium'])) ? await installedBrowser() : undefined);
    if (installed !== undefined) return { path: installed, env: {} };
  }
  const published = await publishedBrowser(node).catch((error: unknown) => {
    console.log(String(error));
    return undefined;
  });
  if (published !== undefined && (await starts(published))) return published;
  throw new Error(
    'The tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  );
}

async function installedBrowser(): Promise<string | undefined> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (await starts({ path: named, env: {} })) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start.`);
  }
  const found = [...names.map(onPath), ...places].filter((path) => path !== undefined && isExecutable(path));
  for (const path of new Set(found)) if (path !== undefined && (await starts({ path, env: {} }))) return path;
  return undefined;
}

/** Whether it starts: some distributions have a script in its place that only says how to install it. */
const starts = ({ path, env }: BrowserProgram): Promise<boolean> =>
  run(path, ['--version'], { env, timeoutMs: 60_000 }).then(
    () => true,
    () => false,
  );

/** A browser packed for a cloud function: the program, and system libraries and fonts that a bare machine may lack. */
async function publishedBrowser(node: ServerNode): Promise<BrowserProgram | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await installOnce(`chromium-${packageVersion}`, async (aside) => {
    await npmInstall(aside, [`@sparticuz/chromium@${packageVersion}`]);
    await mkdir(join(aside, 'unpacked'));
    const script = "import('@sparticuz/chromium').then((library) => library.default.executablePath())";
    // It unpacks into the temporary folder, and its libraries only if it believes to be in the cloud.
    const env = { TMPDIR: join(aside, 'unpacked'), AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
    await run(node.path, ['-e', script], { cwd: aside, env });
  });
  const unpacked = join(folder, 'unpacked');
  const bare = {
    path: join(unpacked, 'chromium'),
    env: existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(unpacked, 'fonts') },
  };
  // The machine's own libraries are better, if it has them.
  return (await starts(bare))
    ? bare
    : { ...bare, env: { ...bare.env, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') } };
}
