/**
 * One direction of a connection through the fault proxy: a queue of bytes, and the faults it passes them
 * under.
 */
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** Which way bytes go through the proxy. */
export type Direction = 'toTarget' | 'toClient'

/** What is done to the bytes of one direction; absent members do nothing. */
export interface Faults {
  /** Each byte arrives so much later. */
  readonly delayMilliseconds?: number
  /** 0 lets nothing pass until the faults change. */
  readonly bytesPerSecond?: number
  /** Bytes are written in pieces of at most so many, each on its own. */
  readonly sliceBytes?: number
}

/** A place in a direction where somebody wants to be called, before a byte more passes. */
export interface Mark {
  readonly direction: Direction
  readonly bytes: number
  readonly fire: (lane: FaultyLane) => void
}

/** The faults that hold at this moment, for all connections; wakes lanes that wait when they change. */
export class Switch {
  readonly #faults: { [Way in Direction]: Faults } = { toTarget: {}, toClient: {} }
  readonly #marks = new Set<Mark>()
  readonly #changes = new EventEmitter().setMaxListeners(0)

  get(direction: Direction): Faults {
    return this.#faults[direction]
  }

  set(direction: Direction, faults: Faults): void {
    this.#faults[direction] = faults
    this.#changes.emit('change')
  }

  clear(): void {
    this.#marks.clear()
    this.set('toTarget', {})
    this.set('toClient', {})
  }

  addMark(mark: Mark): void {
    this.#marks.add(mark)
  }

  removeMark(mark: Mark): void {
    this.#marks.delete(mark)
  }

  /** Returns the nearest mark of a direction. */
  nextMark(direction: Direction): Mark | undefined {
    return [...this.#marks]
      .filter((mark) => mark.direction === direction)
      .sort((a, b) => a.bytes - b.bytes)[0]
  }

  /** Resolves after a time, or before it when the faults change. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        this.#changes.off('change', finish)
        resolve()
      }
      const timer = Number.isFinite(milliseconds) ? setTimeout(finish, milliseconds) : undefined
      this.#changes.on('change', finish)
    })
  }

  /** Wakes the lanes that sleep. */
  wake(): void {
    this.#changes.emit('change')
  }
}

/** Bytes that a lane holds at most; then it stops to read. */
const queueBytes = 256 * 1024

/** One direction of one connection. */
export class FaultyLane {
  readonly direction: Direction
  /** Bytes handed to the receiver, or swallowed. */
  passed = 0
  readonly #source: Socket
  readonly #sink: Socket
  readonly #faults: Switch
  readonly #queue: { readonly bytes: Buffer; readonly arrivedAt: number }[] = []
  readonly #waiting = new Map<() => void, number>()
  #queued = 0
  #freeAt = 0
  #isSwallowing = false
  #hasEnded = false
  #isRunning = false

  constructor(direction: Direction, source: Socket, sink: Socket, faults: Switch) {
    this.direction = direction
    this.#source = source
    this.#sink = sink
    this.#faults = faults
    source.on('data', (bytes: Buffer) => this.#take(bytes))
    source.on('end', () => {
      this.#hasEnded = true
      void this.#run()
    })
  }

  whenPassed(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(resolve, bytes)
      this.#count(0)
    })
  }

  /** From now on nothing reaches the receiver, not even the end. */
  swallow(): void {
    this.#isSwallowing = true
    this.#count(this.#queued)
    this.#queue.length = 0
    this.#queued = 0
    this.#source.resume()
    this.#faults.wake()
  }

  #take(bytes: Buffer): void {
    if (this.#isSwallowing) {
      this.#count(bytes.length)
      return
    }
    this.#queue.push({ bytes, arrivedAt: performance.now() })
    this.#queued += bytes.length
    if (this.#queued >= queueBytes) this.#source.pause()
    void this.#run()
  }

  /**
   * Empties the queue. One runs at a time; nothing in it throws, since writing to a closed socket only emits
   * an error.
   */
  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let head = this.#queue[0]; head; head = this.#queue[0]) {
      await this.#waitFor(() => head.arrivedAt + (this.#faults.get(this.direction).delayMilliseconds ?? 0))
      await this.#waitFor(() =>
        this.#faults.get(this.direction).bytesPerSecond === 0 ? Infinity : this.#freeAt,
      )
      if (this.#isSwallowing) break
      await this.#pass(head.bytes, head.arrivedAt)
    }
    this.#isRunning = false
    if (this.#hasEnded && !this.#isSwallowing && this.#queue.length === 0) this.#sink.end()
  }

  /** Passes the first piece of the bytes and puts the rest back. */
  async #pass(bytes: Buffer, arrivedAt: number): Promise<void> {
    const { bytesPerSecond, sliceBytes } = this.#faults.get(this.direction)
    const mark = this.#faults.nextMark(this.direction)
    const toMark = Math.max(0, (mark?.bytes ?? Infinity) - this.passed)
    const quantum = bytesPerSecond ? Math.max(1, Math.floor(bytesPerSecond / 50)) : Infinity
    const piece = bytes.subarray(0, Math.min(sliceBytes ?? Infinity, quantum, toMark))
    const rest = bytes.subarray(piece.length)
    this.#queue.splice(0, 1, ...(rest.length > 0 ? [{ bytes: rest, arrivedAt }] : []))
    this.#queued -= piece.length
    if (this.#queued < queueBytes) this.#source.resume()
    if (bytesPerSecond)
      this.#freeAt = Math.max(performance.now(), this.#freeAt) + (piece.length / bytesPerSecond) * 1000
    if (piece.length > 0) await this.#write(piece)
    this.#count(piece.length)
    if (mark && this.passed >= mark.bytes) mark.fire(this)
    // So that the receiver may read this piece alone.
    if (sliceBytes !== undefined) await new Promise(setImmediate)
  }

  #write(piece: Buffer): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#sink.off('close', finish)
        resolve()
      }
      this.#sink.once('close', finish)
      this.#sink.write(piece, finish)
    })
  }

  async #waitFor(getTime: () => number): Promise<void> {
    for (;;) {
      const wait = getTime() - performance.now()
      if (wait <= 0 || this.#isSwallowing) return
      await this.#faults.sleep(wait)
    }
  }

  #count(bytes: number): void {
    this.passed += bytes
    for (const [resolve, wanted] of this.#waiting) {
      if (this.passed < wanted) continue
      this.#waiting.delete(resolve)
      resolve()
    }
  }
}
