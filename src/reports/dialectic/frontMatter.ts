/**
 * JSON at the head of a Markdown file, as the ancestor's program reads and writes it: an object from the first character on,
 * a blank line, the text. What would be a tag in a viewer of Markdown is written as an escape, which is the same to JSON.
 */
export const withFrontMatter = (fields: object, body: string): string =>
  `${JSON.stringify(fields, null, 2).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n\n${body}\n`;
