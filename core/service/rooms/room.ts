import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { PeerMessage, RoomJoin, RoomMessage, RoomPeer } from '../../contract/wire/room-messages.ts'
import { ChangeFeed } from './change-feed.ts'
import { decideChange, decideHere } from './decide-change.ts'
import { type JoinedPeer, toDigest } from './joined-peer.ts'
import { roomLimits } from './limits.ts'
import {
  findName,
  findNumber,
  isPresenter,
  latestField,
  listMembers,
  peerField,
  type RoomMember,
  readPeerField,
  removeMembers,
  toMember,
  toPeer,
} from './members.ts'
import type { PeerConnection } from './peer-connection.ts'
import { firstKinds, PoseBoards, type RoomReader } from './pose-boards.ts'
import { findLock } from './presenter.ts'
import { type HoldState, isOwnField, isSeen, pickForRefusal } from './room-fields.ts'
import { RoomRuns, type RoomRunsOptions } from './room-runs.ts'
import { changeAsHost, type OrderedChange, type RoomState, type RoomStates } from './room-state.ts'
import { findSight, sendChange } from './send-change.ts'
import { toWelcome } from './welcome.ts'

/** The dependencies of a {@link Room}. */
export interface RoomOptions extends RoomRunsOptions {
  readonly states: RoomStates
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Milliseconds, never going back. */
  readonly clock: () => number
  /** Called after a peer has left. */
  readonly onLeft: () => void
  /** Called when another host has the room from now on. */
  readonly onMoved: (error: SpecimenError) => void
  readonly holdState: HoldState
}

/**
 * One room: its peers and its state. Peers send changes, each gets a version, and all get all changes in the
 * same order.
 */
export class Room {
  readonly #options: RoomOptions
  readonly #peers = new Map<number, JoinedPeer>()
  readonly #state: RoomState
  readonly #runs: RoomRuns
  readonly #poses: PoseBoards
  readonly #feed: ChangeFeed
  #joining = 0
  /** The reason of its end. */
  #closing: SpecimenError | undefined

  constructor(options: RoomOptions) {
    this.#options = options
    this.#state = options.states.open(options.id, {
      onChanged: (change) => this.#follow(change),
      onHostsGone: () => this.#sweep(),
      onMoved: options.onMoved,
      findHeld: (resultId) => this.#runs.shown.findHeld(resultId),
      holdState: options.holdState,
    })
    this.#runs = new RoomRuns(options, this.#state)
    this.#poses = new PoseBoards(() => this.#listReaders())
    this.#feed = new ChangeFeed({
      now: options.clock,
      countPeers: () => this.#peers.size,
      sendAll: (text, change) =>
        sendChange([...this.#peers.values()], change, { text, fields: this.#state.fields }),
      sendOne: (peer, text) => this.#peers.get(peer)?.connection.send(text),
    })
  }

  /** True while peers are here, or on their way in. */
  get isOccupied(): boolean {
    return this.#peers.size > 0 || this.#joining > 0
  }

  /** True while peers are at any host. */
  get isUsed(): boolean {
    return this.isOccupied || listMembers(this.#state.fields).length > 0
  }

  /** True while there is nothing that a peer has set. */
  get isEmpty(): boolean {
    return [...this.#state.fields.keys()].every(isOwnField)
  }

  /** Adds a peer; one with the same key is the same, on its former connection. @throws `room.full` */
  async join(
    { name: wanted, color, key, person: secret = key, frames = firstKinds }: RoomJoin,
    admission: JoinedPeer['admission'],
    connection: PeerConnection,
  ): Promise<JoinedPeer> {
    const { host } = this.#state
    const { caller, guestOf } = admission
    const identity = toDigest(caller, key)
    const may_change = caller.scopes.has('invoke')
    let shown: RoomPeer = { peer: 0, name: wanted, color, may_change }
    this.#joining++ // until it is in: a sweep between would put it out again
    try {
      await this.#state.change((fields) => {
        const peer = findNumber(fields, identity)
        const name = findName(fields, peer, wanted)
        shown = { peer, name, color, may_change }
        const member: RoomMember = { ...shown, host, identity, guestOf }
        const latest = fields.has(peerField(peer)) ? {} : { [latestField]: peer }
        return { ...latest, [peerField(peer)]: member }
      })
      const person = toDigest(caller, secret)
      const sight = caller.specimens ? findSight(this.#peers.values(), caller.specimens) : undefined
      const joined = { shown, identity, person, admission, connection, kinds: new Set(frames), sight }
      const member = toMember(this.#state.fields.get(peerField(shown.peer)))
      // The room was dropped while its state was asked: in it the peer would hear nothing more.
      if (this.#closing) connection.fail(this.#closing)
      else if (member?.host === host && member.identity === identity) this.#enter(joined)
      else connection.close('replaced', replacedDetail)
      return joined
    } finally {
      this.#joining--
    }
  }

  /** Removes a peer unless it has connected again, and its lock. */
  leave({ shown: { peer }, connection }: JoinedPeer): void {
    if (this.#peers.get(peer)?.connection !== connection) return
    this.#forget(peer)
    const { host } = this.#state
    const left = changeAsHost(this.#state, this.#options.log, (fields) => {
      const isHere = toMember(fields.get(peerField(peer)))?.host === host
      return isHere ? removeMembers(fields, [peer]) : undefined
    })
    void left.then(this.#options.onLeft)
  }

  /** Handles a message of a peer; what it may not do is refused to it alone. */
  async receive(peer: JoinedPeer, message: PeerMessage): Promise<void> {
    if (message.type === 'join')
      throw new SpecimenError('request.invalid', 'A peer joins once on a connection.')
    if (message.type === 'cancel' && this.#mayCancel(peer, message.view)) this.#runs.cancel(message.view)
    if (message.type !== 'set') return
    const { seq, fields: given } = message
    try {
      const decide = decideChange(peer, given, this.#options)
      const place = { host: this.#state.host, peer: peer.shown.peer, identity: peer.identity }
      await this.#state.change(decideHere(place, decide), { by: peer.shown.peer, seq })
    } catch (error) {
      const { code, message: detail } = toSpecimenError(error)
      if (code === 'internal') throw error
      const names = Object.keys(given)
      const present = peer.sight?.pick(names, this.#state.fields) ?? this.#state.fields
      const fields = peer.shown.may_change ? pickForRefusal(present, names) : {}
      peer.connection.answer(toText({ type: 'refused', seq, code, detail, fields }))
    }
  }

  /** Takes a frame with the pose of a peer. @throws `request.invalid` */
  receivePose({ shown: { peer } }: JoinedPeer, frame: Uint8Array): void {
    this.#poses.take(peer, frame)
  }

  /** The results that its views show. */
  get results(): Pick<RoomRuns, 'find'> {
    return this.#runs
  }

  /** Asks each peer for a sign of life, and its token for its validity. */
  watch(): void {
    for (const { connection, admission } of [...this.#peers.values()]) {
      if (connection.silence > roomLimits.deadSeconds * 1000) connection.cut()
      else {
        connection.send(pingText)
        admission.recheck().catch((error: unknown) => connection.fail(error))
      }
    }
    if (this.#peers.size > 0) this.#state.renew()
    this.#sweep()
    this.#endIdleLock()
  }

  /** Ends the runs and releases the results; `error` closes the connections. What peers have set stays. */
  close(error: SpecimenError): void {
    this.#closing = error
    const peers = [...this.#peers.values()]
    this.#peers.clear() // none has left the room of a group: they come again at its next host
    for (const { connection } of peers) connection.fail(error)
    this.#state.close()
    this.#runs.close()
    this.#feed.close()
    this.#poses.close()
  }

  #enter(joined: JoinedPeer): void {
    const { peer } = joined.shown
    const former = this.#peers.get(peer)
    this.#feed.flush() // to the others: the welcome has what waits
    this.#peers.set(peer, joined)
    former?.connection.close('replaced', replacedDetail)
    joined.connection.send(toText(toWelcome(joined, this.#state)))
    this.#poses.welcome(toReader(joined))
  }

  /** Sends a change to the peers, once it can be answered what they ask for then. */
  #follow(change: OrderedChange): void {
    for (const [name, value] of Object.entries(change.fields)) {
      const peer = readPeerField(name)
      if (peer !== undefined) this.#showPeer(peer, toMember(value))
    }
    this.#runs.follow(change.fields)
    if (isSeen(change) && this.#peers.size > 0) this.#feed.add(change)
  }

  #showPeer(peer: number, member: RoomMember | undefined): void {
    const here = this.#peers.get(peer)
    const isHere = member?.host === this.#state.host
    if (here && !isHere) {
      this.#forget(peer)
      this.#options.onLeft()
    }
    if (here && !isHere && here.identity === member?.identity)
      here.connection.close('replaced', replacedDetail)
    else if (here && !isHere)
      here.connection.close('group.away', 'The hosts have lost each other; come again.')
    if (!member) this.#poses.remove(peer)
    const text = toText(member ? { type: 'came', ...toPeer(member) } : { type: 'left', peer })
    for (const { shown, connection } of [...this.#peers.values()])
      if (shown.peer !== peer) connection.send(text)
  }

  #forget(peer: number): void {
    this.#peers.delete(peer)
    this.#poses.remove(peer)
  }

  #mayCancel({ shown: { peer, may_change }, sight }: JoinedPeer, view: number): boolean {
    const { fields } = this.#state
    return may_change && !findLock(fields, peer) && (sight?.seesView(view, fields) ?? true)
  }

  /** Ends the lock of a peer of this host that has done nothing for a while. */
  #endIdleLock(): void {
    const presenter = this.#state.fields.get('presenter')
    if (!isPresenter(presenter) || !presenter.locks) return
    const { peer } = presenter
    const { connection } = this.#peers.get(peer) ?? {}
    if (!connection || connection.inactivity <= 1000 * roomLimits.idleLockSeconds) return
    void changeAsHost(this.#state, this.#options.log, (fields) => {
      const present = fields.get('presenter')
      return isPresenter(present) && present.peer === peer ? { presenter: null } : undefined
    })
  }

  /** Removes peers that have not come after the room, and what is left of connections that have ended. */
  #sweep(): void {
    const { host, isSettled } = this.#state
    const isGone = (member: RoomMember): boolean =>
      member.host === host ? this.#joining === 0 && !this.#peers.has(member.peer) : isSettled
    void changeAsHost(this.#state, this.#options.log, (fields) => {
      const numbers = listMembers(fields).flatMap((member) => (isGone(member) ? [member.peer] : []))
      return numbers.length === 0 ? undefined : removeMembers(fields, numbers)
    })
    this.#runs.mend()
  }

  *#listReaders() {
    for (const peer of this.#peers.values()) yield toReader(peer)
  }
}

const pingText = JSON.stringify({ type: 'ping' } satisfies RoomMessage)
const replacedDetail = 'This peer has connected again.'

function toText(message: RoomMessage): string {
  return JSON.stringify(message)
}

function toReader({ shown: { peer }, connection, kinds }: JoinedPeer): RoomReader {
  return { peer, kinds, sendPoses: (frame: Uint8Array) => connection.sendPoses(frame) }
}
