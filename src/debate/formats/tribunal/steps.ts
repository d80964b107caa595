import { noticesOf } from '../common/notices';

export const { announcement, note, failureNote } = noticesOf('moderator');
export { agentTask, answerTo, base, whyFailed } from '../common/steps';
