import type { Documents } from '../../agents/documents/documentAnswers';
import { TaskError, type Performer } from '../../agents/performer';
import type { MeasuredThinking } from '../../agents/model/thinking';
import { notPerformed, type Format } from '../../debate/flow/step';
import { sum, type Debater, type Usage } from '../../debate/log/entryData';
import type { GivenDebater } from './configFiles';
import { documentLineup, hintsRefused } from './documentLineup';
import { seatedDebaters } from './formatPlan';
import { measuredThinking, proposeLineup, reviseLineup, type LineupRequest } from './lineup';
import type { ModelPlan } from './modelPlan';

export interface WantedLineup {
  topic: string;
  format: Format;
  /** Debaters by name; they keep what is said of them. */
  given?: readonly GivenDebater[] | undefined;
  /** Who is to debate, in the user's words. */
  hints?: string;
  /** Paths of the evidence. */
  evidence: readonly string[];
}

export interface ProposerPorts {
  /** Undefined where nobody can be asked. */
  chair: Performer | undefined;
  /** Who is asked, by reference: what it thinks is measured for the estimate. */
  seats: ModelPlan;
  /** The documents that speak; undefined where none does. */
  documents?: Documents | undefined;
  onAwaiting?: LineupRequest['onAwaiting'];
}

/** Finds who debates, on any surface, and keeps what asking cost. No debater has a model yet unless one was given. */
export class LineupProposer {
  /** Usage of all tries, failed ones included. */
  usage: Usage | undefined;
  measured: MeasuredThinking = {};

  constructor(
    private readonly wanted: WantedLineup,
    private readonly ports: ProposerPorts,
  ) {}

  /** @throws PlanError; TaskError of the Chair; the signal's reason */
  async propose(signal?: AbortSignal): Promise<Debater[]> {
    const { topic, format, given } = this.wanted;
    const { chair, documents } = this.ports;
    if (format.seats !== undefined) return seatedDebaters(format, '', given);
    if (documents !== undefined && given === undefined) return documentLineup(topic, documents);
    return await proposeLineup(this.#request, chair, signal);
  }

  /** The Chair's one revision. @throws TaskError `not_performed` where nobody can be asked; else as `propose` */
  async revise(proposed: readonly Debater[], revision: string, signal?: AbortSignal): Promise<Debater[]> {
    const { chair } = this.ports;
    if (chair === undefined) throw new TaskError(notPerformed, hintsRefused);
    return await reviseLineup({ ...this.#request, proposed, revision }, chair, signal);
  }

  get #request(): LineupRequest {
    const { topic, given, hints = '', evidence } = this.wanted;
    return {
      topic,
      given,
      hints,
      evidence,
      model: '',
      onUsage: (used) => void (this.usage = sum(this.usage, used)),
      onThought: (tokens) => void (this.measured = measuredThinking(this.ports.seats, tokens)),
      onAwaiting: this.ports.onAwaiting,
    };
  }
}
