import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { TerminalSeats } from '../../../src/cli/seats';
import { strikeAnswers } from '../../../src/engine/keptAnswers';
import type { Session } from '../../../src/session/run/session';
import { tempFolder } from '../../support/tempFolder';
import { fact, factSource, fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { testSession } from '../../support/testSession';

const names = ['ada', 'bob'];

type Line = string | ((folder: string) => Promise<string>);

/** Strikes the first entry of the debate, and asks for it. */
async function strike(folder: string): Promise<string> {
  const log = await DebateLog.open(pathOfLog(folder));
  const redaction = { phase: 'system', speaker: 'chair', type: 'redaction', content: 'Struck.' } as const;
  await log.append([{ ...redaction, target_seq: 2, data: { reason: 'It is a secret.' } }]);
  await strikeAnswers(log);
  await log.close();
  return '/show 2';
}

/** A person at a terminal who answers each prompt with the next line; all that was shown comes back. */
async function seated(seats: Record<string, string>, lines: readonly Line[], early = '') {
  const script = fullScript({ names, rounds: 1 });
  const folder = await scriptedFolder({ names, script, rounds: { min: 1, max: 1 }, seats });
  return await seatedIn(folder, lines, early);
}

async function seatedIn(folder: string, lines: readonly Line[], early = '') {
  const shown: string[] = [];
  const left = [...lines];
  const input = new PassThrough();
  input.write(early);
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (/(?:> |: )$/.test(String(chunk))) setImmediate(() => void typeNext());
      done();
    },
  });
  const typeNext = async (): Promise<void> => {
    const next = left.shift() ?? '/pause';
    input.write(`${typeof next === 'string' ? next : await next(folder)}\n`);
  };
  const person = new TerminalSeats({
    out: { print: (line) => void shown.push(line), paint: (_, text) => text, hold: () => () => undefined },
    view: () => session.log.view,
    refresh: () => session.log.refresh(),
    leave: () => session.stop('left'),
    input,
    output,
  });
  const session: Session = await testSession(folder, { participants: { humanTasks: person } });
  const end = await session.run();
  return { end, folder, left, shown: shown.join('\n'), entries: await readEntries(folder) };
}

const { url, quote, claim } = factSource('ada', 1);
const cited = ['y', url, 'ada.md', quote, '.', claim];
/** No more sources, no framework, no rider. */
const noMore = ['', '', ''];

/** Points for each criterion; the answer with its entry, nothing agreed and nothing open. */
const five = ['5', '5', '5', '5', '5'];
const answered = ['Where there is room.', '.', '2', '', ''];

describe('a person in a seat on the terminal', () => {
  it('is told what is asked, is held to the gates with what was typed kept, and may skip and leave', async () => {
    const { end, left, shown, entries } = await seated({ ada: 'human' }, [
      // Left empty: the form says what is missing.
      ...['', ...noMore],
      // Without a source: the gate sends it back.
      ...['Look at the record.', claim, '.', ...noMore],
      // The words are kept, and a source is added.
      ...['', ...cited, ...noMore],
      // The turn of round 1: an entry is looked at first.
      ...['/show 2', '/skip'],
      '/pause',
    ]);
    expect(left).toEqual([]);
    expect(end).toMatchObject({ status: 'interrupted' });
    const [opening] = entries.filter(({ type, speaker }) => type === 'opening_statement' && speaker === 'ada');
    expect(opening?.content).toBe(`Look at the record.\n${claim}`);
    expect(opening?.sources).toMatchObject([{ url, quote, claim }]);
    expect((opening?.data?.['step'] as { attempt: number }).attempt).toBe(2);
    expect(shown).toContain('ada: Your opening statement');
    expect(shown).toContain('Not accepted: “What you say” is still empty.');
    expect(shown).toMatch(/Not accepted: .*needs at least one source/);
    expect(shown).toContain('Enter keeps “Look at the record.');
    expect(shown).toContain(`seq 2, ada, opening_statement\nLook at the record.\n${claim}`);
    const skipped = entries.find(({ data }) => data?.['kind'] === 'skipped');
    expect([skipped?.data?.['debater'], skipped?.data?.['phase']]).toEqual(['ada', 'rebuttal']);
  });

  it('may take back what was typed: a field, and a row', async () => {
    const other = factSource('ada', 2);
    const { left, shown, entries } = await seated({ ada: 'human' }, [
      // The second source is of a file that is not there.
      ...['Look at the record.', claim, '.', ...cited, 'y', 'workspace:none.md', 'none', other.quote, '.', 'A claim'],
      ...noMore,
      // Asked again, the first loses its claim, and the second goes.
      ...['', '', '', '', '/clear', '/drop', ...noMore],
      '/drop',
      '/pause',
    ]);
    expect(left).toEqual([]);
    expect(shown).toContain('Not accepted:');
    const [opening] = entries.filter(({ type, speaker }) => type === 'opening_statement' && speaker === 'ada');
    expect(opening?.sources).toMatchObject([{ url, quote }]);
    expect(opening?.sources?.[0]).not.toHaveProperty('claim');
    expect(shown).toContain('There is no row here that could be left out.');
  });

  it('is shown no entry that was struck while the person is asked', async () => {
    const { shown } = await seated({ bob: 'human' }, ['/show 2', strike, '/show 3', '/pause']);
    const [before = '', after = ''] = shown.split('seq 2, ada, opening_statement').slice(1);
    expect(before).toContain(fact('ada', 1));
    expect(after).toContain('[REDACTED — It is a secret.]');
    expect(after).not.toContain('parcels');
  });

  it('finds what was typed before it left, in the midst of a text and of a row, until the answer is in the log', async () => {
    const kept = 'What you typed is kept';
    const first = await seated({ ada: 'human' }, ['Look at the record.', '', claim, '/pause']);
    expect(first.shown).toContain(kept);
    const { folder } = first;
    expect(await readdir(join(folder, 'answers'))).toHaveLength(1);
    const second = await seatedIn(folder, ['', 'y', url, 'ada.md', quote, '/pause']);
    expect(second.shown).toContain('ada: Your opening statement\n  Your seat:');
    expect(second.shown).toContain('Enter keeps “Look at the record.');
    expect(second.shown).toContain(kept);
    const left: string[] = [];
    const look = async (): Promise<string> => {
      left.push(...(await readdir(join(folder, 'answers'))));
      return '1';
    };
    const third = await seatedIn(folder, ['', '', '', '', claim, '', '', '', look, 'In the next turn.', '/pause']);
    expect(left).toEqual([]);
    const [opening] = third.entries.filter(({ type, speaker }) => type === 'opening_statement' && speaker === 'ada');
    expect(opening?.content).toBe(`Look at the record.\n\n${claim}`);
    expect(opening?.sources).toMatchObject([{ url, quote, claim }]);
    const fourth = await seatedIn(folder, ['', '/pause']);
    expect(fourth.shown).toContain('Enter keeps “In the next turn.”');
    expect(fourth.shown).not.toContain(kept);
    // A full stop at once ends a text, and takes nothing away; only /clear does.
    const fifth = await seatedIn(folder, ['', '.', '/pause']);
    const sixth = await seatedIn(folder, ['', '/pause']);
    for (const { shown } of [fifth, sixth]) expect(shown).toContain('Enter keeps “In the next turn.”');
  });

  it('keeps what was ticked where the answer is sent back', async () => {
    const { folder } = await seated({ ada: 'human' }, [
      'Look at the record.',
      claim,
      '.',
      ...cited,
      ...noMore,
      '/pause',
    ]);
    await strike(folder);
    const next = factSource('ada', 2);
    const { left, shown, entries } = await seatedIn(folder, [
      // Without the tick, then without a source.
      ...['1', next.claim, '.', '', '', ...noMore],
      ...['', '', '', '1', ...noMore],
      ...['', '', 'y', next.url, 'ada.md', next.quote, '.', next.claim, '', '', ...noMore],
      '/pause',
    ]);
    expect(left).toEqual([]);
    expect(shown).toContain('or tick it under “Taken up”.');
    expect(shown).not.toContain('in acknowledges');
    const turn = entries.findLast(({ type, speaker }) => type === 'new_point' && speaker === 'ada');
    const redaction = entries.find(({ type }) => type === 'redaction');
    expect(turn?.data).toMatchObject({ acknowledges: [redaction?.seq] });
  });

  it('loses what was typed with an entry that is struck, and is told so when it leaves', async () => {
    const { folder, shown } = await seated({ bob: 'human' }, [`It said: ${fact('ada', 1)}`, '.', strike, '/pause']);
    expect(shown).toContain('What you typed could not be kept.');
    const again = await seatedIn(folder, ['/pause']);
    expect(again.shown).not.toContain('Enter keeps');
  });

  it('is not held to what was typed before it was asked, and is told so', async () => {
    const { shown, entries } = await seated({ ada: 'human' }, ['/pause'], 'too early\nand more\n');
    expect(shown).toContain('Left out, because it was typed before it was asked: “too early / and more”');
    expect(entries.map(({ content }) => content).join()).not.toContain('too early');
  });

  it('writes in an editor, whose text is taken only when it ends well', async () => {
    const folder = tempFolder();
    const script = join(folder, 'editor.sh');
    writeFileSync(
      script,
      `[ -e ${folder}/again ] && echo Both were heard. > "$1" && exit 0\ntouch ${folder}/again\nexit 3\n`,
    );
    vi.stubEnv('VISUAL', undefined);
    vi.stubEnv('EDITOR', `sh ${script}`);
    const lines = [...names.flatMap(() => [...five, 'It was even.', '.']), '1', '/edit', '/edit', ...answered];
    const { shown, entries } = await seated({ conclusion: 'human' }, lines).finally(() => vi.unstubAllEnvs());
    expect(shown).toContain('did not end well, so that nothing was taken');
    expect(entries.find(({ type }) => type === 'conclusion')?.data).toMatchObject({ reason: 'Both were heard.' });
  });

  it('takes commands in the midst of a text by what was typed there so far', async () => {
    const folder = tempFolder();
    const script = join(folder, 'editor.sh');
    writeFileSync(script, 'printf "%s, edited" "$(cat "$1")" > "$1"\n');
    writeFileSync(join(folder, 'more.md'), 'More of it.\n');
    vi.stubEnv('VISUAL', undefined);
    vi.stubEnv('EDITOR', `sh ${script}`);
    const lines = [
      ...[...five, 'Wrong.', 'Wrong too.', '/clear', '/skip-level meetings show it.', '/edited', '/edit '],
      ...[...five, 'Even so.', `/file ${join(folder, 'more.md')}`],
      ...['1', 'Wrong.', '/clear', '', ...answered],
      // Sent back, because the reason is still empty: what was given before is kept.
      ...[...five, '', ...five, '', ''].map(() => ''),
      ...['Even.', '.', '', '', '', ''],
    ];
    const { left, shown, entries } = await seated({ conclusion: 'human' }, lines).finally(() => vi.unstubAllEnvs());
    expect(left).toEqual([]);
    expect(shown).toContain('What you typed for “How ada argued” is taken back.');
    expect(entries.find(({ type }) => type === 'conclusion')?.data).toMatchObject({
      reason: 'Even.',
      evaluations: [{ text: '/skip-level meetings show it.\n/edited, edited' }, { text: 'Even so.\nMore of it.' }],
    });
  });

  it('takes a pasted text whole that begins with empty lines, and no word with a y for a yes', async () => {
    const { left, entries } = await seated({ ada: 'human' }, [
      ...[`\n\nLook at the record.\n\nyears 2 of them.\n${claim}`, '.'],
      ...['YES', url, 'ada.md', quote, '.', claim, 'yesterday', '', ''],
      '/pause',
    ]);
    expect(left).toEqual([]);
    const [opening] = entries.filter(({ type, speaker }) => type === 'opening_statement' && speaker === 'ada');
    expect(opening?.content).toBe(`Look at the record.\n\nyears 2 of them.\n${claim}`);
    expect(opening?.sources).toHaveLength(1);
  });

  it('takes what is pasted for text: no command, no end of a text, no answers to what is asked next', async () => {
    const file = join(tempFolder(), 'secret.md');
    writeFileSync(file, 'The words of another file.');
    const pasted = ['/clear', `/file ${file}`, '.', '/drop', '/skip', '/pause', claim];
    const { left, shown, entries } = await seated({ ada: 'human' }, [
      ...[pasted.join('\n'), '.'],
      ...['y', url, 'One\ntitle\nof it', quote, '.', claim],
      // Sources, framework and rider are asked for with a word.
      ...['y\n1\n/pause', '', '', ''],
      '/pause',
    ]);
    expect(left).toEqual([]);
    expect(shown).toContain('Several lines were pasted where a short answer is asked for');
    const [opening] = entries.filter(({ type, speaker }) => type === 'opening_statement' && speaker === 'ada');
    expect(opening?.content).toBe(pasted.join('\n'));
    expect(opening?.sources).toMatchObject([{ url, title: 'One title of it', quote, claim }]);
  });

  it('may hold the Chair’s decision, with texts from a file, and cannot skip it', async () => {
    const file = join(tempFolder(), 'reason.md');
    writeFileSync(file, `Both were heard. ${fact('bob', 1)}\n`);
    const { end, left, shown, entries } = await seated({ conclusion: 'human' }, [
      '/skip',
      ...names.flatMap(() => [...five, 'It was even.', '.']),
      // Fair; why; the answer with its entry; nothing agreed and nothing open.
      ...['1', `/file ${file}`, ...answered],
    ]);
    expect(shown).toContain('This cannot be given up');
    expect(shown).toContain('What the code counted');
    const conclusion = entries.find(({ type }) => type === 'conclusion');
    expect([end, left]).toEqual([{ status: 'done' }, []]);
    expect(conclusion?.data).toMatchObject({
      outcome: 'draw',
      reason: expect.stringContaining('Both were heard.') as string,
    });
  });
});
