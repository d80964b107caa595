import { readdirSync, readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseScript } from '../../../../src/agents/scripted';
import { dataOf } from '../../../../src/debate/log/codec';
import type { Entry } from '../../../../src/debate/log/entry';
import type { EntryData, EntryType } from '../../../../src/debate/log/entryData';
import { formats } from '../../../../src/debate/formats/registry';
import { sampleWords } from '../../../../src/debate/flow/seats';
import { sentences, wordCount } from '../../../../src/matching/text/text';
import { pathOfLog } from '../../../../src/record/logPath';
import { askAsAudience, moreExchanges, sendGuidance } from '../../../../src/session/run/interventions';
import { Session } from '../../../../src/session/run/session';
import { lintFolder } from '../../../support/lintLog';
import { logIn } from '../../../support/logs';
import { rostrum } from '../../../support/rostrum';
import { playedSample, sampleFolder, samplesFolder, type PlayedSample } from '../../../support/sampleRun';
import { readEntries } from '../../../support/scriptedDebate';
import { runFolder } from '../../../support/testSession';

/** The samples, played through engine, gates, Verifier and record: what each is there to show is found in its log. */

const names = formats.map(({ name }) => name);
const played = new Map<string, PlayedSample>();

function sample(name: string): PlayedSample {
  const found = played.get(name);
  if (found === undefined) throw new Error(`The sample ${name} was not played.`);
  return found;
}

const stepIdOf = ({ data }: Entry): string => (data?.['step'] as { id?: string } | undefined)?.id ?? '';
const attemptOf = ({ data }: Entry): number => (data?.['step'] as { attempt?: number } | undefined)?.attempt ?? 0;

/** All entries of a type with their data. */
function all<T extends EntryType>({ entries }: PlayedSample, type: T): { entry: Entry; data: EntryData[T] }[] {
  return entries.flatMap((entry) => {
    const data = dataOf(entry, type);
    return data === undefined ? [] : [{ entry, data }];
  });
}

function only<T>(found: readonly T[]): T {
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(`${found.length} were found, not one.`);
  return first;
}

beforeAll(async () => {
  for (const name of names) played.set(name, await playedSample(name));
});

describe.each(names)('the %s sample', (name) => {
  it('ends, is lint clean with its documents, and says what it is', async () => {
    const { folder, entries, file } = sample(name);
    expect(await lintFolder(folder)).toEqual([]);
    expect(entries[0]?.content).toContain(sampleWords);
    expect(entries[0]?.data).toMatchObject({ script: `sample:${name}`, evidence: { root: `sample:${name}` } });
    expect(await file('transcript.md')).toContain(sampleWords);
    expect(await file('verifier-report.md')).toContain(sampleWords);
    expect(entries.filter(({ data }) => data?.['kind'] === 'failure')).toEqual([]);
  });

  it('rests on a page, a table, a text and a PDF', () => {
    const kinds = readdirSync(join(samplesFolder, name, 'evidence')).map((file) => file.split('.').at(-1));
    expect(new Set(kinds)).toEqual(new Set(['md', 'html', 'csv', 'pdf']));
  });

  it('repeats itself little: of any two turns at most a tenth of the runs of eight words is shared', () => {
    const turns = sample(name)
      .entries.filter(({ sources }) => sources !== null)
      .map(({ seq, content }) => ({ seq, runs: runsOf(content) }));
    expect(turns.length).toBeGreaterThan(4);
    const faults = turns.flatMap((one, at) =>
      turns.slice(at + 1).flatMap((other) => {
        const shared = [...one.runs].filter((run) => other.runs.has(run)).length;
        const part = shared / Math.max(1, Math.min(one.runs.size, other.runs.size));
        return part > 0.1 ? [`seq ${one.seq} and seq ${other.seq}: ${Math.round(part * 100)} %`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('has no sentence that stands in the program', () => {
    const { source, words } = program();
    const script = parseScript(readFileSync(join(samplesFolder, name, 'script.json'), 'utf8'));
    const said = stringsIn(script).flatMap((text) => sentences(text).map((sentence) => flat(sentence.text)));
    const long = said.filter((sentence) => wordCount(sentence) >= 5);
    expect(long.length).toBeGreaterThan(100);
    // A search of the whole source for each sentence takes seconds: most have a word that is nowhere in it.
    const isKnown = (sentence: string): boolean =>
      sentence
        .split(' ')
        .slice(1, -1)
        .every((word) => words.has(word));
    expect(long.filter((sentence) => isKnown(sentence) && source.includes(sentence))).toEqual([]);
  });

  it('quotes its own evidence exactly, but where it is meant to fail', () => {
    const results = all(sample(name), 'verification_result');
    const failed = results.filter(({ data }) => data.status !== 'verified').map(({ data }) => data.status);
    const meant: Record<string, string[]> = {
      panel: ['unreliable', 'fabricated'],
      tribunal: ['unreliable', 'unreliable'],
      dialectic: [],
    };
    expect(failed).toEqual(meant[name]);
    expect(results.length).toBeGreaterThan(12);
  });

  it('goes on where it stopped, to the same words', async () => {
    const folder = await sampleFolder(name);
    const text = await sample(name).file('debate-log.jsonl');
    const lines = text.split('\n').filter((line) => line !== '');
    const half = lines.findIndex(
      (line, at) =>
        at > lines.length / 2 &&
        (JSON.parse(line) as Entry).data?.['step'] !== undefined &&
        isLastOfStep(JSON.parse(line) as Entry),
    );
    await cp(join(sample(name).folder, 'sources'), join(folder, 'sources'), { recursive: true });
    await writeFile(pathOfLog(folder), `${lines.slice(0, half + 1).join('\n')}\n`);
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect((await readEntries(folder)).map(wordsOf)).toEqual(sample(name).entries.map(wordsOf));
  });

  it('is read, but not gone on with, when its words are others by now', async () => {
    const folder = await sampleFolder(name);
    const path = pathOfLog(folder);
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace(/"script_sha256":"[0-9a-f]+"/, `"script_sha256":"${'0'.repeat(64)}"`),
    );
    await expect(Session.open({ folder, program: 'the tests' })).rejects.toMatchObject({ code: 'sample_changed' });
    const log = await logIn(folder);
    expect(log.state.setup?.topic).not.toBe('');
  });
});

describe('the panel sample', () => {
  const panel = () => sample('panel');

  it('has a wrong figure sent back by the gate', async () => {
    const turn = panel().entries.filter((entry) => stepIdOf(entry) === 'r1/turn/quill');
    expect(turn.map(attemptOf)).toEqual([2]);
    expect(turn[0]?.content).toContain('37 were cancelled');
    expect(await panel().file('debate.log')).toMatch(/RETRY — r1\/turn\/quill, after attempt 1: rule 24/);
  });

  it('has a wrong quotation found, ruled on, and corrected in the next entry with its wrong sentence named', async () => {
    const { data: result, entry: check } = only(
      all(panel(), 'verification_result').filter(({ data }) => data.status === 'unreliable'),
    );
    const wrong = panel().entries[check.target_seq ?? -1];
    const { entry: ruled } = only(all(panel(), 'ruling').filter(({ data }) => data.kind === 'unreliable'));
    expect([ruled.target_seq, ruled.data?.['url']]).toEqual([wrong?.seq, result.url]);
    const next = panel().entries.find(
      ({ seq, speaker, sources }) => seq > ruled.seq && speaker === wrong?.speaker && sources !== null,
    );
    const correction = next === undefined ? undefined : dataOf(next, 'new_point')?.correction;
    expect(correction).toMatchObject({ seq: wrong?.seq, old_url: result.url });
    expect(wrong?.content).toContain(correction?.statement ?? 'no statement');
    expect(correction?.instead).toBeTruthy();
    expect(
      next?.content.startsWith(
        `SOURCE CORRECTION for seq ${wrong?.seq ?? ''}: replacing ${result.url} with ${correction?.new_url ?? ''}`,
      ),
    ).toBe(true);
    const anew = all(panel(), 'verification_result').find(
      ({ entry, data }) => entry.target_seq === next?.seq && data.url === correction?.new_url,
    );
    expect(anew?.data.status).toBe('verified');
    const withdrawn = `“${correction?.statement ?? ''}”`;
    for (const name of ['transcript.md', 'verifier-report.md'])
      expect(await panel().file(name)).toMatch(
        new RegExp(`orrects in [^\\n]*${escaped(withdrawn)}, and says instead: `),
      );
  });

  it('has an invented file insisted on, struck, and acknowledged by its author', () => {
    const { entry: check } = only(
      all(panel(), 'verification_result').filter(({ data }) => data.status === 'fabricated'),
    );
    const redacted = panel().entries[check.target_seq ?? -1];
    expect(redacted === undefined ? 0 : attemptOf(redacted)).toBe(3);
    const { entry: redaction } = only(all(panel(), 'redaction'));
    expect(redaction.target_seq).toBe(redacted?.seq);
    const answers = panel().entries.filter(
      ({ seq, speaker, sources }) => seq > redaction.seq && speaker === redacted?.speaker && sources !== null,
    );
    expect(answers[0]?.data?.['acknowledges']).toContain(redacted?.seq);
  });

  it('has a challenge dismissed, a question answered, and a framework introduced and taken up by both others', () => {
    const challenge = only(all(panel(), 'source_challenge'));
    const { entry: ruled } = only(all(panel(), 'ruling').filter(({ data }) => data.kind === 'challenge'));
    expect(ruled.content).toMatch(new RegExp(`challenge at seq ${challenge.entry.seq} .* is dismissed`));
    const question = all(panel(), 'audience_question')[0];
    const answer = panel().entries.find(
      ({ seq, speaker, phase }) =>
        seq > (question?.entry.seq ?? 0) && speaker === question?.data.to && phase === 'rebuttal',
    );
    expect(answer?.content).toMatch(/^The audience asks/);
    const framework = only(panel().entries.filter(({ data }) => data?.['introduces'] !== undefined));
    const takers = panel().entries.filter(
      ({ data }) => (data?.['acknowledges'] as number[] | undefined)?.includes(framework.seq) === true,
    );
    expect(new Set(takers.map(({ speaker }) => speaker)).size).toBe(2);
  });

  it('concedes facts, names unresolved points, and concludes by the entries that decided', () => {
    const conceding = panel().entries.filter(({ data }) => data?.['concedes'] !== undefined);
    expect(new Set(conceding.map(({ speaker }) => speaker)).size).toBeGreaterThan(1);
    const unresolved = only(all(panel(), 'announcement').filter(({ data }) => data.kind === 'unresolved'));
    expect(unresolved.data.points?.every(({ seqs }) => seqs.length > 0)).toBe(true);
    const { data } = only(all(panel(), 'conclusion'));
    expect(data.outcome).toBe('ledger_wins');
    expect(data.reason.match(/[Ss]eq \d+/g)?.length).toBeGreaterThan(4);
    expect(data.reason).not.toContain('—');
  });

  it('has a blog post and an assessor report of the asked length', async () => {
    const blog = wordCount(await panel().file('blog-post.md'));
    expect(blog).toBeGreaterThanOrEqual(800);
    expect(blog).toBeLessThanOrEqual(1500);
    expect(wordCount(await panel().file('assessor-report.md'))).toBeGreaterThan(500);
  });

  it('says that a script cannot react when somebody asks or steers, and plays on around what was said', async () => {
    const folder = await sampleFolder('panel');
    const log = await logIn(folder);
    await askAsAudience(log, { to: 'quill', question: 'What would your own pupils say?' });
    await sendGuidance(log, 'Speak to the roof.');
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    expect(entries.filter(({ type }) => type === 'audience_question')[0]?.content).toContain('your own pupils');
    expect(entries.filter(({ data }) => data?.['kind'] === 'scripted').map(({ content }) => content)).toEqual([
      expect.stringContaining('a script cannot react'),
      expect.stringContaining('a script cannot react'),
    ]);
    expect(await lintFolder(folder)).toEqual([]);
    // Four entries more at the start: every number in the words has moved with them.
    expect(entries).toHaveLength(panel().entries.length + 4);
    expect(entries.at(-1)?.type).toBe('document');
    const [before, after] = [panel().entries, entries].map((some) =>
      only(some.filter(({ type }) => type === 'conclusion')).content.match(/\d+/g),
    );
    expect(after).not.toEqual(before);
  });
});

describe('the tribunal sample', () => {
  const tribunal = () => sample('tribunal');
  const issues = () => all(tribunal(), 'assessment').map(({ data }) => data.issues ?? []);
  const issue = (round: number, id: string) => issues()[round - 1]?.find((one) => one.id === id);

  it('opens issues, resolves some, and lets one stall', () => {
    expect(issues()[0]?.map(({ status }) => status)).toEqual(['open', 'open', 'open', 'open']);
    expect(issue(2, 'I1')?.status).toBe('resolved');
    expect(issue(3, 'I4')?.status).toBe('stalled');
  });

  it('has an objection withdrawn by whoever raised it', () => {
    const critique = all(tribunal(), 'critique')[1];
    expect(critique?.data.argument).toMatch(/I withdraw the objection, I2/);
    expect(critique?.data.objections?.some(({ issue: about }) => about === 'I2')).toBe(false);
    expect(issue(2, 'I2')).toMatchObject({
      status: 'resolved',
      reason: expect.stringMatching(/^Withdrawn by the Critic/) as string,
    });
  });

  it('has a fact check turn an issue', () => {
    const disputed = all(tribunal(), 'assessment')[1]?.data.fact_check?.filter(({ verdict }) => verdict === 'DISPUTED');
    expect(disputed?.map(({ side }) => side)).toEqual(['critic']);
    expect([issue(1, 'I3')?.severity, issue(2, 'I3')?.severity]).toEqual(['Critical', 'Major']);
    expect(issue(2, 'I3')?.reason).toMatch(/The check turned this issue/);
  });

  it('is ruled on before all rounds are held', () => {
    const { data } = only(all(tribunal(), 'judges_ruling'));
    expect(data).toMatchObject({ early: true, outcome: 'revision_required' });
    expect(issues()).toHaveLength(3);
    expect(tribunal().entries[0]?.data?.['options']).toMatchObject({ rounds: 4 });
  });

  it('has both sides take back a quotation that does not stand', () => {
    const correcting = tribunal().entries.filter(({ data }) => data?.['correction'] !== undefined);
    expect(correcting.map(({ speaker }) => speaker)).toEqual(['advocate', 'critic']);
    for (const { data } of correcting)
      expect(data?.['correction']).toMatchObject({
        statement: expect.stringMatching(/died/) as string,
        instead: expect.stringMatching(/too small to show|do not know/) as string,
      });
  });
});

describe('the dialectic sample', () => {
  const dialectic = () => sample('dialectic');
  const arguments_ = () => all(dialectic(), 'argument').map(({ data }) => data.argument);

  it('has three exchanges, with attacks and defences of several kinds', () => {
    expect(arguments_().map(({ exchange }) => exchange)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2, 2]);
    const kinds = (relations: readonly { type: string }[]): number => new Set(relations.map(({ type }) => type)).size;
    expect(kinds(arguments_().flatMap(({ attacks = [] }) => attacks))).toBe(4);
    expect(kinds(arguments_().flatMap(({ defends = [] }) => defends))).toBe(3);
  });

  it('is rescored, sums to nothing, and shows in its graph who carried it', async () => {
    const judged = all(dialectic(), 'judgment').map(({ data }) => data);
    expect(judged.map(({ rescores = [] }) => rescores.length)).toEqual([0, 4, 3]);
    const scores = JSON.parse(await dialectic().file('scores.json')) as Record<string, { current_score: number }>;
    const sum = Object.values(scores).reduce((total, { current_score: score }) => total + Math.round(score * 100), 0);
    expect(sum).toBe(0);
    expect(await dialectic().file('argument-graph.mmd')).toMatch(/prop_002[^]*opp_001/);
    const words = wordCount(await dialectic().file('README.md'));
    expect(words).toBeLessThanOrEqual(600);
    expect(words).toBeGreaterThanOrEqual(500);
  });

  it('has no more exchanges than were written', async () => {
    const log = await logIn(dialectic().folder);
    await expect(moreExchanges(log, 1)).rejects.toMatchObject({ code: 'sample_over' });
    const { out } = await rostrum(['status', dialectic().folder]);
    expect(out).not.toContain('Go on:');
    expect(out).toContain('there are no more of them.');
  });
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

function runsOf(text: string): Set<string> {
  const words = flat(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(0, -7).map((_, at) => words.slice(at, at + 8).join(' ')));
}

function isLastOfStep({ data }: Entry): boolean {
  const { index, count } = data?.['step'] as { index: number; count: number };
  return index === count - 1;
}

const wordsOf = ({ seq, speaker, type, content }: Entry): string => `${seq} ${speaker} ${type} ${content}`;

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

let read: { source: string; words: ReadonlySet<string> } | undefined;

/** The source of the program, and the words that are in it. */
function program() {
  const source = read?.source ?? flat(sourceTexts().join('\n'));
  return (read ??= { source, words: new Set(source.split(' ')) });
}

function sourceTexts(folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'src')): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}
