import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import ts from 'typescript-js';
import { formatNames, formatRooms } from '../oxlint.rules.mjs';

/*
 * npm run measure [-- FOLDER…]: figures of this checkout, and of others beside it (an older one, to compare). Nothing is judged.
 * Bundles are measured as they stand in dist/: `node esbuild.mjs --minify` first for those that are shipped.
 * npm run measure -- --comments: lists the comments of this checkout that have no subject.
 */

const rooms = formatRooms.map((glob) => {
  const names = glob.replace(/\{([^}]*)\}/, (_, list) => `(?:${list.replaceAll(',', '|')})`);
  return new RegExp(`^${names.replaceAll('**/', '(?:.*/)?').replaceAll('**', '.*')}$`);
});

function filesBelow(folder, extensions) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => extensions.includes(extname(path)))
    .sort();
}

const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? 0;
const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const isType = (node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

/** What one file holds, from its syntax tree. */
function read(path, root) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const file = {
    path: relative(root, path),
    text,
    functions: [],
    casts: 0,
    packings: 0,
    formatBranches: 0,
    comments: commentsOf(source),
    types: [],
    exportedTypes: [],
    imports: [],
  };
  const isImporter = file.path.startsWith('src/importers/');
  const isRoom = !isImporter && rooms.some((room) => room.test(file.path));
  const line = (at) => source.getLineAndCharacterOfPosition(at).line;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      file.functions.push(line(node.end) - line(node.getStart()) + 1);
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') file.casts += 1;
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) file.packings += 1;
    if (!isRoom && isFormatNamed(node, isImporter)) file.formatBranches += 1;
    if (isType(node) && node.name !== undefined) {
      file.types.push(node.name.text);
      if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
        file.exportedTypes.push(node.name.text);
    }
    const imported = importOf(node);
    if (imported !== undefined) file.imports.push({ ...imported, to: target(path, imported.name, root) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { ...file, lines: text.split('\n').length, ...countLines(text) };
}

/** Comments with their lines; line comments that follow each other are one. */
function commentsOf(source) {
  const { text } = source;
  const ranges = new Map();
  const visit = (node) => {
    const leading = ts.isJsxText(node) ? [] : (ts.getLeadingCommentRanges(text, node.pos) ?? []);
    for (const range of [...leading, ...(ts.getTrailingCommentRanges(text, node.end) ?? [])])
      ranges.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const comments = [];
  for (const { pos, end, kind } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const words = text
      .slice(pos, end)
      .replace(/^\/[/*]+|\*+\/$|^\s*\*/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const last = comments.at(-1);
    const goesOn = isLine && last?.isLine === true && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(last.end, pos));
    if (goesOn) Object.assign(last, { end, words: `${last.words} ${words}` });
    else comments.push({ isLine, end, words, line: source.getLineAndCharacterOfPosition(pos).line + 1 });
  }
  return comments;
}

const preposition =
  /^(?:about|above|across|after|against|among|around|as|at|before|behind|below|beside|besides|between|beyond|but|by|down|except|for|from|in|inside|instead|into|like|near|of|off|on|out|outside|over|per|since|through|to|under|until|up|with|within|without)\b/i;
const clause =
  /\b(?:as|because|how|if|once|since|than|that|unless|until|what|when|where|whether|which|while|who|whoever|whom|whose|why)\b[^,:;]*/gi;
const finiteVerb =
  /\b(?:am|are|can|cannot|could|did|do|does|had|has|have|is|may|might|must|shall|should|was|were|will|would)\b|n't\b|[a-z]{2,}(?<!s)s (?:an?|all|any|each|every|its?|none?|not|nothing|one|that|the|their|them|these|this|those)\b/i;

/** A comment begins with a preposition, and its first sentence has no finite verb outside its subordinate clauses. A guess: English needs a parser. */
function lacksSubject({ words }) {
  const sentence = /^.*?(?=\.(?:\s|$)|$)/.exec(words)?.[0] ?? '';
  return preposition.test(sentence) && !finiteVerb.test(sentence.replace(clause, ''));
}

/** As `rostrum/no-format-names` of the linter sees it; importers may write the names, and not ask for them. */
function isFormatNamed(node, isImporter) {
  const isName = (one) => ts.isStringLiteral(one) && formatNames.has(one.text);
  if (isImporter) return isName(node) && (ts.isBinaryExpression(node.parent) || ts.isCaseClause(node.parent));
  if (isName(node)) return !ts.isImportDeclaration(node.parent);
  const isKey = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  if (!isKey || !ts.isIdentifier(node.name) || !formatNames.has(node.name.text)) return false;
  const made = node.parent.parent;
  return !(ts.isVariableDeclaration(made) && made.type?.getText().includes('FormatName') === true);
}

function importOf(node) {
  const isFrom = (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined;
  if (!isFrom || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
  const names =
    clause?.namedBindings !== undefined && ts.isNamedImports(clause.namedBindings)
      ? clause.namedBindings.elements
      : undefined;
  const isType =
    clause?.isTypeOnly === true ||
    (names !== undefined && clause?.name === undefined && names.every(({ isTypeOnly }) => isTypeOnly));
  return { name: node.moduleSpecifier.text, isType };
}

function target(from, name, root) {
  if (!name.startsWith('.')) return undefined;
  const base = resolve(dirname(from), name);
  const found = ['.ts', '.tsx', '/index.ts'].map((end) => base + end).find((path) => existsSync(path));
  return found === undefined ? undefined : relative(root, found);
}

function countLines(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line));
  const code = lines.filter((line) => !comments.includes(line));
  return {
    code: code.length,
    commentLines: comments.length,
    codeCharacters: code.join('').length,
    long: lines.filter((line) => line.length > 120).length,
  };
}

/** Strongly connected groups of more than one file (Tarjan). */
function circles(files, isCounted) {
  const next = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(isCounted).flatMap(({ to }) => (to === undefined ? [] : [to])),
    ]),
  );
  const found = new Map();
  const stack = [];
  let count = 0;
  let groups = 0;
  const walk = (path) => {
    const own = { index: count, low: count++, isOpen: true };
    found.set(path, own);
    stack.push(path);
    for (const to of next.get(path) ?? []) {
      const other = found.get(to) ?? walk(to);
      if (other.isOpen) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) {
      const group = stack.splice(stack.lastIndexOf(path));
      for (const one of group) found.get(one).isOpen = false;
      if (group.length > 1) groups += 1;
    }
    return own;
  };
  for (const path of next.keys()) if (!found.has(path)) walk(path);
  return groups;
}

/** Bytes of the bundle and of all that it requires before anything is asked of it. */
function evaluated(dist, name, seen = new Set()) {
  if (seen.has(name) || !existsSync(join(dist, name))) return 0;
  seen.add(name);
  const code = readFileSync(join(dist, name), 'utf8');
  const required = [...code.matchAll(/require\("\.\/([^"]+\.js)"\)/g)].map(([, file]) => file);
  return required.reduce((sum, file) => sum + evaluated(dist, file, seen), Buffer.byteLength(code));
}

/** The files of each name. */
function homesOf(files, namesOf) {
  const homes = new Map();
  for (const file of files)
    for (const name of new Set(namesOf(file))) homes.set(name, [...(homes.get(name) ?? []), file.path]);
  return homes;
}

const isBelow = (folder, path) => path?.startsWith(`${folder}/`) === true;

/** The files or folders directly in `ui/`, and the arrows between them. */
function features(files) {
  const featureOf = (path) => path.split('/')[2];
  const arrows = files
    .filter(({ path }) => isBelow('src/ui', path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => isBelow('src/ui', to) && featureOf(to) !== featureOf(path))
        .map(({ to }) => ({ file: path, from: featureOf(path), target: to, to: featureOf(to) })),
    );
  const pairs = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
  const distinct = (name, own, other) =>
    new Set(arrows.filter((one) => one[own] === name).map((one) => one[other])).size;
  const bags = [...new Set(arrows.map(({ target }) => target))].filter(
    (path) => distinct(path, 'file', 'to') >= 5 && distinct(path, 'target', 'from') >= 5,
  );
  const taken = arrows.filter(({ target }) => bags.includes(target)).length;
  return { pairs: [...pairs].map((pair) => pair.split(' ')), bags, taken };
}

/** The fewest arrows that run up, whatever the order of the nodes. Tries every set of nodes that stand in circles. */
function fewestUp(pairs) {
  const reached = (name, seen = new Set()) => {
    for (const [from, to] of pairs) if (from === name && !seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  const nodes = [...new Set(pairs.flat())].filter((name) => reached(name).has(name));
  const least = new Array(2 ** nodes.length).fill(Infinity);
  least[0] = 0;
  const bits = nodes.map((name) =>
    pairs.reduce((sum, [from, to]) => sum | (from === name && nodes.includes(to) ? 1 << nodes.indexOf(to) : 0), 0),
  );
  const count = (set) => (set === 0 ? 0 : (set & 1) + count(set >>> 1));
  for (let above = 0; above < least.length; above += 1)
    for (const [at, to] of bits.entries())
      if ((above & (1 << at)) === 0) {
        const next = above | (1 << at);
        least[next] = Math.min(least[next], least[above] + count(to & above));
      }
  return least.at(-1);
}

/** Fields of an answer whose spread tells how often one fact is written. */
const spreadFields = ['concedes', 'acknowledges'];

function packed(root) {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const path = join(root, `${name}-${version}.vsix`);
  return existsSync(path) ? statSync(path).size : 'not packed';
}

function testTimes(root) {
  const path = join(root, 'out/times.json');
  if (!existsSync(path)) return 'not run';
  const { depth, parts } = JSON.parse(readFileSync(path, 'utf8'));
  return `${depth}: ${parts.map(({ name, ms }) => `${name} ${Math.round(ms / 1_000)}`).join(', ')}`;
}

function figures(root) {
  const src = join(root, 'src');
  const files = filesBelow(src, ['.ts', '.tsx']).map((path) => read(path, root));
  const all = filesBelow(src, ['.ts', '.tsx', '.css', '.md', '.json', '.mts', '.html']).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const total = (of) => files.reduce((sum, file) => sum + of(file), 0);
  const functions = files.flatMap((file) => file.functions);
  const homes = homesOf(files, ({ types }) => types);
  const twice = [...homes.values()].filter((paths) => paths.length > 1).length;
  const exportedTwice = [...homesOf(files, ({ exportedTypes }) => exportedTypes)].filter(
    ([, paths]) => paths.length > 1,
  );
  const importers = new Map();
  for (const { path, imports } of files)
    for (const to of new Set(imports.map((one) => one.to))) importers.set(to, [...(importers.get(to) ?? []), path]);
  const lone = files.filter(({ path, lines }) => {
    const by = importers.get(path) ?? [];
    return lines < 60 && by.length === 1 && dirname(by[0]) === dirname(path);
  });
  const { pairs, bags, taken } = features(files);
  const comments = files.flatMap((file) => file.comments);
  const flat = (folder) => files.filter(({ path }) => dirname(path) === folder).length;
  const dist = join(root, 'dist');
  const shipped = filesBelow(dist, ['.js', '.css']).filter(
    (path) => !/\/(test\/|bench\.js|openEditor\.js)/.test(path.slice(dist.length)),
  );
  return {
    'files in src': files.length,
    'non-white characters of src': all.reduce((sum, text) => sum + text.replace(/\s/g, '').length, 0),
    'lines of a file, median and p90': `${quantile(
      files.map(({ lines }) => lines),
      0.5,
    )}, ${quantile(
      files.map(({ lines }) => lines),
      0.9,
    )}`,
    'lines of a function, median and p90': `${quantile(functions, 0.5)}, ${quantile(functions, 0.9)}`,
    'characters of a code line; lines over 120': `${Math.round(total(({ codeCharacters }) => codeCharacters) / total(({ code }) => code))}; ${percent(
      total(({ long }) => long),
      total(({ code, commentLines }) => code + commentLines),
    )}`,
    'comment lines': percent(
      total(({ commentLines }) => commentLines),
      total(({ code, commentLines }) => code + commentLines),
    ),
    'comments; that begin with a preposition, with no finite verb in the main clause of the first sentence': `${comments.length}; ${comments.filter(lacksSubject).length}`,
    'casts; of them in debate/': `${total(({ casts }) => casts)}; ${files.filter(({ path }) => path.startsWith('src/debate/')).reduce((sum, { casts }) => sum + casts, 0)}`,
    'packing spreads': total(({ packings }) => packings),
    'type names in more than one file': `${percent(twice, homes.size)} (${twice} of ${homes.size})`,
    'type names exported more than once': [exportedTwice.length, ...exportedTwice.map(([name]) => name)].join(' '),
    'files under 60 lines for one neighbour': `${percent(lone.length, files.length)} (${lone.length})`,
    'circles, with types; of values only': `${circles(files, () => true)}; ${circles(files, ({ isType }) => !isType)}`,
    'files directly in debate/; in session/': `${flat('src/debate')}; ${flat('src/session')}`,
    'arrows between features of ui/; that run up in the best order of them': `${pairs.length}; ${fewestUp(pairs)}`,
    'files that import a bag of ui/ (it imports five features or more, and five or more import it)': [
      taken,
      ...bags,
    ].join(' '),
    [`files with the word ${spreadFields.join('; ')}`]: spreadFields
      .map((name) => all.filter((text) => new RegExp(`\\b${name}\\b`).test(text)).length)
      .join('; '),
    'branches on a format’s name outside its rooms': total(({ formatBranches }) => formatBranches),
    'build in dist': existsSync(join(dist, 'extension.js.map'))
      ? 'for developers: npm run package makes the other'
      : 'as it is packed',
    'bytes of dist that are shipped': shipped.reduce((sum, path) => sum + readFileSync(path).length, 0),
    'bytes evaluated when the extension is loaded': evaluated(dist, 'extension.js'),
    'bytes evaluated when the command line starts': evaluated(dist, 'cli.js'),
    'bytes of the VSIX (npm run package)': packed(root),
    'seconds of the parts of the last test run': testTimes(root),
  };
}

function listComments(root) {
  for (const path of filesBelow(join(root, 'src'), ['.ts', '.tsx'])) {
    const file = read(path, root);
    for (const comment of file.comments.filter(lacksSubject))
      console.log(`${file.path}:${comment.line}: ${comment.words}`);
  }
}

if (process.argv.includes('--comments')) {
  listComments(process.cwd());
  process.exit();
}

const roots = [process.cwd(), ...process.argv.slice(2).map((path) => resolve(path))];
const measured = roots.map(figures);
console.log(['', ...roots].join('\t'));
for (const name of Object.keys(measured[0])) console.log([name, ...measured.map((one) => one[name])].join('\t'));
