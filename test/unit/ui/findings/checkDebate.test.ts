import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleTexts } from '../../../../src/cli/lint';
import { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { lintFolder } from '../../../../src/session/review/lintLog';
import { checkDebate, type CheckedDebate } from '../../../../src/ui/findings/checkDebate';
import { lineOfRule } from '../../../../src/ui/findings/ruleFaults';
import { forgedDebate, forgeries } from '../../../support/forgedDebate';
import { copied, kept } from '../../../support/oldRecords';
import { tempFolder } from '../../../support/tempFolder';

const checked = async (folder: string, cacheFolder = tempFolder()): Promise<CheckedDebate> => {
  const found = await checkDebate({ folder, cacheFolder, language: 'en' });
  if (found === undefined) throw new Error('It is too large.');
  return found;
};

/** A finished record with an entry of ours that breaks a rule and names another: its source is cited by nobody it answers. */
function broken(): string {
  const folder = join(tempFolder(), 'debate');
  cpSync(kept('panel-scripted-done'), folder, { recursive: true });
  const path = join(folder, 'debate-log.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('"type":"opening_statement"'));
  const entry = JSON.parse(lines[at] ?? '') as { sources: unknown[] };
  const [source] = entry.sources;
  lines[at] = JSON.stringify({ ...entry, sources: Array.from({ length: 6 }, () => source) });
  writeFileSync(path, lines.join('\n'));
  return folder;
}

describe('a debate that is checked in the background', () => {
  it('has the faults of the command line, at their lines, with the entries that they name', async () => {
    const folder = broken();
    const log = await DebateLog.open(pathOfLog(folder));
    const all = await lintFolder(log, new AbortController().signal);
    // Those stand among the sources.
    const problems = all.filter(({ message }) => !message.startsWith('What was kept of '));
    await log.close();
    const found = await checked(folder);
    expect(found.counts.errors).toBe(problems.filter(({ severity }) => severity === 'error').length);
    expect(found.faults.map(({ rule, seq, line }) => [rule, seq, line])).toEqual(
      problems.map(({ rule, seq, line }) => [rule, seq, line ?? 0]),
    );
    const many = found.faults.find(({ rule }) => rule === '16');
    expect(many).toMatchObject({ severity: 'error' });
    const lines = readFileSync(join(folder, 'debate-log.jsonl'), 'utf8').split('\n');
    for (const { seq, related } of found.faults)
      for (const { place, message } of related) {
        const { seq: other, speaker } = JSON.parse(lines[place.line] ?? '') as { seq: number; speaker: string };
        expect(message).toContain(`seq ${other}: ${speaker}`);
        expect(other).not.toBe(seq);
      }
  });

  it.each(['imported-agent-debate', 'imported-ai-debate', 'imported-dialectic'])(
    'another program wrote, in %s: what breaks our rules is information',
    async (name) => {
      const { faults, counts } = await checked(copied(name));
      expect(faults.filter(({ severity }) => severity !== 'information')).toEqual([]);
      expect(counts).toMatchObject({ errors: 0, warnings: 0 });
      expect(counts.information).toBeGreaterThanOrEqual(faults.length);
    },
  );

  it('counts and places what is wrong with its sources', async () => {
    const found = await checked(copied('panel-struck'));
    expect(found.counts.grave).toBeGreaterThan(0);
    expect(found.sources.some(({ status }) => status === 'fabricated')).toBe(true);
  });

  it.each(['panel-struck', 'imported-agent-debate', 'imported-dialectic'])(
    'names the files of %s as people read them',
    async (name) => {
      const { faults, sources, symbols } = await checked(copied(name));
      const texts = [...faults, ...sources].flatMap(({ message, related }) => [
        message,
        ...related.map((other) => other.message),
      ]);
      expect([...texts, ...symbols.map((symbol) => symbol.name)].filter((text) => text.includes('workspace:'))).toEqual(
        [],
      );
      expect(texts.length).toBeGreaterThan(0);
    },
  );

  it('is read again only when log, documents, sources or cited files are not what they were', async () => {
    const folder = broken();
    const cacheFolder = tempFolder();
    const first = await checked(folder, cacheFolder);
    const [name = ''] = readdirSync(cacheFolder);
    const cache = join(cacheFolder, name);
    const before = readFileSync(cache, 'utf8');
    expect(await checked(folder, cacheFolder)).toEqual(first);
    expect(readFileSync(cache, 'utf8')).toBe(before);
    // A file that does not fit its sum is no answer.
    writeFileSync(cache, before.replace(/"errors":\d+/, '"errors":0'));
    expect(await checked(folder, cacheFolder)).toEqual(first);
    writeFileSync(join(folder, 'summary.md'), '');
    expect((await checked(folder, cacheFolder)).faults).toEqual((await checked(folder)).faults);
    appendFileSync(join(folder, 'debate-log.jsonl'), 'no entry\n');
    const later = await checked(folder, cacheFolder);
    expect(later.counts.errors).toBeGreaterThan(first.counts.errors);
  });

  it('has faults where no line of its log can be read', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'debate-log.jsonl'), 'no entry\nnor this\n');
    const { faults, counts } = await checked(folder);
    expect(faults.map(({ rule, line }) => [rule, line])).toEqual([
      ['format', 1],
      ['format', 2],
    ]);
    expect(counts).toMatchObject({ errors: 0, warnings: 0, information: faults.length });
  });

  it('has what was changed of its snapshots, though log and documents are as they were when it was last checked', async () => {
    const { folder } = await forgedDebate(tempFolder(), tempFolder());
    const cacheFolder = tempFolder();
    const counted = ({ sources }: CheckedDebate) =>
      ['does_not_fit', 'not_provable'].map((wanted) => sources.filter(({ status }) => status === wanted).length);
    const found = await checked(folder, cacheFolder);
    expect(counted(found)).toEqual(
      ['does_not_fit', 'not_provable'].map((wanted) => forgeries.filter(({ proof }) => proof === wanted).length),
    );
    expect(found.counts.grave).toBe(counted(found)[0]);
    // Each stands among the sources, and not among what the rules hold against the debate as well.
    expect(found.faults.filter(({ message }) => message.startsWith('What was kept of '))).toEqual([]);
    rmSync(join(folder, 'sources'), { recursive: true });
    expect(counted(await checked(folder, cacheFolder))).toEqual([0, forgeries.length]);
  });

  it('says of a debate that is not over that what is due at its end was not looked for', async () => {
    const folder = copied('panel-scripted-done');
    expect((await checked(folder)).isInPart).toBe(false);
    const path = join(folder, 'debate-log.jsonl');
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 6).join('\n')}\n`);
    expect((await checked(folder)).isInPart).toBe(true);
  });

  it('cannot be where there is no log', async () => {
    await expect(checkDebate({ folder: join(tempFolder(), 'no'), cacheFolder: '', language: 'en' })).rejects.toThrow();
  });
});

describe('the text of a rule', () => {
  it('is found for every rule that lint can name', () => {
    const rules = readFileSync('docs/rules.md', 'utf8');
    const lines = rules.split('\n');
    for (const rule of Object.keys(ruleTexts))
      expect(lines[lineOfRule(rules, rule) - 1], rule).toMatch(new RegExp(`^\\| *(?:\\d+, )?${rule}\\b`));
    expect(lineOfRule(rules, 'unheard of')).toBe(1);
  });
});
