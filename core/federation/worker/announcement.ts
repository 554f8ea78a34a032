/** The announcement of a worker's catalog, and the frames that update a relay from one state to the next. */
import type { Snapshot } from '../../catalog/snapshot.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Specimen } from '../../domain/specimen.ts'
import {
  type AnnouncedFunction,
  type AnnouncedSpecimen,
  toFunctionEntry,
  toSpecimenEntry,
} from '../link/catalog-entries.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'

/** The announced catalog at one moment. */
export interface Announcement {
  readonly functions: ReadonlyMap<string, AnnouncedFunction>
  readonly specimens: ReadonlyMap<string, AnnouncedSpecimen>
  readonly bundles: number
  readonly errors: readonly JsonObject[]
}

type CatalogFrame = WorkerFrameOf<'catalog'>
type Changes = Pick<CatalogFrame, 'removed_specimens' | 'removed_functions' | 'functions' | 'specimens'>
type ChangeLists = { [List in keyof Changes]: Changes[List][number][] }

const frameBytes = 2 ** 20

/** The empty announcement before the first. */
export const emptyAnnouncement: Announcement = {
  functions: new Map(),
  specimens: new Map(),
  bundles: 0,
  errors: [],
}

/** Returns the announced part of a snapshot, the host's own; `onLeftOut` receives too large entries. */
export function toAnnouncement(
  snapshot: Snapshot,
  onLeftOut: (entry: string, bytes: number) => void,
): Announcement {
  const fits = (kind: string) => {
    return ([name, entry]: readonly [string, JsonObject]): boolean => {
      const bytes = measure(entry)
      if (bytes > frameBytes) onLeftOut(`${kind} ${name}`, bytes)
      return bytes <= frameBytes
    }
  }
  const local = [...snapshot.specimens.values()].filter(({ origin }) => origin === null)
  return {
    functions: new Map([...snapshot.functions.values()].map(nameFunction).filter(fits('function'))),
    specimens: new Map(local.map(nameSpecimen).filter(fits('specimen'))),
    bundles: snapshot.bundles,
    errors: snapshot.errors.slice(0, limits.errors).map(({ source, code, detail }) => ({
      source: source.slice(0, limits.errorLength),
      code,
      detail: detail.slice(0, limits.errorLength),
    })),
  }
}

/**
 * Returns the frames that turn the announcement `before` into `now`; none when they are equal. With `isReset`
 * they contain everything. Functions come before the specimens that show them.
 */
export function toCatalogFrames(before: Announcement, now: Announcement, isReset: boolean): CatalogFrame[] {
  const known = isReset ? emptyAnnouncement : before
  const changes = {
    removed_specimens: listRemoved(known.specimens, now.specimens),
    removed_functions: listRemoved(known.functions, now.functions),
    functions: listChanged(known.functions, now.functions),
    specimens: listChanged(known.specimens, now.specimens),
  }
  const isSame = known.bundles === now.bundles && JSON.stringify(known.errors) === JSON.stringify(now.errors)
  if (!isReset && isSame && Object.values(changes).every((entries) => entries.length === 0)) return []
  const parts = cutChanges(changes)
  return parts.map((part, i) => {
    const isLast = i === parts.length - 1
    return {
      type: 'catalog',
      reset: isReset && i === 0,
      more: !isLast,
      bundles: now.bundles,
      errors: isLast ? now.errors : [],
      ...part,
    }
  })
}

/** Returns the changes in parts that fit a frame each; one empty part when there are none. */
function cutChanges(changes: Changes): Changes[] {
  const parts: ChangeLists[] = []
  let filled = 0
  const addPart = (): ChangeLists => {
    const part = { removed_specimens: [], removed_functions: [], functions: [], specimens: [] }
    parts.push(part)
    filled = 0
    return part
  }
  let part = addPart()
  const findPart = (entry: JsonObject | string): ChangeLists => {
    const bytes = measure(entry)
    if (filled + bytes > frameBytes) part = addPart()
    filled += bytes
    return part
  }
  for (const name of changes.removed_specimens) findPart(name).removed_specimens.push(name)
  for (const name of changes.removed_functions) findPart(name).removed_functions.push(name)
  for (const entry of changes.functions) findPart(entry).functions.push(entry)
  for (const entry of changes.specimens) findPart(entry).specimens.push(entry)
  return parts
}

function listRemoved(before: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>): string[] {
  return [...before.keys()].filter((name) => !now.has(name))
}

function listChanged<E extends JsonObject>(before: ReadonlyMap<string, E>, now: ReadonlyMap<string, E>): E[] {
  return [...now]
    .filter(([name, entry]) => JSON.stringify(before.get(name)) !== JSON.stringify(entry))
    .map(([, entry]) => entry)
}

function nameFunction(registered: Parameters<typeof toFunctionEntry>[0]): [string, AnnouncedFunction] {
  return [registered.manifest.name, toFunctionEntry(registered)]
}

function nameSpecimen(specimen: Specimen): [string, AnnouncedSpecimen] {
  return [specimen.id, toSpecimenEntry(specimen)]
}

function measure(entry: JsonObject | string): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1 // and the comma
}
