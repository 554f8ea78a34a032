/** What the Runner suites share: a runner to call by function name, with its messages and its log kept. */
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Log } from '../../core/contract/domain/log.ts'
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import type { Result, ResultType } from '../../core/contract/domain/result/result.ts'
import type { Params } from '../../core/contract/domain/schema.ts'
import { toEmptySchema } from '../../core/contract/domain/schema.ts'
import type { BundlePoolOptions } from '../../core/engine/run/pool/bundle-pool.ts'
import { lookForWalls } from '../../core/engine/run/pool/tiers.ts'
import type { Runner } from '../../core/engine/run/runner.ts'
import type { Sandbox, Walls } from '../../core/engine/run/walls/walls.ts'
import { isAtLength } from '../support/at-length.ts'
import { temporaryFolders } from '../support/temporary-folders.ts'

export interface CallOptions {
  readonly params?: Params
  readonly roomId?: string
  readonly signal?: AbortSignal
  readonly report?: (text: string, fraction?: number) => void
  readonly skip?: (count: number) => void
  readonly onAdmitted?: () => void
  readonly onReleased?: () => void
}

/** Runs one function. */
export async function call(runner: Runner, functionName: string, options: CallOptions = {}): Promise<Result> {
  const {
    params = {},
    roomId = 'room',
    signal = new AbortController().signal,
    report = () => {},
    skip = () => {},
  } = options
  const { onAdmitted = () => {}, onReleased = () => {} } = options
  const invocation = { functionName, revision: '1', params, roomId, key: functionName }
  return await runner.run(invocation, { signal, progress: { report, skip }, onAdmitted, onReleased })
}

/** Runs a function that must fail, and returns how it did. */
export async function fail(
  runner: Runner,
  functionName: string,
  options: CallOptions = {},
): Promise<SpecimenError> {
  const outcome = await call(runner, functionName, options).then(
    () => new Error(`${functionName} did not fail`),
    (error: unknown) => error,
  )
  if (outcome instanceof SpecimenError) return outcome
  throw outcome
}

/** Starts a function and resolves with its first message. */
export function firstMessage(
  runner: Runner,
  functionName: string,
  options: CallOptions = {},
): { said: Promise<string>; end: Promise<unknown> } {
  let end: Promise<unknown> = Promise.resolve()
  const said = new Promise<string>((resolve, reject) => {
    end = call(runner, functionName, { ...options, report: (text) => resolve(text) }).catch(
      (error: unknown) => {
        reject(error)
        return error
      },
    )
  })
  return { said, end }
}

/** Returns a manifest entry; `parameters` named `reporter` take the progress reporter. */
export function toFunctionManifest(
  name: string,
  returnType: ResultType,
  parameters: readonly string[],
): FunctionManifest {
  const progress = parameters.includes('reporter') ? 'reporter' : null
  const properties = Object.fromEntries(
    parameters.filter((known) => known !== progress).map((known) => [known, {}]),
  )
  return {
    name,
    description: '',
    return_type: returnType,
    parameters,
    progress,
    schema: { ...toEmptySchema(name), properties },
  }
}

export interface LogEntry {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

/** Returns a log that keeps its entries. */
export function createTestLog(): Log & { readonly entries: LogEntry[] } {
  const entries: LogEntry[] = []
  const keep = (level: keyof Log) => (fields: object, message: string) =>
    void entries.push({ level, fields, message })
  return { entries, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
}

let bundleRoot = ''

/** Returns the folder in which all bundles of a test file lie, as those of a host do. */
function getBundleRoot(): string {
  if (existsSync(bundleRoot)) return bundleRoot
  bundleRoot = makeReadableFolder(tmpdir())
  temporaryFolders.push(bundleRoot)
  return bundleRoot
}

/** Returns a new folder which plugins may read: those of a host that is root are another user. */
export function makeReadableFolder(parent = getBundleRoot()): string {
  const folder = mkdtempSync(join(parent, 'runner-'))
  chmodSync(folder, 0o755)
  return folder
}

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const settings = () => ({
  entry: new URL('../../dist/pool-process.js', import.meta.url),
  folder: getBundleRoot(),
  heapMebibytes: 64,
  resultBytes: 2 ** 26,
  log: silent,
})
const found = new Map<Sandbox, Promise<Walls>>()

/** Returns the walls of this machine, which are looked for once. */
export function getWalls(sandbox: Sandbox = 'prefer'): Promise<Walls> {
  const walls = found.get(sandbox) ?? lookForWalls(sandbox, settings())
  found.set(sandbox, walls)
  return walls
}

/**
 * Returns the walls of each form that stands on this machine: where bubblewrap is installed, those of
 * namespaces are looked for as if it were not, in `npm run test:long`. `npm test` has the first form alone.
 */
export async function listWalls(): Promise<readonly Walls[]> {
  const first = await getWalls()
  if (first.enclosure === 'supervisor') return []
  if (first.enclosure === 'namespaces' || !isAtLength) return [first]
  const path = process.env.PATH
  process.env.PATH = hideBubblewrap()
  const second = await lookForWalls('prefer', settings())
  process.env.PATH = path
  return second.enclosure === 'namespaces' ? [first, second] : [first]
}

/** Returns a PATH on which the first bubblewrap does nothing but fail. */
export function hideBubblewrap(): string {
  const folder = makeReadableFolder()
  writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return [folder, process.env.PATH].join(delimiter)
}

/** Returns a sentence for each form of walls that cannot be tried on this machine. */
export async function listUntried(walls: readonly Walls[]): Promise<readonly string[]> {
  const { refused } = await getWalls()
  if (walls.length > 0 && !isAtLength) return []
  const untried = (['bubblewrap', 'namespaces'] as const).filter((name) =>
    walls.every(({ enclosure }) => enclosure !== name),
  )
  return untried.map((name) => {
    const reason =
      refused.find(({ enclosure }) => enclosure === name)?.reason ?? 'no such walls on this system'
    console.warn(`NOT TRIED on this machine: walls of ${name} (${reason})`)
    return `NOT TRIED on this machine: walls of ${name} (${reason})`
  })
}

/**
 * Returns pool options for a test; `tier` names the built entry in dist/. Bundles lie below
 * {@link getBundleRoot}.
 */
export function toPoolOptions(
  tier: 'process' | 'thread',
  log: Log,
  more: Partial<BundlePoolOptions> = {},
): BundlePoolOptions {
  return {
    entry: new URL(`../../dist/pool-${tier}.js`, import.meta.url),
    folder: getBundleRoot(),
    allowed: new Map(),
    findWalls: () => getWalls(),
    size: 2,
    queueLimit: 10,
    resultBytes: 2 ** 26,
    heapMebibytes: 64,
    runTimeoutSeconds: 60,
    check: async () => {},
    now: () => performance.now(),
    log,
    ...more,
  }
}
