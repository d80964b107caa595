import type * as vscode from 'vscode';
import { mergedChoices, rememberedChoices, type Choices } from './choices';

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

  /** The debate is under way: the next one will be about something else. */
  async forgetTopic(): Promise<void> {
    const others = { ...this.choices };
    delete others.topic;
    await this.state.update(key, others);
  }
}
