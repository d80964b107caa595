import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { serialiseEntry } from '../../src/debate/codec';
import type { Draft } from '../../src/debate/entry';
import { DebateLog } from '../../src/record/debateLog';
import { median, perSecond, times, type Bench, type Figure } from './bench';

const rounds = 7;
const appendsPerRound = 400;
const scriptAppends = 12;

/** Durable appends of one entry of 1 KB: against a raw write and fdatasync, and against the ancestor's way. */
export const durableAppend: Bench = {
  name: 'durable append',
  async run(folder) {
    const ours: number[] = [];
    const raw: number[] = [];
    // In turns, so that what else the disk does disturbs both alike.
    for (let round = 0; round < rounds; round += 1) {
      raw.push(await rate(appendsPerRound, rawWriter(join(folder, `raw-${round}.jsonl`))));
      ours.push(await rate(appendsPerRound, logWriter(join(folder, `debate-log-${round}.jsonl`))));
    }
    const script = await rate(scriptAppends, scriptWriter(folder));
    return figures(median(ours), median(raw), script);
  },
};

function figures(ours: number, raw: number, script: number): Figure[] {
  return [
    {
      what: 'durable appends of 1 KB',
      figure: perSecond(ours),
      baseline: `${perSecond(raw)} write + fdatasync`,
      ratio: times(ours / raw),
      aim: '≥ 0.6×',
      isMet: ours / raw >= 0.6,
    },
    {
      what: 'durable appends of 1 KB',
      figure: perSecond(ours),
      baseline: `${script.toFixed(1)}/s bash + flock + python3`,
      ratio: times(ours / script),
      aim: '≥ 100×',
      isMet: ours / script >= 100,
    },
  ];
}

interface Writer {
  append(): Promise<void>;
  close(): Promise<void>;
}

async function rate(count: number, opening: Promise<Writer>): Promise<number> {
  const writer = await opening;
  await writer.append();
  const started = performance.now();
  for (let index = 0; index < count; index += 1) await writer.append();
  const elapsedMs = performance.now() - started;
  await writer.close();
  return (count / elapsedMs) * 1_000;
}

const content = 'The median deployment took 41 minutes in the second quarter. '.repeat(13);
const draft: Draft = {
  ...{ phase: 'system', speaker: 'chair', type: 'note', content },
  data: { kind: 'go_on', step: { id: 'r1/go-on', index: 0, count: 1, attempt: 1, elapsed_ms: 12 } },
};

async function logWriter(path: string): Promise<Writer> {
  const log = await DebateLog.open(path);
  const append = async (): Promise<void> => {
    await log.append([draft]);
  };
  return { append, close: () => log.close() };
}

async function rawWriter(path: string): Promise<Writer> {
  const { phase, speaker, type, data } = draft;
  const empty = { sources: null, rebuttal_to_seq: null, target_seq: null };
  const entry = { seq: 0, timestamp: new Date(0).toISOString(), phase, speaker, type, content, ...empty, ...{ data: data ?? {} } };
  const line = Buffer.from(serialiseEntry(entry));
  const file = await open(path, 'a');
  return {
    append: async () => {
      await file.write(line);
      await file.datasync();
    },
    close: () => file.close(),
  };
}

/** One append as the ancestor makes it: a shell takes the lock, Python counts the lines and writes the entry. */
const script = `#!/usr/bin/env bash
set -euo pipefail
exec 9>"$1.lock"
flock -x 9
python3 - "$1" "$2" <<'PYTHON'
import datetime, json, os, sys
log, content_file = sys.argv[1:3]
seq = 0
if os.path.exists(log):
    with open(log, encoding="utf-8") as lines:
        seq = sum(1 for line in lines if line.strip())
with open(content_file, encoding="utf-8") as content:
    text = content.read()
entry = {
    "seq": seq,
    "timestamp": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    "phase": "system", "speaker": "chair", "type": "note", "content": text,
    "sources": None, "rebuttal_to_seq": None, "target_seq": None,
}
with open(log, "a", encoding="utf-8") as out:
    out.write(json.dumps(entry) + "\\n")
print(seq)
PYTHON
`;

function scriptWriter(folder: string): Promise<Writer> {
  const path = join(folder, 'write-log.sh');
  const contentFile = join(folder, 'content.txt');
  writeFileSync(path, script, { mode: 0o755 });
  writeFileSync(contentFile, content);
  const append = (): Promise<void> => {
    const { status, error } = spawnSync('bash', [path, join(folder, 'script.jsonl'), contentFile]);
    if (status !== 0) throw new Error(`write-log.sh ended with ${String(status)}: ${error?.message ?? ''}`);
    return Promise.resolve();
  };
  return Promise.resolve({ append, close: () => Promise.resolve() });
}
