import type { ManifestFile } from '../../manifest';
import type { DebateState } from '../../state';
import type { Brief } from '../../tasks';
import { listOf } from '../../objects';

/** What every agent of every format is told of the debate: built from the folded state alone, and without the number of rounds. */
export function briefOf({ setup, debaters, guidance }: DebateState): Brief {
  return {
    topic: setup?.topic ?? '',
    debaters,
    evidence: { root: setup?.evidence.root ?? null, files: pathsOf(setup?.evidence.files ?? []) },
    subject: subjectPaths(setup),
    guidance: guidance.map((item) => item.text),
  };
}

/** The evidence files that are the subject itself, as the setup lists them. */
export const subjectPaths = (setup: DebateState['setup']): string[] =>
  listOf(setup?.['subject']).filter((path) => typeof path === 'string');

const known = new WeakMap<readonly ManifestFile[], readonly string[]>();

/** Made once: there may be tens of thousands, and each task is told. */
function pathsOf(files: readonly ManifestFile[]): readonly string[] {
  const paths = known.get(files) ?? files.map(({ path }) => path);
  known.set(files, paths);
  return paths;
}
