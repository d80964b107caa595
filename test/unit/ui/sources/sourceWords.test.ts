import { expect, it } from 'vitest';
import { sourcesTaken } from '../../../../src/ui/findings/citation';
import { sourceLabel } from '../../../../src/ui/sources/sourceWords';
import { citedUrls } from '../../../../src/ui/findings/citedUrls';
import { ReportRecord, source, step } from '../../../support/reportRecord';

it('a source in a list to pick from shows nothing that was struck, and no icon', async () => {
  const invented = 'https://invented.example/the-moon-base-of-lausanne-paid-for-itself-within-eleven-weeks';
  const record = new ReportRecord();
  record.setup();
  const said = (speaker: string, url: string): number =>
    record.add({
      speaker,
      type: 'opening_statement',
      content: `So says ${url}.`,
      sources: [source(url, 'A page')],
      data: { step: step(`opening/${speaker}`, 0) },
    });
  const redacted = said('sre', invented);
  record.verify(redacted, invented, 'fabricated', { explanation: 'Its server never had it.' });
  record.strike(redacted, 'sre', 'Fabricated.');
  said('cfo', `${invented}?again`);
  const { view } = await record.open();
  expect(sourceLabel(view, `${invented}?again`)).not.toContain('moon-base');
  expect(sourceLabel(view, 'https://press.example/$(trash)')).not.toContain('$(');
});

it('a command on one source lists those that it takes', async () => {
  const record = new ReportRecord();
  record.setup();
  const urls = ['https://a.example/1', 'https://b.example/2', 'https://c.example/3', 'workspace:docs/plan.md'] as const;
  const seq = record.add({
    speaker: 'sre',
    type: 'opening_statement',
    content: 'So say they.',
    sources: urls.map((url) => source(url, 'A page')),
    data: { step: step('opening/sre', 0) },
  });
  const [verified, doubtful, , file] = urls;
  record.verify(seq, verified, 'verified');
  record.verify(seq, doubtful, 'unverified');
  record.verify(seq, file, 'unreliable');
  record.verify(seq, 'https://d.example/not-cited', 'unverified');
  const { view } = await record.open();
  const listed = (command: keyof typeof sourcesTaken): number[] =>
    citedUrls(view).flatMap((one, at) => (sourcesTaken[command](one) ? [at] : []));
  expect(listed('openInBrowser')).toEqual([0, 1, 2, 4]);
  expect(listed('checkAgain')).toEqual([0, 1, 2, 3]);
  record.verify(seq, 'https://c.example/3', 'fabricated');
  const opened = async (): Promise<string[]> =>
    citedUrls((await record.open()).view)
      .filter(sourcesTaken.openInBrowser)
      .map(({ url }) => url);
  expect(await opened()).toEqual([verified, doubtful, 'https://d.example/not-cited']);
  record.strike(seq, 'sre', 'Fabricated.');
  expect(await opened()).toEqual([]);
  // What is verified needs nobody's word, and what was not looked at has nothing to be vouched for.
  expect(listed('vouch')).toEqual([1, 3]);
});
