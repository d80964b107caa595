import * as z from 'zod';
import { openingModes, speakingOrders } from '../../debate/formats/panel/options';

/** The settings by which a user prefers options of single formats, as in `settingTable`. */
export const formatSettings = {
  'panel.order': { scope: 'window', default: 'lineup', schema: z.enum(speakingOrders) },
  'panel.openings': { scope: 'window', default: 'open', schema: z.enum(openingModes) },
  'panel.crux': { scope: 'window', default: false, schema: z.boolean() },
  'tribunal.order': { scope: 'window', default: 'critic-first', schema: z.enum(['critic-first', 'advocate-first']) },
  'tribunal.handover': { scope: 'window', default: 'public', schema: z.enum(['public', 'raw']) },
  'dialectic.judgePasses': { scope: 'window', default: 1, schema: z.int().min(1).max(9) },
} as const;
