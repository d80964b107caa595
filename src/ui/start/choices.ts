import { modelProviderNames } from '../../debate/flow/seats';
import type * as vscode from 'vscode';
import * as z from 'zod';
import { formatNamed, formats } from '../../debate/formats/registry';
import { wishKey } from '../../debate/flow/options';
import { defined } from '../../debate/log/objects';
import type { Format } from '../../debate/flow/step';
import { givenDebaters, type DebateConfig } from '../../session/plan/configFiles';
import type { SubjectText } from '../../session/plan/createDebate';
import type { FormatOffer } from '../formats/formatUi';
import type { DraftRecord } from './draftRecord';
import { formatUi } from '../formats/registry';
import type { StartProvider } from '../models/settingModels';

const short = '-short';

/** The formats, and those that are also offered in one or two rounds as such. */
export const startFormats: readonly string[] = formats.flatMap(({ name }) =>
  formatUi(name).short === undefined ? [name] : [name, `${name}${short}`],
);
export type StartFormat = string;
export const startFormat = z.string().refine((name) => startFormats.includes(name));

export const isShort = (offered: StartFormat): boolean => offered.endsWith(short);

/** In one or two rounds where that is wished for, and there is such. */
export const startFormatOf = (format: string, wantsShort: boolean): StartFormat =>
  wantsShort && formatUi(format).short !== undefined ? `${format}${short}` : format;

export function formatOffered(offered: StartFormat): Format {
  const found = formatNamed(isShort(offered) ? offered.slice(0, -short.length) : offered);
  if (found === undefined) throw new Error(`There is no format ${offered}.`);
  return found;
}

export function offerOf(offered: StartFormat): FormatOffer {
  const format = formatOffered(offered);
  const ui = formatUi(format.name);
  return (isShort(offered) ? ui.short?.() : undefined) ?? ui.offer(format);
}

const mostRounds = Math.max(...formats.flatMap((format) => format.mostRounds ?? []));

export const formatChoices = z.object({
  rounds: z.union([z.literal('auto'), z.int().min(1).max(mostRounds)]).optional(),
  exchanges: z.int().min(1).max(1_000).optional(),
  /** Belongs to one topic, as does the file. */
  motion: z.string().optional(),
  /** Definitions and scope; absolute. */
  termsFile: z.string().optional(),
});
export type FormatChoices = z.infer<typeof formatChoices>;

/** The Chair proposes, from hints in the user's words, or the debaters are given. */
const debatersChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chair') }),
  z.object({ kind: z.literal('hints'), text: z.string() }),
  /** `label`: where they come from, such as the name of a file. */
  z.object({ kind: z.literal('given'), label: z.string(), debaters: givenDebaters.min(1) }),
]);
export type DebatersChoice = z.infer<typeof debatersChoice>;

const evidenceChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paths'), paths: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('none') }),
]);
export type EvidenceChoice = z.infer<typeof evidenceChoice>;

export const startProvider = z.enum(['offline', ...modelProviderNames]);

const choicesSchema = z.object({
  /** Only of a flow that was left: who started a debate has another topic the next time. */
  topic: z.string().optional(),
  format: startFormat.optional(),
  details: formatChoices.optional(),
  debaters: debatersChoice.optional(),
  evidence: evidenceChoice.optional(),
  provider: startProvider.optional(),
  /** The provider's id. */
  model: z.string().optional(),
});

export type Choices = z.infer<typeof choicesSchema>;

/** What the steps of a list of questions read and write. */
export interface Answers {
  choices: Choices;
}

/** Nothing where it cannot be understood, such as after an update. */
export const rememberedChoices = (stored: unknown): Choices => choicesSchema.safeParse(stored).data ?? {};

/** The later answers over the earlier ones; a model goes with its provider. */
export function mergedChoices(before: Choices, now: Choices): Choices {
  const isKept = now.provider === undefined || now.provider === before.provider;
  return { ...before, model: isKept ? before.model : undefined, ...defined(now) };
}

export const isSameEvidence = (a: EvidenceChoice, b: EvidenceChoice): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** A file or a selection that the debate was started from. */
export interface Subject {
  /** Absolute paths. */
  files: readonly string[];
  text?: SubjectText;
  label: string;
  suggestedTopic: string;
}

export interface StartRequest {
  topic: string;
  format: StartFormat;
  details: FormatChoices;
  debaters: DebatersChoice;
  evidence: EvidenceChoice;
  provider: StartProvider;
  /** The provider's id of the model; empty: as the settings say. */
  model: string;
  subject?: Subject | undefined;
  config: DebateConfig;
}

type StartedDebate = Pick<StartRequest, 'format' | 'provider' | 'model'> & {
  wishes: DraftRecord['wishes'];
  evidence: string[];
};

const memoryKey = 'rostrum.start.choices';

/** What was chosen in this workspace the last time, also when the flow was left. */
export class StartMemory {
  constructor(private readonly state: vscode.Memento) {}

  get choices(): Choices {
    return rememberedChoices(this.state.get(memoryKey));
  }

  async keep(choices: Choices): Promise<void> {
    await this.state.update(memoryKey, mergedChoices(this.choices, choices));
  }

  /** The debate is under way: the next one will be about something else, and set up as this one was in the end. */
  async started({ format, wishes, evidence, provider, model }: StartedDebate): Promise<void> {
    const others = this.choices;
    const isSame = others.format !== undefined && formatOffered(others.format).name === format;
    const wished = (key: string): unknown => wishes.options[wishKey({ name: format }, { key })];
    const { data: lengths = {} } = formatChoices.safeParse({
      rounds: wished('rounds'),
      exchanges: wished('exchanges'),
    });
    await this.state.update(
      memoryKey,
      mergedChoices(
        { ...others, topic: undefined },
        {
          format: isSame ? undefined : format,
          details: { ...others.details, ...defined(lengths) },
          evidence: evidence.length === 0 ? { kind: 'none' } : { kind: 'paths', paths: evidence },
          provider,
          model: model === '' ? undefined : model,
        },
      ),
    );
  }
}
