/** For ever, and without any CPU time, of which a thread has so much: only who heeds a signal ends it. */
export const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
