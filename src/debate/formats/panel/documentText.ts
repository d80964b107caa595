import type { Point } from '../../entryData';
import type { TaskOutput } from '../../tasks';

/** The model-written parts of documents, as they are logged. */

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
