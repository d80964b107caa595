import { expect, it } from 'vitest';
import { sourceLabel } from '../../../../src/ui/sources/sourceWords';
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
  const struck = said('sre', invented);
  record.verify(struck, invented, 'fabricated', { explanation: 'Its server never had it.' });
  record.strike(struck, 'sre', 'Fabricated.');
  said('cfo', `${invented}?again`);
  const { view } = await record.open();
  expect(sourceLabel(view, `${invented}?again`)).not.toContain('moon-base');
  expect(sourceLabel(view, 'https://press.example/$(trash)')).not.toContain('$(');
});
