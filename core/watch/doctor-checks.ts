/** What `specimen doctor` asks of an installation besides its walls: each check a function of its own. */
import { constants } from 'node:fs'
import { access, mkdtemp, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'

/** What a check has found out. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  /** What to do; null when nothing is to be done. */
  readonly remedy: string | null
}

const mebibyte = 2 ** 20
/** Before the first version of this package, so a clock that shows less is wrong. */
const earliest = Date.UTC(2025, 0, 1)

/** Returns whether Node is one that the package takes, such as `20.20.2`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const found = `Node ${version}`
  if (major > 20 || (major === 20 && minor >= 19)) return toOk('node', found)
  return { name: 'node', state: 'fail', found, remedy: 'Install Node 20.19 or newer.' }
}

/** Resolves with whether a host could listen at an address now. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  const name = 'port'
  const code = await new Promise<string | undefined>((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
  if (code === undefined) return toOk(name, `${host} port ${port} is free`)
  const remedy = 'End what listens there, or choose another with --port and --host.'
  return { name, state: 'fail', found: `${host} port ${port} cannot be had (${code})`, remedy }
}

/** Resolves with whether a folder that is served can be read. */
export async function checkReadable(folder: string): Promise<Finding> {
  const name = 'folder'
  try {
    await access(folder, constants.R_OK | constants.X_OK)
    return toOk(name, `${folder} can be read`)
  } catch (error) {
    const found = `${folder} cannot be read (${describeCode(error)})`
    const remedy = 'Make it, or let the user of the host read it; or name another folder.'
    return { name, state: 'warn', found, remedy }
  }
}

/** Resolves with whether a folder takes the private copies of bundles, with room for some. */
export async function checkWritable(folder: string): Promise<Finding> {
  const name = 'temporary folder'
  try {
    await rm(await mkdtemp(join(folder, 'specimen-doctor-')), { recursive: true })
    const { bavail, bsize } = await statfs(folder)
    const free = Math.floor((bavail * bsize) / mebibyte)
    if (free >= 512) return toOk(name, `${folder} can be written, ${free} MiB are free`)
    const remedy = 'Make room, or set TMPDIR to a folder with more.'
    return { name, state: 'warn', found: `${folder} has only ${free} MiB free`, remedy }
  } catch (error) {
    const found = `${folder} cannot be written (${describeCode(error)})`
    const remedy = 'Let the user of the host write it, or set TMPDIR to another folder.'
    return { name, state: 'fail', found, remedy }
  }
}

/** Returns whether the machine has memory for so many runs at a time, each with so much heap. */
export function checkMemory(places: number, heapMebibytes: number, total = totalmem()): Finding {
  const name = 'memory'
  const has = Math.floor(total / mebibyte)
  const found = `${has} MiB for ${places} runs of at most ${heapMebibytes} MiB of heap each`
  if (places * heapMebibytes <= has) return toOk(name, found)
  const remedy = 'Lower --pool-size or --heap-mebibytes, or runs that use it all are ended by the system.'
  return { name, state: 'warn', found, remedy }
}

/** Returns whether as many runs at a time fit the processors. */
export function checkProcessors(places: number, processors = availableParallelism()): Finding {
  const found = `${processors} processors for ${places} runs at a time`
  if (places <= 4 * processors) return toOk('processors', found)
  const remedy = 'Lower --pool-size: runs that share a processor only wait for each other.'
  return { name: 'processors', state: 'warn', found, remedy }
}

/** Returns whether the clock can be right: tokens that expire, and the times of files, depend on it. */
export function checkClock(now: number): Finding {
  const found = `the clock shows ${new Date(now).toISOString()}`
  if (now >= earliest) return toOk('clock', found)
  return { name: 'clock', state: 'fail', found, remedy: 'Set the clock; expiry of tokens depends on it.' }
}

/** Returns what could not be loaded of bundles and specimens, as a catalog that was read names it. */
export function checkCatalog({
  specimens,
  errors,
}: {
  readonly specimens: ReadonlyMap<string, unknown>
  readonly errors: readonly { readonly source: string; readonly detail: string }[]
}): readonly Finding[] {
  if (errors.length === 0) return [toOk('bundles', `${specimens.size} specimens, all complete`)]
  return errors.map(({ source, detail }) => {
    return {
      name: 'bundles',
      state: 'fail',
      found: `${source}: ${detail}`,
      remedy: 'Build or copy it again.',
    }
  })
}

function toOk(name: string, found: string): Finding {
  return { name, state: 'ok', found, remedy: null }
}

function describeCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
