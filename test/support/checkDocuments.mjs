import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Checks an offline debate against its evidence, with code of its own: `node checkDocuments.mjs DEBATE EVIDENCE`. Every
 * quotation, table cell and figure of the record and of `summary.md` must be in the files; no quotation is printed
 * twice on the page; "n of m" is counted again from the record and the links; every line with a word of the topic must
 * be there.
 */
const plain = (text) =>
  text
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const walk = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
const textOf = (path) =>
  path.endsWith('.pdf')
    ? execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    : readFileSync(path, 'utf8');
const figures = (text) => text.match(/\d[\d.,]*\d|\d/g) ?? [];

export function faultsOf(debate, evidence, read = textOf) {
  const faults = [];
  const say = (fault) => faults.push(fault);
  const files = new Map(walk(evidence).map((path) => [path.slice(evidence.length + 1), read(path)]));
  const all = plain([...files.values()].join('\n'));
  const names = [...files.keys()].join(' ');
  const entries = readFileSync(join(debate, 'debate-log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const stands = (quote, where) =>
    plain(quote)
      .split('[…]')
      .every((piece) => all.includes(piece.trim())) || say(`${where}: ${quote}`);
  const said = entries.filter(({ type }) => type === 'opening_statement' || type === 'new_point');
  const quoted = said.flatMap(({ seq, sources }) => sources.map((source) => ({ seq, ...source })));
  for (const { seq, quote } of quoted) stands(quote, `entry ${seq} quotes what no file says`);
  const seen = new Set();
  for (const { seq, url, quote } of quoted) {
    if (seen.has(url + quote)) say(`entry ${seq} quotes again: ${quote}`);
    seen.add(url + quote);
  }
  const page = readFileSync(join(debate, 'summary.md'), 'utf8');
  const body = page.slice(page.indexOf('\n## '));
  const isTable = (line) => line.startsWith('|') && !/^\| (?:---|File )/.test(line);
  const passages = body.split('## Passages on the topic')[1]?.split('\n## ')[0] ?? '';
  for (const text of [
    ...said.map(({ content }) => content),
    body.replace(passages, '').split(/## (?:Files without|Words of)/)[0],
  ]) {
    for (const [, quote] of text.matchAll(/“([^“”]+)”(?= \(|$)/gm)) stands(quote, 'no file says');
    for (const line of text.split('\n').filter(isTable))
      for (const cell of line.split(/(?<!\\)\|/).slice(1, -1))
        if (!/\]\(|^ *-+ *$|Place|entry/.test(cell)) stands(cell, 'no file has the cell');
    const own = text.replace(/\]\([^)]*\)/g, '').replace(/\b(?:L\d+(?:–L\d+)?|page \d+|entry \d+|seq \d+)\b/g, '');
    for (const figure of figures(own))
      if (!all.includes(figure) && !names.includes(figure)) say(`no file has the figure ${figure}`);
  }
  const shown = [...body.matchAll(/“([^“”]+)” \(/g)].map(([, quote]) => quote);
  for (const quote of shown.filter((one, at) => shown.indexOf(one) !== at)) say(`the page prints twice: ${quote}`);
  let [n, m] = [0, 0];
  for (const [, file, own, of, rest] of passages.matchAll(/^\| (.+?) \| (\d+) of (\d+) \| (.*) \|$/gm)) {
    const path = plain(file);
    const count = quoted.filter(({ url }) => decodeURIComponent(url).replace(/^workspace:|#.*$/g, '') === path).length;
    const open = [...rest.matchAll(/\[[^\]]+\]\([^)]*\)(?: \((\d+)\))?/g)].reduce(
      (sum, [, times = '1']) => sum + Number(times),
      0,
    );
    const more = Number(/(\d+) more/.exec(rest)?.[1] ?? 0);
    if (count !== Number(own) || count + open + more !== Number(of))
      say(`${path}: ${own} of ${of} said, ${count} of ${count + open + more} counted`);
    [n, m] = [n + count, m + count + open + more];
  }
  const [, all1, all2] = /(\d+) of (\d+) passages? on the topic/.exec(page) ?? [];
  if (n !== Number(all1) || m !== Number(all2)) say(`${all1} of ${all2} said, ${n} of ${m} counted`);
  return { faults, quoted: n, onTopic: m };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = faultsOf(process.argv[2], process.argv[3].replace(/\/$/, ''));
  console.log(JSON.stringify(found, undefined, 1));
  process.exitCode = found.faults.length > 0 ? 1 : 0;
}
