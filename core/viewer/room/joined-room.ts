import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { RoomEvent, RoomSession } from '../../client/client.ts'
import { toShownText } from '../../contract/text/visible-text.ts'
import { isJsonObject } from '../../contract/values/json.ts'
import type { PeerBody } from '../../contract/wire/room-bodies.ts'
import type { RoomFields, RoomPeer } from '../../contract/wire/room-messages.ts'
import type { PeerPose } from '../../contract/wire/room-poses.ts'
import { alone, type ViewState } from '../state/view-state.ts'
import { addMoves, type PeerMoves } from './moves.ts'
import {
  type Fields,
  findActive,
  isSameJson,
  isShareable,
  keepSet,
  listDifferences,
  listNumbers,
  readSpecimen,
  readView,
  toFields,
} from './shared-view.ts'
import { UsedSession } from './used-session.ts'

/** The page's side: what it shows, and the way to change that. */
export interface RoomPage {
  readonly view: { readonly value: ViewState; peek(): ViewState }
  readonly change: (part: Partial<ViewState>) => void
}

/**
 * One view for all: keeps the page's view and the room's active one the same. What a person changes in the
 * page, seen as the difference from the view before, is set in the room; what the room reports is put into
 * the page, and counts as known before the page's own listener sees it. So nothing comes back as a change.
 */
export class JoinedRoom {
  readonly stage = signal<'connecting' | 'joined' | 'away' | 'ended'>('connecting')
  readonly fields = signal<Fields>(new Map())
  readonly peers = signal<readonly RoomPeer[]>([])
  readonly poses = signal<ReadonlyMap<number, PeerPose>>(new Map())
  /** Those who are in headsets, or have been. */
  readonly bodies = signal<ReadonlyMap<number, PeerBody>>(new Map())
  readonly moves = signal<PeerMoves>(new Map())
  /** The own number. */
  readonly own = signal(0)
  /** True for one that may end the lock of others. */
  readonly mayUnlock = signal(false)
  /** The text of the last refusal; empty after the next change. */
  readonly notice = signal('')
  readonly active = computed(() => findActive(this.fields.value))
  readonly presenter = computed(() => {
    const presenter = this.fields.value.get('presenter')
    const number =
      presenter !== undefined && isJsonObject(presenter) && presenter.locks === true ? presenter.peer : null
    return this.peers.value.find(({ peer }) => peer === number)
  })
  readonly mayChange = computed(() => {
    return this.peers.value.find(({ peer }) => peer === this.own.value)?.may_change !== false
  })
  readonly refusal = computed(() => {
    if (this.stage.value === 'ended') return this.notice.value
    if (!this.mayChange.value) return 'You may watch and point here, and change nothing.'
    const { presenter } = this
    const isLocked = presenter.value && presenter.value.peer !== this.own.value
    return isLocked ? `${toShownText(presenter.value?.name ?? '')} has locked what is shown.` : null
  })
  readonly #page: RoomPage
  /** Called when this person has changed something that all see. */
  readonly #onTouch: () => void
  readonly #used = new UsedSession()
  /** The page's view as it was last compared with the room; null for none that the room has. */
  #known: { readonly specimenId: string; readonly number: number; readonly fields: Fields } | null = null
  /** True after changes that wait for the connection. */
  #hasWaited = false
  readonly #stop: () => void

  constructor(page: RoomPage, onTouch: () => void) {
    this.#page = page
    this.#onTouch = onTouch
    this.#stop = effect(() => {
      const view = page.view.value
      untracked(() => this.#send(view))
    })
  }

  /**
   * Uses a session: at once, or in place of one that is in the room once it is there as well, so that the
   * room hears of no leave. What was shared stays known, for a host that has lost it.
   */
  use(session: RoomSession | null): void {
    if (!this.#used.use(session, this.stage.peek() === 'joined')) return
    this.own.value = 0
    this.stage.value = 'connecting'
  }

  /** Sets fields for all, once it is in the room. */
  set(fields: RoomFields): void {
    if (this.own.peek() === 0) return
    this.notice.value = ''
    this.#hasWaited ||= this.stage.peek() === 'away'
    this.#used.session?.set(fields)
    this.#publish()
  }

  /** Shows the others where this person looks and points. */
  pose(pose: Omit<PeerPose, 'peer'>): void {
    this.#used.session?.pose(pose)
  }

  /** Shows the others the head and the hands of this person. */
  body(body: Omit<PeerBody, 'peer'>): void {
    this.#used.session?.body(body)
  }

  /** Ends the run of the active view. */
  cancel(): void {
    const number = this.active.peek()
    if (number !== null) this.#used.session?.cancel(number)
  }

  /** Has the host compute the active view again: a parameter that is set to what it is counts as a change. */
  runAgain(): void {
    const own = `views/${this.active.peek()}/params/`
    const [name = `${own}~`, value = null] =
      [...this.fields.peek()].find(([key]) => key.startsWith(own)) ?? []
    this.set({ [name]: value })
  }

  /** Makes another view the active one. */
  activate(number: number): void {
    this.set({ active: number })
    this.#receive(true)
  }

  /** Adds a specimen as the active view; one that is open already is only made active. */
  open(specimenId: string): void {
    this.#put({ ...this.#page.view.peek(), specimenId, params: {}, display: {}, notes: [] })
  }

  /** Closes a view that is not the last. */
  shut(number: number): void {
    const next = listNumbers(this.fields.peek()).find((other) => other !== number)
    const isActive = this.active.peek() === number
    this.set({ [`views/${number}/specimen`]: null, ...(isActive && { active: next ?? null }) })
    this.#receive(isActive)
  }

  /** Handles an event of a session; one that has had its time, or has it still to come, is not heard. */
  receive(event: RoomEvent, session = this.#used.session): void {
    if (!this.#used.hears(event, session)) return
    batch(() => {
      switch (event.type) {
        case 'entered':
          this.#enter()
          break
        case 'peers':
          this.#publish()
          break
        case 'changed':
          this.moves.value = addMoves(this.moves.peek(), event)
          this.#publish()
          this.#receive(Object.keys(event.fields).some((name) => /^active$|\/specimen$/.test(name)))
          break
        case 'refused':
          this.#publish()
          this.notice.value = event.detail
          this.#receive(false)
          break
        case 'poses':
          this.poses.value = new Map([
            ...this.poses.peek(),
            ...event.poses.map((pose) => [pose.peer, pose] as const),
          ])
          break
        case 'bodies':
          this.bodies.value = new Map([
            ...this.bodies.peek(),
            ...event.bodies.map((body) => [body.peer, body] as const),
          ])
          break
        case 'away':
          this.stage.value = 'away'
          break
        case 'ended':
          this.stage.value = 'ended'
          this.notice.value = event.detail
      }
    })
  }

  close(): void {
    this.#stop()
    this.use(null)
  }

  #enter(): void {
    const before = keepSet(this.fields.peek())
    const { specimenId } = this.#page.view.peek()
    this.stage.value = 'joined'
    this.poses.value = new Map()
    this.bodies.value = new Map()
    this.notice.value = ''
    this.#publish()
    const isEmpty = this.active.peek() === null && this.mayChange.peek()
    const isAlone = !this.peers.peek().some(({ peer, may_change }) => may_change && peer !== this.own.peek())
    const hasShared = Object.keys(before).length > 0
    // A host that was started again has lost the room: the first one who comes back brings it, and those who
    // have changed something meanwhile.
    if (isEmpty && hasShared && (isAlone || this.#hasWaited)) this.set(before)
    else if (isEmpty && !hasShared && isShareable(specimenId)) this.#put(this.#page.view.peek())
    this.#hasWaited = false
    this.#receive(!hasShared)
  }

  #publish(): void {
    const { session } = this.#used
    if (!session || session.peer === 0) return // it is on its way into the room
    const { peer, peers, fields, mayUnlock } = session
    this.own.value = peer
    this.mayUnlock.value = mayUnlock
    this.peers.value = [...peers.values()]
    this.fields.value = new Map(fields)
    this.poses.value = keepOf(this.poses.peek(), peers)
    this.bodies.value = keepOf(this.bodies.peek(), peers)
  }

  /** Puts the room's active view into the page; a page at its gallery stays there unless it `isCalled`. */
  #receive(isCalled: boolean): void {
    const number = this.active.peek()
    if (number === null) {
      this.#known = null
      return
    }
    const now = this.#page.view.peek()
    if (!isCalled && !isShareable(now.specimenId)) return
    const { specimenId, ...parts } = readView(this.fields.peek(), number)
    if (specimenId === null) return
    const isOther = specimenId !== now.specimenId
    const fields = toFields({ ...now, ...parts }, number)
    const names = Object.keys(listDifferences(toFields(now, number), fields))
    const isChanged = (kind: string): boolean => isOther || names.some((name) => name.includes(kind))
    const patch: Partial<ViewState> = {
      ...(isChanged('/params/') && { params: parts.params }),
      ...(isChanged('/display/') && { display: parts.display }),
      ...(!isSameJson(parts.notes, now.notes) && { notes: parts.notes }),
      ...(now.others.length > 0 && alone),
      ...(now.sweep && { sweep: null }),
      ...(isOther && { specimenId, camera: null, sweep: null, ...alone }),
    }
    this.#known = { specimenId, number, fields }
    if (Object.keys(patch).length > 0) this.#page.change(patch)
  }

  /** Sets in the room what the page's view has otherwise than before. */
  #send(view: ViewState): void {
    if (this.own.peek() === 0) return // the room's own state comes first
    if (!isShareable(view.specimenId)) this.#known = null
    else if (view.specimenId !== this.#known?.specimenId) this.#put(view)
    else {
      const { number, fields } = this.#known
      const now = toFields(view, number)
      const changed = listDifferences(fields, now)
      const names = Object.keys(changed)
      if (names.length === 0) return
      this.#onTouch()
      const isOnlyNotes = names.every((name) => name.startsWith('notes/')) && this.mayChange.peek()
      if (this.refusal.peek() !== null && !isOnlyNotes) this.#receive(false)
      else {
        this.#known = { ...this.#known, fields: now }
        this.set(changed)
      }
    }
  }

  /** Makes a view of the page the active one of the room: added, or as the room has it where it does. */
  #put(view: ViewState): void {
    const { specimenId } = view
    if (specimenId === null) return
    this.#onTouch()
    if (this.refusal.peek() !== null) {
      this.#receive(true)
      return
    }
    const numbers = listNumbers(this.fields.peek())
    const known = numbers.find((number) => readSpecimen(this.fields.peek(), number) === specimenId)
    // The host refuses the one behind the last with a sentence for people.
    const number = known ?? [1, 2, 3, 4, 5, 6, 7, 8, 9].find((free) => !numbers.includes(free)) ?? 9
    const added = known === undefined ? { [`views/${number}/specimen`]: specimenId } : {}
    this.set({ ...added, ...Object.fromEntries(toFields(view, number)), active: number })
    this.#receive(true)
  }
}

/** Returns the entries of peers that are there; the same map where all are. */
function keepOf<Value>(
  map: ReadonlyMap<number, Value>,
  peers: ReadonlyMap<number, unknown>,
): ReadonlyMap<number, Value> {
  const kept = [...map].filter(([number]) => peers.has(number))
  return kept.length < map.size ? new Map(kept) : map
}
