export class PlanError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** What stands behind the message, in words that are not translated. */
    readonly detail?: string,
  ) {
    super(detail === undefined ? message : `${message} ${detail}`);
    this.name = 'PlanError';
  }
}
