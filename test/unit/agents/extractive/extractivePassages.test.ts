import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExtractiveEvidence } from '../../../../src/agents/extractive/evidence';
import { mapOf } from '../../../../src/agents/extractive/map';
import { ExtractivePerformer } from '../../../../src/agents/extractive/extractivePerformer';
import { passagesOf, type EvidencePassage } from '../../../../src/agents/extractive/passages';
import type { PerformContext } from '../../../../src/agents/performer';
import { linedExtractor, plainLine } from '../../../../src/debate/linedText';
import { taskOutputs, type TaskKind } from '../../../../src/debate/tasks';
import { fileKind } from '../../../../src/research/fileKind';
import { htmlLines } from '../../../../src/research/extract/htmlPage';
import type { EvidencePort } from '../../../../src/research/tools/evidencePaths';
import { entry } from '../../../support/entries';

/** Passages are verbatim, whole, and at the lines they name. */

/** Files by path; one without a text cannot be read. */
function portOf(files: Readonly<Record<string, string | undefined>>): EvidencePort {
  const shown = (path: string) =>
    fileKind(path) === 'html' ? htmlLines(files[path] ?? '') : { text: files[path] ?? '' };
  return {
    files: Object.keys(files).map((path) => ({ path, kind: fileKind(path) ?? 'text' })),
    text: (path) => (files[path] === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(shown(path).text)),
    document: (path) =>
      Promise.resolve(fileKind(path) === 'html' ? { ...htmlLines(files[path] ?? ''), extractor: linedExtractor } : {}),
  };
}

const names = { markdown: 'a.md', text: 'a.txt', html: 'a.html', csv: 'a.csv', json: 'a.json', code: 'a.py' } as const;

const cut = async (text: string, kind: keyof typeof names = 'markdown'): Promise<EvidencePassage[]> =>
  (await passagesOf(portOf({ [names[kind]]: text }), names[kind])).map(({ passage }) => passage);

const texts = async (text: string, kind: keyof typeof names = 'markdown'): Promise<string[]> =>
  (await cut(text, kind)).map(({ quote }) => quote);

function standsAtItsLines(text: string, { start, end, quote }: EvidencePassage): boolean {
  const whole = text
    .split('\n')
    .slice(start - 1, end)
    .join('\n')
    .replace(/\s+/g, ' ');
  return quote.split(' […] ').every((piece) => whole.includes(piece));
}

const report = `---
title: Front matter is not quoted by anybody here.
---
# Night buses

## What we counted

The number of night passengers rose from 410 in May to 655 in
October, which is more than
the planners expected. Drivers were asked as well.

- Complaints about noise fell by a third after the new brakes were fitted.
- Too short
- The timetable of the night bus was printed twice because of errors

\`\`\`js
const text = 'This sentence stands in a code fence and is not evidence.';
\`\`\`

> Passengers said that they felt safer on the bus than on the platform.

| line | remark |
|---|---|
| 4 | The line was closed for six weeks in the spring. |
| 7 | no remark |

See the [appendix](https://example.org/x) for the numbers of each of the lines.
<div class="note">A sentence in a tag would be quoted without its tags here.</div>
Was it worth the money that the council spent on it?
`;

describe('passages', () => {
  it('are whole sentences, list items and rows under their header, with exact lines', async () => {
    const passages = await cut(report);
    expect(passages.map(({ quote, start, end }) => [quote, start, end])).toEqual([
      [
        'The number of night passengers rose from 410 in May to 655 in October, which is more than the planners expected.',
        8,
        10,
      ],
      ['Drivers were asked as well.', 10, 10],
      ['Complaints about noise fell by a third after the new brakes were fitted.', 12, 12],
      ['The timetable of the night bus was printed twice because of errors', 14, 14],
      ['Passengers said that they felt safer on the bus than on the platform.', 20, 20],
      ['| line | remark | […] | 4 | The line was closed for six weeks in the spring. |', 22, 24],
      ['| line | remark | […] | 7 | no remark |', 22, 25],
      ['See the [appendix](https://example.org/x) for the numbers of each of the lines.', 27, 27],
    ]);
    for (const passage of passages) expect(standsAtItsLines(report, passage)).toBe(true);
    expect(new Set(passages.map(({ heading }) => heading))).toEqual(new Set(['What we counted']));
  });

  it('keep their lines with CRLF and with wide characters', async () => {
    const text = '# Übersicht 🚌\r\n\r\nThe bus 🚌 was late on\r\nseven of the ten days in March.\r\n';
    const [passage] = await cut(text);
    expect(passage).toMatchObject({
      quote: 'The bus 🚌 was late on seven of the ten days in March.',
      start: 3,
      end: 4,
      url: 'workspace:a.md#L3-L4',
    });
  });

  it('leave out fragments, what is far too long, and what has tags in it', async () => {
    expect(await texts('The <b>big</b> depot handled most of the parcels that year.')).toEqual([]);
    expect(await texts('<!-- The hidden comment is no evidence of anything at all. -->')).toEqual([]);
    expect(await texts('Too few words.')).toEqual([]);
    expect(await texts(`The depot ${'really '.repeat(80)}closed.`)).toEqual([]);
  });

  it('do not run through block quotes over several lines, whose markers stand between the words', async () => {
    expect(await texts('> The first line of a quotation goes on\n> in the second line of the quotation.')).toEqual([]);
  });

  it('come from the rows of CSV, the records and strings of JSON, the text of HTML and the comments of code', async () => {
    const csv =
      'depot,remark\nnorth,"The north depot, however, lost two of its docks."\nsouth,The south depot gained a second crane.\n';
    expect((await cut(csv, 'csv')).map(({ quote, start, end }) => [quote, start, end])).toEqual([
      ['depot,remark north,"The north depot, however, lost two of its docks."', 1, 2],
      ['depot,remark […] south,The south depot gained a second crane.', 1, 3],
    ]);
    const json =
      '{\n  "note": "The depot was closed for a week in July.",\n  "bad": "He said \\"no\\" to all of the plans."\n}';
    expect((await cut(json, 'json')).map(({ start, end }) => [start, end])).toEqual([[1, 4]]);
    const html =
      '<html><head><title>T</title></head><body><h2>Trial</h2>\n<p>The trial of the new depot ended\nwithout an accident.</p>' +
      '<script>var s = "Scripts are never quoted by a debater here.";</script><p>The <i>second</i> trial went on for months.</p></body>';
    expect((await cut(html, 'html')).map(({ quote, start, end, heading }) => [quote, start, end, heading])).toEqual([
      ['The trial of the new depot ended without an accident.', 2, 3, 'Trial'],
      ['The second trial went on for months.', 3, 3, 'Trial'],
    ]);
    const code =
      '# The retry limit is three because the depot bans longer waits.\nlimit = 3  # x\n# The cache is cleared every night.\n';
    expect(await texts(code, 'code')).toEqual([
      'The retry limit is three because the depot bans longer waits.',
      'The cache is cleared every night.',
    ]);
  });

  it('are always verbatim at their lines, whatever the text', async () => {
    const piece = fc.constantFrom(
      ...[
        'The depot handled 40 parcels a day.',
        'It rained',
        '\n',
        '\n\n',
        '- ',
        '> ',
        '# ',
        '| a | b |\n',
        '|---|---|\n',
        '```\n',
        ' ',
        '<p>',
        '**',
        '“',
        '.',
        ',',
        '"',
      ],
      ...['gRPC calls were cut by 7 per cent, however,', 'NOTE: ', '1. ', '\r\n', '— and nobody asked why it did so. '],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom(...(Object.keys(names) as (keyof typeof names)[])),
        async (pieces, kind) => {
          const text = pieces.join('');
          const shown = kind === 'html' ? htmlLines(text).text.split('\n').map(plainLine).join('\n') : text;
          for (const passage of await cut(text, kind))
            expect(standsAtItsLines(shown, passage), passage.quote).toBe(true);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });
});

describe('the evidence', () => {
  const sentences = (path: string): string =>
    `# ${path}\n\nThe depot of ${path} handled 40 parcels a day. It closed at noon on most of the days.\n`;
  const evidence = new ExtractiveEvidence(
    portOf({ 'a.md': sentences('a'), 'b.md': sentences('b'), 'gone.md': undefined, 'bare.md': '# Nothing' }),
  );

  it('passes over what cannot be read, and says which files hold nothing', async () => {
    expect((await evidence.passages()).map(({ path }) => path)).toEqual(['a.md', 'a.md', 'b.md', 'b.md']);
    expect(await evidence.unused()).toEqual([
      { path: 'gone.md', reason: 'unreadable' },
      { path: 'bare.md', reason: 'nothing_quotable' },
    ]);
  });

  it('is listed a file a line, also where a name holds a line break', async () => {
    const files = new ExtractiveEvidence(portOf({ 'a\n- b.md': sentences('a'), 'c\r\nd.md': sentences('c') }));
    const { quote, url } = (await files.passages())[0] ?? { quote: '', url: '' };
    const cited = entry({ seq: 1, type: 'opening_statement', sources: [{ url, title: '', accessed: '', quote }] });
    const map = await mapOf({ brief: { topic: 'Parcels?' }, record: [cited] }, files);
    expect(map).toContain('### “a - b.md”');
    expect(map).toContain('\n- “c d.md”: ');
  });

  it('finds by words and breaks ties by place', async () => {
    expect((await evidence.matching('closed at noon')).map(({ path, quote }) => [path, quote])).toEqual([
      ['a.md', 'It closed at noon on most of the days.'],
      ['b.md', 'It closed at noon on most of the days.'],
    ]);
  });
});

it('says no header with a row that is longer than any quotation', async () => {
  const table = (columns: number): string =>
    `${'name of a column,'.repeat(columns)}value\nThe harbour of the north,12345\n`;
  expect((await cut(table(3), 'csv')).every(({ header }) => header?.startsWith('name of a column,') === true)).toBe(
    true,
  );
  expect(await cut(table(60), 'csv')).toMatchObject([{ quote: 'The harbour of the north,12345' }]);
  expect((await cut(table(60), 'csv')).some(({ header }) => header !== undefined)).toBe(false);
});

it('reads lines of nothing but spaces and signs in a time that their length says', async () => {
  const run = ' '.repeat(200_000);
  const lines = [`${run}x`, `# x${run}x`, `# ${'#'.repeat(200_000)}x`, `|${run}x`, `* x${run}x`, `// x${run}x`];
  for (const kind of ['markdown', 'code', 'csv'] as const)
    expect(await texts(`${lines.join('\n')}\n`, kind)).toEqual([]);
});

describe('the performer', () => {
  const context: PerformContext = { signal: new AbortController().signal, progress: () => undefined };
  const request = {
    id: 'l',
    kind: 'chair/propose_lineup',
    agent: 'chair',
    input: { topic: 'Buses?', hints: '', evidence: [] },
    attempt: 1,
    feedback: [],
  } as const;

  it('refuses to judge support and performs everything else', () => {
    const performer = new ExtractivePerformer(portOf({}));
    expect(performer.provider).toBe('offline');
    for (const kind of Object.keys(taskOutputs) as TaskKind[])
      expect(performer.canPerform(kind)).toBe(kind !== 'verifier/support');
  });

  it('is not ready for debaters without a quotable sentence, and proposes a lineup all the same', async () => {
    const empty = new ExtractivePerformer(portOf({}));
    await expect(empty.ready('pro', context.signal)).rejects.toMatchObject({ code: 'no_evidence' });
    await expect(empty.ready('chair', context.signal)).resolves.toBeUndefined();
    const { output } = await empty.perform(request, context);
    expect(taskOutputs['chair/propose_lineup'].parse(output).debaters).toHaveLength(2);
    const mute = new ExtractivePerformer(portOf({ 'x.md': '# Title only' }));
    await expect(mute.ready('pro', context.signal)).rejects.toMatchObject({ code: 'no_evidence' });
  });

  it('rejects with the reason of an abort, and answers others afterwards', async () => {
    const performer = new ExtractivePerformer(portOf({ 'a.md': report }));
    const controller = new AbortController();
    const pending = performer.perform(request, { ...context, signal: controller.signal });
    controller.abort(new Error('stopped by the user'));
    await expect(pending).rejects.toThrow('stopped by the user');
    await expect(performer.perform(request, context)).resolves.toBeDefined();
  });
});

it.each([
  ['大桥应该关闭吗？', ['港口大桥于2019年关闭。', '大桥的交通量下降了40%。']],
  ['橋は必要か', ['港の橋は毎日使われている。']],
])('a single character of a script without spaces is a word: %s', async (topic, expected) => {
  const texts = {
    'a.md': '港口大桥于2019年关闭。\n\n大桥的交通量下降了40%。\n\n市议会明年再开会讨论。\n',
    'b.md': '港の橋は毎日使われている。\n\n議会は来年また集まる予定だ。\n',
  };
  const evidence = new ExtractiveEvidence(portOf(texts));
  const found = (await evidence.matching(topic)).map(({ quote }) => quote);
  expect(found).toEqual(expect.arrayContaining(expected));
  expect(found.join('')).not.toMatch(/议会|議会/);
});
