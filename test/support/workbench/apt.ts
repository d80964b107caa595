import { onPath, run } from './run';
import { told } from './steps';

/** How Debian packages are installed here; undefined where that is not possible without asking somebody. */
async function aptGet(): Promise<readonly string[] | undefined> {
  if (onPath('apt-get') === undefined) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const mayBecomeRoot = await run('sudo', ['-n', 'true']).then(
    () => true,
    () => false,
  );
  return mayBecomeRoot ? ['sudo', '-n', 'apt-get'] : undefined;
}

/** Installs Debian packages where this run may. Returns whether it did; the reason why not is printed. */
export async function aptInstall(packages: readonly string[]): Promise<boolean> {
  const command = await aptGet();
  if (command === undefined) return false;
  const [program = 'apt-get', ...before] = command;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    // An update that fails (one broken list among many) need not keep the packages from being there.
    await run(program, [...before, 'update'], { env }).catch((error: unknown) => console.log(String(error)));
    // Another apt-get at work is waited for.
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
