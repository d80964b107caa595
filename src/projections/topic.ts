import { oneLine } from '../matching/text/shortText';
import type { RecordView } from '../debate/fold/view';

/** Logs without a setup: read from the announcement, as the ancestors word it. */
export function topicOf(view: RecordView): string | undefined {
  const { setup, headers } = view.state;
  if (setup !== undefined) return oneLine(setup.topic);
  for (const { seq } of headers.slice(0, 10)) {
    const found = /\bTopic:\s*(\S[^\n]*)/.exec(view.visible(seq)?.content ?? '')?.[1];
    if (found !== undefined) return oneLine(found);
  }
  return undefined;
}
