import { setTimeout as sleep } from 'node:timers/promises'
import { SpecimenError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import { roomLimits } from '../../rooms/limits.ts'
import { isPeerElsewhere, listMembers } from '../../rooms/members.ts'
import { BoundedFields, pickFields, type StateFields } from '../../rooms/room-fields.ts'
import {
  type ChangeAuthor,
  type DecideChange,
  hostAuthor,
  type OrderedChange,
} from '../../rooms/room-state.ts'
import type { RoomFields } from '../../wire/room-messages.ts'
import type { GroupRoomStateOptions } from './group-room-options.ts'
import { changeRoom, parseTold, type RoomRecord, readRoom, type ToldChanges } from './room-record.ts'

interface WaitingChange {
  readonly decide: DecideChange
  readonly author: ChangeAuthor
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Milliseconds after which a room with peers expires unless it is changed or renewed: its hosts are dead. */
const usedLife = 3_600_000
/** Milliseconds for which the news of a change are awaited that was made elsewhere; then the room is read. */
const newsPatience = 250
/** Tries of a change that Redis does not take although it can be reached, and the milliseconds between. */
const tries = 8
const tryPause = 500

/**
 * A host's copy of the state of a room in Redis. A change is decided upon the copy and takes place only if
 * Redis has the same state; else it is decided again, upon the news. While Redis is away the copy goes on by
 * itself; what was changed then is set again afterwards, over what the others have.
 */
export class GroupRoomState {
  readonly #options: GroupRoomStateOptions
  #fields = new BoundedFields()
  #version = 0
  #life = ''
  /** The version in Redis that the copy is of. */
  #base = 0
  /** Fields as they were set here while Redis was away; null for removed ones. */
  readonly #alone = new Map<string, Json>()
  #waiting: WaitingChange[] = []
  #isBehind = true
  #isWorking = false
  #isClosed = false
  #held: ToldChanges[] | undefined
  #onNews = (): void => {}
  #renewedAt: number

  constructor(options: GroupRoomStateOptions) {
    this.#options = options
    this.#renewedAt = options.clock()
  }

  get version(): number {
    return this.#version
  }

  get fields(): StateFields {
    return this.#fields.map
  }

  /** True while other hosts have peers in the room. */
  get hasOthers(): boolean {
    return listMembers(this.fields).some(({ host }) => host !== this.#options.host)
  }

  async change(decide: DecideChange, author = hostAuthor): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ decide, author, resolve, reject })
      void this.#work()
    })
  }

  /** Redis is away, or can be reached again. */
  turn(isAway: boolean): void {
    this.#isBehind = true
    if (isAway) this.#showAlone()
    void this.#work()
  }

  /** Keeps a room with peers from expiring. */
  renew(): void {
    const { connection, key, clock } = this.#options
    if (clock() - this.#renewedAt < usedLife / 3) return
    this.#renewedAt = clock()
    connection.ask((redis) => redis.pexpire(key, usedLife)).catch(() => {}) // the next one will
  }

  /** Ends the copy, after the changes that wait. */
  close(): void {
    this.#isClosed = true
    void this.#work()
  }

  async #work(): Promise<void> {
    const { connection, key } = this.#options
    if (this.#isWorking) return
    this.#isWorking = true
    for (let attempt = 0; this.#hasWork(); ) {
      if (connection.reachability.isAway) this.#goOnAlone()
      else attempt = (await this.#tryStep(attempt)) ? 0 : attempt + 1
    }
    this.#isWorking = false
    if (this.#isClosed) await connection.unlisten(key).catch(() => {}) // its connection has ended
  }

  #hasWork(): boolean {
    const { isAway } = this.#options.connection.reachability
    return this.#waiting.length > 0 || (this.#isBehind && !isAway && !this.#isClosed)
  }

  /** Reads the room or sends what waits; returns false when Redis did not take it. */
  async #tryStep(attempt: number): Promise<boolean> {
    try {
      await (this.#isBehind ? this.#read() : this.#send())
      return true
    } catch (error) {
      const isAway = error instanceof SpecimenError && error.code === 'group.away'
      if (!isAway || attempt >= tries) for (const { reject } of this.#waiting.splice(0)) reject(error)
      await sleep(tryPause, undefined, { ref: false })
      return false
    }
  }

  /** Reads the room. */
  async #read(): Promise<void> {
    const { connection, key } = this.#options
    this.#held = []
    try {
      await connection.listen(key, (message) => this.#hear(message))
      const record = await connection.ask((redis) => readRoom(redis, key))
      this.#isBehind = false
      this.#take(record)
    } finally {
      const held = this.#held ?? []
      this.#held = undefined
      for (const told of held) this.#hearChanges(told)
    }
  }

  /** Takes the room as Redis has it; fields that were changed alone, or that it has lost, are sent next. */
  #take({ life, version, fields }: RoomRecord): void {
    const names = new Set([...this.fields.keys(), ...fields.keys()])
    names.delete(aloneField)
    const isLost = version < this.#base && (life === '' || life === this.#life)
    const own = new Map(
      [...this.#alone].filter(([name]) => !isPeerElsewhere(name, fields, this.#options.host)),
    )
    const lost = isLost ? names : []
    const kept = new Set([...own.keys(), ...lost])
    const isOther = (name: string): boolean =>
      !kept.has(name) && JSON.stringify(fields.get(name)) !== JSON.stringify(this.fields.get(name))
    const changed = pickFields(fields, [...names, aloneField].filter(isOther))
    this.#base = version
    this.#life = life
    this.#alone.clear()
    if (Object.keys(changed).length > 0)
      this.#apply({ ...hostAuthor, fields: changed, version: Math.max(this.#version + 1, version) })
    if (kept.size === 0) return
    // By their values: another host may put its copy over them before this is decided. What Redis has lost
    // another host may have brought back meanwhile, and then it stays.
    const decide: DecideChange = (present) => ({ ...pickFields(present, lost), ...Object.fromEntries(own) })
    const reject = (): void => {
      for (const [name, value] of own) if (!this.#alone.has(name)) this.#alone.set(name, value)
    }
    this.#waiting.unshift({ decide, author: hostAuthor, resolve: () => {}, reject })
  }

  /** Sends what waits as one change of the state in Redis. */
  async #send(): Promise<void> {
    const { connection, key, createId, clock } = this.#options
    const present = { life: this.#life, version: this.#base }
    const life = present.life || createId()
    const draft = this.#fields.clone()
    const { changes, accepted } = this.#decide(draft)
    if (changes.length === 0) return
    const told: ToldChanges = { life, base: present.version, changes }
    const isUsed = listMembers(draft.map).length > 0
    const lifeMs = isUsed ? usedLife : roomLimits.keptSeconds * 1000
    let isDone = false
    try {
      isDone = await connection.ask((redis) => changeRoom(redis, key, { told, present, lifeMs }))
    } finally {
      if (!isDone) this.#waiting.unshift(...accepted)
    }
    if (!isDone) return await this.#awaitNews(present.version)
    this.#renewedAt = clock()
    if (this.#base === present.version) this.#applyAll(told)
    for (const { resolve } of accepted) resolve()
  }

  /** Decides what waits, one upon the other. */
  #decide(draft: BoundedFields): { changes: OrderedChange[]; accepted: WaitingChange[] } {
    let version = Math.max(this.#version, this.#base)
    const changes: OrderedChange[] = []
    const accepted: WaitingChange[] = []
    for (const waiting of this.#waiting.splice(0)) {
      try {
        const fields = waiting.decide(draft.map, version + 1)
        if (fields) {
          draft.apply(fields)
          changes.push({ version: ++version, ...waiting.author, fields })
          accepted.push(waiting)
        } else waiting.resolve()
      } catch (error) {
        waiting.reject(error)
      }
    }
    return { changes, accepted }
  }

  async #awaitNews(base: number): Promise<void> {
    const ending = new AbortController()
    this.#onNews = () => ending.abort()
    if (this.#base === base)
      // It ends early with an error as news come.
      await sleep(newsPatience, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    this.#onNews = () => {}
    if (this.#base === base) this.#isBehind = true
  }

  #hear(message: Buffer): void {
    const told = message[0] === brace ? parseTold(message) : undefined
    if (!told) this.#options.onOther(message)
    else if (this.#held) this.#held.push(told)
    else this.#hearChanges(told)
  }

  #hearChanges(told: ToldChanges): void {
    const { life, base, changes } = told
    const isSame = life === this.#life || (this.#life === '' && base === 0)
    if (isSame && base === this.#base) this.#applyAll(told)
    else if (!isSame || (changes.at(-1)?.version ?? 0) > this.#base) {
      this.#isBehind = true
      void this.#work()
    }
    this.#onNews()
  }

  #applyAll({ life, changes }: ToldChanges): void {
    this.#life = life
    for (const change of changes) {
      this.#base = change.version
      this.#apply(change)
    }
  }

  #apply(change: OrderedChange): void {
    this.#version = change.version
    this.#fields.apply(change.fields, true)
    if (!this.#isClosed) this.#options.listener.onChanged(change)
  }

  /** Changes this copy alone. */
  #goOnAlone(): void {
    this.#showAlone()
    for (const { decide, author, resolve, reject } of this.#waiting.splice(0)) {
      try {
        const fields = decide(this.fields, this.#version + 1)
        if (fields) this.#fields.apply(fields) // within the bounds
        for (const [name, value] of Object.entries(fields ?? {})) this.#alone.set(name, value)
        if (fields) this.#applyAlone(fields, author)
        resolve()
      } catch (error) {
        reject(error)
      }
    }
  }

  #applyAlone(fields: RoomFields, author = hostAuthor): void {
    this.#apply({ version: this.#version + 1, ...author, fields })
  }

  #showAlone(): void {
    if (!this.fields.has(aloneField)) this.#applyAlone({ [aloneField]: 'redis-away' })
  }
}

/** A field of this copy alone, set while Redis is away. */
const aloneField = 'unshared'
const brace = 0x7b
