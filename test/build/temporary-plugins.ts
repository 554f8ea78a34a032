/** Temporary folders with plugins, and the build run over them. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../core/cli/run-command.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { temporaryFolders } from '../support/temporary-folders.ts'

/** The file that declares the SDK. */
export const sdkFile = fileURLToPath(new URL('../../core/plugin.ts', import.meta.url))

/** A plugin that builds, with one function of the given name. */
export function ball(name: string): string {
  return `import type { Mesh } from 'specimen-host/plugin'
export function ${name}(radius = 1): Mesh {
  return { vertices: new Float32Array([radius, 0, 0]), indices: new Uint32Array() }
}
`
}

/** Returns a new folder with the given files; it is removed when the file's tests have ended. */
export function createFolder(files: { readonly [path: string]: string | Uint8Array }): string {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-build-'))
  temporaryFolders.push(folder)
  addFiles(folder, files)
  return folder
}

/** Writes files into a folder, making the folders on the way. */
export function addFiles(folder: string, files: { readonly [path: string]: string | Uint8Array }): void {
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), contents)
  }
}

/** What a command printed, and how it ended. */
export interface Seen {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type RunWithArguments = (
  argv: readonly string[],
  streams: OutputStreams,
  now?: () => number,
) => Promise<number>

/**
 * `specimen build` as the command line runs it, without variables; the others alike. It calls no function: a host of
 * sources has no programs for that.
 */
export const runBuild: RunWithArguments = async (argv, ...rest) => await build([...argv, '--no-run'], ...rest)
/** `specimen check`. */
export const runCheck = toCommand('check')
/** `specimen dev`. */
export const runDev = toCommand('dev')
/** `specimen init`. */
export const runInit = toCommand('init')
/** `specimen new`. */
export const runNew = toCommand('new')
/** `specimen explain`. */
export const runExplain = toCommand('explain')

const build = toCommand('build')

function toCommand(name: string): RunWithArguments {
  return async (argv, streams, now = Date.now) =>
    await runCommand([name, ...argv], { streams, environment: {}, now })
}

/** Runs `specimen build` and returns what a person would see. */
export async function run(...argv: string[]): Promise<Seen> {
  return await see((streams) => runBuild(argv, streams, nextMoment))
}

/**
 * A clock that is ahead of the file system's, so that files written just before a build count as finished.
 */
export function nextMoment(): number {
  return Date.now() + 1000
}

/** Returns what a command prints, and its exit code. */
export async function see(work: (streams: OutputStreams) => Promise<number>): Promise<Seen> {
  const texts = { stdout: '', stderr: '' }
  const code = await work({
    stdout: { write: (text) => (texts.stdout += text) },
    stderr: { write: (text) => (texts.stderr += text) },
  })
  return { code, ...texts }
}

/** Returns what a command says on standard error without what it waits for, which a busy machine makes it say. */
export function withoutWaits(stderr: string): string {
  return stderr.replace(/^.*, \d+ s so far\n/gm, '')
}
