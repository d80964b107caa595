import { markupText } from '../../matching/text/shortText';
import { randomBytes } from 'node:crypto';
import type { PageSetup } from '../../shared/protocol';

interface PageResources {
  script: string;
  style: string;
  cspSource: string;
  language: string;
  title: string;
}

/**
 * The policy lets in that one script and our own style sheet and font, nothing inline. The setup is data, which no
 * policy runs.
 */
export function pageHtml(setup: PageSetup, { script, style, cspSource, language, title }: PageResources): string {
  const nonce = randomBytes(24).toString('base64url');
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${markupText(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${markupText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markupText(title)}</title>
<link rel="stylesheet" href="${markupText(style)}">
</head>
<body>
<div id="root"></div>
<script type="application/json" id="setup">${scriptJson(setup)}</script>
<script nonce="${nonce}" src="${markupText(script)}"></script>
</body>
</html>`;
}

/** No text in it can end the element, or begin another: `<` is written as JSON can write it. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
