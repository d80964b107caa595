import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { serialiseEntry } from '../../src/debate/log/codec';
import type { Draft } from '../../src/debate/log/entry';
import { DebateLog } from '../../src/record/debateLog';
import { median, perSecond, times, type Bench, type Figure } from './bench';

const warmUpRounds = 40;
const rounds = 40;
const appendsPerRound = 100;
const scriptAppends = 15;

/** Durable appends of one entry of 1 KB: against a raw write and fdatasync, and against the ancestor's way. */
export const durableAppend: Bench = {
  name: 'durable append',
  async run(folder) {
    const log = await logWriter(join(folder, 'debate-log.jsonl'));
    const raw = await rawWriter(join(folder, 'raw.jsonl'));
    const rates: { ours: number; raw: number }[] = [];
    // In turns, so that what else the disk does disturbs both alike. The code is compiled again several times at first.
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      rates.push({ raw: await rate(appendsPerRound, raw), ours: await rate(appendsPerRound, log) });
    }
    await Promise.all([log.close(), raw.close()]);
    const path = process.env['PATH'] ?? '';
    const script = await rate(scriptAppends, scriptWriter(folder, path));
    // A version manager's wrapper around Python, where PATH leads to one, takes longer than all the rest.
    const bare = await rate(scriptAppends, scriptWriter(folder, `/usr/bin:/bin:${path}`));
    const warm = rates.slice(-rounds);
    return figures(median(warm.map(({ ours }) => ours)), median(warm.map(({ raw: plain }) => plain)), { script, bare });
  },
};

function figures(ours: number, raw: number, { script, bare }: { script: number; bare: number }): Figure[] {
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
      baseline: `${script.toFixed(0)}/s bash + flock + python3 (system's Python: ${bare.toFixed(0)}/s)`,
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

/** Appends per second. */
async function rate(count: number, writer: Writer): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < count; index += 1) await writer.append();
  return (count / (performance.now() - started)) * 1_000;
}

const content = 'The median deployment took 41 minutes in the second quarter. '.repeat(13);
const draft: Draft = {
  phase: 'system',
  speaker: 'chair',
  type: 'note',
  content,
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
  const entry = {
    seq: 0,
    timestamp: new Date(0).toISOString(),
    phase,
    speaker,
    type,
    content,
    ...empty,
    data: data ?? {},
  };
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

/**
 * One append by the steps of the ancestor's write-log.sh, in words of our own: the lock by `flock`, the seq by counting
 * lines, the time by `date`, the content escaped by Python, the line put together by the shell. It syncs nothing.
 */
const script = `#!/usr/bin/env bash
set -euo pipefail
log="$1"
content="$(cat "$2")"
exec 9>"$log.lock"
flock -x 9
seq=0
if [[ -f "$log" ]]; then seq="$(wc -l < "$log" | tr -d ' ')"; fi
now="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
escaped="$(printf '%s' "$content" | python3 -c 'import json, sys; print(json.dumps(sys.stdin.read()))')"
printf '{"seq":%d,"timestamp":"%s","phase":"system","speaker":"chair","type":"note","content":%s,"sources":null}\\n' \\
  "$seq" "$now" "$escaped" >> "$log"
echo "$seq"
`;

function scriptWriter(folder: string, searchPath: string): Writer {
  const path = join(folder, 'write-log.sh');
  const contentFile = join(folder, 'content.txt');
  writeFileSync(path, script, { mode: 0o755 });
  writeFileSync(contentFile, content);
  const env = { ...process.env, PATH: searchPath };
  const append = (): Promise<void> => {
    const { status, error } = spawnSync('bash', [path, join(folder, 'script.jsonl'), contentFile], { env });
    if (status !== 0) throw new Error(`write-log.sh ended with ${String(status)}: ${error?.message ?? ''}`);
    return Promise.resolve();
  };
  return { append, close: () => Promise.resolve() };
}
