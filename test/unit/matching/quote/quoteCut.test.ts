import { describe, expect, it } from 'vitest';
import { findQuote, normaliseText } from '../../../../src/matching/quote/quote';
import { checkQuote } from '../../../../src/matching/quote/quoteCheck';
import { whyNotAlone } from '../../../../src/matching/quote/standsAlone';
import { turningWordIn, turningWords } from '../../../../src/matching/quote/turningWords';
import { sampled } from '../../../support/depth';
import { CitedText } from '../../../../src/matching/quote/citedText';

function whyNot(source: string, quote: string): string | undefined {
  const match = findQuote(normaliseText(source), quote);
  if (match.kind !== 'exact') throw new Error(`“${quote}” does not stand there.`);
  return whyNotAlone(source, match);
}

describe('a passage that may mean something else where it stands', () => {
  it.each<[string, string, string]>([
    ['The authors found no evidence that the benefit outlasts two weeks.', 'the benefit outlasts two weeks', 'no'],
    ['The vaccine is safe for adults unless they are pregnant.', 'The vaccine is safe for adults', 'unless'],
    ['The drug is approved for children only in emergencies.', 'The drug is approved for children', 'only'],
    ['The ministry denied that the reactor had leaked.', 'the reactor had leaked', 'denied'],
    ['That vaccines harm children is a hoax.', 'vaccines harm children', 'hoax'],
    ['A study debunks the notion that vaccines harm children.', 'vaccines harm children', 'debunks'],
    ['Dass Impfungen den Kindern schaden, ist längst widerlegt.', 'Impfungen den Kindern schaden', 'widerlegt'],
    ['L’idée que les vaccins nuisent aux enfants a été réfutée.', 'les vaccins nuisent aux enfants', 'réfutée'],
    ['Que las vacunas dañan a los niños fue desmentido.', 'las vacunas dañan a los niños', 'desmentido'],
    ['Мнение, что прививки вредят детям, опровергнуто.', 'прививки вредят детям', 'опровергнуто'],
    ['关于疫苗会使许多儿童患上自闭症的说法是谣言。', '疫苗会使许多儿童患上自闭症', '谣'],
    ['ክትባቱ ለሕፃናት ደህና ነው ብለዋል።', 'ክትባቱ ለሕፃናት ደህና ነው', 'ብ'],
  ])('leaves out of its sentence what may turn it: %s', (source, quote, words) => {
    expect(whyNot(source, quote)).toContain(`may turn it (“${words}”)`);
  });

  it.each<[string, string]>([
    ['The bridge cost between 10 and 20 million euros.', '20 million euros'],
    ['At least 40 ferries were late in the month of May.', '40 ferries were late in the month of May'],
    ['Die Brücke kostete zwischen 10 und 20 Millionen Euro.', '20 Millionen Euro'],
  ])('begins with a figure of which more may be said: %s', (source, quote) => {
    expect(whyNot(source, quote)).toContain('begins with a figure');
  });

  it('is a part of a question', () => {
    expect(
      whyNot('Is the harbour bridge safe for lorries? The town asks.', 'the harbour bridge safe for lorries'),
    ).toContain('question');
  });

  it.each<[string, string, string]>([
    ['Vaccines harm children. This has been debunked since.', 'Vaccines harm children.', 'debunked'],
    ['Das Mittel wirkt. Das ist widerlegt.', 'Das Mittel wirkt.', 'widerlegt'],
    ['Le pont est sûr. Cependant il est vieux.', 'Le pont est sûr.', 'cependant'],
    ['El puente es seguro. Nadie lo ha probado.', 'El puente es seguro.', 'nadie'],
    ['Мост безопасен. Однако он стар.', 'Мост безопасен.', 'однако'],
    ['这座大桥经过检查以后被认为很安全。但是它很旧。', '这座大桥经过检查以后被认为很安全。', '但'],
    [
      'この橋は調べた後で安全だと認められました。しかし古いです。',
      'この橋は調べた後で安全だと認められました。',
      'しかし',
    ],
    ['الجسر الكبير في المدينة آمن. ولكن هذا قديم.', 'الجسر الكبير في المدينة آمن.', 'ولكن'],
    ['# Myths about the bridge\n\nThe bridge is safe.', 'The bridge is safe.', 'myths'],
    ['A myth\n\nThe bridge is safe. It is old.', 'The bridge is safe.', 'myth'],
    ['What nobody believes:\n\n- The bridge is old.\n- The bridge is safe.', 'The bridge is safe.', 'nobody'],
    ['The bridge is safe. ድልድዩ አርጅቷል።', 'The bridge is safe.', 'ድ'],
  ])('stands beside a word that may turn it: %s', (source, quote, word) => {
    expect(whyNot(source, quote)).toContain(`may turn it (“${word}”)`);
  });

  it.each<[string, string]>([
    [
      'The bridge cost 20 million euros. In the end the bridge cost 31 million euros.',
      'The bridge cost 20 million euros.',
    ],
    ['The wall held 40 % of the load. Later the wall held 12 % of it.', 'The wall held 40 % of the load.'],
  ])('stands beside another figure of its unit: %s', (source, quote) => {
    expect(whyNot(source, quote)).toContain('may turn it (“');
  });

  it.each<[string, string]>([
    ['No ship came. The benefit outlasts two weeks. It is cheap.', 'The benefit outlasts two weeks.'],
    ['No ship came. The benefit outlasts two weeks. It is cheap.', 'The benefit outlasts two weeks'],
    ['In 1870 the benefit outlasts two weeks, as they say.', 'the benefit outlasts two weeks'],
    ['There was no wind.\n\nthe benefit outlasts two weeks\n\nnever mind', 'the benefit outlasts two weeks'],
    ['# The bridge\n\nThe bridge is safe. It is old.', 'The bridge is safe.'],
    ['- It is not old.\n- The bridge is safe.\n', 'The bridge is safe.'],
    ['| a | b |\n|---|---|\n| not | old |\n| The bridge is safe | yes |', '| The bridge is safe | yes |'],
    ['The bridge cost between 10 and 20 million euros.', 'The bridge cost between 10 and 20 million euros.'],
    ['The benefit does not outlast two weeks.', 'The benefit does not outlast two weeks.'],
    ['It cost 20 million euros. Of the 20 million euros the town paid a half.', 'It cost 20 million euros.'],
    ['这座大桥经过检查以后被认为很安全。它很旧。', '这座大桥经过检查以后被认为很安全。'],
  ])('stands for itself: %s', (source, quote) => {
    expect(whyNot(source, quote)).toBeUndefined();
  });

  it('has at most 60 words a language to be known by', () => {
    for (const words of Object.values(turningWords)) expect(words.split(/\s+/).length).toBeLessThanOrEqual(60);
  });
});

describe('a denial in another language', () => {
  const denied: [string, string, string][] = [
    ['परिषद ने इस वर्ष पुल के नए बजट को मंजूरी', 'नहीं', 'देने का निर्णय किया'],
    ['পরিষদ এই বছরের নতুন সেতুর বাজেট অনুমোদন', 'না', 'করার সিদ্ধান্ত নিয়েছে'],
    ['คณะกรรมการเมืองของเรา ', 'ไม่', ' อนุมัติงบประมาณสำหรับสะพานใหม่'],
    ['Dewan kota tahun ini', 'tidak', 'menyetujui anggaran untuk jembatan baru'],
    ['המועצה של העיר', 'לא', 'אישרה את התקציב עבור הגשר החדש'],
    ['Hội đồng thành phố', 'không', 'phê duyệt ngân sách cho cây cầu mới'],
    ['Consiliul orașului', 'nu', 'a aprobat bugetul pentru noul pod'],
    ['Kaupunki tietää, että se', 'ei', 'hyväksynyt uuden sillan budjettia'],
    ['A fővárosi tanács az idén', 'nem', 'hagyta jóvá az új híd költségvetését'],
    ['Podle městské rady', 'není', 'rozpočet nového mostu schválen'],
    ['بودجه پل جدید شهر در این سال', 'نیست', 'که شورا آن را تصویب کند'],
    ['کونسل نے نئے پل کا بجٹ اس سال', 'نہیں', 'منظور کرنے کا فیصلہ کیا'],
  ];

  it.each(denied)('is not left out: %s %s', (before, denial, after) => {
    const source = `${before} ${denial} ${after}`;
    expect(findQuote(normaliseText(source), `${before} … ${after}`).kind).not.toBe('exact');
    expect(turningWordIn(source)).toBe(denial);
  });

  it.each<[string, string, string]>([
    ['The egg of this bird, called', 'das Ei', 'by the Germans, is blue'],
    ['The museum shows', 'le nu', 'by a painter of the last century'],
    ['Det er en', 'nem', 'opgave at bygge broen over floden'],
    ['В этом городе есть', 'не\u0301кая', 'улица с очень старыми домами'],
  ])('is not seen in another word: %s %s', (before, word, after) => {
    const source = `${before} ${word} ${after}`;
    expect(findQuote(normaliseText(source), `${before} … ${after}`).kind).toBe('exact');
  });
});

describe('a passage that begins or ends within a number', () => {
  const result = (text: string, quote: string) => checkQuote(quote, new CitedText(text)).verdict.result;

  it.each<[string, string]>([
    ['Le budget est passé à 12 500 euros par habitant en 2020.', '500 euros par habitant en 2020'],
    ['Le budget est passé à 12\u00a0500 euros par habitant en 2020.', '500 euros par habitant en 2020'],
    ['Befolkningen var 1\u202f204\u202f500 personer det året.', '500 personer det året'],
    ['Befolkningen var 1\u2009204\u2009500 personer det året.', '204 500 personer det året'],
    ['Le projet de la ville a coûté 3 250 millions d’euros.', 'Le projet de la ville a coûté 3'],
    ['On page 12 500 people came to the bridge.', '500 people came to the bridge'],
    ['Le projet, dit-on, a coûté 3 250 euros à la ville.', 'Le projet … a coûté 3 … euros à la ville'],
    ['该市人口为一百二十万人，位于北方的大河边上。', '二十万人，位于北方的大河边上'],
    ['该市人口为3万5千人，位于北方的大河边上的平原。', '5千人，位于北方的大河边上的平原'],
    ['調査によるとこの町の人口は三百五十万人であり、国内で最も多いとされる。', '調査によるとこの町の人口は三百'],
    ['统一十分重要，因为他们的语言和历史是共同的。', '十分重要，因为他们的语言和历史'],
  ])('is not verified: %s', (text, quote) => {
    expect(result(text, quote)).toBe('approximate');
  });

  it.each<[string, string]>([
    ['Le budget est passé à 12 500 euros par habitant en 2020.', '12 500 euros par habitant en 2020'],
    ['In 2012 500 people came to the bridge.', '500 people came to the bridge'],
    ['In room B12 500 people came to the bridge.', '500 people came to the bridge'],
    ['In 0 500 people came to the bridge.', '500 people came to the bridge'],
    ['On page 12 5000 people came to the bridge.', '5000 people came to the bridge'],
    ['On page 12 50 people came to the bridge.', '50 people came to the bridge'],
    ['They were 12\n500 people came to the bridge.', '500 people came to the bridge'],
    ['该市人口为一百二十万人，位于北方的大河边上。', '一百二十万人，位于北方的大河边上'],
    ['在统一2020年开始的改革以后，他们的经济增长', '2020年开始的改革以后，他们的经济'],
  ])('leaves whole numbers alone: %s', (text, quote) => {
    expect(result(text, quote)).toBe('pass');
  });
});

describe('a word of ten million characters', () => {
  it.each(sampled('letters of a long word', ['a', '7'], 1))('of %s is looked through as any text', (unit) => {
    const text = normaliseText(`${unit.repeat((10 * 1024 * 1024) / unit.length)} The wall stands.`);
    expect(findQuote(text, 'The wall stood, and the gate.').kind).not.toBe('exact');
    expect(findQuote(text, 'The wall stands.').kind).toBe('exact');
  });
});

describe('a text of strings with escapes', () => {
  it.each([
    ['{"t": "The caf\\u00e9 was closed in May.\\nNobody came."}', 'The café was closed in May. Nobody came.'],
    ['{"t": "\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442 was all that he said"}', 'Привет was all that he said'],
    ["say('The caf\\xe9 was closed\\tin May')", 'The café was closed in May'],
    ['{"t": "He called it \\u201ca mistake\\u201d, and it was closed.\\nFor ever\\n"}', 'it was closed. For ever'],
    ['{"t": "A smile \\ud83d\\ude00 closed the caf\\u00e9 and the pub"}', 'A smile 😀 closed the café and the pub'],
  ])('is near to what they stand for, and the passage stands where it does: %s', (text, quote) => {
    const { verdict, passage } = checkQuote(quote, new CitedText(text));
    expect(verdict).toMatchObject({ result: 'approximate', note: expect.stringContaining('escapes') as string });
    expect(text.slice(passage?.start, passage?.end)).toContain(quote.slice(-5));
  });

  it.each([
    ['{"t": "The caf\\u00e9 was closed in May."}', 'The café was opened in May.'],
    ['{"t": "The caf\\u00e9 was closed in May.\\nNobody came."}', 'The cafe9 was closed in June. Nobody came.'],
    ['{"t": "It rose by \\u0033 percent in the whole year"}', 'It rose by 4 percent in the whole year'],
  ])('has no other words: %s', (text, quote) => {
    expect(checkQuote(quote, new CitedText(text)).verdict.result).toBe('fail');
  });
});

describe('a text with signs that could not be decoded', () => {
  const text = 'The caf\ufffd \ufffdAu Lac\ufffd was closed\ufffdin May. It\ufffds for sale.';

  it.each([
    'The café “Au Lac” was closed in May.',
    'The café "Au Lac" was closed in May. It’s for sale',
    'The café … was closed in May',
  ])('accuses nobody: %s', (quote) => {
    expect(checkQuote(quote, new CitedText(text)).verdict).toMatchObject({ result: 'not_judged' });
  });

  it.each([
    'The café “Au Lac” was opened in May.',
    'The café “Au Lac” was closed in June.',
    'Nobody in the village ever saw the café again.',
  ])('has no other words: %s', (quote) => {
    expect(checkQuote(quote, new CitedText(text)).verdict.result).toBe('fail');
  });

  it('accuses as ever for what stands elsewhere in it', () => {
    const quote = 'The mill was opened in the spring of that year';
    const longer = new CitedText(`${text} The mill was closed in the spring of that year.`);
    expect(checkQuote(quote, longer).verdict.result).toBe('fail');
  });
});
