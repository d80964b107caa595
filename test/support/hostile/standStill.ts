/** Blocks without an end and without CPU time, which is limited, so that only a signal ends it. */
export const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
