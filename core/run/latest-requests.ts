import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import { toFlightId } from './flights.ts'

/** The name of a client within its caller; requests without a client supersede nothing. */
interface ClientName {
  readonly caller?: string | undefined
  readonly client?: string | undefined
}

/** The open requests of clients that want only their latest, for each function in each room. */
export class LatestRequests {
  /** The callbacks that end them, with the flights they wait for. */
  readonly #open = new Map<string, Map<() => void, string>>()

  /** Ends the client's other requests; one for the same flight stays. */
  supersede(invocation: Invocation, name: ClientName): void {
    if (name.client === undefined) return
    const flightId = toFlightId(invocation)
    for (const [giveWay, id] of [...(this.#open.get(toKey(invocation, name)) ?? [])])
      if (id !== flightId) giveWay()
  }

  /** Adds a request; returns the function that removes it. */
  add(invocation: Invocation, name: ClientName, giveWay: () => void): () => void {
    if (name.client === undefined) return () => {}
    const key = toKey(invocation, name)
    const requests = this.#open.get(key) ?? new Map()
    this.#open.set(key, requests.set(giveWay, toFlightId(invocation)))
    return () => {
      requests.delete(giveWay)
      if (requests.size === 0 && this.#open.get(key) === requests) this.#open.delete(key)
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

function toKey({ roomId, functionName }: Invocation, { caller, client }: ClientName): string {
  return JSON.stringify([caller, client, roomId, functionName])
}
