/** The checks of the machine that a host runs on, each a function of its own. */
import { constants } from 'node:fs'
import { access, mkdtemp, rm, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import type { Config } from '../../options/config.ts'
import { checkAddress } from '../../service/http/connection/listen-address.ts'
import { type Finding, toOk } from './finding.ts'

const mebibyte = 2 ** 20
/** A clock before the first version of this package is wrong. */
const earliest = Date.UTC(2025, 0, 1)

/** Checks the version of Node, such as `20.20.2`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const found = `Node ${version}.`
  if (major > 20 || (major === 20 && minor >= 19)) return toOk('node', found)
  return { name: 'node', state: 'fail', found, remedy: 'Install Node 20.19 or newer.' }
}

/** Checks that a host could listen at an address now. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  const name = 'port'
  try {
    await checkAddress(host, port)
    return toOk(name, port === 0 ? `${host} has a free one.` : `${host} port ${port} is free.`)
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const { cause, message: found } = error
    // The port may be in use by the very host under examination.
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')
      return {
        name,
        state: 'warn',
        found,
        remedy: 'If that is no host of yours, end it or choose another --port.',
      }
    return { name, state: 'fail', found, remedy: 'Choose another with --port and --host.' }
  }
}

/** Checks the folders that a host serves; one of the usual names need not be there. */
export function checkFolders(
  { plugins, specimens, data = '' }: Pick<Config, 'plugins' | 'specimens' | 'data'>,
  isNamed: { readonly plugins: boolean; readonly specimens: boolean },
): readonly Promise<Finding>[] {
  const usual = [
    { folder: plugins, absence: isNamed.plugins ? undefined : `${toCommand('build')} makes it of plugins` },
    { folder: specimens, absence: isNamed.specimens ? undefined : 'a host does without it' },
  ]
  const folders = [...usual, { folder: data, absence: undefined }].filter(({ folder }) => folder !== '')
  return folders.map(async ({ folder, absence }) => await checkReadable(folder, absence))
}

/** Checks that a served folder can be read. `absence` says what its absence means where that is no fault. */
export async function checkReadable(folder: string, absence?: string): Promise<Finding> {
  const name = 'folder'
  try {
    await access(folder, constants.R_OK | constants.X_OK)
    return toOk(name, `${folder} can be read.`)
  } catch (error) {
    const code = describeCode(error)
    if (code === 'ENOENT' && absence !== undefined) return toOk(name, `${folder} is not there: ${absence}.`)
    const found = `${folder} cannot be read (${code}).`
    const remedy = 'Make it, or let the user of the host read it; or name another folder.'
    return { name, state: 'warn', found, remedy }
  }
}

/** Checks that a folder takes the private copies of bundles, with room for some. */
export async function checkWritable(folder: string): Promise<Finding> {
  const name = 'temporary folder'
  try {
    await rm(await mkdtemp(join(folder, 'specimen-doctor-')), { recursive: true })
    const { bavail, bsize } = await statfs(folder)
    const free = Math.floor((bavail * bsize) / mebibyte)
    if (free >= 512) return toOk(name, `${folder} can be written, ${free} MiB are free.`)
    const remedy = 'Make room, or set TMPDIR to a folder with more.'
    return { name, state: 'warn', found: `${folder} has only ${free} MiB free.`, remedy }
  } catch (error) {
    const found = `${folder} cannot be written (${describeCode(error)}).`
    const remedy = 'Let the user of the host write it, or set TMPDIR to another folder.'
    return { name, state: 'fail', found, remedy }
  }
}

/** Checks that the memory suffices for so many simultaneous runs, each with so much heap. */
export function checkMemory(places: number, heapMebibytes: number, total = totalmem()): Finding {
  const name = 'memory'
  const has = Math.floor(total / mebibyte)
  const found = `${has} MiB for ${places} runs of at most ${heapMebibytes} MiB of heap each.`
  if (places * heapMebibytes <= has) return toOk(name, found)
  const remedy = 'Lower --pool-size or --heap-mebibytes, or runs that use it all are ended by the system.'
  return { name, state: 'warn', found, remedy }
}

/** Checks that the processors suffice for so many simultaneous runs. */
export function checkProcessors(places: number, processors = availableParallelism()): Finding {
  const found = `${processors} processors for ${places} runs at a time.`
  if (places <= 4 * processors) return toOk('processors', found)
  const remedy = 'Lower --pool-size: runs that share a processor only wait for each other.'
  return { name: 'processors', state: 'warn', found, remedy }
}

/** Checks that the clock is plausible: tokens that expire, and the times of files, depend on it. */
export function checkClock(now: number): Finding {
  const found = `the clock shows ${new Date(now).toISOString()}.`
  if (now >= earliest) return toOk('clock', found)
  return { name: 'clock', state: 'fail', found, remedy: 'Set the clock; expiry of tokens depends on it.' }
}

function describeCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : toThrownText(error)
}
