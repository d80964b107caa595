import type * as vscode from 'vscode';
import { mergedChoices, rememberedChoices, type Choices, formatOffered } from './choices';
import type { DraftRecord } from './draftRecord';

const key = 'rostrum.start.choices';

/** What was chosen in the flow, for the next time: in this workspace, also when the flow was left. */
export class StartMemory {
  constructor(private readonly state: vscode.Memento) {}

  get choices(): Choices {
    return rememberedChoices(this.state.get(key));
  }

  async keep(choices: Choices): Promise<void> {
    await this.state.update(key, mergedChoices(this.choices, choices));
  }

  /** The debate is under way: the next one will be about something else, and set up as this one was in the end. */
  async started({ format, wishes, evidence, provider, model }: DraftRecord): Promise<void> {
    const others = { ...this.choices };
    delete others.topic;
    const isSame = others.format !== undefined && formatOffered(others.format).name === format;
    const { rounds, exchanges } = wishes;
    await this.state.update(
      key,
      mergedChoices(others, {
        ...(isSame ? {} : { format }),
        details: { ...others.details, rounds, exchanges },
        evidence: evidence.length === 0 ? { kind: 'none' } : { kind: 'paths', paths: evidence },
        provider,
        ...(model === '' ? {} : { model }),
      }),
    );
  }
}
