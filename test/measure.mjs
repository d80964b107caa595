import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import ts from 'typescript-js';
import { formatNames, formatRooms } from '../oxlint.rules.mjs';

/*
 * npm run measure [-- FOLDER…]: figures of this checkout, and of others beside it (an older one, to compare). Nothing is judged.
 * Bundles are measured as they stand in dist/: `node esbuild.mjs --minify` first for those that are shipped.
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
    comments: comments.length,
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
      total(({ code, comments }) => code + comments),
    )}`,
    'comment lines': percent(
      total(({ comments }) => comments),
      total(({ code, comments }) => code + comments),
    ),
    'casts; of them in debate/': `${total(({ casts }) => casts)}; ${files.filter(({ path }) => path.startsWith('src/debate/')).reduce((sum, { casts }) => sum + casts, 0)}`,
    'packing spreads': total(({ packings }) => packings),
    'type names in more than one file': `${percent(twice, homes.size)} (${twice} of ${homes.size})`,
    'type names exported more than once': [exportedTwice.length, ...exportedTwice.map(([name]) => name)].join(' '),
    'files under 60 lines for one neighbour': `${percent(lone.length, files.length)} (${lone.length})`,
    'circles, with types; of values only': `${circles(files, () => true)}; ${circles(files, ({ isType }) => !isType)}`,
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

const roots = [process.cwd(), ...process.argv.slice(2).map((path) => resolve(path))];
const measured = roots.map(figures);
console.log(['', ...roots].join('\t'));
for (const name of Object.keys(measured[0])) console.log([name, ...measured.map((one) => one[name])].join('\t'));
