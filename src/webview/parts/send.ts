import type { ToHost } from '../../shared/protocol';

/** How a component speaks to the extension. */
export type Send = (message: ToHost) => void;
