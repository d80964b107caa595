import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { startFrom } from '../../../../src/ui/panel/startFrom';
import { startArgument } from '../../../../src/ui/start/startArgument';
import { FakeEditor } from '../../../support/fakePage';
import { viewOf } from '../../../support/formats/inMemory';
import { proposition, tribunalEntries } from '../../../support/formats/tribunalRecord';
import { tempFolder } from '../../../support/tempFolder';

type Shape = Parameters<typeof tribunalEntries>[0];

const ruled: Shape = { rounds: 3, isRuled: true, ruled: { unresolved: ['What the contract asks for.', 'Who pays.'] } };

/** What is started from a tribunal whose setup says this too. */
async function started(action: 'startAgain' | 'debateOpenPoint', data: object, { shape = ruled, choice = '' } = {}) {
  const editor = new FakeEditor();
  editor.choice = choice === '' ? undefined : choice;
  const [setup, ...others] = tribunalEntries(shape);
  await startFrom(action, viewOf([{ ...setup, data: { ...setup?.data, ...data } } as Entry, ...others]), editor);
  return editor.asked;
}

const given = (root: string | null, ...paths: string[]) => ({
  evidence: { root, files: paths.map((path) => ({ path, bytes: 1, sha256: 'a'.repeat(64) })) },
});

it('a debate is started again in its format, on its evidence where that is still there', async () => {
  const root = tempFolder();
  mkdirSync(join(root, 'docs'));
  for (const name of ['a.md', 'docs/b.md']) writeFileSync(join(root, name), 'x');
  const again = { topic: proposition, format: 'tribunal', isAsked: true };
  const start = async (data: object) => (await started('startAgain', data)).map(([, , argument]) => argument);
  const both = [join(root, 'a.md'), join(root, 'docs/b.md')];
  expect(await start(given(root, 'a.md', 'docs/b.md'))).toEqual([{ ...again, evidence: both }]);
  expect(await start(given(root, 'docs/b.md', 'docs/gone.md'))).toEqual([{ ...again, evidence: [both[1]] }]);
  expect(await start({ ...given(root, 'a.md', 'docs/b.md'), subject: ['a.md'] })).toEqual([
    { ...again, evidence: [both[1]] },
  ]);
  const many = Array.from({ length: 30 }, (_, index) => `docs/${index}.md`);
  expect(await start({ ...given(root, 'a.md', ...many), subject: ['a.md'] })).toEqual([
    { ...again, evidence: [join(root, 'docs')] },
  ]);
  for (const gone of [join(root, 'gone'), 'sample:tribunal', null])
    expect(await start(given(gone, 'a.md', 'docs/b.md'))).toEqual([again]);
  expect(await start({ ...given(null), format: 'duel' })).toEqual([{ topic: proposition, isAsked: true }]);
  expect(startArgument({ ...again, evidence: both })).toMatchObject({ isWhole: false });
});

it('of several open points the user says which; of one nobody is asked', async () => {
  const points = ['What the contract asks for.', 'Who pays.'];
  const asked = ['choose', expect.any(String), points];
  const start = (topic: string) => ['run', 'rostrum.startDebate', { topic, format: 'tribunal', isAsked: true }];
  const none = given(null);
  expect(await started('debateOpenPoint', none, { choice: 'Who pays.' })).toEqual([asked, start('Who pays.')]);
  expect(await started('debateOpenPoint', none)).toEqual([asked]);
  const shape = { ...ruled, ruled: { unresolved: ['Who pays.'] } };
  expect(await started('debateOpenPoint', none, { shape })).toEqual([start('Who pays.')]);
});
