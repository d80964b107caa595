import { describe, expect, it } from 'vitest';
import { matchedRanges, passageOf, placesOf } from '../../../../../src/session/library/search/debateHit';
import { parseQuery } from '../../../../../src/session/library/search/query';

const shown = (text: string, pattern: RegExp, isMarkdown = true) => {
  const { text: line, ranges } = passageOf(text, matchedRanges(text, pattern, 100), isMarkdown);
  return [line, ...ranges.map(({ start, end }) => line.slice(start, end))];
};

describe('the passage of a hit', () => {
  it.each([
    ['## Outcome\n\nThe **harbour wall** holds.', ['Outcome The harbour wall holds.', 'wall']],
    ['- one *wall*\n- two `wall`s', ['one wall two walls', 'wall', 'wall']],
    ['> See [the wall](https://example.org/wall_(x) and the rest.', ['See the wall and the rest.', 'wall']],
    ['A [link to [a wall](https://example.org) here](x', ['A [link to a wall here](x', 'wall']],
    ['***wall*** and __wall__, _wall_.', ['wall and wall, wall.', 'wall', 'wall', 'wall']],
    ['| Wall | Cost |\n|:---|---:|\n| wall | 3 |', ['| Wall | Cost | | wall | 3 |', 'wall']],
  ])('shows no Markdown of %j', (text, expected) => {
    expect(shown(text, /wall/g)).toEqual(expected);
  });

  it.each(['5 * 3 * wall', 'snake_case_wall', 'a-wall - b', 'the #7 wall, 2*3', '[wall] (no link)', 'wall > 3'])(
    'leaves what is none: %s',
    (text) => {
      expect(shown(text, /wall/g)[0]).toBe(text);
    },
  );

  it('marks what is left of a hit, and no hit on what is not shown', () => {
    expect(shown('The **wall** holds.', /\*\*wall|\*\*/g)).toEqual(['The wall holds.', 'wall']);
  });

  it('shows an address where nothing else was found', () => {
    expect(shown('See [the team](notes/response-team.pdf) for **more**.', /response-team/g)).toEqual([
      'See [the team](notes/response-team.pdf) for **more**.',
      'response-team',
    ]);
  });

  it('shows what a source says as it stands', () => {
    expect(shown('A **wall** of `code`', /wall/g, false)).toEqual(['A **wall** of `code`', 'wall']);
  });

  it('is found in a text made to be slow', () => {
    const long = '[a'.repeat(40_000);
    expect(shown(`${long} wall`, /wall/g)[1]).toBe('wall');
    expect(shown(`${'[a]('.repeat(40_000)} wall`, /wall/g)[1]).toBe('wall');
    expect(shown(`${'*_'.repeat(40_000)} wall`, /wall/g).at(-1)).toBe('wall');
  });
});

describe('where the words of a query stand', () => {
  it.each([
    ['ガラスとカラス', 'ガラス', ['ガラス', 'カラス']],
    ['ｶﾞﾗｽのｶ\u3099', 'ガラス', ['ｶﾞﾗｽ']],
    ['東京タワーと東京スカイツリー', '東京', ['東京', '東京']],
    ['東京タワーと', 'タワー', ['タワー']],
    ['東京都', '東京 京都', ['東京都']],
    ['黒い猫がいる。黒い猫', '猫', ['猫', '猫']],
    ['在2024年的使用AI技术的人', '2024年', ['2024年']],
    ['在2024年的使用AI技术的人', 'AI技术', ['AI技术']],
    ['그 학교는 크다', '학교', ['학교는']],
    ['Ünïcode™, “Ünicode”🙂wall', 'unicodetm wall', ['Ünïcode™', 'wall']],
    ['株式会社と㍿', '株式会社', ['株式会社', '㍿']],
    ['3½ walls', '3½', ['3½']],
  ])('%s: %s', (text, query, expected) => {
    const places = placesOf(text, parseQuery(query).units);
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
    const shownText = passageOf(text, places, false);
    expect(shownText.text).toBe(text);
    expect(shownText.ranges).toEqual(places);
  });
});
