import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/debate/log/entry';
import type { TextLayout } from '../../../src/matching/text/sourceText';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { checkSource } from '../../../src/verify/checkSource';
import { settle } from '../../../src/verify/settle';
import { supportQuestion } from '../../../src/verify/verifier';
import type { Support } from '../../../src/verify/supportCheck';
import { type KeptSource, ReadSource } from '../../../src/verify/readSource';
import { entryCiting } from '../../support/verifierStage';

const body =
  'The lamp of the lighthouse burns 900 watts and was never changed.\n\nKeepers came every second week, also in winter.';
const others = {
  navigation: 'Weather at sea, tides and the timetable of the ferry',
  notice: 'We store small files on your device to count readers',
  comments: 'My uncle says that the lamp of it burns 1,200 watts at night.',
  bibliography: 'Halvorsen, T. Lamps of the northern lighthouses. Marine Notes 12, 44–61.',
};

/** Text and layout, the body first. */
function page(changes: Partial<KeptSource> = {}): KeptSource {
  let text = body;
  const parts: NonNullable<TextLayout['parts']>[number][] = [{ kind: 'body', start: 0, end: body.length }];
  for (const [kind, words] of Object.entries(others) as [keyof typeof others, string][]) {
    const start = text.length + 2;
    text = `${text}\n\n${words}`;
    parts.push({ kind, start, end: text.length });
  }
  return {
    text,
    layout: { parts },
    title: 'The lighthouse and its lamp',
    sha256: 'a'.repeat(64),
    finalUrl: 'https://news.example/lamp',
    ...changes,
  };
}

const url = 'https://news.example/lamp';
function check(
  source: Partial<Source>,
  { text = page(), content, support }: { text?: KeptSource; content?: string; support?: Support } = {},
) {
  const cited = { url, title: '', accessed: '2026-07-21', ...source };
  const read = new ReadSource(parseSourceUrl(cited.url), text);
  const code = checkSource({ entry: entryCiting(cited, content), source: cited }, read);
  return settle(cited.url, code, { support });
}

describe('a quotation that code has mended', () => {
  it('stands, and says how it was first quoted', () => {
    const is = 'The lamp was lit on the north pier in the second winter.';
    const was = is.replace('on the north pier ', '');
    const source = { url, title: '', accessed: '2026-07-21', quote: is, claim: 'It was lit in winter.' };
    const entry = { ...entryCiting(source, 'It was lit in winter.'), data: { mended: [{ was, is }] } };
    const read = new ReadSource(parseSourceUrl(url), page({ text: `${is} Nobody saw it.` }));
    const code = checkSource({ entry, source }, read);
    const support = { answer: 'supports' as const, explanation: 'It says so.' };
    expect(settle(url, code, { support }).explanation).toBe(
      `The quotation stands verbatim at the cited place. It was first quoted as “${was}”; code put the source’s words in its place. It says so.`,
    );
  });
});

describe('figures in a text of strings with escapes', () => {
  it.each([
    ['The lamp burns 12,500 watts.', 'not_judged'],
    ['The lamp burns 12,600 watts.', 'fail'],
  ])('accuse only where they are not those either: %s', (content, figures) => {
    const text = page({
      text: '{"power": "12\\u202f500\\u00a0watts in the lamp"}',
      layout: undefined,
      contentType: 'application/json',
    });
    expect(check({ claim: content }, { text, content }).checks).toMatchObject({ figures });
  });
});

describe('lines behind the end of a file', () => {
  const text = page({ text: 'The harbour\nThe lamp burns 900 watts.', layout: undefined, contentType: 'text/plain' });
  it.each([
    ['workspace:b.md#L2-L3', 'The lamp burns 900 watts.', { quote: 'pass', figures: 'pass' }],
    ['workspace:b.md#L2-L3', 'The lamp burns 800 watts.', { quote: 'fail', figures: 'fail' }],
    ['workspace:b.md#L3-L4', 'The lamp burns 900 watts.', { quote: 'fail', figures: 'not_judged' }],
  ])('are none, and those before them count: %s, %s', (place, quote, checks) => {
    expect(check({ url: place, quote, claim: quote }, { text, content: quote }).checks).toMatchObject(checks);
  });
});

describe('figures beside a sign that could not be decoded', () => {
  it.each([
    ['12\ufffd500 watts', 'not_judged'],
    ['12,400 watts at the caf\ufffd', 'fail'],
  ])('accuse nobody: %s', (said, figures) => {
    const content = 'The lamp burns 12,500 watts.';
    const text = page({ text: `The lamp burns ${said}.`, layout: undefined, contentType: 'text/plain' });
    expect(check({ claim: content }, { text, content }).checks).toMatchObject({ figures });
  });
});

describe('a quotation and the parts of a page', () => {
  it.each(Object.entries(others))(
    'is neither verified nor held against anybody where it stands only in the %s, and that is said',
    (kind, words) => {
      const data = check({ quote: words });
      expect(data).toMatchObject({ status: 'unverified', checks: { quote: 'not_judged' } });
      expect(data.notes?.['quote']).toMatch(
        { navigation: /menu/, notice: /notice/, comments: /comments/, bibliography: /bibliography/ }[kind] ?? /^$/,
      );
      expect(page().text.slice(data.passage?.start, data.passage?.end)).toContain(words.slice(0, -1));
    },
  );

  it('is found in the body, even when it stands elsewhere as well', () => {
    const quote = 'Keepers came every second week';
    const base = page();
    const text = `${base.text}\n\n${quote}`;
    const layout = {
      parts: [
        ...(base.layout?.parts ?? []),
        { kind: 'comments' as const, start: base.text.length + 2, end: text.length },
      ],
    };
    expect(check({ quote }, { text: page({ text, layout }) })).toMatchObject({
      status: 'verified',
      passage: { start: body.indexOf(quote) },
    });
  });

  it('what no part covers is the author’s', () => {
    const [, ...withoutBody] = page().layout?.parts ?? [];
    expect(
      check({ quote: 'Keepers came every second week' }, { text: page({ layout: { parts: withoutBody } }) }),
    ).toMatchObject({ status: 'verified' });
  });

  it('does not stand on both sides of where the author stops', () => {
    const quote = 'also in winter. Weather at sea, tides';
    expect(check({ quote, title: page().title })).toMatchObject({ status: 'unreliable' });
  });

  it('figures are looked for in what the author says, too', () => {
    const quote = 'The lamp of the lighthouse burns 900 watts and was never changed.';
    expect(
      check({ quote, claim: 'The lamp burns 1,200 watts.' }, { content: 'The lamp burns 1,200 watts.' }),
    ).toMatchObject({ status: 'unverified', checks: { quote: 'pass', figures: 'fail' } });
  });

  it('the question of support is asked with nothing around the passage that readers wrote', () => {
    const read = new ReadSource(parseSourceUrl(url), page());
    const passage = { start: read.text.indexOf('Keepers'), end: read.text.indexOf('Keepers') + 30 };
    const question = supportQuestion(
      {
        entry: entryCiting({ url, claim: 'Keepers came often.' }),
        source: { url, title: '', accessed: '', claim: 'Keepers came often.' },
        statement: 'Keepers came often.',
      },
      read,
      { found: passage, figures: { result: 'not_judged', note: 'Not written so: 12.', isForJudge: true } },
    );
    expect(question).toMatchObject({
      passage: 'Keepers came every second week',
      claim: 'Keepers came often.',
      surroundings: body,
      note: 'Not written so: 12.',
    });
  });
});

describe('a figure that does not stand there', () => {
  const text = page({ text: 'Half of the keepers left the island in the second winter, and the lamp went out.' });
  const claim = '50 % of the keepers left the island.';
  const judged = (explanation: string, said = claim) =>
    check(
      { quote: text.text, claim: said },
      { text, content: `${said} ${text.text}`, support: { answer: 'supports', explanation } },
    );

  it('is lifted by the words of the passage that a judge gives, in quotation marks', () => {
    const data = judged('The passage says “Half of the keepers left”, which is the share.');
    expect(data).toMatchObject({ status: 'verified', checks: { figures: 'approximate', support: 'pass' } });
    expect(data.notes?.['figures']).toBe(
      'Not found in the cited text: 50 %. The judge of support finds it in “Half of the keepers left”.',
    );
  });

  it.each([
    ['a bare yes', 'It does.'],
    ['words without marks', 'Half of the keepers left, so it does.'],
    ['words that do not stand there', 'It says “half of all keepers left the island”.'],
    ['two words', 'It says “the keepers”.'],
  ])('is not lifted by %s', (_, explanation) => {
    expect(judged(explanation)).toMatchObject({ status: 'unverified', checks: { figures: 'fail', support: 'pass' } });
  });
});

it('is not lifted by words without a number where the passage has a figure of that unit', () => {
  const text = page({ text: 'Of those who come at least once a month, 51 percent want the Sunday.' });
  const content = `61 percent want the Sunday. ${text.text}`;
  const support = { answer: 'supports' as const, explanation: 'It says “at least once a month”.' };
  const data = check({ quote: text.text, claim: '61 percent want the Sunday.' }, { text, content, support });
  expect(data).toMatchObject({ status: 'unverified', checks: { figures: 'fail' } });
});

describe('a quotation and the pages of a document', () => {
  const pages = [
    'The first page speaks of lamps.\n\n',
    'The second speaks of keepers who\n',
    'came every second week to the island.\n\n',
    'The last page speaks of tides.',
  ];
  const text = pages.join('');
  const spans = pages.map((words, index) => ({
    page: index + 1,
    start: pages.slice(0, index).join('').length,
    end: pages.slice(0, index).join('').length + words.length,
  }));
  const document = page({ text, layout: { pages: spans }, title: 'Lamps' });
  const at = (number: number, quote: string, place = url) =>
    check({ url: `${place}#page=${number}`, quote }, { text: document });

  it('stands on the page cited, in evidence as on the web', () => {
    expect(at(4, 'The last page speaks of tides.')).toMatchObject({ status: 'verified' });
    expect(at(4, 'The last page speaks of tides.', 'workspace:lamps.pdf')).toMatchObject({ status: 'verified' });
  });

  it('stands on both pages when it runs over the edge', () => {
    const quote = 'speaks of keepers who came every second week';
    expect(at(2, quote)).toMatchObject({ status: 'verified', passage: { start: text.indexOf('speaks of keepers') } });
    expect(at(3, quote)).toMatchObject({ status: 'verified' });
    expect(at(4, quote)).toMatchObject({ status: 'unreliable' });
  });

  it('is said to stand on another page, where it does', () => {
    const data = at(4, 'The first page speaks of lamps.');
    expect(data).toMatchObject({ status: 'unreliable', checks: { quote: 'fail' } });
    expect(data.notes?.['quote']).toContain('The quotation stands on page 1, not on page 4.');
  });

  it('does not stand on a page that there is not', () => {
    expect(at(9, 'The first page speaks of lamps.').notes?.['quote']).toBe('The document has no page 9; it has 4.');
  });

  it('a page means nothing in a text that has none', () => {
    expect(check({ url: `${url}#page=3`, quote: 'Keepers came every second week' })).toMatchObject({
      status: 'verified',
    });
  });
});

describe('title, authors and year', () => {
  const quote = 'Keepers came every second week';
  const english = page({
    authors: ['Ilse Brandt', 'Okafor, Chidi'],
    site: 'The Harbour Herald',
    published: '2019-05-17',
  });
  const cited = (title: string, content?: string) =>
    check({ quote, title }, { text: english, ...(content === undefined ? {} : { content }) });

  it.each([
    'The lighthouse and its lamp',
    'the LIGHTHOUSE',
    'Brandt (2019): The lighthouse and its lamp',
    'The Lighthouse and Its Lamp | The Harbour Herald',
    'Brandt & Okafor, The lighthouse',
  ])('%j is the page’s', (title) => {
    expect(cited(title)).toMatchObject({ status: 'verified', checks: { attribution: 'pass' } });
  });

  it.each(['', 'https://news.example/lamp'])('%j names nothing', (title) => {
    expect(cited(title)).toMatchObject({ status: 'verified', checks: { attribution: 'not_applicable' } });
  });

  it.each([
    'Der Leuchtturm und seine Lampe',
    'Maintenance report',
    'How keepers worked in winter',
    'Herald article on maintenance for sailors',
    '灯台とそのランプ',
  ])('%j is undecided, and lowers nothing', (title) => {
    expect(cited(title)).toMatchObject({ status: 'verified', checks: { attribution: 'not_judged' } });
  });

  it('another work altogether is a contradiction', () => {
    const data = cited('Growth of the cocoa trade and its merchants');
    expect(data).toMatchObject({ status: 'unreliable', checks: { attribution: 'fail', quote: 'pass' } });
    expect(data.explanation).toContain('It was cited as “Growth of the cocoa trade and its merchants”');
  });

  it('a year that is none of the page’s is a contradiction; one beside it, or of another author, is not', () => {
    expect(cited('Brandt (2011): The lighthouse')).toMatchObject({
      status: 'unreliable',
      checks: { attribution: 'fail' },
    });
    expect(cited('Brandt (2018): The lighthouse')).toMatchObject({ status: 'verified' });
    const said = (year: string, author: string) => `${author} (${year}) writes: ${quote}`;
    expect(cited('The lighthouse', said('2011', 'Okafor et al.'))).toMatchObject({ checks: { attribution: 'fail' } });
    expect(cited('The lighthouse', said('2011', 'Halvorsen'))).toMatchObject({ checks: { attribution: 'pass' } });
    expect(cited('The lighthouse', said('2019', 'Brandt'))).toMatchObject({ checks: { attribution: 'pass' } });
  });

  it('of evidence files nothing is asked', () => {
    expect(
      check({ url: 'workspace:a.md', quote, title: 'Growth of the cocoa trade and its merchants' }, { text: english }),
    ).toMatchObject({ checks: { attribution: 'not_applicable' } });
  });
});

describe('support', () => {
  const source = { quote: 'Keepers came every second week', claim: 'The island was tended all year.' };
  const answered = (support: Support | undefined) => check(source, { ...(support === undefined ? {} : { support }) });

  it.each([
    ['supports', 'verified', 'pass', /stands verbatim/],
    ['contradicts', 'unreliable', 'fail', /contradicts the claim\. Because/],
    ['does_not_say', 'unreliable', 'fail', /does not say what is claimed\. Because/],
  ] as const)('%s: %s', (answer, status, result, words) => {
    const data = answered({ answer, explanation: 'Because so.' });
    expect(data).toMatchObject({
      status,
      checks: { support: result },
      notes: { support: 'Because so.' },
      support_answer: answer,
    });
    expect(data.explanation).toMatch(words);
  });

  it('that nobody judged is said, and leaves the source unverified', () => {
    const data = answered(undefined);
    expect(data).toMatchObject({
      status: 'unverified',
      checks: { exists: 'pass', quote: 'pass', support: 'not_judged' },
    });
    expect(data.explanation).toBe('Whether it supports the claim was not judged.');
  });
});

describe('a text in which too much would have to be looked at', () => {
  it('is not judged by its figures, with their number, but by those of the lines that are cited', () => {
    const rows = `1, ${'12;'.repeat(125_000)}\n${'34;'.repeat(125_000)}\nIn 2001 it rose by 5 %.`;
    const text = page({ text: rows, layout: { parts: [{ kind: 'body', start: 0, end: rows.length }] } });
    const content = 'In 2001 it rose by 7 %.';
    const data = check({ claim: content }, { text, content });
    expect(data).toMatchObject({ status: 'unverified', checks: { figures: 'not_judged' } });
    expect(data.notes?.['figures']).toContain('too complex: more than 250,000 figures. Cite the lines');
    const cited = check({ claim: content, url: 'workspace:data.txt#L3' }, { text, content });
    expect(cited).toMatchObject({ status: 'unverified', checks: { figures: 'fail' } });
  });

  it('is not accused of a quotation that was not looked for everywhere', () => {
    const text = page({ text: 'a-'.repeat(200_000), layout: undefined });
    const data = check({ quote: 'a-a-a-a-a-a-a-a' }, { text });
    expect(data).toMatchObject({ status: 'unverified', checks: { quote: 'not_judged' } });
    expect(data.notes?.['quote']).toContain('more than 50,000,000 steps');
  });
});
