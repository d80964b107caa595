import { describe, expect, it } from 'vitest';
import type { Entry, Source } from '../../../src/debate/log/entry';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { checkSource } from '../../../src/verify/checkSource';
import { settle } from '../../../src/verify/settle';
import { supportQuestion } from '../../../src/verify/verifier';
import { drawn } from '../../support/drawn';
import { entry } from '../../support/entries';
import { ReadSource } from '../../../src/verify/readSource';

/** What an entry says of its own by a quotation is judged, whatever it gives as its claim; what only quotes is only quoted. By grammar, from a seed. */

const relatives = 200;
const url = 'workspace:levy.md';

const subjects = ['A flat charge', 'The evening levy', 'A toll by distance', 'The winter permit', 'A shared licence'];
const finds = [
  'is still regressive',
  'raised 40 million',
  'cut traffic by a fifth',
  'was refused by two councils',
  'fell on small firms',
];
const praises = ['helps the poor', 'pays for itself', 'is loved by all', 'ends the queue', 'does no harm'];
const leads = ['', 'Look at the record. ', 'Here is more. ', '[CONJECTURE] '];

function checked(content: string, quote: string, text: string, claim: string | undefined = quote) {
  const source: Source = { url, title: 'Levy', accessed: '2026-07-21', quote, ...(claim === '' ? {} : { claim }) };
  const citing: Entry = entry({ seq: 1, type: 'new_point', content, sources: [source] });
  const read = new ReadSource(parseSourceUrl(url), { text, title: 'Levy', sha256: '' });
  const code = checkSource({ entry: citing, source }, read);
  const asked = supportQuestion({ entry: citing, source, statement: code.statement ?? '' }, read, {
    found: code.passage ?? { start: 0, end: 0 },
    figures: code.checks.figures,
  });
  const { status, checks } = settle(url, code);
  return { status, support: checks?.support, asked, code };
}

describe('support', () => {
  it('is asked for what the entry says of its own, wherever it says it; a passage alone is only quoted', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, shuffled } = drawn(seed);
      const [subject = '', other = ''] = shuffled(subjects);
      const passage = `${subject} ${pick(finds)}.`;
      const own = pick([
        `${subject} ${pick(praises)}.`,
        `So it ${pick(praises)}.`,
        `This ${pick(praises)}, as everybody can see.`,
        `${other} ${pick(praises)} where nothing else does.`,
      ]);
      const quoted = pick([passage, `“${passage}”`, `> ${passage}`]);
      const claim = pick([passage, '']);
      const text = `Minutes of the hearing. ${passage} The hearing was closed at nine.`;
      const said = pick([`${own} ${quoted}`, `${quoted} ${own}`, `${own}\n\n${quoted}`]);
      const of = checked(said, passage, text, pick([own, '']));
      expect([seed, said, of.support, of.status]).toEqual([seed, said, 'not_judged', 'unverified']);
      expect([seed, of.asked.claim.includes(own)]).toEqual([seed, true]);
      const alone = checked(`${pick(leads)}${quoted}`, passage, text, claim);
      expect([seed, quoted, alone.support, alone.status]).toEqual([seed, quoted, 'same', 'verified']);
    }
  });

  it('is asked where the sentence goes on, or the next one turns it', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick } = drawn(seed);
      const passage = `${pick(subjects)} ${pick(finds)}`;
      const turn = pick([
        'but congestion was back within a year',
        'yet nobody paid it',
        'although the count was wrong',
        'until the courts ended it',
        'while prices rose',
      ]);
      const open = pick(['But', 'However,', 'Yet', 'Nevertheless,', 'Instead,']);
      const after = pick([
        `, ${turn}.`,
        ` — ${turn}.`,
        `. ${open} it was over within a year.`,
        '. It lasted until the spring.',
      ]);
      const { support, asked } = checked(passage, passage, `Minutes. ${passage}${after} The end.`);
      expect([seed, after, support]).toEqual([seed, after, 'not_judged']);
      expect(asked.surroundings).toContain(after.slice(2));
      const plain = checked(passage, passage, `Minutes. ${passage}. The hearing was closed at nine.`);
      expect([seed, plain.support]).toEqual([seed, 'same']);
    }
  });

  it('that was asked and not answered is in the record, with why', () => {
    const { code } = checked(
      'A flat charge helps. A flat charge is still regressive.',
      'A flat charge is still regressive.',
      'A flat charge is still regressive.',
    );
    expect(settle(url, code, { unanswered: 'the model gave no answer in time.' })).toMatchObject({
      status: 'unverified',
      unanswered: true,
      notes: { support: 'Whoever was asked gave no answer: the model gave no answer in time.' },
    });
  });
});
