import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CitedText } from '../../../../src/matching/quote/citedText';
import { checkQuote } from '../../../../src/matching/quote/quoteCheck';
import { whyNotAlone } from '../../../../src/matching/quote/standsAlone';
import { repeats } from '../../../support/depth';

/** Signs above, below or beside a letter that make another word: they are no accents that may be left out. */
const scripts: Record<string, { sentence: string; marks: RegExp }> = {
  Hindi: {
    sentence: 'परिषद ने इस वर्ष नदी के पुराने पुल की मरम्मत का निर्णय लिया और काम वसंत में शुरू होगा।',
    marks: /[\u0901-\u0903\u093c\u093e-\u094d]/gu,
  },
  Thai: {
    sentence: 'สภาเมืองตัดสินใจซ่อมสะพานเก่าข้ามแม่น้ำในปีนี้และงานจะเริ่มในฤดูใบไม้ผลิ',
    marks: /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu,
  },
  Vietnamese: {
    sentence:
      'Hội đồng thành phố quyết định sửa cây cầu cũ qua sông trong năm nay và công việc bắt đầu vào mùa xuân.'.normalize(
        'NFD',
      ),
    marks: /\p{M}/gu,
  },
  Hebrew: {
    sentence: 'הַמּוֹעָצָה הֶחְלִיטָה הַשָּׁנָה לְתַקֵּן אֶת הַגֶּשֶׁר הַיָּשָׁן מֵעַל הַנָּהָר, וְהָעֲבוֹדָה תַּתְחִיל בָּאָבִיב.',
    marks: /[\u05b0-\u05bd\u05c1\u05c2]/gu,
  },
};

const resultOf = (quote: string, text: string): string => checkQuote(quote, new CitedText(text)).verdict.result;

describe('marks that make another word', () => {
  it.each(Object.entries(scripts))('%s: a word with another mark is never the passage', (_, { sentence, marks }) => {
    expect(resultOf(sentence, `${sentence} x`)).toBe('pass');
    const places = [...sentence.matchAll(marks)];
    const own = [...new Set(places.map(([mark]) => mark))];
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (which, by) => {
        const place = places[which % places.length];
        const other = own[by % own.length] ?? '';
        if (place === undefined) return;
        fc.pre(other !== place[0]);
        const at = place.index;
        const changed = `${sentence.slice(0, at)}${other}${sentence.slice(at + 1)}`;
        fc.pre(changed.normalize('NFC') !== sentence.normalize('NFC'));
        expect(resultOf(changed, sentence)).not.toBe('pass');
      }),
      { seed: 41, numRuns: repeats(200, 40) },
    );
  });
});

const subjects = ['The council', 'The office', 'The harbour board', 'The school', 'The museum'];
const verbs = ['counted', 'measured', 'sold', 'bought', 'lost'];
const objects = ['ferries', 'bicycles', 'lamps', 'boats', 'books'];
const seasons = ['in spring', 'in summer', 'in autumn', 'in winter'];

const statement = fc.record({
  subject: fc.constantFrom(...subjects),
  verb: fc.constantFrom(...verbs),
  count: fc.integer({ min: 11, max: 99_999 }),
  object: fc.constantFrom(...objects),
  season: fc.constantFrom(...seasons),
});
type Statement = typeof statement extends fc.Arbitrary<infer T> ? T : never;
const said = ({ subject, verb, count, object, season }: Statement): string =>
  `${subject} ${verb} ${count} ${object} ${season} of that year.`;

describe('an altered quotation', () => {
  it('with a word or a figure of its own is never word for word', () => {
    fc.assert(
      fc.property(
        statement,
        statement,
        fc.constantFrom('subject', 'verb', 'count', 'object', 'season'),
        (one, other, part) => {
          fc.pre(one[part] !== other[part]);
          const altered = said({ ...one, [part]: other[part] });
          const source = `A first sentence stands here. ${said(one)} Another one follows.`;
          expect(resultOf(said(one), source)).toBe('pass');
          expect(resultOf(altered, source)).not.toBe('pass');
        },
      ),
      { seed: 42, numRuns: repeats(500, 100) },
    );
  });

  it('is not taken for the passage by what stands beside it either', () => {
    fc.assert(
      fc.property(
        statement,
        fc.constantFrom('However, nobody checked it.', 'This was refuted later.', 'But it never did.'),
        (one, next) => {
          const [quote, source] = [said(one), `${said(one)} ${next}`];
          expect(whyNotAlone(source, { start: 0, end: quote.length })).toBeDefined();
          expect(whyNotAlone(`${quote} It was warm.`, { start: 0, end: quote.length })).toBeUndefined();
        },
      ),
      { seed: 43, numRuns: repeats(200, 50) },
    );
  });
});
