import type { Brief } from '../../debate/tasks';
import { cut, debaterText, lines, most } from './cueText';
import type { Fence } from './fence';

const mostFiles = 200;

/**
 * What every agent knows of the debate from its start to its end. The same to the byte as long as the debate lasts, since
 * everything that follows is cached behind it: rounds and guidance, which change, come with the cue.
 */
export function briefText({ topic, debaters, evidence, subject }: Brief, fence: Fence): string {
  const lineup = debaters.map((debater) => debaterText('debater', debater, fence));
  return [
    '## The debate',
    lines(['Topic:', fence.wrap('topic', {}, cut(topic, most.hints))]),
    lines(['Debaters, in the order of speaking:', ...lineup]),
    ...filesText(
      'Evidence files, cited as `workspace:path#L10-L20`, PDF as `workspace:path#page=3`',
      evidence.files,
      fence,
    ),
    ...filesText('What the debate is about, file by file', subject, fence),
  ].join('\n\n');
}

/** The same for who must not know who takes part. */
export const blindBriefText = ({ topic }: Brief, fence: Fence): string =>
  `## The debate\n\n${lines(['Topic:', fence.wrap('topic', {}, cut(topic, most.hints))])}`;

function filesText(words: string, files: readonly string[], fence: Fence): string[] {
  if (files.length === 0) return [];
  const shown = lines(files.slice(0, mostFiles).map((path) => cut(path, 300)));
  const left = files.length - mostFiles;
  const count = left > 0 ? ` (the first ${mostFiles} of ${files.length})` : '';
  return [lines([`${words}${count}:`, fence.wrap('files', {}, shown)])];
}
