import { describe, expect, it } from 'vitest';
import { decodedAs, decodePage } from '../../../../src/research/fetch/pageKind';

/** Node.js only decodes: all that two bytes may stand for, turned around. */
function encoder(charset: string): (text: string) => Buffer {
  const decoder = new TextDecoder(charset);
  // Node.js 20 takes its quotation marks for control characters.
  const isWestern = charset === 'windows-1252';
  const bytes = new Map<string, number[]>();
  const put = (...own: number[]): void => {
    const body = Uint8Array.from(own);
    const character = isWestern ? decodePage(body, 'html', charset).text : decoder.decode(body);
    if (Array.from(character).length === 1 && character !== '\ufffd' && !bytes.has(character))
      bytes.set(character, own);
  };
  for (let first = 0; first < 256; first += 1) put(first);
  for (let first = 0x81; first < 255; first += 1) for (let second = 0x40; second < 255; second += 1) put(first, second);
  return (text) =>
    Buffer.from(
      Array.from(text).flatMap((character) => {
        const own = bytes.get(character);
        if (own === undefined) throw new Error(`${charset} has no “${character}”`);
        return own;
      }),
    );
}

const sentences: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['shift_jis', 'euc-jp'],
    [
      '港は冬の間ずっと船に対して閉鎖されていた。市の予算は三十億円を超えた。',
      '市長は記者会見で、来年度から路面電車の運賃を引き上げると発表した。',
      'カタカナのページです。この記事はまだ公開されています。',
    ],
  ],
  [['gbk'], ['港口在整个冬天都对船只关闭。市政预算超过三十亿元。', '市长在记者会上宣布，明年起将提高有轨电车票价。']],
  [['big5'], ['港口在整個冬天都對船隻關閉。市政預算超過三十億元。', '市長在記者會上宣布，明年起將提高電車票價。']],
  [
    ['euc-kr'],
    [
      '항구는 겨울 내내 선박에 폐쇄되었다. 예산은 삼십억 원을 넘었다.',
      '시장은 내년부터 전차 요금을 올린다고 발표했다.',
    ],
  ],
  [
    ['windows-1251', 'koi8-r'],
    [
      'Гавань была закрыта для судов всю зиму. Бюджет города превысил три миллиарда.',
      'Мэр сообщил на встрече с журналистами, что плата за проезд вырастет.',
    ],
  ],
  [['windows-1253'], ['Το λιμάνι ήταν κλειστό για τα πλοία όλο τον χειμώνα και ο δήμος διαμαρτυρήθηκε.']],
  [['windows-1256'], ['كان الميناء مغلقا أمام السفن طوال الشتاء وقال رئيس البلدية إن الميزانية كبيرة']],
];

const pages: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `<!doctype html><html><head><title>x</title></head><body><p>${text}</p></body></html>`,
  (text) =>
    `<html><head><script>var a = function () { return 'the one and the other'; }</script></head><body><div class="main"><ul><li>Home<li>About</ul><p>${text}</p><p>${text}</p></div></body></html>`,
  (text) => `<p>The quick brown fox jumps over the lazy dog. ${text} And that is what they said.</p>`,
];

const cases = sentences.flatMap(([charsets, texts]) =>
  charsets.flatMap((charset) => {
    const encoded = encoder(charset);
    return texts.flatMap((text) => pages.map((page, at) => ({ charset, at, text, body: encoded(page(text)) })));
  }),
);

describe('a page that does not say in what it is written', () => {
  it.each(cases)('is read as what its words are: $charset, $at, $text', ({ text, body }) => {
    expect(decodePage(body, 'html', undefined).text).toContain(text);
  });

  it.each([
    'Der Hafen war für Schiffe den ganzen Winter über geschlossen – größere Kähne mussten warten.',
    'Le port a été fermé aux navires pendant tout l’hiver, à l’exception des bateaux légers.',
    'It’s – he said “so” – 5 € a day.',
    'Å.',
    'El niño comió piñas en la montaña.',
    'Skærgården ligger øst for byen, og færgen sejler året rundt.',
  ])('is of Western Europe: %s', (text) => {
    const body = encoder('windows-1252')(`<p>${text}</p>`);
    expect(decodePage(body, 'html', undefined)).toEqual({ text: `<p>${text}</p>`, charset: 'windows-1252' });
  });

  it('is Japanese by its escapes', () => {
    const body = Buffer.concat([Buffer.from('<p>\x1b$B'), Buffer.from('9AO', 'latin1'), Buffer.from('A\x1b(B</p>')]);
    expect(decodePage(body, 'html', undefined).charset).toBe('iso-2022-jp');
  });

  it('is guessed in no more time than its length takes', () => {
    for (const piece of ['<', '\xe9', '\xe9 ', '<\xe9', '\x81\x40'])
      expect(decodePage(Buffer.from(piece.repeat(500_000), 'latin1'), 'html', undefined).text.length).toBeGreaterThan(
        0,
      );
  });
});

describe('a page that is said to be UTF-8', () => {
  const german = '<p>Der Hafen war für größere Kähne geschlossen – “ganz” und gar.</p>';
  const latin = encoder('windows-1252')(german);

  it.each([
    ['by its server', latin, 'utf-8'],
    ['by itself', Buffer.concat([Buffer.from('<meta charset=utf-8>'), latin]), undefined],
    ['by both', Buffer.concat([Buffer.from('<meta charset=utf-8>'), latin]), 'UTF8'],
    [
      'by its server, and rightly described by itself',
      Buffer.concat([Buffer.from('<meta charset=iso-8859-1>'), latin]),
      'utf-8',
    ],
  ])('is not believed where it clearly is not: %s', (_, body, declared) => {
    const decoded = decodePage(body, 'html', declared);
    expect(decoded.charset).toBe('windows-1252');
    expect(decoded.text).toContain(german);
    expect(decodedAs(body, 'utf-8')?.text).toContain('\ufffd');
  });

  it.each(cases.slice(0, 40))('nor of other writing: $charset, $at, $text', ({ text, body }) => {
    expect(decodePage(body, 'html', 'utf-8').text).toContain(text);
  });

  it('is believed where a part of it is not', () => {
    for (const part of [Buffer.from([0xe2, 0x80]), Buffer.from([0xe9])]) {
      const decoded = decodePage(Buffer.concat([Buffer.from(german), part]), 'html', 'utf-8');
      expect(decoded).toEqual({ text: `${german}\ufffd`, charset: 'utf-8' });
    }
  });
});

describe('a page that its server names wrongly', () => {
  const russian = '<p>Гавань была закрыта для судов всю зиму, и буксирам пришлось ждать до весны.</p>';
  const chinese = '<p>港口整个冬天都对船只关闭，拖船不得不等到春天才能出海。</p>';
  const german = '<p>Der Hafen war geschlossen, die Kähne mussten warten.</p>';
  const stated = (label: string, html: string): Buffer =>
    Buffer.concat([Buffer.from(`<meta charset=${label}>`), encoder(label)(html)]);

  it.each([
    ['UTF-8 with one letter outside ASCII', Buffer.from(german), 'iso-8859-1', german],
    ['UTF-8 that says so itself', Buffer.from(`<meta charset=utf-8>${russian}`), 'windows-1251', russian],
    ['UTF-8 as an encoding of two bytes', Buffer.from(chinese), 'gbk', chinese],
    ['another encoding, which it names itself', stated('windows-1251', russian), 'iso-8859-1', russian],
    ['another one of two bytes', stated('gbk', chinese), 'windows-1252', chinese],
  ])('is read as what it is: %s', (_, body, declared, text) => {
    expect(decodePage(body, 'html', declared).text).toContain(text);
  });

  it('is read as its server says where its own words do not contradict that', () => {
    const body = Buffer.concat([Buffer.from('<meta charset=windows-1251>'), encoder('koi8-r')(russian)]);
    expect(decodePage(body, 'html', 'koi8-r').text).toContain(russian);
    expect(decodePage(Buffer.from([0x41, 0xb1]), 'html', 'iso-8859-2').text).toBe('Aą');
    expect(decodePage(Buffer.from([0xc4, 0xa3]), 'html', 'gbk').text).toBe('模');
  });
});
