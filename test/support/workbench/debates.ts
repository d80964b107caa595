import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../../../src/debate/log/entry';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { logFileName } from '../../../src/record/logPath';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { documentLineup } from '../../../src/session/plan/documentLineup';
import { prepareOffline } from '../../../src/session/plan/preparation';
import { entriesIn } from '../logs';
import { debaters, panelRecord, verified } from '../panelRecord';
import { logText } from '../recordBuilder';
import { runFolder } from '../testSession';

/** A debate's folder in a workspace, and its evidence. */
export type DebateFolder = { path: string; evidence: string };

export const sampleQuestion = 'Should the payments service move from REST to gRPC?';

/**
 * A finished offline debate in `output` of a workspace that holds a copy of the sample: what `rostrum run --sample` makes, on files
 * that a test may change.
 */
export async function finishedDebate(
  workspace: string,
  { topic = sampleQuestion, rounds = 1 } = {},
): Promise<DebateFolder> {
  const root = join(workspace, 'evidence');
  const parent = join(workspace, 'output');
  const evidence = await gatherEvidence({ evidence: root, subject: [], output: parent });
  const offline = await prepareOffline(evidence);
  const path = await createDebate({
    topic,
    evidence,
    parent,
    provider: 'offline',
    now: () => new Date(),
    debaters: documentLineup(topic, await offline.documentsOn(topic)),
    limits: { min_rounds: rounds, max_rounds: rounds, time_budget_minutes: 30, budget_usd: null },
  });
  const end = await runFolder(path, { offline });
  if (end.status !== 'done') throw new Error(`The debate ended as ${end.status}.`);
  return { path, evidence: root };
}

/** A source of a file, as an entry cites it. */
export type CitedPassage = {
  seq: number;
  speaker: string;
  url: string;
  quote: string;
  claim: string;
  file: string;
  label: string;
};

/** The sources that quote a passage of one line of a file, in the order of the log: what an editor can be compared with. */
export function citedPassages({ path, evidence }: DebateFolder): CitedPassage[] {
  return entriesIn(join(path, logFileName)).flatMap(({ seq, speaker, sources }) =>
    (sources ?? []).flatMap((source) => passageOf(source, evidence).map((passage) => ({ seq, speaker, ...passage }))),
  );
}

function passageOf({ url, quote, claim = '' }: Source, evidence: string): Omit<CitedPassage, 'seq' | 'speaker'>[] {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'workspace' || parsed.lines === undefined || quote === undefined || quote.includes('\n'))
    return [];
  const { path, lines } = parsed;
  const range = lines.start === lines.end ? `${lines.start}` : `${lines.start}–${lines.end}`;
  return [{ url, quote, claim, file: join(evidence, ...path.split('/')), label: `${path}:${range}` }];
}

/** Words of a redacted entry, which must appear nowhere. */
export const redactedWords = 'ann claims that seven thousand penguins voted for it';

/** A finished debate of the smallest kind with a redacted entry. Returns the seqs of the entry and of the redaction. */
export async function redactedDebate(
  workspace: string,
): Promise<{ path: string; redacted: number; redaction: number }> {
  const path = join(workspace, 'output', 'struck-debate');
  const key = 'r1/turn/ann';
  const url = `workspace:${key.replaceAll('/', '-')}.md#L1-L3`;
  const record = panelRecord()
    .remove(`verify/${key}`)
    .edit(key, { content: `${redactedWords}.` })
    .after(key, verified(`made-up/${key}`, key, url, 'fabricated'), {
      key: 'redaction',
      step: 'redaction',
      draft: (seqOf) => ({
        phase: 'system',
        speaker: 'chair',
        type: 'redaction',
        target_seq: seqOf(key),
        content: `REDACTED: seq ${seqOf(key)} (${debaters[0]}). Reason: there is no such file. Entry is struck from the record.`,
        data: { kind: 'fabricated', rule: '12', reason: 'there is no such file', url },
      }),
    });
  await mkdir(path, { recursive: true });
  await writeFile(join(path, logFileName), logText(record.build()));
  return { path, redacted: record.seqOf(key), redaction: record.seqOf('redaction') };
}
