/** Running commands, with the lines that they print: as processes, and `specimen dev` in the test's own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { type DevRequest, runDev } from '../../build/commands/dev.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { createDeferred } from '../../core/contract/time/deferred.ts'
import { createFolder } from './temporary-plugins.ts'

/** The built command. */
export const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
/** The lines of a command that runs. */
export interface Lines {
  /** Resolves with the match of the next line, of either stream, that fits. */
  readonly wait: (pattern: RegExp) => Promise<RegExpExecArray>
  /** All lines until now. */
  readonly seen: () => readonly string[]
}

/** A command that runs as a process. */
export interface Session extends Lines {
  readonly child: ChildProcess
}

/** Ends a process with the test, if it has not ended by then. */
export function endWithTest(child: ChildProcess): void {
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
}

/** Starts the command with some arguments. */
export function start(...argv: string[]): Session {
  return startIn('.', ...argv)
}

/** Starts it in a folder. */
export function startIn(cwd: string, ...argv: string[]): Session {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  endWithTest(child)
  const { take, end, ...lines } = createLines()
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take)
  child.once('exit', end)
  return { child, ...lines }
}

/** Returns lines that are still to come: `take` has the next, after `end` comes none. */
function createLines(): Lines & {
  readonly take: (line: string) => void
  readonly end: (code: number | null) => void
} {
  const unread: string[] = []
  const all: string[] = []
  const waiting: {
    pattern: RegExp
    resolve: (match: RegExpExecArray) => void
    reject: (error: Error) => void
  }[] = []
  const match = (line: string): void => {
    unread.push(line)
    const [first] = waiting
    const found = first?.pattern.exec(line)
    if (!first || !found) return
    waiting.shift()
    unread.length = 0
    first.resolve(found)
  }
  return {
    seen: () => all,
    wait: (pattern) =>
      new Promise((resolve, reject) => {
        waiting.push({ pattern, resolve, reject })
        for (const line of unread.splice(0)) match(line)
      }),
    take: (line) => {
      all.push(line)
      match(line)
    },
    end: (code) => {
      for (const { pattern, reject } of waiting.splice(0))
        reject(new Error(`ended with ${code} while waiting for ${pattern}: ${unread.join('\n')}`))
    },
  }
}

const fewTypes = JSON.stringify({ compilerOptions: { strict: true, lib: ['es2017'], types: [] } })

/**
 * Returns a new folder with these files, and no more types than the plugins of these tests need: to check bodies
 * against those of a browser takes a second.
 */
export function createSources(files: { readonly [path: string]: string }): string {
  return createFolder({ 'tsconfig.json': fewTypes, ...files })
}

/** Starts `specimen dev` as a process, over a new folder with these files. */
export function startDev(
  files: { readonly [path: string]: string },
  more: readonly string[] = [],
): Session & { readonly folder: string } {
  const folder = createSources(files)
  const argv = ['dev', join(folder, 'plugins'), '--out', join(folder, 'out'), '--port', '0', ...more]
  return { folder, ...start(...argv) }
}

/** `specimen dev` in the process of the test. */
export interface DevSession extends Lines {
  readonly folder: string
  readonly url: string
  /** Ends it as Ctrl+C does, and resolves with the exit code. */
  stop(): Promise<number>
}

/** Looks at no bodies: the program that does loads a compiler of its own, which takes a second. */
const noBodies = fileURLToPath(new URL('./no-bodies.mjs', import.meta.url))
/** The program that looks at bodies. */
export const checkBodies = join(program, '../check-bodies.js')

/** What a session has beside the usual. */
export interface DevOptions extends Partial<Pick<DevRequest, 'source' | 'poll' | 'desktop' | 'bodies'>> {
  readonly isTTY?: boolean
  /** Receives the standard output, before its lines are taken. */
  readonly onOutput?: (text: string) => void
}

/**
 * Runs `specimen dev` in this process, where the compiler is loaded already: as a process it takes seconds to
 * start. Its host is one. Resolves when it serves, and ends it with the test. The folder is there, or a new one
 * with these files.
 */
export async function openDev(
  files: { readonly [path: string]: string } | string,
  { isTTY = false, onOutput, ...more }: DevOptions = {},
): Promise<DevSession> {
  const folder = typeof files === 'string' ? files : createSources(files)
  const scans = join(folder, 'scans')
  const host = {
    program: join(program, '../dev-host.js'),
    address: '127.0.0.1',
    port: 0,
    specimens: existsSync(scans) ? scans : undefined,
    data: undefined,
    allow: undefined,
    allowAnonymous: false,
    https: false,
    readFingerprint: () => Promise.reject(new Error('this host has no TLS')),
  }
  const request: DevRequest = {
    source: join(folder, 'plugins'),
    out: join(folder, 'out'),
    host,
    poll: undefined,
    bodies: noBodies,
    desktop: null,
    ...more,
  }
  const { take, end, ...lines } = createLines()
  const takeAll = (text: string): void => text.replace(/\n$/, '').split('\n').forEach(take)
  const streams: OutputStreams = {
    stdout: {
      isTTY,
      write: (text) => {
        onOutput?.(text)
        takeAll(text)
      },
    },
    stderr: { write: takeAll },
  }
  const stopped = createDeferred<void>()
  const running = runDev(request, streams, stopped.promise)
  void running.then(end, end)
  const stop = async (): Promise<number> => {
    stopped.resolve()
    return await running
  }
  onTestFinished(async () => void (await stop()))
  const [, url = ''] = await lines.wait(/^serving on (\S+);/)
  return { folder, url, stop, ...lines }
}

/** Resolves with the address when it serves. */
export async function awaitServing({ wait }: Lines): Promise<string> {
  const [, url = ''] = await wait(/^serving on (\S+);/)
  return url
}

/** Resolves when no process is left that has a folder on its command line, as the host of `specimen dev` has. */
export async function expectNothingLeft(folder: string): Promise<void> {
  await expect.poll(() => spawnSync('pgrep', ['-f', folder]).stdout.toString()).toBe('')
}

/** Returns the default of a function's parameter `radius`, or the status when there is no such function. */
export async function readDefault(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/api/processing/functions/${name}/schema`)
  if (!response.ok) return response.status
  const { properties }: { properties: { radius: { default: unknown } } } = JSON.parse(await response.text())
  return properties.radius.default
}
