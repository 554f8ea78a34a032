import { Shares } from '../../contract/bounds/shares.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Account } from '../account/account.ts'
import { roomLimits } from './limits.ts'
import { OpenRoom } from './open-room.ts'
import type { Room, RoomOptions } from './room.ts'
import { RoomPlaces } from './room-places.ts'
import type { ShownRoomResult } from './room-port.ts'
import { findShown } from './view-fields.ts'

/** The dependencies of {@link OpenRooms}. */
export interface OpenRoomsOptions
  extends Omit<RoomOptions, 'id' | 'holdState' | 'holdResult' | 'onLeft' | 'onMoved'> {
  readonly account: Account
}

/** The rooms of a host by their ids, for as long as peers are in them and a while longer. */
export class OpenRooms {
  readonly #options: OpenRoomsOptions
  readonly #open = new Map<string, OpenRoom>()
  readonly #places: RoomPlaces
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: OpenRoomsOptions) {
    this.#options = options
    this.#places = new RoomPlaces(options.account, (owner) => this.#dropLeft(owner))
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get(id: string): Room | undefined {
    return this.#open.get(id)?.room
  }

  /**
   * Returns the room of an id, opened when it is not. @throws `host.busy`, `host.stopping`, `group.away`
   * where another host has it
   */
  find(id: string, owner: string): OpenRoom {
    const known = this.#open.get(id)
    if (this.#isClosed) throw stoppingError()
    if (known) {
      known.use()
      return known
    }
    const drop = (error?: SpecimenError): void => {
      if (this.#open.get(id) === open) this.#drop(id, error)
    }
    const place = this.#places.open(owner)
    let open: OpenRoom
    try {
      open = new OpenRoom({ ...this.#options, id, owner, place, drop })
    } catch (error) {
      place.release()
      throw error
    }
    this.#open.set(id, open)
    this.#timer ??= setInterval(() => this.#watch(), roomLimits.pingSeconds * 1000).unref()
    return open
  }

  /** Returns a result that a room shows, here or at another host. @throws `result.unknown`, `group.away` */
  async findResult(roomId: string, resultId: string): Promise<ShownRoomResult> {
    const here = this.get(roomId)?.results.find(resultId)
    if (here) return here
    const state = await this.#options.states.read(roomId)
    const shown = state && findShown(state.fields, resultId)
    const entry = shown && state.find(shown.pointer)
    if (entry) return { entry, specimenId: shown.specimenId }
    const detail = 'The room does not show this result, or no longer; the state of the room names the newest.'
    throw new SpecimenError('result.unknown', detail)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const id of [...this.#open.keys()]) this.#drop(id)
  }

  #watch(): void {
    for (const { room } of this.#open.values()) room.watch()
  }

  /** Drops the oldest room without peers of an owner, or of the one with most; returns false without any. */
  #dropLeft(of?: string): boolean {
    const left = [...this.#open].filter(([, { room, owner }]) => {
      return !room.isOccupied && (of === undefined || owner === of)
    })
    const shares = new Shares()
    for (const [, { owner }] of left) shares.add(owner, 1)
    const most = Math.max(...left.map(([, { owner }]) => shares.of(owner)))
    const [id] = left.find(([, { owner }]) => shares.of(owner) === most) ?? []
    if (id !== undefined) this.#drop(id)
    return id !== undefined
  }

  #drop(id: string, error = stoppingError()): void {
    const open = this.#open.get(id)
    if (!open) return
    this.#open.delete(id)
    open.close(error)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Returns the refusal of a host that accepts no more peers. */
export function stoppingError(): SpecimenError {
  return new SpecimenError('host.stopping', 'The host is stopping; the peer may come again in a few seconds.')
}
