import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/*
 * npm run truth -- DATA…: how often each check is right when it speaks, and how often it is silent, on public data that people labelled. Where
 * the data are had, and under which licence, stands in docs/verification.md; none of them is part of this project. `npm run build` first.
 *
 * DATA: a .jsonl of WiCE (claim, evidence, label) or of QuoteSum (summary, source1…), or a folder of pages (NAME/source.html, expected.html).
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
  row(
    'silent: in doubt, or with a warning',
    count((result) => result === 'not_judged' || result === 'approximate'),
    rows.length,
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

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" };
const wordsOf = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (found, name) => entities[name] ?? found)
    .replace(/\s+/g, ' ')
    .trim();

/** Up to five sentences of paragraphs that hold nothing but text, from those that people marked as the article. */
function sentencesOf(html) {
  const paragraphs = [...html.matchAll(/<p\b[^>]*>([\s\S]*?)<\/p>/g)].map(([, inner]) => wordsOf(inner));
  const sentences = paragraphs.flatMap((text) => text.match(/[^.!?]+[.!?]/g) ?? []).map((text) => text.trim());
  const long = sentences.filter((text) => text.length >= 60 && text.length <= 300 && !text.includes('&'));
  const step = Math.max(1, Math.floor(long.length / 5));
  return long.filter((_, index) => index % step === 0).slice(0, 5);
}

/** A word in the middle is another one. */
function altered(sentence) {
  const words = sentence.split(' ');
  const at = Math.floor(words.length / 2);
  return words.with(at, words[at] === 'never' ? 'always' : 'never').join(' ');
}

async function pages(folder) {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'source.html')));
  const lines = names.flatMap((name) => {
    const [source, article] = ['source.html', 'expected.html'].map((file) =>
      readFileSync(join(folder, name, file), 'utf8'),
    );
    return sentencesOf(article).map((quote) => ({ quote, html: source }));
  });
  const own = await checked(lines);
  const changed = await checked(lines.map(({ quote, html }) => ({ quote: altered(quote), html })));
  const count = (answers, result) => answers.filter((answer) => answer.quote === result).length;
  heading(
    `Pages, ${basename(folder)}: sentences of ${names.length} articles that people marked, against the whole page`,
  );
  row('found word for word', count(own, 'pass'), own.length);
  row('objected to (most begin in the middle of a number, where the script cuts)', count(own, 'fail'), own.length);
  row('silent, or only the spelling differs', own.length - count(own, 'pass') - count(own, 'fail'), own.length);
  row('found with one word altered', count(changed, 'pass'), changed.length);
}

async function measure(path) {
  if (statSync(path).isDirectory()) return await pages(path);
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  const [first] = rows;
  if (Array.isArray(first?.evidence) && typeof first.claim === 'string') return await figures(rows, basename(path));
  if (typeof first?.summary === 'string' && 'source1' in first) return await quotations(rows, basename(path));
  throw new Error(`${path} is neither WiCE (claim, evidence, label) nor QuoteSum (summary, source1…).`);
}

const data = process.argv.slice(2);
if (data.length === 0) {
  console.error(
    'npm run truth -- DATA…: .jsonl of WiCE or QuoteSum, folders of marked pages; see docs/verification.md',
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
