/** The announcement of a worker's catalog, and the frames that update a relay from one state to the next. */

import type { Log } from '../../contract/domain/log.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import { cutCatalog, measureEntry, toFunctionEntry, toSpecimenEntry } from '../link/catalog-entries.ts'
import type { WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'
import type { WorkerLink } from './exchange.ts'

/** The announced catalog at one moment. */
export interface Announcement {
  readonly functions: ReadonlyMap<string, JsonObject>
  readonly specimens: ReadonlyMap<string, JsonObject>
  readonly bundles: number
  readonly errors: readonly JsonObject[]
}

const frameBytes = 2 ** 20
/** The next frame is sent only while the link holds less. */
const queueBytes = 2 ** 20
const retryMilliseconds = 5

/** Returns the announced part of a snapshot, the host's own; `onLeftOut` receives too large entries. */
export function toAnnouncement(
  snapshot: Snapshot,
  onLeftOut: (entry: string, bytes: number) => void,
): Announcement {
  const fits = (kind: string) => {
    return ([name, entry]: readonly [string, JsonObject]): boolean => {
      const bytes = measureEntry(entry)
      if (bytes > frameBytes) onLeftOut(`${kind} ${name}`, bytes)
      return bytes <= frameBytes
    }
  }
  const functions = [...snapshot.functions.values()].map(toFunctionEntry)
  const local = [...snapshot.specimens.values()].filter(({ origin }) => origin === null)
  return {
    functions: new Map(functions.map((entry) => [entry.name, entry] as const).filter(fits('function'))),
    specimens: new Map(
      local.map((specimen) => [specimen.id, toSpecimenEntry(specimen)] as const).filter(fits('specimen')),
    ),
    bundles: snapshot.bundles,
    errors: snapshot.errors.slice(0, limits.errors).map(({ source, code, detail }) => ({
      source: source.slice(0, limits.errorLength),
      code,
      detail: detail.slice(0, limits.errorLength),
    })),
  }
}

/**
 * Returns the frames that turn the announcement `before` into `now`; none when they are equal. Without one
 * before they contain everything. Functions come before the specimens that show them.
 */
export function toCatalogFrames(
  before: Announcement | undefined,
  now: Announcement,
): WorkerFrameOf<'catalog'>[] {
  const changes = {
    removed_specimens: listRemoved(before?.specimens, now.specimens),
    removed_functions: listRemoved(before?.functions, now.functions),
    functions: listChanged(before?.functions, now.functions),
    specimens: listChanged(before?.specimens, now.specimens),
  }
  const { bundles, errors } = now
  const isSame = before?.bundles === bundles && JSON.stringify(before.errors) === JSON.stringify(errors)
  if (isSame && Object.values(changes).every((entries) => entries.length === 0)) return []
  return [...cutCatalog({ reset: before === undefined, bundles, errors, ...changes }, frameBytes)]
}

function listRemoved(
  before: Announcement['functions'] = new Map(),
  now: Announcement['functions'],
): string[] {
  return [...before.keys()].filter((name) => !now.has(name))
}

function listChanged(before: Announcement['functions'] | undefined, now: Announcement['functions']) {
  return [...now]
    .filter(([name, entry]) => JSON.stringify(before?.get(name)) !== JSON.stringify(entry))
    .map(([, entry]) => entry)
}

/** Keeps a relay's catalog of this worker up to date, at the pace of the link. */
export class Announcer {
  readonly #readSnapshot: () => Snapshot
  readonly #log: Log
  #link: WorkerLink | undefined
  #announced: Announcement | undefined
  #queue: WorkerFrame[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(readSnapshot: () => Snapshot, log: Log) {
    this.#readSnapshot = readSnapshot
    this.#log = log
  }

  /** Attaches a new link and announces everything on it. */
  attach(link: WorkerLink): void {
    this.#link = link
    this.#announced = undefined
    this.announce()
  }

  detach(): void {
    clearTimeout(this.#timer)
    this.#link = undefined
    this.#queue = []
  }

  /** Announces what has changed. */
  announce(): void {
    if (!this.#link) return
    const leaveOut = (entry: string, bytes: number) =>
      this.#log.warn(
        { entry, bytes },
        `${entry} is not announced: its description and schema have ${bytes} bytes`,
      )
    const now = toAnnouncement(this.#readSnapshot(), leaveOut)
    this.#queue.push(...toCatalogFrames(this.#announced, now))
    this.#announced = now
    this.#flush()
  }

  sendAfter(frame: WorkerFrame): void {
    if (!this.#link) return
    this.#queue.push(frame)
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
