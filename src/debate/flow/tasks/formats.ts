import { dialecticTasks, type DialecticInputs } from './dialectic';
import { tribunalTasks, type TribunalInputs } from './tribunal';

/** Of the formats beside the panel: here a format adds its own. */

export const formatTasks = { ...tribunalTasks, ...dialecticTasks } as const;

export interface FormatInputs extends TribunalInputs, DialecticInputs {}
