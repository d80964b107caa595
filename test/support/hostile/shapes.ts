/** Form of a hostile text: a beginning, a repeated piece, an end. `at` counts the pieces. */
export interface Shape {
  readonly name: string;
  readonly start?: string;
  readonly piece: string | ((at: number) => string);
  readonly end?: string;
}

export type ReaderName = 'html' | 'htmlFile' | 'xml' | 'text' | 'markdown' | 'json' | 'csv';

/** About so many characters of the form; all of them are ASCII or nearly so. */
export function hostileText({ start = '', piece, end = '' }: Shape, length: number): string {
  if (typeof piece === 'string')
    return start + piece.repeat(Math.max(1, Math.floor((length - start.length - end.length) / piece.length))) + end;
  const pieces: string[] = [];
  for (let at = 0, left = length - start.length - end.length; left > 0; at += 1) {
    const next = piece(at);
    pieces.push(next);
    left -= next.length;
  }
  return start + pieces.join('') + end;
}

const markup: readonly Shape[] = [
  { name: 'nested blocks', piece: '<div>' },
  { name: 'nested tables', piece: '<table><tr><td>' },
  { name: 'links that never end', piece: '<a href=#x>x' },
  { name: 'marks that end in the wrong order', piece: '<b><p><i>x</b>' },
  { name: 'one element of many attributes', start: '<p ', piece: (at) => `a${at} `, end: '>x' },
  {
    name: 'elements of many attributes',
    piece: (at) => `<p ${Array.from({ length: 90 }, (_, index) => `b${at}x${index}=1 `).join('')}>x`,
  },
  { name: 'one style', start: '<p style="', piece: 'text-decoration:', end: '">x</p>' },
  {
    name: 'rules and elements',
    piece: (at) => `<style>.a${at} .b,.c${at}{display:none;color:#fff}</style><p class="a${at} b c${at}">x`,
  },
  { name: 'rules in each other', start: '<p class=a>x<style>', piece: '.a{&.b{opacity:0}' },
  { name: 'rules for all', start: '<style>', piece: (at) => `p:not(.a${at}){opacity:.${at}}</style><p>x<style>` },
  { name: 'what buttons show', piece: (at) => `<a aria-controls="i${at}">x</a><p hidden id=i${at}>x</p>` },
  { name: 'entities', piece: 'x&amp;' },
  { name: 'angle brackets', piece: '<' },
  { name: 'comments that never end', piece: '<!--' },
  { name: 'headings of bibliographies', piece: '<h2>References</h2><p>2001</p>' },
  { name: 'line breaks', start: '<article><p>x', piece: 'word word, word<br><br>', end: '</article>' },
  { name: 'marks of notes', piece: '<sup><a href=#n>1</a></sup>' },
  { name: 'structured data', start: '<script type="application/ld+json">', piece: '[', end: '</script>' },
  { name: 'white space', start: '<p>x', piece: ' \t', end: 'x</p>' },
];

const prose: readonly Shape[] = [
  { name: 'headings of bibliographies', piece: 'References\n' },
  { name: 'bibliographies', piece: 'References\nSmith, J. 2001. A title.\n' },
  { name: 'empty lines', piece: '\n' },
  { name: 'spaces', start: 'x', piece: ' ', end: 'x' },
  { name: 'spaced line ends', piece: ' \r\n \r' },
  { name: 'words that are divided', piece: 'a-\n' },
  { name: 'digits', piece: '1' },
  { name: 'groups of digits', piece: '1,1.' },
  { name: 'brackets', piece: '[(' },
  { name: 'quotation marks', piece: '“"' },
  { name: 'combining marks', start: 'e', piece: '\u0301' },
  { name: 'one word', piece: 'aA1' },
  { name: 'names of secrets', piece: 'token=' },
  { name: 'marks of Markdown', piece: '# *_`~' },
  { name: 'rules and underlines', piece: 'x\n---\n===\n' },
  { name: 'tags that never end', piece: '<!--<a ' },
];

const data: readonly Shape[] = [
  { name: 'nested lists', piece: '[' },
  { name: 'nested objects', piece: '{"a":' },
  { name: 'one string', start: '"', piece: 'word ', end: '"' },
  { name: 'a string that never ends', start: '"', piece: 'a ' },
  { name: 'quotation marks', piece: '"' },
  { name: 'backslashes', start: '"', piece: '\\' },
  { name: 'escapes', start: '"', piece: '\\u0041', end: '"' },
  { name: 'numbers', start: '[', piece: '1,', end: '1]' },
  { name: 'one number', piece: '9' },
  { name: 'objects of one key', start: '[', piece: '{"a":1},', end: '0]' },
  { name: 'keys', start: '{', piece: (at) => `"k${at}":0,`, end: '"z":0}' },
  { name: 'line ends', piece: '\n' },
  { name: 'spaces', piece: ' ', end: '1' },
  { name: 'names of secrets', piece: '"token":"' },
  { name: 'lines of JSON', piece: '{"title":"References","date":"2001"}\n' },
  { name: 'sentences', start: '[', piece: '"A sentence with several words in it ends here.",', end: '0]' },
];

const cells: readonly Shape[] = [
  { name: 'empty cells', piece: ',' },
  { name: 'empty lines', piece: '\n' },
  { name: 'quotation marks', piece: '"' },
  { name: 'cells that never end', piece: '"a,' },
  { name: 'one line', start: 'a,b\n', piece: 'x,' },
  { name: 'one cell', start: 'a,b\n"', piece: 'word ', end: '"' },
  { name: 'one header', piece: (at) => `column ${at},` },
  { name: 'rows', start: 'year,value\n', piece: (at) => `${1900 + (at % 100)},${at}\n` },
  { name: 'rows of many cells', piece: `${'1;'.repeat(500)}\n` },
  { name: 'digits', piece: '1' },
  { name: 'spaces', piece: ' ' },
  { name: 'carriage returns', piece: '\r' },
  { name: 'semicolons and tabs', piece: ';\t,' },
  { name: 'names of secrets', piece: 'password,' },
  { name: 'combining marks', piece: 'e\u0301,' },
  { name: 'sentences', piece: 'A sentence with several words in it ends here.,' },
];

/** Sixteen for each reader. */
export const hostileShapes: Readonly<Record<ReaderName, readonly Shape[]>> = {
  html: markup,
  htmlFile: markup,
  xml: markup,
  text: prose,
  markdown: prose,
  json: data,
  csv: cells,
};
