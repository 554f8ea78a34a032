import type { RoomEvent, RoomSession } from '../../client/client.ts'

/** The session of a page in a room, and the next one, which takes its place: under another name or token. */
export class UsedSession {
  #session: RoomSession | null = null
  /** On its way into the room. */
  #next: RoomSession | null = null

  get session(): RoomSession | null {
    return this.#session
  }

  /**
   * Uses a session: at once, or where the former one is in the room, in its place once it is there as well,
   * so that the others hear of no leave. Returns whether it is used at once.
   */
  use(session: RoomSession | null, isInRoom: boolean): boolean {
    this.#next?.leave()
    this.#next = session
    if (session && isInRoom) return false
    this.#replace()
    return true
  }

  /** Returns whether the page handles an event: not one of a session before or behind the one in use. */
  hears({ type }: RoomEvent, session: RoomSession | null): boolean {
    const isEnd = type === 'ended' || type === 'away'
    const isNext = session === this.#next
    if (session === null || (!isNext && session !== this.#session)) return false
    if (!this.#next) return true
    if (isNext && type !== 'entered' && type !== 'ended') return false
    if (isNext || isEnd) this.#replace()
    // The host ends the former one as it lets the next one in.
    return isNext || type !== 'ended'
  }

  #replace(): void {
    this.#session?.leave()
    this.#session = this.#next
    this.#next = null
  }
}
