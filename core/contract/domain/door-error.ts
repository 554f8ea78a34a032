import { type ErrorCode, SpecimenError } from './errors.ts'

/** The remedy of a refusal for each door by which its caller may have come. */
export interface DoorRemedies {
  /** For programs that send requests: addresses, queries, headers. */
  readonly http: string
  /** For agents: tools and their arguments. */
  readonly agent: string
}

/** A refusal whose remedy depends on the door. Its message has the one for requests. */
export class DoorError extends SpecimenError {
  /** The sentence for an agent. */
  readonly agentMessage: string

  constructor(code: ErrorCode, problem: string, { http, agent }: DoorRemedies) {
    super(code, `${problem} ${http}`)
    this.agentMessage = `${problem} ${agent}`
  }
}

/** Returns a refusal that names what it is about first: `mesh.inputs.volume: There is no specimen …`. */
export function withPlace(error: SpecimenError, place: string): SpecimenError {
  const { code, message, issues, cause } = error
  if (!(error instanceof DoorError)) return new SpecimenError(code, `${place}: ${message}`, { issues, cause })
  return new DoorError(code, `${place}:`, { http: message, agent: error.agentMessage })
}

/** Returns the sentence of a refusal for an agent. */
export function toAgentMessage(error: SpecimenError): string {
  return error instanceof DoorError ? error.agentMessage : error.message
}
