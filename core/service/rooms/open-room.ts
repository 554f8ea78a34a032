import { hasCode, type SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { roomLimits } from './limits.ts'
import { Room, type RoomOptions } from './room.ts'
import type { RoomPlace } from './room-places.ts'

/** The dependencies of an {@link OpenRoom}: those of its room, and its place among the rooms of the host. */
export interface OpenRoomOptions
  extends Omit<RoomOptions, 'holdState' | 'holdResult' | 'onLeft' | 'onMoved'> {
  /** The client that it is opened for. */
  readonly owner: string
  readonly place: RoomPlace
  /** Called when it is to be closed: by this error where peers may still be in it. */
  readonly drop: (error?: SpecimenError) => void
}

/** A room that is open at this host, for as long as peers are in it and a while longer. */
export class OpenRoom {
  readonly room: Room
  /** The client that it was opened for. */
  readonly owner: string
  readonly #options: OpenRoomOptions
  readonly #kept = createDeadline(() => this.#expire())
  #isClosed = false

  constructor(options: OpenRoomOptions) {
    const { owner, place, drop } = options
    this.#options = options
    this.owner = owner
    this.room = new Room({
      ...options,
      holdState: (bytes, isDecided) => this.#holdState(bytes, isDecided),
      holdResult: place.holdResult,
      onLeft: () => this.keep(),
      onMoved: drop,
    })
  }

  /** Keeps it open for somebody who is about to come in; {@link keep} ends that. */
  use(): void {
    this.#kept.stop()
  }

  /** Has it end in time while it has no peers. One with nothing in it, as readers leave it, ends at once. */
  keep(): void {
    const { isOccupied, isEmpty } = this.room
    if (!isOccupied && !this.#isClosed) this.#kept.start(isEmpty ? 0 : roomLimits.keptSeconds)
  }

  close(error: SpecimenError): void {
    this.#isClosed = true
    this.#kept.stop()
    this.room.close(error)
    this.#options.place.release()
  }

  #expire(): void {
    if (this.room.isUsed) this.#kept.start(roomLimits.keptSeconds)
    else this.#options.drop()
  }

  /** What was decided elsewhere is not refused: without memory for it, the room ends here. */
  #holdState(bytes: number, isDecided: boolean): void {
    const { place, drop } = this.#options
    try {
      place.holdState(bytes)
    } catch (error) {
      if (!isDecided || !hasCode(error, 'host.busy')) throw error
      queueMicrotask(() => drop(toSpecimenError(error)))
    }
  }
}
