import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'

interface OpenRequest {
  /** A newer request for the same flight leaves this one alone. */
  readonly flightId: string
  readonly giveWay: () => void
}

/** The open requests of clients that want only their latest, by {@link toClientKey}. */
export class LatestRequests {
  readonly #open = new Map<string, Set<OpenRequest>>()

  supersede(client: string, flightId: string): void {
    for (const request of [...(this.#open.get(client) ?? [])])
      if (request.flightId !== flightId) request.giveWay()
  }

  add(client: string, request: OpenRequest): () => void {
    const requests = this.#open.get(client) ?? new Set()
    this.#open.set(client, requests.add(request))
    return () => {
      requests.delete(request)
      if (requests.size === 0 && this.#open.get(client) === requests) this.#open.delete(client)
    }
  }
}

/** Returns the error of a superseded request. */
export function supersededError(): SpecimenError {
  return new SpecimenError(
    'run.superseded',
    'A newer request of the same client to this function in the room has taken the place of this one.',
  )
}

/** Returns the key of a client, function and room; undefined where nothing supersedes. */
export function toClientKey(
  { roomId, functionName }: Invocation,
  { caller, client }: { readonly caller?: string | undefined; readonly client?: string | undefined },
): string | undefined {
  return client === undefined ? undefined : JSON.stringify([caller, client, roomId, functionName])
}
