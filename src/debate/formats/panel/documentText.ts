import type { Point } from '../../log/entryData';
import type { TaskOutput } from '../../flow/tasks';

export function renderSummary({ key_arguments, exchanges, flow, map }: TaskOutput<'reporter/summary'>): string {
  if (map !== undefined) return map.trim();
  const perDebater = key_arguments.map(
    ({ debater, arguments: points }) => `### ${debater}\n\n${points.map(pointLine).join('\n') || 'None.'}`,
  );
  return [
    `## Key Arguments\n\n${perDebater.join('\n\n')}`,
    `## Notable Exchanges\n\n${exchanges.map(pointLine).join('\n') || 'None.'}`,
    `## Debate Flow\n\n${flow.trim()}`,
  ].join('\n\n');
}

function pointLine({ text, seqs }: Point): string {
  const named = seqs.filter((seq) => !new RegExp(`\\bseq ${seq}\\b`).test(text));
  return `- ${text.trim()}${named.length > 0 ? ` (${named.map((seq) => `seq ${seq}`).join(', ')})` : ''}`;
}

export function renderBlogPost({ title, body }: TaskOutput<'reporter/blog_post'>): string {
  return `# ${title.trim()}\n\n${body.trim()}\n`;
}

export function renderAssessorReport(report: TaskOutput<'assessor/report'>): string {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n') || '- None.';
  const roles = report.roles.map(
    ({ role, strengths, improvements, suggestions }) =>
      `### ${role}\n\n**Strengths**\n\n${list(strengths)}\n\n**Areas for improvement**\n\n${list(improvements)}\n\n**Suggestions**\n\n${list(suggestions)}`,
  );
  const numbered = (items: readonly string[]): string => items.map((item, i) => `${i + 1}. ${item}`).join('\n');
  return [
    `## Overall Quality\n\n**${report.overall.rating}.** ${report.overall.reasons}`,
    `## Agents\n\n${roles.join('\n\n')}`,
    `## Execution Improvements\n\n${numbered(report.execution)}`,
    `## Output Improvements\n\n${numbered(report.output)}`,
  ].join('\n\n');
}

/** The answer that this was rendered from, whole as it stands. */
export const summaryIn = (content: string): TaskOutput<'reporter/summary'> => ({
  key_arguments: [],
  exchanges: [],
  flow: content,
  map: content,
});

export function blogPostIn(content: string): TaskOutput<'reporter/blog_post'> {
  const [, title = '', body = ''] = /^# ([^\n]*)\n\n([\s\S]*)$/.exec(content) ?? [];
  return { title, body };
}

const ratings = ['Excellent', 'Good', 'Adequate', 'Poor'] as const;

/** The parts reassemble to the same text, whatever an item contains. */
export function assessorReportIn(content: string): TaskOutput<'assessor/report'> {
  const [, quality = '', agents = '', execution = '', output = ''] =
    /^## Overall Quality\n\n([\s\S]*?)\n\n## Agents\n\n([\s\S]*)\n\n## Execution Improvements\n\n([\s\S]*)\n\n## Output Improvements\n\n([\s\S]*)$/.exec(
      content,
    ) ?? [];
  const [, rated, reasons = ''] = /^\*\*(\w+)\.\*\* ([\s\S]*)$/.exec(quality) ?? [];
  const [, ...roles] = `\n\n${agents}`.split(/\n\n### (?=[^\n]*\n\n\*\*Strengths\*\*\n\n)/);
  return {
    overall: { rating: ratings.find((rating) => rating === rated) ?? 'Adequate', reasons },
    roles: roles.map(roleIn),
    execution: numberedIn(execution),
    output: numberedIn(output),
  };
}

function roleIn(text: string): TaskOutput<'assessor/report'>['roles'][number] {
  const [, role = '', strengths = '', improvements = '', suggestions = ''] =
    /^([^\n]*)\n\n\*\*Strengths\*\*\n\n([\s\S]*?)\n\n\*\*Areas for improvement\*\*\n\n([\s\S]*?)\n\n\*\*Suggestions\*\*\n\n([\s\S]*)$/.exec(
      text,
    ) ?? [];
  const list = (items: string): string[] => items.replace(/^- /, '').split('\n- ');
  return { role, strengths: list(strengths), improvements: list(improvements), suggestions: list(suggestions) };
}

/** Items in counted order, so that a number within an item is none of the list's. */
function numberedIn(text: string): string[] {
  const items: string[] = [];
  let rest = text.replace(/^1\. /, '');
  for (let next = 2; ; next += 1) {
    const at = rest.indexOf(`\n${next}. `);
    items.push(at < 0 ? rest : rest.slice(0, at));
    if (at < 0) return items;
    rest = rest.slice(at + `\n${next}. `.length);
  }
}
