import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupMember } from '../members/member.ts'
import type { Standing } from '../members/standing.ts'

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
  /** Lost where the others reach Redis and this host does not: then it has no rooms. */
  readonly standing: Pick<Standing, 'isLost'>
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
  /** Questions whether a host can be reached. */
  readonly #asking = new Map<string, Promise<boolean>>()
  #isClosed = false

  constructor(options: RoomOwnersOptions) {
    this.#options = options
    this.#own = options.own
  }

  find(roomId: string): RoomOwner {
    return this.#rank(roomId, (host) => this.#isThere(host.id))
  }

  /** Returns true for a host that has the room only until the first in order can be reached again. */
  isStandIn(roomId: string, { id }: RoomOwner): boolean {
    return this.#rank(roomId, () => true).id !== id
  }

  /** Returns true for a host of the group that can be reached. */
  has({ id }: RoomOwner): boolean {
    return this.#options.findMembers().some((member) => member.id === id) && this.#isThere(id)
  }

  #isThere(id: string): boolean {
    return id === this.#own.id ? !this.#options.standing.isLost : !this.#suspected.has(id)
  }

  /** Returns the first host in order; this one where there is no other. */
  #rank(roomId: string, isThere: (host: RoomOwner) => boolean): RoomOwner {
    const others = this.#options.findMembers().filter(({ id }) => id !== this.#own.id)
    let first = this.#own
    let best = isThere(this.#own) ? rank(this.#own.id, roomId) : ''
    for (const member of others.filter(isThere)) {
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

  /**
   * A host has not answered: it is asked for a sign of life. One that gives none has no room until it does.
   * Resolves with true then.
   */
  async suspect(owner: RoomOwner): Promise<boolean> {
    if (owner.id === this.#own.id) return false
    if (this.#suspected.has(owner.id)) return true
    const asking = this.#asking.get(owner.id) ?? this.#options.canReach(owner)
    this.#asking.set(owner.id, asking)
    const isSilent = !(await asking)
    this.#asking.delete(owner.id)
    if (!isSilent || this.#suspected.has(owner.id) || this.#isClosed) return isSilent
    this.#suspected.add(owner.id)
    this.#options.onChanged()
    void this.#await(owner)
    return true
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
