/** Bad input of a user, found before anything is made. */
export class PlanError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'PlanError';
  }
}
