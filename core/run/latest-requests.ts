import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'

/** A request that a newer one of its client may take the place of. */
interface OpenRequest {
  /** What it asks for: a newer request for the same takes nothing from it. */
  readonly flightId: string
  readonly giveWay: () => void
}

/**
 * The open requests of clients that want their latest one only, by whatever says that they are of one client,
 * room and function.
 */
export class LatestRequests {
  readonly #open = new Map<string, Set<OpenRequest>>()

  /** Ends every older request of a client that asks for something else than its newer one. */
  supersede(client: string, flightId: string): void {
    for (const request of [...(this.#open.get(client) ?? [])])
      if (request.flightId !== flightId) request.giveWay()
  }

  /** Adds a request. Returns what takes it out again. */
  add(client: string, request: OpenRequest): () => void {
    const requests = this.#open.get(client) ?? new Set()
    this.#open.set(client, requests.add(request))
    return () => {
      requests.delete(request)
      if (requests.size === 0 && this.#open.get(client) === requests) this.#open.delete(client)
    }
  }
}

/** The end of a request whose place a newer one has taken. */
export function supersededError(): SpecimenError {
  return new SpecimenError(
    'run.superseded',
    'A newer request of the same client to this function in the room has taken the place of this one.',
  )
}

/**
 * Returns what requests of one client to one function in one room have in common; undefined for those that no
 * newer one ends.
 */
export function toClientKey(
  { roomId, functionName }: Invocation,
  { caller, client }: { readonly caller?: string | undefined; readonly client?: string | undefined },
): string | undefined {
  return client === undefined ? undefined : JSON.stringify([caller, client, roomId, functionName])
}
