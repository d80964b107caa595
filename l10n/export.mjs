import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-js';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundlePath = join(root, 'l10n', 'bundle.l10n.json');

/** Writes `bundle.l10n.json`, or says with --check whether it is up to date: every text of the editor and the page, in their order. */
function bundleText() {
  const paths = readdirSync(join(root, 'src'), { recursive: true }).filter((path) => /\.tsx?$/.test(path));
  const texts = paths.flatMap((path) => textsOf(path, readFileSync(join(root, 'src', path), 'utf8')));
  texts.sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(texts), null, 2);
}

/** What `l10n.t` is called with, as `@vscode/l10n` looks it up: the text, or the text and its comments. */
function textsOf(path, contents) {
  if (!contents.includes('l10n.t(')) return [];
  const source = ts.createSourceFile(path, contents, ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText(source)))
      found.push(textOf(node.arguments[0], source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(given, source) {
  if (ts.isStringLiteralLike(given)) return [given.text, given.text];
  const property = (name) =>
    ts.isObjectLiteralExpression(given)
      ? given.properties.find((one) => one.name?.text === name)?.initializer
      : undefined;
  const [message, comment] = [property('message'), property('comment')];
  const comments = comment !== undefined && ts.isArrayLiteralExpression(comment) ? comment.elements : [];
  if (message === undefined || ![message, ...comments].every(ts.isStringLiteralLike))
    throw new Error(`src/${source.fileName}: only a literal text can be translated, not ${given.getText(source)}`);
  const said = { message: message.text, comment: comments.map(({ text }) => text) };
  return [`${said.message}/${said.comment.join('')}`, said];
}

const text = bundleText();
if (!process.argv.includes('--check')) writeFileSync(bundlePath, text);
else if (readFileSync(bundlePath, 'utf8') !== text) {
  console.error('l10n/bundle.l10n.json is not what src says. Write it anew with: npm run l10n');
  process.exitCode = 1;
}
