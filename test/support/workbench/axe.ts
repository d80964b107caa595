import { source } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

type Violation = { id: string; help: string; nodes: { target: string[]; html: string }[] };

/**
 * Problems that axe finds in a document, one line per element: rule, place, remedy. A webview is not a whole page, so
 * rules about whole pages (landmarks, title) are left out.
 * @param include a selector of the part to check; default: all
 */
export async function axeViolations(target: Page | Frame, include = 'body'): Promise<string[]> {
  await target.evaluate(source);
  const options = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'document-title': { enabled: false } },
  };
  const run = `axe.run(${JSON.stringify(include)}, ${JSON.stringify(options)}).then((result) => result.violations)`;
  const violations = await target.evaluate<Violation[]>(run);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${help}: ${node.html}`),
  );
}
