import { openRegular } from '../../async/regularFile';
import * as z from 'zod';
import { parseLine } from '../../debate/log/codec';
import { ImportError, type Problems } from '../importProblem';
import { type FoundFile, type Imported, type ImportSource, readText } from '../scanFolder';
import { errorText } from '../../debate/log/objects';

const metadataSchema = z.looseObject({ topic: z.string().trim().min(1) });

/**
 * Imports ai-debate's log, which has our form. It becomes the record byte for byte, except for a missing last line end,
 * so every seq, field and line stays. It has no setup that can run.
 */
export async function aiDebateRecord({ name, files }: ImportSource, problems: Problems): Promise<Imported> {
  const log = files.find(({ path }) => path === 'debate-log.jsonl');
  if (log === undefined)
    throw new ImportError('unreadable', `The log of ${name} is no file inside the folder, or cannot be read.`);
  const metadata = files.find(({ path }) => path === 'metadata.json');
  const topic = (metadata === undefined ? undefined : await topicIn(metadata, problems)) ?? (await topicInLog(log));
  if (topic === undefined)
    problems.add('metadata.json', `The folder does not tell the topic; the record’s folder is named after ${name}.`);
  return { format: 'panel', topic: topic ?? name, log };
}

async function topicIn(file: FoundFile, problems: Problems): Promise<string | undefined> {
  const text = await readText(file, problems);
  if (text === undefined) return undefined;
  try {
    const parsed = metadataSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data.topic;
    problems.add(file.path, 'It names no topic.');
  } catch (error) {
    problems.add(file.path, `It is not JSON: ${errorText(error)}`);
  }
  return undefined;
}

/** Bytes; the announcement is among the first lines. */
const mostOfLog = 16 * 1024 * 1024;

/** The announcement that all are ready names the topic. */
async function topicInLog(log: FoundFile): Promise<string | undefined> {
  const { handle: file } = await openRegular(log.absolute).catch((error: unknown) => {
    throw new ImportError(
      'unreadable',
      `${log.absolute} cannot be read (${errorText(error)}). Give yourself read access to it, then import again.`,
      { cause: error },
    );
  });
  let left = 100;
  try {
    for await (const line of file.readLines({ end: mostOfLog })) {
      const parsed = parseLine(line);
      const content = parsed.kind === 'entry' && parsed.entry.speaker === 'chair' ? parsed.entry.content : '';
      const topic = /\bTopic:\s*(.+)/.exec(content)?.[1]?.trim();
      left -= 1;
      if (topic !== undefined || left === 0) return topic;
    }
    return undefined;
  } finally {
    await file.close();
  }
}
