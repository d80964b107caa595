import type { VisibleEntry } from '../debate/tasks';

/** The text of an entry as Markdown. The ancestors put a verification result into it as JSON. */
export function entryContent({ type, content }: Pick<VisibleEntry, 'type' | 'content'>): string {
  const isJson = type === 'verification_result' && /^\s*\{[\s\S]*\}\s*$/.test(content);
  return isJson ? `\`\`\`json\n${content.trim().replace(/`{3,}/g, "'''")}\n\`\`\`` : content;
}
