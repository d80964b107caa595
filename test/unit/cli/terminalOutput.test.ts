import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { broken, createOutput } from '../../../src/cli/output';
import { activityText } from '../../../src/cli/activities';
import { rostrumProgram } from '../../support/rostrum';

/** What a terminal is given to say. */

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

it('an agent that waits for its model says why on a terminal', () => {
  expect(activityText('loading qwen3:8b')).toBe('loading the model qwen3:8b');
  expect(activityText('awaiting /models/My Model.gguf (120 s)')).toBe(
    'no word from /models/My Model.gguf yet (120 s): its server reads, or loads the model',
  );
  expect(activityText('searching “loading docks”')).toBe('searching “loading docks”');
});

describe('a terminal at which a person types', () => {
  it('is written to by the dialog alone, and told the rest when the dialog has ended', () => {
    let shown = '';
    const write = (chunk: Buffer, _: unknown, done: () => void): void => {
      shown += String(chunk);
      done();
    };
    const stdout = Object.assign(new Writable({ write }), { isTTY: true, columns: 80 });
    const out = createOutput({ json: false, quiet: false, stdout });
    out.live(['ada is writing', 'one line']);
    const release = out.hold();
    out.print('What you say');
    stdout.write('> half a line');
    const before = shown;
    out.live(['bob is writing', 'one line', 'two lines']);
    out.live(['bob is writing', 'one line', 'two lines', 'three lines']);
    out.say('  4  bob new point');
    expect(shown).toBe(before);
    stdout.write('\n');
    release();
    // What was live before was cleared once, above what was typed.
    expect(shown.split('\u001b[J')).toHaveLength(2);
    expect(shown).toMatch(/\u001b\[2A\r\u001b\[JWhat you say\n> half a line\n {2}4 {2}bob new point\n$/);
    out.live(['cy is writing']);
    expect(shown).toContain('cy is writing');
  });
});

it('has nothing in its JSON that a terminal would obey, and every character of it', () => {
  let shown = '';
  const write = (chunk: Buffer, _: unknown, done: () => void): void => {
    shown += String(chunk);
    done();
  };
  const stdout = new Writable({ write });
  const value = { topic: 'a\u001b[31m b\u009b31m c\u0085d \u202ee\u2066f\u2069 “g”' };
  createOutput({ json: true, quiet: false, stdout }).json(value);
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(shown).toContain('“g”');
  expect(JSON.parse(shown)).toEqual(value);
});

it('has colours unless NO_COLOR says something', () => {
  const stdout = Object.assign(new Writable(), { isTTY: true });
  const painted = (value: string): string => {
    vi.stubEnv('NO_COLOR', value);
    return createOutput({ json: false, quiet: false, stdout }).paint('red', 'x');
  };
  const shown = [painted(''), painted('1')];
  vi.unstubAllEnvs();
  expect(shown).toEqual([red('x'), 'x']);
});

it('a disk that is full ends a command with a sentence and status 1, not in the middle of its work', async () => {
  const [full, program] = [await open('/dev/full', 'w'), await rostrumProgram()];
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', full.fd, 'pipe'] });
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const code = await new Promise((done) => child.on('close', done));
  await full.close();
  expect({ code, err }).toEqual({
    code: 1,
    err: 'rostrum: Standard output cannot be written, and is incomplete: ENOSPC: no space left on device, write\n',
  });
});

describe('lines on a terminal', () => {
  it('are broken at white space, as far in as they begin, and never within a word', () => {
    const text =
      '    Position: share the week between island and mainland for two winters, by numbers agreed beforehand.';
    for (const columns of [40, 80, 120]) {
      const lines = broken(text, columns).split('\n');
      expect(lines.every((line) => line.length < columns && /^ {4}\S/.test(line))).toBe(true);
      expect(lines.map((line) => line.trim()).join(' ')).toBe(text.trim());
    }
  });

  it('take no room for colours, and leave longer words than the line whole', () => {
    const word = 'w'.repeat(60);
    expect(broken(red(`one two three ${word} four`), 40)).toBe(`\u001b[31mone two three\n${word}\nfour\u001b[39m`);
    expect(broken(red('x'.repeat(38)), 40)).toBe(red('x'.repeat(38)));
    expect(broken('a  b', 80)).toBe('a  b');
  });
});
