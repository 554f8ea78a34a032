import { type Invocation, toPreviewedRoom } from '../../contract/domain/invocation.ts'
import type { Waiter } from './call.ts'
import { toFlightId } from './flights.ts'
import { DroppedRun } from './run-failure.ts'

/** The open requests of clients that want only their latest, by function and room, its previews included. */
export class LatestRequests {
  /** The callbacks that end them, with the flights they wait for. */
  readonly #open = new Map<string, Map<() => void, string>>()

  /** Ends the client's other requests; one for the same flight stays. */
  supersede(invocation: Invocation, name: Pick<Waiter, 'caller' | 'client'>): void {
    if (name.client === undefined) return
    const flightId = toFlightId(invocation)
    for (const [giveWay, id] of [...(this.#open.get(toKey(invocation, name)) ?? [])])
      if (id !== flightId) giveWay()
  }

  /** Adds a request; returns the function that removes it. */
  add(invocation: Invocation, name: Pick<Waiter, 'caller' | 'client'>, giveWay: () => void): () => void {
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

/** Returns the end of a request that gives way to a newer one. */
export function supersededError(): DroppedRun {
  return new DroppedRun(
    'run.superseded',
    'A newer request of the same client to this function in the room has taken the place of this one.',
  )
}

function toKey(
  { roomId, functionName }: Invocation,
  { caller, client }: Pick<Waiter, 'caller' | 'client'>,
): string {
  return JSON.stringify([caller, client, toPreviewedRoom(roomId), functionName])
}
