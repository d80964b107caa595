import type { ManifestFile } from '../../manifest';
import type { DebateState } from '../../state';
import type { Brief } from '../../tasks';

/** What every agent of every format is told of the debate: built from the folded state alone, and without the number of rounds. */
export function briefOf({ setup, debaters, guidance }: DebateState): Brief {
  const subject = setup?.['subject'];
  return {
    topic: setup?.topic ?? '',
    debaters,
    evidence: { root: setup?.evidence.root ?? null, files: pathsOf(setup?.evidence.files ?? []) },
    subject: Array.isArray(subject) ? (subject as string[]) : [],
    guidance: guidance.map((item) => item.text),
  };
}

const known = new WeakMap<readonly ManifestFile[], readonly string[]>();

/** Made once: there may be tens of thousands, and each task is told. */
function pathsOf(files: readonly ManifestFile[]): readonly string[] {
  const paths = known.get(files) ?? files.map(({ path }) => path);
  known.set(files, paths);
  return paths;
}
