import { articleWith, type AdversaryCase } from './adversaryStage';

const p = (...paragraphs: readonly string[]): string =>
  articleWith(paragraphs.map((inner) => `<p>${inner}</p>`).join(''));
const plain = (name: string, text: string, quote: string, expected: AdversaryCase['expected']): AdversaryCase => ({
  name,
  page: p(text),
  quote,
  expected,
});

/** Words outside the quotation's edges that turn it into its opposite, or into another person's claim. */
export const framedCases: readonly AdversaryCase[] = [
  plain(
    'it is not true that',
    'It is not true that the northern quay is safe in every storm.',
    'the northern quay is safe in every storm',
    'unverified',
  ),
  plain(
    'critics wrongly claim that',
    'Critics wrongly claim that the northern quay is safe in every storm.',
    'the northern quay is safe in every storm.',
    'unverified',
  ),
  plain(
    'critics claim that',
    'Critics of the office claim that the northern quay is falling into the sea.',
    'the northern quay is falling into the sea',
    'unverified',
  ),
  plain(
    'nobody believes',
    'Nobody believes that the ferries will ever be on time again.',
    'the ferries will ever be on time again',
    'unverified',
  ),
  plain(
    'a condition before it',
    'If the wind turns to the east, the northern quay is closed to all ships.',
    'the northern quay is closed to all ships',
    'unverified',
  ),
  plain(
    'a condition after it',
    'The northern quay is closed to all ships unless the wind has turned.',
    'The northern quay is closed to all ships',
    'unverified',
  ),
  plain(
    'an exception after it',
    'The northern quay is safe in every storm, except for small boats.',
    'The northern quay is safe in every storm',
    'unverified',
  ),
  plain(
    'a denial after it',
    'The northern quay is safe in every storm, which is not what we found.',
    'The northern quay is safe in every storm',
    'unverified',
  ),
  plain(
    '“only” left out',
    'Only the northern quay is safe in every storm of the winter.',
    'the northern quay is safe in every storm of the winter',
    'unverified',
  ),
  plain(
    '“some” left out',
    'Some ferries of the harbour are late on every day of the week.',
    'ferries of the harbour are late on every day of the week',
    'unverified',
  ),
  plain(
    '“up to” left out',
    'Up to 40 % of the ferries were late in the month of May.',
    '40 % of the ferries were late in the month of May',
    'unverified',
  ),
  plain(
    '“at least” left out',
    'At least 40 ferries were late in the month of May.',
    '40 ferries were late in the month of May',
    'unverified',
  ),
  plain(
    '“may” left out',
    'The storm may have damaged the northern quay and its crane.',
    'damaged the northern quay and its crane',
    'unverified',
  ),
  plain(
    'a question without its mark',
    'Is the northern quay safe in every storm of the winter?',
    'the northern quay safe in every storm of the winter',
    'unverified',
  ),
  plain(
    'a question whose mark is dropped',
    'The northern quay is safe in every storm of the winter?',
    'The northern quay is safe in every storm of the winter',
    'unverified',
  ),
  plain(
    'a question whose mark became a stop',
    'The northern quay is safe in every storm of the winter?',
    'The northern quay is safe in every storm of the winter.',
    'unverified',
  ),
  plain(
    'denied in the next sentence',
    'The northern quay is safe in every storm of the winter. This is false.',
    'The northern quay is safe in every storm of the winter.',
    'unverified',
  ),
  plain(
    'denied in the next sentence, in German',
    'Die nördliche Kaimauer ist in jedem Sturm sicher. Das stimmt nicht.',
    'Die nördliche Kaimauer ist in jedem Sturm sicher.',
    'unverified',
  ),
  plain(
    'German “nicht” at the end',
    'Die nördliche Kaimauer hält einem Sturm aus Osten nicht stand.',
    'Die nördliche Kaimauer hält einem Sturm aus Osten',
    'unverified',
  ),
  plain(
    'German “angeblich”',
    'Angeblich ist die nördliche Kaimauer in jedem Sturm sicher.',
    'ist die nördliche Kaimauer in jedem Sturm sicher',
    'unverified',
  ),
  plain(
    'French “il est faux que”',
    'Il est faux que le quai du nord soit sûr pendant les tempêtes.',
    'le quai du nord soit sûr pendant les tempêtes',
    'unverified',
  ),
  plain(
    'French “ne … pas”',
    'Le quai du nord est, selon nous, sûr, ce que le port ne croit pas.',
    'Le quai du nord est, selon nous, sûr',
    'unverified',
  ),
  plain(
    'Spanish “no es cierto que”',
    'No es cierto que el muelle del norte sea seguro en invierno.',
    'el muelle del norte sea seguro en invierno',
    'unverified',
  ),
  {
    name: 'a myth by its heading',
    page: articleWith('<h3>Myth: The northern quay is safe in every storm</h3><p>It is closed in most of them.</p>'),
    quote: 'The northern quay is safe in every storm',
    expected: 'unverified',
  },
  {
    name: 'a myth below a heading that says so',
    page: articleWith(
      '<h3>Myth</h3><p>The northern quay is safe in every storm.</p><h3>Fact</h3><p>It is closed in most of them.</p>',
    ),
    quote: 'The northern quay is safe in every storm.',
    expected: 'unverified',
  },
  {
    name: 'an item of a list of what does not happen',
    page: articleWith(
      '<p>In a storm the office does not:</p><ul><li>close the northern quay to ships</li><li>stop the cranes of the southern quay</li></ul>',
    ),
    quote: 'close the northern quay to ships',
    expected: 'unverified',
  },
  {
    name: 'a verdict in the next cell',
    page: articleWith(
      '<table><tr><th>Claim</th><th>Verdict</th></tr><tr><td>The northern quay is safe in every storm.</td><td>False</td></tr></table>',
    ),
    quote: 'The northern quay is safe in every storm.',
    expected: 'unverified',
  },
  {
    name: 'a judge may read the frame and say that it supports',
    page: p('If the wind turns to the east, the northern quay is closed to all ships.'),
    quote: 'the northern quay is closed to all ships',
    isJudged: true,
    expected: 'verified',
  },
  plain(
    'an attribution that denies nothing is no frame',
    'According to the office, the northern quay was closed in March.',
    'the northern quay was closed in March',
    'verified',
  ),
  plain(
    'the rest of the sentence denies nothing',
    'The northern quay was closed in March, and the ferries went to the south.',
    'The northern quay was closed in March',
    'verified',
  ),
  plain(
    'a denial in another sentence is no frame',
    'The ferries were not late. The northern quay was closed in March. It was cold. It never rained.',
    'The northern quay was closed in March.',
    'verified',
  ),
  plain(
    'a denial in the next sentence',
    'The northern quay was closed in March. It was never cold.',
    'The northern quay was closed in March.',
    'unverified',
  ),
  plain(
    'a denial within the quotation is quoted',
    'The northern quay was not closed in March of this year.',
    'The northern quay was not closed in March of this year.',
    'verified',
  ),
];

const sentence = (word: string): string => `The office says that the quay ${word} in the winter.`;
const changed = (
  name: string,
  there: string,
  quoted: string,
  expected: AdversaryCase['expected'] = 'unreliable',
): AdversaryCase => plain(name, sentence(there), sentence(quoted), expected);

/** A small change that gives another meaning. */
export const changedCases: readonly AdversaryCase[] = [
  changed('milligrams for micrograms', 'lost 5 µg of salt', 'lost 5 mg of salt'),
  changed('metres for kilometres', 'grew by 5 km', 'grew by 5 m'),
  changed('billions for millions', 'cost 5 million euros', 'cost 5 billion euros'),
  changed('Fahrenheit for Celsius', 'cooled to 5 °C', 'cooled to 5 °F'),
  changed('a month for a year', 'sank by 5 mm per year', 'sank by 5 mm per month'),
  changed('milliwatts for megawatts', 'used 5 MW of power', 'used 5 mW of power', 'unverified'),
  changed('megabits for megabytes', 'sent 5 MB of data', 'sent 5 Mb of data', 'unverified'),
  changed('metres for millions', 'took in 5M from ships', 'took in 5m from ships', 'unverified'),
  changed('us for the United States', 'was sold to the US again', 'was sold to the us again', 'unverified'),
  changed('a minus left out', 'cooled to -5 degrees', 'cooled to 5 degrees'),
  changed('a minus added', 'cooled to 5 degrees', 'cooled to −5 degrees'),
  changed('the end of a range', 'held 40–50 ships', 'held 50 ships'),
  changed('at most for at least', 'held at least 40 ships', 'held at most 40 ships'),
  changed('a decrease for an increase', 'saw an increase of 5 %', 'saw a decrease of 5 %'),
  changed('less for more', 'held more than 40 ships', 'held less than 40 ships'),
  changed('all for some', 'lost some of its stones', 'lost all of its stones'),
  changed('will for may', 'may fall into the sea', 'will fall into the sea'),
  changed('another day', 'was closed on 5 March 2024', 'was closed on 6 March 2024'),
  changed('another year', 'was closed in March 2024', 'was closed in March 2023'),
  changed('names that are exchanged', 'was sold by Ada to Bob', 'was sold by Bob to Ada'),
  changed('“only” taken out', 'was only closed to ferries', 'was closed to ferries'),
  changed('“nearly” taken out', 'was nearly lost to the sea', 'was lost to the sea'),
  changed('a percentage for points', 'gained 5 percentage points', 'gained 5 percent'),
  changed('another currency', 'earned $5 million', 'earned €5 million'),
  changed('a decimal point moved', 'sank by 1.25 metres', 'sank by 12.5 metres'),
  changed('thousands for decimals', 'held 1,250 tonnes', 'held 1.250 tonnes'),
  changed('ordinals', 'was the 2nd of all', 'was the 3rd of all'),
  changed('negation by a prefix', 'was unsafe for ferries', 'was safe for ferries'),
  changed('n’t', "wasn't safe for ferries", 'was safe for ferries'),
  changed('the apostrophe of n’t', "can't be closed", 'cant be closed', 'unverified'),
  plain(
    'German “nicht” taken out',
    'Die nördliche Kaimauer ist in diesem Winter nicht sicher gewesen.',
    'Die nördliche Kaimauer ist in diesem Winter sicher gewesen.',
    'unreliable',
  ),
  plain(
    'French “ne … pas” taken out',
    'Le quai du nord n’est pas sûr pendant les tempêtes de l’hiver.',
    'Le quai du nord est sûr pendant les tempêtes de l’hiver.',
    'unreliable',
  ),
  plain(
    'Spanish “no” taken out',
    'El muelle del norte no es seguro durante las tormentas del invierno.',
    'El muelle del norte es seguro durante las tormentas del invierno.',
    'unreliable',
  ),
  plain(
    'a negation behind dots',
    'The northern quay was not, by any means, safe in the storm.',
    'The northern quay was … safe in the storm.',
    'unverified',
  ),
  plain(
    'a subject behind dots',
    'The northern quay held, but the southern quay fell into the sea at night.',
    'The northern quay … fell into the sea at night.',
    'unverified',
  ),
  plain(
    'half of a word',
    'The office was able to disprove the loss of the quay at once.',
    'prove the loss of the quay at once',
    'unreliable',
  ),
  plain(
    'an ellipsis that takes out a clause honestly',
    'The northern quay, which was built in 1901, held in the storm.',
    'The northern quay … held in the storm.',
    'verified',
  ),
];

/** Two pieces of a page that do not belong together. */
export const joinedCases: readonly AdversaryCase[] = [
  {
    name: 'a heading and the text below',
    page: articleWith('<h2>No storm has ever closed</h2><p>The northern quay was closed in March.</p>'),
    quote: 'has ever closed The northern quay was closed in March.',
    expected: 'unverified',
  },
  {
    name: 'a caption and the text below',
    page: articleWith(
      '<figure><img src="q.png"><figcaption>The southern quay after the storm</figcaption></figure><p>Fell into the hands of new owners in March.</p>',
    ),
    quote: 'The southern quay after the storm fell into the hands of new owners in March.',
    expected: 'unverified',
  },
  {
    name: 'the end of a row and the beginning of the next',
    page: articleWith(
      '<table><tr><td>Cost of the northern quay</td><td>12 million euros</td></tr><tr><td>Cost of the southern quay</td><td>40 million euros</td></tr></table>',
    ),
    quote: '12 million euros Cost of the southern quay',
    expected: 'unverified',
  },
  {
    name: 'a row of a table',
    page: articleWith(
      '<table><tr><td>Cost of the northern quay</td><td>12 million euros</td></tr><tr><td>Cost of the southern quay</td><td>40 million euros</td></tr></table>',
    ),
    quote: 'Cost of the southern quay 40 million euros',
    expected: 'verified',
  },
  {
    name: 'two sentences of two paragraphs',
    page: p('The northern quay was closed in March.', 'The ferries went to the south.'),
    quote: 'The northern quay was closed in March. The ferries went to the south.',
    expected: 'verified',
  },
  {
    name: 'a sentence in two boxes',
    page: articleWith('<div>The northern quay was closed</div><div>in the month of March.</div>'),
    quote: 'The northern quay was closed in the month of March.',
    expected: 'verified',
  },
  {
    name: 'a sentence and the list that it introduces',
    page: articleWith('<p>The office has closed:</p><ul><li>the northern quay,</li><li>the southern quay.</li></ul>'),
    quote: 'The office has closed: the northern quay, the southern quay.',
    expected: 'verified',
  },
  {
    name: 'the body and a menu',
    page: articleWith('', {
      around: (article) => `<nav><a href="/1">Safe in every storm</a> <a href="/2">Ferries</a></nav>${article}`,
    }),
    quote: 'go on with their walks. Safe in every storm',
    expected: 'unreliable',
  },
];
