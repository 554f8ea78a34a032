import type { Caller } from '../access/caller.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Log } from '../domain/log.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import type { Gate } from '../functions/gate.ts'
import type { PeerMessage, RoomFields, RoomMessage, RoomPeer } from '../wire/room-messages.ts'
import { completeChange, isPresenter } from './fields.ts'
import { roomLimits } from './limits.ts'
import type { PeerConnection } from './peer-connection.ts'
import { PoseBoard } from './pose-board.ts'
import { createMemoryRoomState, pickFields, type RoomState } from './room-state.ts'
import { listChangedViews, toViewCall } from './view-call.ts'
import { ViewRun, type ViewRunOptions } from './view-run.ts'

/** The permission of a peer, as the API gave it when it came. */
export interface PeerAdmission {
  readonly caller: Caller
  /** Its name for limits. */
  readonly client: string
  /** @throws `client.limited` */
  readonly countRun: () => void
  /** Rejects once its token is not valid any more. */
  readonly recheck: () => Promise<unknown>
}

/** The dependencies of a {@link Room}. */
export interface RoomOptions extends Pick<ViewRunOptions, 'executor' | 'hold' | 'toEtag'> {
  readonly id: string
  readonly catalog: Pick<Catalog, 'view'>
  readonly gate: Pick<Gate, 'admit'>
  readonly log: Log
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Called after a peer has left, with the number of those that stay. */
  readonly onLeft: (peers: number) => void
}

/** A peer that has arrived. */
export interface JoinedPeer {
  readonly shown: RoomPeer
  readonly key: string
  readonly admission: PeerAdmission
  readonly connection: PeerConnection
}

/** A result of a view that a room shows. */
export interface ShownResult {
  readonly entry: StoredResult
  readonly specimenId: string
}

/**
 * One room: its peers, its state, the runs of its views. Peers send changes, the host gives each a version,
 * computes for all, and sends what has changed to all in the same order.
 */
export class Room {
  readonly #options: RoomOptions
  readonly #peers = new Map<number, JoinedPeer>()
  readonly #state: RoomState
  readonly #views = new Map<number, ViewRun>()
  readonly #poses = new PoseBoard(() => this.#listReaders())
  #latestPeer = 0

  constructor(options: RoomOptions) {
    this.#options = options
    this.#state = createMemoryRoomState((changed) => this.#send(changed))
  }

  get size(): number {
    return this.#peers.size
  }

  /** Adds a peer; one with the same key is the same, on its former connection. @throws `room.full` */
  join(
    { name, color, key }: Extract<PeerMessage, { type: 'join' }>,
    admission: PeerAdmission,
    connection: PeerConnection,
  ): JoinedPeer {
    const former = [...this.#peers.values()].find((peer) => {
      return peer.key === key && peer.admission.caller.name === admission.caller.name
    })
    if (!former && this.#peers.size >= roomLimits.peers)
      throw new SpecimenError('room.full', `A room has at most ${roomLimits.peers} peers; try again later.`)
    const peer = former?.shown.peer ?? this.#nextNumber()
    const may_change = admission.caller.scopes.has('invoke')
    const joined = { shown: { peer, name, color, may_change }, key, admission, connection }
    this.#peers.set(peer, joined)
    former?.connection.close('replaced', 'This peer has connected again.')
    const { version, fields } = this.#state
    const peers = [...this.#peers.values()].map(({ shown }) => shown)
    const state = { version, peers, fields: Object.fromEntries(fields), dead_seconds: roomLimits.deadSeconds }
    sendTo(joined, { type: 'welcome', peer, ...state })
    this.#poses.welcome(toReader(joined))
    this.#send({ type: 'came', ...joined.shown }, peer)
    return joined
  }

  /** Removes a peer unless it has connected again, and its lock. */
  leave({ shown: { peer }, connection }: JoinedPeer): void {
    if (this.#peers.get(peer)?.connection !== connection) return
    this.#peers.delete(peer)
    this.#poses.remove(peer)
    this.#send({ type: 'left', peer })
    const presenter = this.#state.fields.get('presenter')
    if (isPresenter(presenter) && presenter.peer === peer) this.#set({ presenter: null })
    this.#options.onLeft(this.#peers.size)
  }

  /** Handles a message of a peer; what it may not do is refused to it alone. */
  async receive(peer: JoinedPeer, message: PeerMessage): Promise<void> {
    if (message.type === 'join')
      throw new SpecimenError('request.invalid', 'A peer joins once on a connection.')
    if (message.type === 'cancel' && peer.shown.may_change) this.#views.get(message.view)?.cancel()
    if (message.type !== 'set') return
    const { seq, fields } = message
    try {
      await this.#change(peer, seq, fields)
    } catch (error) {
      const { code, message: detail } = toSpecimenError(error)
      if (code === 'internal') throw error
      sendTo(peer, {
        type: 'refused',
        seq,
        code,
        detail,
        fields: pickFields(this.#state, Object.keys(fields)),
      })
    }
  }

  /** Takes a frame with the pose of a peer. @throws `request.invalid` */
  receivePose({ shown: { peer } }: JoinedPeer, frame: Uint8Array): void {
    this.#poses.take(peer, frame)
  }

  /** Returns a result that a view shows. */
  find(resultId: string): ShownResult | undefined {
    for (const [view, { entry }] of this.#views) {
      const specimenId = this.#state.fields.get(`views/${view}/specimen`)
      if (entry?.id === resultId && typeof specimenId === 'string') return { entry, specimenId }
    }
    return undefined
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
  }

  /** Ends the runs and releases the results; `error` closes the connections. */
  close(error: SpecimenError): void {
    for (const { connection } of [...this.#peers.values()]) connection.fail(error)
    for (const run of this.#views.values()) run.close()
    this.#views.clear()
    this.#poses.close()
  }

  async #change({ shown, admission }: JoinedPeer, seq: number, given: RoomFields): Promise<void> {
    const { caller, client, countRun } = admission
    const { id, catalog, gate, now } = this.#options
    if (!shown.may_change)
      throw new SpecimenError('scope.missing', 'This token is for reading; use one that is for invoke.')
    const view = catalog.view(caller.specimens)
    const author = { peer: shown.peer, name: shown.name, catalog: view, time: now() / 1000 }
    const fields = completeChange(given, this.#state.fields, author)
    const after = new Map([...this.#state.fields, ...Object.entries(fields)])
    const parts = { roomId: id, catalog: view, gate }
    const calls = listChangedViews(fields).map(
      (number) => [number, toViewCall(after, number, parts)] as const,
    )
    if (calls.some(([, call]) => call)) countRun()
    await this.#state.change({ by: shown.peer, seq, fields })
    for (const [number, call] of calls) {
      if (`views/${number}/specimen` in fields) this.#closeView(number)
      if (call) this.#openView(number).want({ call, version: this.#state.version, caller: client })
    }
  }

  #openView(view: number): ViewRun {
    const known = this.#views.get(view)
    if (known) return known
    const onChange: ViewRunOptions['onChange'] = (fields) => {
      const named = Object.entries(fields).map(([name, value]) => [`views/${view}/${name}`, value])
      this.#set(Object.fromEntries(named))
    }
    const run = new ViewRun({ ...this.#options, onChange })
    this.#views.set(view, run)
    return run
  }

  #closeView(view: number): void {
    this.#views.get(view)?.close()
    this.#views.delete(view)
  }

  /** Sets fields as the host. */
  #set(fields: RoomFields): void {
    this.#state.change({ by: 0, seq: null, fields }).catch((error: unknown) => {
      this.#options.log.warn(
        { room: this.#options.id, err: error },
        'the state of a room could not be changed',
      )
    })
  }

  #send(message: RoomMessage, except?: number): void {
    const text = Buffer.from(JSON.stringify(message))
    for (const { shown, connection } of [...this.#peers.values()])
      if (shown.peer !== except) connection.send(text)
  }

  *#listReaders() {
    for (const peer of this.#peers.values()) yield toReader(peer)
  }

  #nextNumber(): number {
    do this.#latestPeer = (this.#latestPeer % mostNumber) + 1
    while (this.#peers.has(this.#latestPeer))
    return this.#latestPeer
  }
}

/** The numbers that a pose has a place for. */
const mostNumber = 2 ** 16 - 1
const pingText = JSON.stringify({ type: 'ping' } satisfies RoomMessage)

function sendTo({ connection }: JoinedPeer, message: RoomMessage): void {
  connection.send(JSON.stringify(message))
}

function toReader({ shown: { peer }, connection }: JoinedPeer) {
  return { peer, sendPoses: (frame: Uint8Array) => connection.sendPoses(frame) }
}
