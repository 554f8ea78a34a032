import { hasCode } from '../../contract/domain/errors.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import { roomLimits } from '../../service/rooms/limits.ts'
import { listMembers } from '../../service/rooms/members.ts'
import { BoundedFields, pickFields, type StateFields } from '../../service/rooms/room-fields.ts'
import {
  type DecideChange,
  hostAuthor,
  type OrderedChange,
  type RoomListener,
} from '../../service/rooms/room-state.ts'
import type { Standing } from '../members/standing.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { lostError, movedError } from './moved-error.ts'
import { changeRoom, noMoment, type RoomMoment, type RoomRecord, readRoom } from './room-record.ts'
import { decideWaiting, type WaitingChange } from './waiting-change.ts'

/** The dependencies of an {@link OwnedRoom}. */
export interface OwnedRoomOptions {
  /** This host, as the group knows it. */
  readonly host: string
  readonly connection: Pick<GroupConnection, 'ask'>
  readonly standing: Pick<Standing, 'isAlone' | 'isLost'>
  /** The key of the room in Redis. */
  readonly key: string
  readonly listener: Pick<RoomListener, 'onChanged' | 'onMoved' | 'holdState'>
  readonly createId: () => string
  readonly clock: () => number
}

/** A change of the copy in Redis. */
interface CopyChange {
  readonly version: number
  readonly fields: RoomFields
  /** The state with it. */
  readonly after: StateFields
  /** True where the fields take the place of all that are there. */
  readonly isWhole: boolean
}

/** Milliseconds after which a room with peers expires unless it is changed or renewed: its host is dead. */
const usedLife = 3_600_000
/** Tries of a change that Redis does not take although it can be reached, and the milliseconds between. */
const tries = 8
const tryPause = 500

/**
 * The state of a room at the host that has it. Redis keeps a copy for the host that has the room next, so a
 * change takes place once Redis has it. While no host reaches Redis changes take place here, and Redis is
 * brought to them afterwards, also when it comes back without its data; while this host alone does not reach
 * it they wait, and are refused once the others have the room. A copy that another host has written meanwhile
 * counts: that host had the room by a newer list of hosts.
 */
export class OwnedRoom {
  readonly #options: OwnedRoomOptions
  readonly #fields: BoundedFields
  #version = 0
  /** The moment of the copy in Redis, as this host has read or written it. */
  #saved: RoomMoment = noMoment
  /** Set while Redis lacks what has changed here. */
  #isUnsaved = false
  /** Set while changes of peers are here alone that were acknowledged to them. */
  #isOnlyHere = false
  /** Set while Redis may have something else than was saved. */
  #isBehind = true
  /** Set while another host may have the room, which is asked of Redis before anything is changed. */
  #isDoubtful = false
  #waiting: WaitingChange[] = []
  #wake = (): void => {}
  #isWorking = false
  #isClosed = false
  #renewedAt: number

  constructor(options: OwnedRoomOptions) {
    this.#options = options
    this.#fields = new BoundedFields(options.listener.holdState)
    this.#renewedAt = options.clock()
    void this.#work()
  }

  get version(): number {
    return this.#version
  }

  get fields(): StateFields {
    return this.#fields.map
  }

  async change(decide: DecideChange, author = hostAuthor): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ decide, author, resolve, reject })
      void this.#work()
    })
  }

  /** True while another host that has the room would not have all that peers were told. */
  get isOnlyHere(): boolean {
    return this.#isOnlyHere
  }

  /** The standing of this host has changed, or Redis has lost its data. */
  turn(): void {
    this.#isBehind = true
    this.#wake()
    void this.#work()
  }

  /** This host was silent for so long that another may have the room. */
  doubt(): void {
    this.#isDoubtful = true
    this.turn()
  }

  /** Keeps a room with peers from expiring. */
  renew(): void {
    const { connection, key, clock } = this.#options
    if (clock() - this.#renewedAt < usedLife / 3) return
    this.#renewedAt = clock()
    connection.ask((redis) => redis.pexpire(key, usedLife)).catch(() => {}) // the next one will
  }

  /** Ends it, after the changes that wait. */
  close(): void {
    this.#isClosed = true
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let attempt = 0; this.#hasWork(); ) {
      if (this.#isAlone) this.#goOnAlone()
      else if (this.#options.standing.isLost) this.#refuse(lostError())
      else attempt = (await this.#tryStep(attempt)) ? 0 : attempt + 1
    }
    this.#isWorking = false
  }

  #hasWork(): boolean {
    if (this.#waiting.length > 0) return true
    const { isAlone, isLost } = this.#options.standing
    const canSave = !isLost && (!isAlone || this.#isDoubtful)
    return (this.#isBehind || this.#isUnsaved) && canSave && !this.#isClosed
  }

  /** True while changes take place without Redis. */
  get #isAlone(): boolean {
    return this.#options.standing.isAlone && !this.#isDoubtful
  }

  /** Reads the copy, or writes to it; returns false when Redis did not answer. */
  async #tryStep(attempt: number): Promise<boolean> {
    try {
      if (this.#isBehind) await this.#read()
      else if (this.#isUnsaved) await this.#saveAll()
      else await this.#send()
      return true
    } catch (error) {
      this.#isBehind = true // it may have been written all the same
      const isAway = hasCode(error, 'group.away')
      if (this.#isDoubtful && attempt >= tries)
        this.#isDoubtful = false // it is away indeed
      else if (!isAway || attempt >= tries) this.#refuse(error)
      await this.#rest()
      return false
    }
  }

  /** Resolves when it is time to try again. */
  async #rest(): Promise<void> {
    const woken = createDeferred<void>()
    this.#wake = woken.resolve
    const timer = setTimeout(woken.resolve, tryPause)
    timer.unref()
    await woken.promise
    clearTimeout(timer)
  }

  #refuse(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  async #read(): Promise<void> {
    const { connection, key, host } = this.#options
    const record = await connection.ask((redis) => readRoom(redis, key))
    this.#isBehind = false
    this.#isDoubtful = false
    const { life, version } = this.#saved
    if (record.life === life && record.version === version) return
    // A change of this host whose answer was lost is less than what is here, too.
    const isOlder = record.life === life ? record.version < version : record.version < this.#version
    const isOwn = life !== '' && (isOlder || record.writer === host)
    this.#saved = record
    if (isOwn) this.#isUnsaved = true
    else this.#take(record)
    if (isOwn || !this.#isOnlyHere) return
    this.#isOnlyHere = false
    this.#options.listener.onMoved(movedError(true))
  }

  /** Takes the copy of another host. */
  #take({ version, fields }: RoomRecord): void {
    const names = [...new Set([...this.fields.keys(), ...fields.keys()])]
    const isOther = (name: string): boolean =>
      JSON.stringify(fields.get(name)) !== JSON.stringify(this.fields.get(name))
    const changed = pickFields(fields, names.filter(isOther))
    // Versions that peers have seen do not come again.
    const isAhead = this.#version > version
    this.#isUnsaved = isAhead
    const next = isAhead ? this.#version + 1 : version
    if (Object.keys(changed).length > 0) this.#apply({ ...hostAuthor, fields: changed, version: next })
    else this.#version = Math.max(this.#version, version)
  }

  /** Gives Redis all that is here, in place of what it has. */
  async #saveAll(): Promise<void> {
    this.#isUnsaved = false
    const fields = Object.fromEntries(this.fields)
    const isDone = await this.#write({ version: this.#version, fields, after: this.fields, isWhole: true })
    if (isDone) this.#isOnlyHere = false
    else this.#isUnsaved = true
  }

  /** Sends what waits as one change of the copy. */
  async #send(): Promise<void> {
    const draft = this.#fields.clone()
    const { changes, accepted } = decideWaiting(this.#waiting.splice(0), draft, this.#version)
    const last = changes.at(-1)
    if (!last) return
    const fields = Object.assign({}, ...changes.map((change) => change.fields))
    let isDone = false
    try {
      isDone = await this.#write({ version: last.version, fields, after: draft.map, isWhole: false })
    } finally {
      if (!isDone) this.#waiting.unshift(...accepted)
    }
    if (!isDone) return
    for (const change of changes) this.#apply(change)
    for (const { resolve } of accepted) resolve()
  }

  /** Writes into the copy; returns false when another host has written into it since. */
  async #write({ version, fields, after, isWhole }: CopyChange): Promise<boolean> {
    const { connection, key, host, createId, clock } = this.#options
    const present = this.#saved
    const moment = { life: present.life || createId(), version, writer: host }
    const lifeMs = listMembers(after).length > 0 ? usedLife : roomLimits.keptSeconds * 1000
    const isDone = await connection.ask((redis) =>
      changeRoom(redis, key, { present, moment, fields, isWhole, lifeMs }),
    )
    if (isDone) {
      this.#saved = moment
      this.#renewedAt = clock()
    } else this.#isBehind = true
    return isDone
  }

  #apply(change: OrderedChange): void {
    this.#version = change.version
    this.#fields.apply(change.fields, true)
    if (!this.#isClosed) this.#options.listener.onChanged(change)
  }

  /** Changes what is here alone. */
  #goOnAlone(): void {
    const waiting = this.#waiting.splice(0)
    const { changes, accepted } = decideWaiting(waiting, this.#fields.clone(), this.#version)
    for (const change of changes) this.#apply(change)
    if (changes.length > 0) this.#isUnsaved = true
    this.#isOnlyHere ||= changes.some(({ by }) => by !== hostAuthor.by)
    for (const { resolve } of accepted) resolve()
  }
}
