/** What steps of one kind have cost: `r2/turn/ada` and `r3/turn/bob` are turns. */
export const costKind = (step: string, debaters: readonly { name: string }[]): string =>
  step
    .split('/')
    .filter((part) => !/^[a-z]?\d+$/.test(part) && !debaters.some(({ name }) => name === part))
    .join('/');
