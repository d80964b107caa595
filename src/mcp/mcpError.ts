/** Told where a task's debate is run by nobody. `reason`: why it was paused; undefined where it is over. */
export const atRest = (reason: string | undefined): McpError =>
  new McpError(
    'paused',
    reason === undefined
      ? 'The debate is over: its tasks are done.'
      : `The debate is paused: ${reason} Let it go on with debate_steer, action "resume".`,
  );

/** What a client did that cannot be done, in words for it. They name the next call, and repeat no key. */
export class McpError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'McpError';
  }
}
