import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DomUtils, parseDocument } from 'htmlparser2';

/*
 * npm run truth -- DATA…: how often each check is right when it speaks, and how often it is silent, on public data that people labelled. Where
 * the data are had, and under which licence, stands in docs/verification.md; none of them is part of this project. `npm run build` first.
 *
 * `documents FOLDER [SEED]` plants faults in real documents: see docs/check.md.
 *
 * DATA: a .jsonl of WiCE (claim, evidence, label), of QuoteSum (summary, source1…) or of recorded verdicts (item, judge, reading a or b, winner, and right where it is known), a folder of pages (NAME/source.html, expected.html), or
 * one of Wikipedia's claims (dataset.json, and results*.json of recorded judges).
 */

const program = resolve(import.meta.dirname, '..', 'dist', 'cli.js');

/** The answers of `rostrum check-quote`, line by line. */
async function checked(lines) {
  const child = spawn(process.execPath, [program, 'check-quote', '--no-web'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = (async () => {
    const found = [];
    for await (const line of createInterface({ input: child.stdout })) found.push(JSON.parse(line));
    return found;
  })();
  for (const [id, line] of lines.entries()) {
    if (!child.stdin.write(`${JSON.stringify({ id, ...line })}\n`))
      await new Promise((go) => child.stdin.once('drain', go));
  }
  child.stdin.end();
  return await answers;
}

/** 95 % interval of a share, by Wilson. */
function wilson(part, whole) {
  if (whole === 0) return [0, 1];
  const [z, share] = [1.96, part / whole];
  const middle = share + (z * z) / (2 * whole);
  const half = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const over = 1 + (z * z) / whole;
  return [Math.max(0, (middle - half) / over), Math.min(1, (middle + half) / over)];
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function row(what, part, whole) {
  const [low, high] = wilson(part, whole);
  const share = whole === 0 ? '–' : percent(part / whole);
  console.log(`| ${what} | ${part} of ${whole} | ${share} | ${percent(low)} – ${percent(high)} |`);
}

function heading(title) {
  console.log(`\n${title}\n\n| what | | share | 95 % interval |\n|---|---|---|---|`);
}

async function figures(rows, name) {
  const answers = await checked(rows.map(({ claim, evidence }) => ({ claim, text: evidence.join('\n') })));
  const isSupported = (index) => rows[index].label === 'supported';
  const count = (test) => answers.filter((answer, index) => test(answer.figures, isSupported(index))).length;
  const objections = count((result) => result === 'fail');
  const supported = rows.filter((_, index) => isSupported(index)).length;
  heading(`Figures, ${name} (WiCE): a claim against the sentences of the page that it cites`);
  row(
    'objections that are right (the claim is not fully supported)',
    count((result, yes) => result === 'fail' && !yes),
    objections,
  );
  row(
    'supported claims that are objected to',
    count((result, yes) => result === 'fail' && yes),
    supported,
  );
  row(
    'other claims that are objected to',
    count((result, yes) => result === 'fail' && !yes),
    rows.length - supported,
  );
  const isOpen = (result) => result === 'fail' || result === 'not_judged' || result === 'approximate';
  row(
    'supported claims that are objected to or in doubt',
    count((result, yes) => isOpen(result) && yes),
    supported,
  );
  row(
    'other claims that are objected to or in doubt',
    count((result, yes) => isOpen(result) && !yes),
    rows.length - supported,
  );
  row(
    'silent: no figure in the claim',
    count((result) => result === 'not_applicable'),
    rows.length,
  );
}

/** `[ 2 words ]` in a summary was marked as taken from source 2. */
function spansOf(row) {
  return [...row.summary.matchAll(/\[ (\d) ([^[\]]+?) \]/g)].flatMap(([, number, quote]) => {
    const own = row[`source${number}`] ?? '';
    const other = Array.from({ length: 8 }, (_, index) => index + 1)
      .filter((index) => String(index) !== number)
      .map((index) => row[`source${index}`] ?? '')
      .find((text) => text !== '' && !text.includes(quote));
    return quote.length < 12 || own === '' ? [] : [{ quote, own, other }];
  });
}

async function quotations(rows, name) {
  const spans = rows.flatMap(spansOf);
  const own = await checked(spans.map(({ quote, own: text }) => ({ quote, text })));
  const pairs = spans.filter(({ other }) => other !== undefined);
  const others = await checked(pairs.map(({ quote, other: text }) => ({ quote, text })));
  const count = (answers, result) => answers.filter((answer) => answer.quote === result).length;
  heading(`Quotations, ${name} (QuoteSum): what people marked as taken from a source, 12 characters and more`);
  row('found word for word in its own source', count(own, 'pass'), own.length);
  row('nearly, only the spelling differs', count(own, 'approximate'), own.length);
  row('objected to (titles among them, which do not stand in the passage)', count(own, 'fail'), own.length);
  row('silent', count(own, 'not_judged'), own.length);
  row(
    'found word for word in another source of the question (some say the same, in capitals)',
    count(others, 'pass'),
    others.length,
  );
}

/** Elements that do not interrupt the running text of a paragraph. */
const inline = new Set(['a', 'abbr', 'b', 'em', 'font', 'i', 'span', 'strong', 'time', 'u']);
const isPlain = (element) =>
  element.children.every((child) => !('name' in child) || (inline.has(child.name) && isPlain(child)));
const lettersOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences of the elements that hold nothing but running text. */
function sentencesOf(document, names) {
  const elements = DomUtils.getElementsByTagName((name) => names.includes(name), document, true).filter(isPlain);
  return elements
    .map((element) => DomUtils.textContent(element).replace(/\s+/g, ' ').trim())
    .flatMap((text) => Array.from(segmenter.segment(text), ({ segment }) => segment.trim()))
    .filter((text) => text.length >= 60 && text.length <= 300 && /\p{P}["”’»)]?$/u.test(text));
}

/** Up to five, from the first to the last. */
function someOf(sentences) {
  const step = Math.max(1, Math.floor(sentences.length / 5));
  return sentences.filter((_, index) => index % step === 0).slice(0, 5);
}

/** By turns another word in the middle, a word that denies, and another figure, if there is one. */
function altered(sentence, turn) {
  const words = sentence.split(' ');
  const at = Math.floor(words.length / 2);
  const figure = words.findIndex((word) => /\d/.test(word));
  if (turn % 3 === 2 && figure >= 0)
    return words
      .with(
        figure,
        words[figure].replace(/\d/, (digit) => String((Number(digit) + 1) % 10 || 1)),
      )
      .join(' ');
  if (turn % 3 === 1) return words.toSpliced(at, 0, 'never').join(' ');
  return words.with(at, words[at] === 'never' ? 'always' : 'never').join(' ');
}

/** The lines of one page, beside each other, so that it is read once. */
function pageLines(folder) {
  const [html, marked] = ['source.html', 'expected.html'].map((file) => readFileSync(join(folder, file), 'utf8'));
  const article = parseDocument(marked);
  const articleLetters = lettersOf(DomUtils.textContent(article));
  const own = someOf(sentencesOf(article, ['p']));
  const others = sentencesOf(parseDocument(html), ['p', 'li']).filter(
    (text) => !articleLetters.includes(lettersOf(text)),
  );
  return [
    ...own.map((quote) => ({ kind: 'own', quote, html })),
    ...own.map((quote, turn) => ({ kind: 'altered', quote: altered(quote, turn), html })),
    ...someOf([...new Set(others)]).map((quote) => ({ kind: 'outside', quote, html })),
  ];
}

async function pages(folder) {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'source.html')));
  const lines = names.flatMap((name) => pageLines(join(folder, name)));
  const answers = await checked(lines.map(({ quote, html }) => ({ quote, html })));
  const all = (kind) => answers.filter((_, index) => lines[index].kind === kind);
  const share = (what, kind, isCounted) => row(what, all(kind).filter(isCounted).length, all(kind).length);
  heading(`Pages, ${basename(folder)}: sentences of ${names.length} pages with an article that people marked`);
  share('of the article, found word for word', 'own', ({ quote }) => quote === 'pass');
  share('of the article, objected to', 'own', ({ quote }) => quote === 'fail');
  share(
    'of the article, silent, or only the spelling differs',
    'own',
    ({ quote }) => quote !== 'pass' && quote !== 'fail',
  );
  share('with a word or a figure altered, objected to', 'altered', ({ quote }) => quote === 'fail');
  share('with a word or a figure altered, found word for word', 'altered', ({ quote }) => quote === 'pass');
  share('outside the article, found word for word', 'outside', ({ quote }) => quote === 'pass');
}

/** The harmonic mean of precision and recall for the claims that are not fully supported. */
function f1(pairs) {
  const count = (test) => pairs.filter(test).length;
  const hits = count(({ isWrong, says }) => isWrong && says);
  return hits === 0 ? 0 : (2 * hits) / (count(({ isWrong }) => isWrong) + count(({ says }) => says));
}

/** What judges answered when the set was recorded, by judge; the first file that has a judge counts. */
function recordedJudges(folder) {
  const judges = new Map();
  for (const file of readdirSync(folder)
    .filter((name) => /^results.*\.json$/.test(name))
    .sort()) {
    const read = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const answers = read.rows ?? read;
    for (const judge of new Set(answers.map(({ provider }) => provider)))
      if (!judges.has(judge))
        judges.set(
          judge,
          answers.filter(({ provider }) => provider === judge),
        );
  }
  return judges;
}

async function wikipedia(folder) {
  const rows = JSON.parse(readFileSync(join(folder, 'dataset.json'), 'utf8')).rows.filter(
    ({ source_text: text, ground_truth: label }) => text && label !== 'Source unavailable',
  );
  const answers = await checked(rows.map(({ claim_text: claim, source_text: text }) => ({ claim, text })));
  const doubted = new Map(rows.map(({ id }, index) => [id, answers[index].figures === 'fail']));
  const wrong = new Map(rows.map(({ id, ground_truth: label }) => [id, label !== 'Supported']));
  heading(`Claims, ${basename(folder)} (citation-checker-script): of Wikipedia, against the pages that they cite`);
  for (const [what, isWrong] of [
    ['supported', false],
    ['other', true],
  ]) {
    const own = rows.filter(({ id }) => wrong.get(id) === isWrong);
    row(
      `${what} claims with a figure that does not stand there`,
      own.filter(({ id }) => doubted.get(id)).length,
      own.length,
    );
  }
  console.log('\n| judge | claims | F1 alone | F1 where a missing figure overrules it |\n|---|---|---|---|');
  for (const [judge, given] of recordedJudges(folder)) {
    const pairs = given
      .filter(({ entry_id: id, predicted_verdict: said }) => wrong.has(id) && said !== 'ERROR')
      .map(({ entry_id: id, predicted_verdict: said }) => ({ id, isWrong: wrong.get(id), says: said !== 'Supported' }));
    const vetoed = pairs.map((pair) => ({ ...pair, says: pair.says || doubted.get(pair.id) }));
    console.log(`| ${judge} | ${pairs.length} | ${f1(pairs).toFixed(3)} | ${f1(vetoed).toFixed(3)} |`);
  }
}

/** Readings of one judge by item: `{a: winner, b: winner}`. */
function readingsOf(rows, judge) {
  const items = new Map();
  for (const { item, judge: by, reading, winner, right } of rows) {
    if (by !== judge) continue;
    const known = items.get(item) ?? { readings: new Map(), right };
    known.readings.set(reading, winner);
    items.set(item, known);
  }
  return items;
}

/** What both orders share; undefined where they differ, or one is missing. */
function stableIn({ readings }) {
  const [a, b] = [readings.get('a'), readings.get('b')];
  return a !== undefined && a === b && a !== 'none' ? a : undefined;
}

/** Recorded verdicts in both orders: how often a judge answers, is stable, and hits the answer where that is known. */
function verdicts(rows, name) {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  for (const judge of judges) {
    const items = [...readingsOf(rows, judge).values()];
    const both = items.filter(({ readings }) => ['a', 'b'].every((one) => (readings.get(one) ?? 'none') !== 'none'));
    const alike = both.filter((one) => stableIn(one) !== undefined);
    const stable = alike.filter((one) => stableIn(one) !== 'draw');
    const known = items.filter(({ right }) => right !== undefined);
    const hit = (reading) => known.filter(({ readings, right }) => readings.get(reading) === right).length;
    const settled = stable.filter(({ right }) => right !== undefined);
    heading(`Verdicts, ${name}: ${judge}, ${items.length} items in both orders`);
    row('a verdict in both orders', both.length, items.length);
    row('stable: both orders name the same winner', stable.length, items.length);
    row('both orders a draw', alike.length - stable.length, items.length);
    row('order a hits the known answer', hit('a'), known.length);
    row('order b hits the known answer', hit('b'), known.length);
    row(
      'stable verdicts that hit the known answer',
      settled.filter((one) => stableIn(one) === one.right).length,
      settled.length,
    );
  }
  severalJudges(rows, judges);
}

/** Votes of judges on the same items: more than half have to share a stable verdict. */
function severalJudges(rows, judges) {
  const byJudge = judges.map((judge) => readingsOf(rows, judge));
  const shared = [...(byJudge[0]?.keys() ?? [])].filter((item) => byJudge.every((items) => items.has(item)));
  if (judges.length < 2 || shared.length === 0) return;
  const need = Math.floor(judges.length / 2) + 1;
  const decided = shared.flatMap((item) => {
    const votes = byJudge.map((items) => stableIn(items.get(item))).filter((vote) => vote !== undefined);
    const winner = votes.find((vote) => votes.filter((other) => other === vote).length >= need);
    return winner === undefined ? [] : [{ winner, right: byJudge[0].get(item).right }];
  });
  const known = decided.filter(({ right }) => right !== undefined);
  heading(`${judges.length} judges together, ${shared.length} items`);
  row('decided: more than half share a stable verdict', decided.length, shared.length);
  row(
    'decided ones that hit the known answer',
    known.filter(({ winner, right }) => winner === right).length,
    known.length,
  );
}

async function measure(path) {
  if (existsSync(join(path, 'dataset.json'))) return await wikipedia(path);
  if (statSync(path).isDirectory()) return await pages(path);
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  const [first] = rows;
  if (Array.isArray(first?.evidence) && typeof first.claim === 'string') return await figures(rows, basename(path));
  if (typeof first?.summary === 'string' && 'source1' in first) return await quotations(rows, basename(path));
  if (typeof first?.judge === 'string' && 'winner' in first) return verdicts(rows, basename(path));
  throw new Error(
    `${path} is neither WiCE (claim, evidence, label) nor QuoteSum (summary, source1…) nor verdicts (item, judge, reading, winner).`,
  );
}

const data = process.argv.slice(2);
if (data[0] === 'documents') {
  const documents = resolve(import.meta.dirname, '..', 'dist', 'truthDocuments.js');
  const { status } = spawnSync(process.execPath, [documents, ...data.slice(1)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else if (data.length === 0) {
  console.error(
    'npm run truth -- DATA…: .jsonl of WiCE or QuoteSum, folders of marked pages or of claims; see docs/verification.md',
  );
  process.exitCode = 2;
} else if (!existsSync(program)) {
  console.error('dist/cli.js is not there: npm run build first.');
  process.exitCode = 2;
} else {
  const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '..', 'package.json'), 'utf8'));
  console.log(`Rostrum ${version}, ${new Date().toISOString().slice(0, 10)}`);
  for (const path of data) await measure(path);
}
