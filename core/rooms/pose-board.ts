import { SpecimenError } from '../domain/errors.ts'
import { measurePose, poseKind } from '../wire/room-poses.ts'
import { roomLimits } from './limits.ts'

/** The receiver of frames; returns false for one that reads too slowly and so misses the frame. */
export interface PoseReader {
  readonly peer: number
  readonly sendPoses: (frame: Uint8Array) => boolean
}

/** The peers who read poses, and the other hosts. */
export interface PoseBoardOptions {
  readonly readers: () => Iterable<PoseReader>
  /** Sends records of this host's peers to the other hosts. */
  readonly send: (records: Uint8Array) => void
}

/**
 * The poses of a room's peers: of each the newest, sent to all as one frame a tick while some move; those of
 * this host's peers to the other hosts as well. A reader that has missed a frame gets all poses with a later
 * one.
 */
export class PoseBoard {
  readonly #options: PoseBoardOptions
  readonly #poses = new Map<number, Uint8Array>()
  readonly #moved = new Set<number>()
  readonly #behind = new Set<number>()
  /** The peers of other hosts. */
  readonly #far = new Set<number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: PoseBoardOptions) {
    this.#options = options
  }

  /** Takes the frame of a peer. @throws `request.invalid` */
  take(peer: number, frame: Uint8Array): void {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
    if (frame[0] !== poseKind || measurePose(view, 1) !== frame.byteLength - 1)
      throw new SpecimenError('request.invalid', 'A binary message must be a frame with one whole pose.')
    const pose = Uint8Array.from(frame.subarray(1)) // a Buffer's slice is no copy
    new DataView(pose.buffer).setUint16(0, peer, true)
    this.#far.delete(peer)
    this.#put(peer, pose)
  }

  /** Takes records of another host, up to one that is cut. */
  merge(records: Uint8Array): void {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
    for (let at = 0; ; ) {
      const length = measurePose(view, at)
      if (length === undefined) return
      const peer = view.getUint16(at, true)
      this.#far.add(peer)
      this.#put(peer, Uint8Array.from(records.subarray(at, at + length)))
      at += length
    }
  }

  /** Sends all poses of this host's peers to the other hosts, of which one has just come. */
  share(): void {
    for (const peer of this.#poses.keys()) if (!this.#far.has(peer)) this.#move(peer)
  }

  remove(peer: number): void {
    this.#poses.delete(peer)
    this.#moved.delete(peer)
    this.#behind.delete(peer)
    this.#far.delete(peer)
  }

  /** Sends all poses to a late joiner. */
  welcome(reader: PoseReader): void {
    if (this.#poses.size > 0) reader.sendPoses(join([...this.#poses.values()]))
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #put(peer: number, pose: Uint8Array): void {
    this.#poses.set(peer, pose)
    this.#move(peer)
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
    const pick = (peers: readonly number[]) => peers.flatMap((peer) => this.#poses.get(peer) ?? [])
    const moved = join(pick([...this.#moved]))
    const own = pick([...this.#moved].filter((peer) => !this.#far.has(peer)))
    if (own.length > 0) this.#options.send(Buffer.concat(own))
    const all = this.#behind.size === 0 ? moved : join([...this.#poses.values()])
    for (const { peer, sendPoses } of this.#options.readers()) {
      const frame = this.#behind.has(peer) ? all : moved
      if (frame.byteLength === 1) this.#behind.delete(peer)
      else if (sendPoses(frame)) this.#behind.delete(peer)
      else this.#behind.add(peer)
    }
    this.#moved.clear()
  }
}

function join(poses: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Uint8Array.of(poseKind), ...poses])
}
