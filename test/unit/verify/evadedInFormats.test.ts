import { describe, expect, it } from 'vitest';
import type { Entry, Source } from '../../../src/debate/log/entry';
import { argumentContent } from '../../../src/debate/formats/dialectic/arguments';
import { withCitations } from '../../../src/debate/formats/tribunal/contribution';
import { critiqueText, defenseText } from '../../../src/debate/formats/tribunal/judgeTexts';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { checkSource } from '../../../src/verify/checkSource';
import { settle } from '../../../src/verify/settle';
import { supportQuestion } from '../../../src/verify/verifier';
import { drawn } from '../../support/drawn';
import { entry } from '../../support/entries';
import { ReadSource } from '../../../src/verify/readSource';

/** What is said by a source in the parts of an entry: of a ground with its argument's claim, in the fields that the source stands beneath. By grammar, from a seed. */

const relatives = 200;
/** A title of a word may be what a sentence is about. */
const titles = ['Report of the council', 'Levy', 'A flat charge', 'Minutes'];
let title = '';
const url = 'workspace:levy.md';

const subjects = ['A flat charge', 'The evening levy', 'A toll by distance', 'The winter permit', 'A shared licence'];
const finds = ['is still regressive', 'raised 40 million', 'cut traffic by a fifth', 'was refused by two councils'];
const praises = ['helps the poor', 'pays for itself', 'is loved by all', 'ends the queue', 'does no harm'];
const others = ['Nobody else has tried this.', 'Depots are counted by hand.', 'The harbour was closed in May.'];

type Fields = Partial<Entry> & Pick<Entry, 'type'>;

function checked(fields: Fields, { quote, claim }: { quote: string; claim: string }) {
  const source: Source = { url, title, accessed: '2026-07-21', quote, ...(claim === '' ? {} : { claim }) };
  const citing = entry({ seq: 1, ...fields, sources: [source] });
  const text = `Minutes of the hearing. ${quote} The hearing was closed at nine.`;
  const read = new ReadSource(parseSourceUrl(url), { text, title: 'Levy', sha256: '' });
  const code = checkSource({ entry: citing, source }, read);
  const found = code.passage ?? { start: 0, end: 0 };
  const asked = supportQuestion({ entry: citing, source, statement: code.statement ?? '' }, read, {
    found,
    figures: code.checks.figures,
  }).claim;
  const { status, checks } = settle(url, code);
  return { status, support: checks?.support, asked };
}

/** The source is cited as the engine cites it: its address stands behind its claim, or its quotation. */
const cited = (texts: readonly string[], quote: string, claim: string): string[] =>
  withCitations(texts, [{ url, title, quote, claim }]).texts;

function defence(field: string, { quote, claim, aside }: { quote: string; claim: string; aside: string }): Fields {
  const [text = ''] = cited([field], quote, claim);
  const data = {
    research_log: { queries: ['levy'], files_read: ['levy.md'], key_findings: [quote] },
    argument: aside,
    evidence_strengthening: [text],
    assessments: [{ point: 'It was not shown', status: 'DEFENDED' as const, answer: aside }],
    cited: { evidence: [url] },
  };
  return { type: 'defense', speaker: 'advocate', content: defenseText(data, [{ url, title }]), data };
}

function critique(field: string, { quote, claim, aside }: { quote: string; claim: string; aside: string }): Fields {
  const [text = ''] = cited([field], quote, claim);
  const objection = { area: 'assumptions', title: '', text, severity: 'Major' as const };
  const data = { argument: aside, objections: [objection], cited: { evidence: [url] } };
  return { type: 'critique', speaker: 'critic', content: critiqueText(data, [{ url, title }]), data };
}

function argument({ content, claim, quote }: { content: string; claim: string; quote: string }): Fields {
  const ground = { source: title, content, url, quote };
  const other = { source: 'Another', content: others[0] ?? '', url: 'workspace:other.md', quote: others[0] ?? '' };
  const made = {
    ...{ id: 'prop_001', side: 'proposition' as const, exchange: 1, title: 'Fair charges', claim },
    ...{ grounds: [other, ground], warrant: 'What is shown counts.' },
  };
  return { type: 'argument', speaker: 'proposition', content: argumentContent(made), data: { argument: made } };
}

describe('support in a tribunal', () => {
  it('is asked for what the field says, of no other field; a passage alone is only quoted', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, shuffled } = drawn(seed);
      title = pick(titles);
      const [subject = '', other = ''] = shuffled(subjects);
      const quote = `${subject} ${pick(finds)}.`;
      const own = pick([`${subject} ${pick(praises)}.`, `So it ${pick(praises)}.`, `${other} ${pick(praises)} here.`]);
      const quoted = pick([quote, `“${quote}”`]);
      const claim = pick([quote, '']);
      const aside = pick(others);
      const said = pick([`${own} ${quoted}`, `${quoted} ${own}`, `${own}\n\n${quoted}`]);
      for (const fieldsOf of [defence, critique]) {
        const named = pick([own, '']);
        const asked = checked(fieldsOf(said, { quote, claim: named, aside }), { quote, claim: named });
        expect([seed, said, asked.support, asked.status]).toEqual([seed, said, 'not_judged', 'unverified']);
        expect([seed, asked.asked.includes(own), asked.asked.includes(aside)]).toEqual([seed, true, false]);
        const alone = checked(fieldsOf(quoted, { quote, claim, aside }), { quote, claim });
        expect([seed, quoted, alone.support, alone.status]).toEqual([seed, quoted, 'same', 'verified']);
      }
    }
  });

  it('is asked for what the title of an objection says by the passage below it', () => {
    const quote = 'A flat charge is still regressive.';
    const data = {
      argument: 'The case leaves this out.',
      objections: [
        { area: 'assumptions', title: 'A flat charge helps the poor', text: quote, severity: 'Major' as const },
      ],
    };
    const fields: Fields = { type: 'critique', speaker: 'critic', content: critiqueText(data, []), data };
    const { support, asked } = checked(fields, { quote, claim: '' });
    expect(support).toBe('not_judged');
    expect(asked).toContain('A flat charge helps the poor');
  });
});

describe('support in a dialectic', () => {
  it('is asked for the ground with the claim of its argument; where both are the passage, it is only quoted', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, shuffled } = drawn(seed);
      title = pick(titles);
      const [subject = ''] = shuffled(subjects);
      const quote = `${subject} ${pick(finds)}.`;
      const claim = `${pick([subject, 'It', 'The whole scheme'])} ${pick(praises)}.`;
      const content = pick([quote, `“${quote}”`, `The council found: ${quote}`, `${subject} was looked into in May.`]);
      const { support, status, asked } = checked(argument({ content, claim, quote }), { quote, claim: content });
      expect([seed, content, claim, support, status]).toEqual([seed, content, claim, 'not_judged', 'unverified']);
      expect([asked.includes(content), asked.includes(claim), asked.includes(others[0] ?? '')]).toEqual([
        true,
        true,
        false,
      ]);
      const alone = checked(argument({ content: quote, claim: quote, quote }), { quote, claim: quote });
      expect([seed, alone.support, alone.status]).toEqual([seed, 'same', 'verified']);
    }
  });
});
