import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupMember } from '../members/member.ts'

/** The host that has a room. */
export type RoomOwner = Pick<GroupMember, 'id' | 'address'>

/** Milliseconds between two looks whether a host that could not be reached can be. */
const lookPause = 1000

/** The dependencies of {@link RoomOwners}. */
export interface RoomOwnersOptions {
  /** This host. */
  readonly own: RoomOwner
  readonly findMembers: () => readonly GroupMember[]
  /** Resolves with true for a host that answers this one. */
  readonly canReach: (owner: RoomOwner) => Promise<boolean>
  /** Called as rooms may have another owner. */
  readonly onChanged: () => void
}

/**
 * Finds the host of the group that has a room: the first by a hash of both names, so that all hosts with the
 * same list agree, and a host that comes or goes moves no rooms but its own. The last list counts while Redis
 * is away.
 */
export class RoomOwners {
  readonly #options: RoomOwnersOptions
  readonly #own: RoomOwner
  /** Hosts that could not be reached: they have no rooms, by this one, until they answer it. */
  readonly #suspected = new Set<string>()
  #isClosed = false

  constructor(options: RoomOwnersOptions) {
    this.#options = options
    this.#own = options.own
  }

  find(roomId: string): RoomOwner {
    const others = this.#options
      .findMembers()
      .filter(({ id }) => id !== this.#own.id && !this.#suspected.has(id))
    let [first, best] = [this.#own, rank(this.#own.id, roomId)]
    for (const member of others) {
      const rating = rank(member.id, roomId)
      if (rating > best) [first, best] = [member, rating]
    }
    return first
  }

  /** Returns the host that has a room where that is another one. */
  findElsewhere(roomId: string): RoomOwner | undefined {
    const owner = this.find(roomId)
    return owner.id === this.#own.id ? undefined : owner
  }

  /** A host could not be reached: it has no room until it can be. */
  suspect(owner: RoomOwner): void {
    if (owner.id === this.#own.id || this.#suspected.has(owner.id)) return
    this.#suspected.add(owner.id)
    this.#options.onChanged()
    void this.#await(owner)
  }

  close(): void {
    this.#isClosed = true
  }

  async #await(owner: RoomOwner): Promise<void> {
    const { findMembers, canReach, onChanged } = this.#options
    const isKnown = (): boolean => findMembers().some(({ id }) => id === owner.id)
    do await sleep(lookPause, undefined, { ref: false })
    while (!this.#isClosed && isKnown() && !(await canReach(owner)))
    this.#suspected.delete(owner.id)
    if (!this.#isClosed) onChanged()
  }
}

function rank(host: string, roomId: string): string {
  return createHash('sha256').update(`${host} ${roomId}`).digest('hex')
}
