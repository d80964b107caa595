import { noticesOf } from '../common/notices';

export const { announcement, note, failureNote } = noticesOf('moderator');
export { agentTask, answerTo, base, refusedAnswer, whyFailed } from '../common/steps';
