import * as z from 'zod';
import { effortsByRole, effortSchema } from '../../agents/model/thinking';
import { configSchema } from '../../session/plan/configFiles';
import { wishesSchema } from '../../session/plan/formatPlan';
import { givenPricesSchema } from '../../models/prices';
import { limitsSchema, usageSchema } from '../../debate/log/entryData';
import { listOf } from '../../debate/log/objects';
import type { EvidenceSet } from '../../session/plan/evidenceSet';
import { draftDebaterSchema } from '../../shared/toHost';
import { startProvider } from './choices';

/** When it was last read: enough to show it, and to tell later that it has changed. */
const evidenceSummarySchema = z.object({
  root: z.string().nullable(),
  /** Path → hash of its content, cut: to compare, not to trust. */
  files: z.record(z.string(), z.string()),
  bytes: z.number(),
  subject: z.array(z.string()),
  leftOut: z.array(z.object({ path: z.string(), reason: z.string() })),
  leftOutCount: z.number(),
});
type EvidenceSummary = z.infer<typeof evidenceSummarySchema>;

/** A debate before its start, as it is kept over a reload. */
export const draftRecordSchema = z.object({
  id: z.string(),
  made: z.number(),
  topic: z.string(),
  format: z.string(),
  /** What the format alone knows, as the setup will record it. */
  options: z.record(z.string(), z.unknown()).default({}),
  /** What `options` were made of. */
  wishes: wishesSchema.prefault({}),
  provider: startProvider,
  /** The provider's id of the model that was chosen; empty: as the settings say. */
  model: z.string().default(''),
  /** Models of the providers that were left, so that a user who comes back finds them. */
  otherModels: z.partialRecord(startProvider, z.string()).default({}),
  /** Chosen for single roles, over what the settings say. */
  seats: z.record(z.string(), z.string()).default({}),
  /** Models by role, as references: `anthropic:claude-sonnet-5-5`, `human`, `offline`. */
  models: z.record(z.string(), z.string()).default({}),
  /** Model of a debater that is added to the lineup. */
  debaterModel: z.string().default('offline'),
  effort: effortSchema.optional(),
  efforts: effortsByRole.optional(),
  prices: givenPricesSchema.optional(),
  /** What the Chair's model thought of the lineup, in tokens, by its reference. */
  measured: z.record(z.string(), z.number()).optional(),
  /** Origins by provider: to be shown. */
  endpoints: z.record(z.string(), z.string()).default({}),
  isWebRead: z.boolean().default(false),
  isSearched: z.boolean().default(true),
  limits: limitsSchema,
  /** Limits that replace those of the settings. */
  chosenLimits: limitsSchema.partial().default({}),
  /** The ancestors' files, as they were read. */
  config: configSchema.default({}),
  debaters: z.array(draftDebaterSchema),
  /** Those of `debaters` that are documents, as they were proposed offline. */
  documents: z.array(draftDebaterSchema).default([]),
  /** The debaters in whose place documents came: a model finds them again. */
  displaced: z.array(draftDebaterSchema).default([]),
  /** Debaters by the formats that were left, so that a user who comes back finds them. */
  otherDebaters: z.record(z.string(), z.array(draftDebaterSchema)).default({}),
  /** Chosen for single debaters, by name. */
  ownModels: z.record(z.string(), z.string()).default({}),
  /** The Chair was asked for the lineup, or the user gave it; else it was made of the topic alone. */
  wasProposed: z.boolean().default(true),
  isRevised: z.boolean(),
  /** Usage of the Chair's proposals. */
  usage: usageSchema.optional(),
  hints: z.string(),
  parent: z.string(),
  evidence: z.array(z.string()),
  /** Chosen in its place and not read yet. */
  evidenceWanted: z.array(z.string()).nullable().default(null),
  subject: z.array(z.string()),
  subjectText: z.object({ name: z.string(), text: z.string() }).optional(),
  gathered: evidenceSummarySchema,
});
export type DraftRecord = z.infer<typeof draftRecordSchema>;

/** More than anybody has open at once: after a reload it is not known which tabs of hidden lineups there are. */
export const draftsKept = 20;

/** Those that can still be understood, newest first. */
export const keptDrafts = (stored: unknown): DraftRecord[] =>
  listOf(stored).flatMap((item) => draftRecordSchema.safeParse(item).data ?? []);

/** Puts this draft in front. The oldest of those that are open nowhere are dropped. */
export const withDraft = (
  drafts: readonly DraftRecord[],
  draft: DraftRecord,
  isOpen: (id: string) => boolean = () => false,
): DraftRecord[] => [draft, ...withoutDraft(drafts, draft.id)].filter(({ id }, at) => at < draftsKept || isOpen(id));

export const withoutDraft = (drafts: readonly DraftRecord[], id: string): DraftRecord[] =>
  drafts.filter((draft) => draft.id !== id);

const leftOutKept = 100;

export function evidenceSummary(
  { root, files, subject, leftOut }: EvidenceSet,
  text?: { name: string; text: string },
): EvidenceSummary {
  const bytes = files.reduce((sum, file) => sum + file.bytes, text === undefined ? 0 : Buffer.byteLength(text.text));
  return {
    root,
    bytes,
    leftOutCount: leftOut.length,
    files: Object.fromEntries(files.map((file) => [file.path, file.sha256.slice(0, 12)])),
    subject: [...subject, ...(text === undefined ? [] : [text.name])],
    leftOut: leftOut.slice(0, leftOutKept).map(({ path, detail }) => ({ path, reason: detail })),
  };
}

export interface EvidenceChange {
  added: string[];
  removed: string[];
  changed: string[];
}

/** Undefined where nothing is different. */
export function evidenceChange(before: EvidenceSummary, now: EvidenceSummary): EvidenceChange | undefined {
  const absolute = ({ root, files }: EvidenceSummary): Map<string, string> =>
    new Map(Object.entries(files).map(([path, hash]) => [`${root ?? ''}/${path}`, hash]));
  const [old, fresh] = [absolute(before), absolute(now)];
  const added = [...fresh.keys()].filter((path) => !old.has(path));
  const removed = [...old.keys()].filter((path) => !fresh.has(path));
  const changed = [...fresh].filter(([path, hash]) => old.has(path) && old.get(path) !== hash).map(([path]) => path);
  return added.length + removed.length + changed.length === 0 ? undefined : { added, removed, changed };
}
