import { SpecimenError } from '../../contract/domain/errors.ts'
import { roomLimits } from './limits.ts'

/** The receiver of frames; returns false for one that reads too slowly and so misses the frame. */
export interface PoseReader {
  readonly peer: number
  readonly sendPoses: (frame: Uint8Array) => boolean
}

/** A kind of frames. */
export interface FrameForm {
  /** The first byte. */
  readonly kind: number
  /** Returns the length of the record that begins at `at`; undefined for one that is not sound. */
  readonly measure: (frame: DataView, at: number) => number | undefined
}

/**
 * The poses of a room's peers: of each the newest, sent to all as one frame a tick while some move. A reader
 * that has missed a frame gets all poses with a later one.
 */
export class PoseBoard {
  readonly #form: FrameForm
  readonly #listReaders: () => Iterable<PoseReader>
  readonly #poses = new Map<number, Uint8Array>()
  readonly #moved = new Set<number>()
  readonly #behind = new Set<number>()
  #timer: NodeJS.Timeout | undefined

  constructor(form: FrameForm, listReaders: () => Iterable<PoseReader>) {
    this.#form = form
    this.#listReaders = listReaders
  }

  /** Takes the frame of a peer. @throws `request.invalid` */
  take(peer: number, frame: Uint8Array): void {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
    const { kind, measure } = this.#form
    if (frame[0] !== kind || measure(view, 1) !== frame.byteLength - 1)
      throw new SpecimenError('request.invalid', 'A binary message must be a frame with one whole record.')
    const pose = Uint8Array.from(frame.subarray(1)) // a Buffer's slice is no copy
    new DataView(pose.buffer).setUint16(0, peer, true)
    this.#poses.set(peer, pose)
    this.#move(peer)
  }

  remove(peer: number): void {
    this.#poses.delete(peer)
    this.#moved.delete(peer)
    this.#behind.delete(peer)
  }

  /** Sends all poses to a late joiner. */
  welcome(reader: PoseReader): void {
    if (this.#poses.size > 0) reader.sendPoses(this.#join([...this.#poses.values()]))
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #move(peer: number): void {
    this.#moved.add(peer)
    this.#timer ??= setInterval(() => this.#tick(), roomLimits.tickMilliseconds)
  }

  /** Sends what has moved; the ticks end when nothing has, and no reader is behind. */
  #tick(): void {
    if (this.#moved.size === 0 && this.#behind.size === 0) {
      this.close()
      return
    }
    const moved = this.#join([...this.#moved].flatMap((peer) => this.#poses.get(peer) ?? []))
    const all = this.#behind.size === 0 ? moved : this.#join([...this.#poses.values()])
    for (const { peer, sendPoses } of this.#listReaders()) {
      const frame = this.#behind.has(peer) ? all : moved
      if (frame.byteLength === 1) this.#behind.delete(peer)
      else if (sendPoses(frame)) this.#behind.delete(peer)
      else this.#behind.add(peer)
    }
    this.#moved.clear()
  }

  #join(poses: readonly Uint8Array[]): Uint8Array {
    return Buffer.concat([Uint8Array.of(this.#form.kind), ...poses])
  }
}
