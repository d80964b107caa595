import { describe, expect, it } from 'vitest';
import { figureFindings } from '../../../../src/matching/figures/figureFindings';

type Verdict = 'proven' | 'missing' | 'misplaced' | 'rounded' | 'none';

function verdict(claim: string, source: string): Verdict {
  const { missing, misplaced, rounded, any } = figureFindings([claim], source);
  if (missing.length > 0) return 'missing';
  if (misplaced.length > 0) return 'misplaced';
  if (rounded.length > 0) return 'rounded';
  return any ? 'proven' : 'none';
}

const costs = 'item,cost_meur,year\ndesign,4.5,2025\npiers,38,2026\ndeck,21,2027\napproach roads,9.5,2027';

const rows: Readonly<Record<string, readonly (readonly [Verdict, string, string])[]>> = {
  percentages: [
    ['proven', 'It is 40%.', 'It is 40 %.'],
    ['proven', 'It is 40 per cent.', 'It is 40%.'],
    ['proven', 'It is 40%.', 'Es sind 40 Prozent.'],
    ['proven', 'It is 40%.', 'C’est 40 pour cent.'],
    ['proven', 'It is 40%.', 'Es el 40 por ciento.'],
    ['proven', 'It is 40%.', 'Это 40 процентов.'],
    ['proven', 'It is 40%.', '比例为４０％。'],
    ['proven', 'It is forty percent.', 'It is 40 %.'],
    ['missing', 'It is 40%.', 'It is 40.'],
    ['missing', 'It is 40%.', 'It is 40 ‰.'],
    ['missing', 'It is 40%.', 'It is 4.0%.'],
    ['missing', 'It is 40%.', 'It is 60%.'],
    ['missing', 'It rose by 5 %.', 'It rose by 5 percentage points.'],
    ['missing', 'It rose by 5 percentage points.', 'It rose by 5 %.'],
    ['proven', 'It rose by 5 percentage points.', 'It rose by 5 pp.'],
    ['proven', 'It rose by 5 percentage points.', 'Es waren 5 Prozentpunkte mehr.'],
    ['proven', 'It rose by 5 percentage points.', 'It gained five points.'],
    ['proven', 'It rose by 5 percentage points.', 'Elle a gagné 5 points de pourcentage.'],
    ['missing', 'It rose by 5 points.', 'It rose by 5 %.'],
  ],
  'thousands and decimals': [
    ['proven', 'It is 1,234.5.', 'Es sind 1.234,5.'],
    ['proven', 'It cost 5 million euros.', 'It cost 5&nbsp;million&nbsp;euros.'],
    ['missing', 'It cost 5 million euros.', 'It cost 5&nbsp;billion&nbsp;euros.'],
    ['proven', 'It is 1,234.5.', 'C’est 1 234,5.'],
    ['proven', 'It is 1,234.5.', "Es sind 1'234.5."],
    ['proven', 'It is 1,234.5.', 'It is 1234.50.'],
    ['proven', 'It is 1,234,567.', 'It is 12,34,567.'],
    ['proven', 'It is 1,234,567.', 'Es sind 1.234.567.'],
    ['proven', 'It is 9,500.', 'Es sind 9.500.'],
    ['proven', 'It is 2,5.', 'It is 2.5.'],
    ['missing', 'It is 1,234.5.', 'It is 12,345.'],
    ['missing', 'It is 1,234.', 'It is 1,243.'],
    ['missing', 'It is 12.34.', 'It is 1,234.'],
    ['proven', 'It is 1,204.', 'عددها ١٬٢٠٤ سفينة.'],
    ['proven', 'It is 3.5.', 'النسبة ٣٫٥ فقط.'],
    ['proven', 'It is 1,204 ships.', '共有1204艘船。'],
    ['proven', 'It is 640.', 'संख्या ६४० है।'],
  ],
  magnitudes: [
    ['proven', 'It is 3 million.', 'It is 3,000,000.'],
    ['proven', 'It is 3 million.', 'It is 3m dollars, or $3m.'],
    ['proven', 'It is 1.3 billion.', 'Es sind 1,3 Mrd. Euro.'],
    ['proven', 'It is 1.3 billion.', 'Es sind 1,3 Milliarden.'],
    ['proven', 'It is 1.3 billion.', 'C’est 1,3 milliard d’euros.'],
    ['proven', 'It is 2 billion.', 'Son 2 mil millones.'],
    ['proven', 'It is 14 million.', 'Es sind 14 Mio. Euro.'],
    ['proven', 'It is 14 million.', 'Ce sont 14 millions d’euros.'],
    ['proven', 'It is 14 million.', 'Son 14 millones de euros.'],
    ['proven', 'It is 14 million.', 'Это 14 млн рублей.'],
    ['proven', 'It is 14 million.', '费用为1400万元。'],
    ['proven', 'It is 1.4 billion.', '14億円かかる。'],
    ['proven', 'It is 500,000.', 'It is 5 lakh.'],
    ['proven', 'It is 20,000,000.', 'It is 2 crore.'],
    ['proven', 'It is 12k.', 'It is 12,000.'],
    ['proven', 'It is 7 bn.', 'It is seven billion.'],
    ['missing', 'It is 3 million.', 'It is 3 billion.'],
    ['missing', 'It is 1.3 billion.', 'Es sind 1,3 Mio. Euro.'],
    ['missing', 'It is 2 crore.', 'It is 2 lakh.'],
    ['missing', 'It is 14 million.', '费用为14万元。'],
    ['proven', 'It is 1.5e6.', 'It is 1.5 × 10⁶.'],
    ['missing', 'It is 1.5e6.', 'It is 1.5 × 10⁵.'],
  ],
  money: [
    ['proven', 'It costs $5.', 'It costs US$5.'],
    ['proven', 'It costs $5.', 'It costs 5 dollars.'],
    ['proven', 'It costs €5.', 'Es kostet 5 Euro.'],
    ['proven', 'It costs €5.', 'It costs EUR 5.'],
    ['proven', 'It costs €5.', 'Elle coûte 5 €.'],
    ['proven', 'It costs 14 million euros.', 'Ce sont 14 millions d’euros.'],
    ['proven', 'It costs £180,000.', 'It costs 180,000 pounds.'],
    ['proven', 'It costs CHF 20.', 'Es kostet 20 Franken.'],
    ['proven', 'It costs 500 kr.', 'It costs SEK 500.'],
    ['proven', 'It costs kr 500.', 'It costs 500 NOK.'],
    ['proven', 'It costs ¥300.', 'It costs 300 yen.'],
    ['proven', 'It costs 300 yen.', '300円かかる。'],
    ['missing', 'It costs €5.', 'It costs $5.'],
    ['missing', 'It costs £5.', 'It costs €5.'],
    ['missing', 'It costs 500 kr.', 'It costs 500 euros.'],
    ['missing', 'It costs $5 million.', 'It costs $5.'],
    ['missing', 'It costs A$5.', 'It costs US$5.'],
    ['missing', 'It costs 300 yen.', '费用为300元。'],
  ],
  dates: [
    ['proven', 'On 17 May 2024.', 'On 2024-05-17.'],
    ['proven', 'On 17 May 2024.', 'On May 17, 2024.'],
    ['proven', 'On 17 May 2024.', 'Am 17.05.2024.'],
    ['proven', 'On 17 May 2024.', 'Am 17. Mai 2024.'],
    ['proven', 'On 17 May 2024.', 'Le 17 mai 2024.'],
    ['proven', 'On 17 May 2024.', 'El 17 de mayo de 2024.'],
    ['proven', 'On 17 May 2024.', '2024年5月17日に開かれた。'],
    ['proven', 'On 17 May 2024.', 'On 5/17/2024.'],
    ['proven', 'On 5 April 2024.', 'On 5/4/2024.'],
    ['proven', 'On 4 May 2024.', 'On 5/4/2024.'],
    ['missing', 'On 17 May 2024.', 'On 18 May 2024.'],
    ['missing', 'On 17 May 2024.', 'On 17 May 2023.'],
    ['missing', 'On 17 May 2024.', 'Am 17. März 2024.'],
    ['missing', 'On 5 June 2024.', 'On 5/4/2024.'],
    ['proven', 'In May 2024.', 'En mai 2024.'],
    ['proven', 'In 2024.', 'Le 17 mai 2024.'],
    ['missing', 'In 2024.', 'Le 17 mai 2025.'],
  ],
  ranges: [
    ['proven', 'It is 10–20 %.', 'It is between 10 and 20 per cent.'],
    ['proven', 'It is 10 to 20 %.', 'It is 10-20%.'],
    ['proven', 'It is 10 %.', 'It is 10–20 %.'],
    ['missing', 'It is 10–25 %.', 'It is 10–20 %.'],
    ['missing', 'It is 15 %.', 'It is 10–20 %.'],
    ['proven', 'It costs $3 million.', 'It costs $3–5 million.'],
    ['proven', 'From 2019 to 2021.', 'In 2019–21.'],
  ],
  'words and fractions': [
    ['proven', 'There are three.', 'There are 3.'],
    ['proven', 'There are 12.', 'There are a dozen of them.'],
    ['proven', 'There are 24.', 'There are two dozen.'],
    ['none', 'There are a dozen.', 'There are 14.'],
    ['none', 'Half of them, twice a year.', 'All of them.'],
    ['proven', 'It is 3/4 of them.', 'It is three quarters of them.'],
    ['proven', 'It took 3½ years.', 'It took 3.5 years.'],
    ['proven', 'It took 3.5 years.', 'It took three and a half years.'],
    ['proven', 'It is ½.', 'It is a half.'],
    ['missing', 'It took 3½ years.', 'It took 3 years.'],
    ['proven', 'There are three stations.', 'Es gibt drei Bahnhöfe.'],
    ['proven', 'There are five stations.', 'Hay cinco estaciones.'],
    ['missing', 'There are four stations.', 'Es gibt drei Bahnhöfe.'],
    ['proven', 'The 3rd case.', 'Case 3.'],
    ['proven', 'It was −5 degrees.', 'It was minus 5 degrees.'],
    ['missing', 'It was −5 degrees.', 'It was 5 degrees.'],
    ['proven', 'It fell by 5 %.', 'The change is −5 %.'],
  ],
  rounding: [
    ['rounded', 'About 40 % left.', 'It is 40.2 %.'],
    ['rounded', 'Roughly 40% left.', 'It is 39.6 %.'],
    ['rounded', 'Nearly 5 million left.', 'It is 4,960,000.'],
    ['rounded', 'More than 1,200 left.', 'It is 1,204.'],
    ['rounded', 'It costs about $2 million.', 'It costs $2.04 million.'],
    ['rounded', 'Rund 40 % gingen.', 'It is 40.2 %.'],
    ['proven', 'About 40 % left.', 'It is 40 %.'],
    ['missing', 'It is 40 %.', 'It is 40.2 %.'],
    ['missing', 'About 40 % left.', 'It is 44 %.'],
    ['missing', 'About 40 % left.', 'There are 40.2 of them.'],
    ['missing', 'Over 40 % left.', 'It is 39.8 %.'],
    ['missing', 'Nearly 5 million left.', 'It is 5,040,000.'],
    ['missing', 'About $2 million.', 'It costs €2.04 million.'],
  ],
  'in rows of cells between commas': [
    ['proven', 'approach roads,9.5,2027', costs],
    ['proven', 'item,cost_meur,year\napproach roads,9.5,2027', costs],
    ['proven', 'The deck costs 21 million.', costs.replace('21', '21 million')],
    ['proven', 'The approach roads cost 9.5 in 2027.', costs],
    ['proven', 'It had 300 cells of 5.', 'a,5,300,b'],
    ['proven', 'It is 5,300.', 'a,"5,300",b'],
    ['proven', 'It is 21.2027.', 'It is 21,2027.'],
    ['proven', 'There were 18 callers and 460 calls.', 'callers,calls\nREST,18,460,x'],
    ['missing', 'The deck costs 21.2027.', costs],
    ['missing', 'The piers cost 38.2026 million.', costs],
    ['missing', 'It is 234.', 'It is 1,234.'],
    ['missing', 'It is 12 or 5.', 'It is 12,5.'],
    ['missing', 'approach roads,9.6,2027', costs],
    ['misplaced', '40 % of nurses were ill.', '40 % of doctors\nand 12 % of nurses were ill.'],
  ],
  'of another quantity': [
    ['misplaced', '40 % of nurses were ill.', '40 % of doctors and 12 % of nurses were ill.'],
    ['proven', '40 % of doctors were ill.', '40 % of doctors and 12 % of nurses were ill.'],
    ['proven', '12 % of nurses were ill.', '40 % of doctors and 12 % of nurses were ill.'],
    ['proven', '40 % of doctors and 12 % of nurses were ill.', '40 % of doctors and 12 % of nurses were ill.'],
    ['misplaced', '12 % of doctors and 40 % of nurses were ill.', '40 % of doctors and 12 % of nurses were ill.'],
    [
      'misplaced',
      'Burnout was reported by 40 % of nurses.',
      'Burnout was reported by 40 % of doctors and 12 % of nurses.',
    ],
    ['proven', '40 % were ill.', '40 % of doctors and 12 % of nurses were ill.'],
    ['proven', '40 % of physicians were ill, far more than nurses.', '40 % of doctors and 12 % of nurses were ill.'],
    ['misplaced', 'Costs rose by 12 %.', 'Mortality fell by 12 %, and costs rose by 40 %.'],
    ['proven', 'Costs rose by 40 %.', 'Mortality fell by 12 %, and costs rose by 40 %.'],
    ['misplaced', 'GDP grew by 5 % in 2020.', 'GDP grew by 3 % in 2020 and 5 % in 2021.'],
    ['proven', 'GDP grew by 5 % in 2021.', 'GDP grew by 3 % in 2020 and 5 % in 2021.'],
    ['misplaced', 'Wages rose to $5 million.', 'The price rose to $5 million while wages rose to $3 million.'],
    ['misplaced', '40 doctors came.', '12 doctors and 40 nurses came.'],
    ['proven', '40 nurses came.', '12 doctors and 40 nurses came.'],
    ['proven', '40 % of nurses left.', '40 % of doctors and 12 % of nurses stayed. Elsewhere, 40 % of nurses left.'],
    ['proven', '40 % of nurses.', 'Doctors and nurses reported it at 40 % and 12 %, respectively.'],
    ['proven', 'It went from 3 % to 5 %.', 'It went from 3 % in May to 5 % in June.'],
    ['proven', 'Routes 3 and 5 run every 10 minutes.', 'Routes 1, 3 and 5 run every 10 minutes, the others every 30.'],
    [
      'proven',
      'The frequency rose on routes 3 and 5.',
      'On routes 1, 3 and 5 the frequency rose, and on routes 2 and 4 it fell.',
    ],
    [
      'misplaced',
      'Service fell on routes 1 and 3.',
      'On routes 1, 3 and 5 the frequency rose, and on routes 2 and 4 it fell.',
    ],
    ['proven', 'Die Linien 3 und 5 fahren öfter.', 'Die Linien 1, 3 und 5 fahren öfter als die Linien 2 und 4.'],
    ['misplaced', '40 % der Pflegerinnen waren krank.', '40 % der Ärzte und 12 % der Pflegerinnen waren krank.'],
    ['proven', '40 % der Ärzte waren krank.', '40 % bei den Ärzten und 12 % bei den Pflegern.'],
    ['misplaced', '40 % des infirmières', '40 % des médecins et 12 % des infirmières étaient malades.'],
    ['misplaced', 'El 40 % de las enfermeras', 'El 40 % de los médicos y el 12 % de las enfermeras estaban enfermos.'],
    ['proven', '40 % of the nurses were ill.', '40 % der Ärzte und 12 % der Pflegerinnen waren krank.'],
    ['misplaced', 'The latency of writes is 27 ms.', 'The latency is 27 ms for reads and 90 ms for writes.'],
    ['proven', 'The latency of reads is 27 ms.', 'The latency is 27 ms for reads and 90 ms for writes.'],
    [
      'misplaced',
      'The bridge closed on 3 May 2020.',
      'The tunnel closed on 3 May 2020, and the bridge closed on 5 June 2021.',
    ],
    ['proven', 'Costs were 12 % in 12 towns.', 'Costs rose by 12 %, and there were 12 towns.'],
  ],
};

describe.each(Object.entries(rows))('rule 24: %s', (_, table) => {
  it.each(table)('%s: %s ← %s', (expected, claim, source) => {
    expect(verdict(claim, source)).toBe(expected);
  });
});

it('a date is of its own year, whichever else its sentence names', () => {
  const source = 'The ferry carried 1,234 passengers in May 2025, which is 12% more than in May 2024.';
  for (const claim of ['The ferry carried 1,234 passengers in May 2025.', 'It is compared with May 2024.'])
    expect(figureFindings([claim], source).misfiled).toEqual([]);
  expect(
    figureFindings(['In 2019 the plant produced 2000 MW.'], 'The plan is of 2019. In 2020 the plant produced 2000 MW.')
      .misfiled,
  ).toMatchObject([{ there: '2020', named: '2019' }]);
  const plant = 'In 2019 it had 2000 MW. In 2020 the plant of 2000 MW made 12% of it.';
  expect(figureFindings(['In 2019 the plant of 2000 MW made 12% of it.'], plant).misfiled).toMatchObject([
    { there: '2020', named: '2019' },
  ]);
  expect(figureFindings(['The plant of 2000 MW made 12% of it.'], plant.replace('of 2000 MW ', '')).misfiled).toEqual(
    [],
  );
  for (const words of [
    'EUR 5 million and 12% were made',
    'USD sales rose 12%',
    'day-ahead prices rose 12%',
    '€ 5 and 12%',
  ])
    expect(figureFindings(['In 2019 the plant made 12% of it.'], `In 2019 ${words}, 15% in 2020.`).misfiled).toEqual(
      [],
    );
  expect(
    figureFindings(['In 2019 it rose by 12%.'], 'The plan is of 2019. In 2020 the $2000 rose by 12%.').misfiled,
  ).toMatchObject([{ there: '2020', named: '2019' }]);
  expect(
    figureFindings(['12% in May 2023, not in May 2025'], 'In 2021 it was 12%. May 2023 and May 2025 were better.')
      .misfiled,
  ).toMatchObject([{ there: '2021' }]);
});
