import { onPath, run } from './run';
import { told } from './steps';

/** Command that installs Debian packages; undefined if it needs a password. */
async function aptGet(): Promise<readonly string[] | undefined> {
  if (onPath('apt-get') === undefined) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const mayBecomeRoot = await run('sudo', ['-n', 'true']).then(
    () => true,
    () => false,
  );
  return mayBecomeRoot ? ['sudo', '-n', 'apt-get'] : undefined;
}

/** Installs Debian packages if this run may. Returns whether it did, and prints why it did not. */
export async function aptInstall(packages: readonly string[]): Promise<boolean> {
  const command = await aptGet();
  if (command === undefined) return false;
  const [program = 'apt-get', ...before] = command;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    // A failed update (one broken list among many) need not prevent the installation.
    await run(program, [...before, 'update'], { env }).catch((error: unknown) => console.log(String(error)));
    // Waits for another apt-get.
    const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
    await told(`apt-get install ${packages.join(' ')}`, () =>
      run(program, [...before, 'install', ...options, ...packages], { env }),
    );
    return true;
  } catch (error) {
    console.log(String(error));
    return false;
  }
}
