import type { Snapshot } from '../../catalog/snapshot.ts'
import type { Log } from '../../domain/log.ts'
import type { WorkerFrame } from '../link/control-frames.ts'
import { type Announcement, emptyAnnouncement, toAnnouncement, toCatalogFrames } from './announcement.ts'
import type { WorkerLink } from './relay-link.ts'

/** The next frame is sent only while the link holds less. */
const queueBytes = 2 ** 20
const retryMilliseconds = 5

/** Keeps a relay's catalog of this worker up to date, at the pace of the link. */
export class Announcer {
  readonly #readSnapshot: () => Snapshot
  readonly #log: Log
  #link: Pick<WorkerLink, 'queuedBytes' | 'send'> | undefined
  #announced: Announcement = emptyAnnouncement
  #queue: WorkerFrame[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(readSnapshot: () => Snapshot, log: Log) {
    this.#readSnapshot = readSnapshot
    this.#log = log
  }

  /** Attaches a new link and announces everything on it. */
  attach(link: Pick<WorkerLink, 'queuedBytes' | 'send'>): void {
    this.#link = link
    this.#announce(true)
  }

  detach(): void {
    clearTimeout(this.#timer)
    this.#link = undefined
    this.#queue = []
  }

  announce(): void {
    if (this.#link) this.#announce(false)
  }

  sendAfter(frame: WorkerFrame): void {
    if (!this.#link) return
    this.#queue.push(frame)
    this.#flush()
  }

  #announce(isReset: boolean): void {
    const leaveOut = (entry: string, bytes: number) =>
      this.#log.warn(
        { entry, bytes },
        `${entry} is not announced: its description and schema have ${bytes} bytes`,
      )
    const now = toAnnouncement(this.#readSnapshot(), leaveOut)
    this.#queue.push(...toCatalogFrames(this.#announced, now, isReset))
    this.#announced = now
    this.#flush()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    while (this.#link && this.#queue.length > 0) {
      if (this.#link.queuedBytes >= queueBytes) {
        this.#timer = setTimeout(() => this.#flush(), retryMilliseconds)
        return
      }
      const frame = this.#queue.shift()
      if (frame) this.#link.send(frame)
    }
  }
}
