/** Commands as processes, with the lines that they print; `specimen dev` above all. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect } from 'vitest'
import { addFiles, createFolder } from './temporary-plugins.ts'

/** The built command. */
export const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
/** Processes that end with the test. */
export const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

/** A command that runs. */
export interface Session {
  /** Resolves with the match of the next line, of either stream, that fits. */
  readonly wait: (pattern: RegExp) => Promise<RegExpExecArray>
  /** All lines until now. */
  readonly seen: () => readonly string[]
  readonly child: ChildProcess
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
  running.push(child)
  const lines: string[] = []
  const all: string[] = []
  const waiting: { pattern: RegExp; resolve: (match: RegExpExecArray) => void }[] = []
  const take = (line: string): void => {
    lines.push(line)
    const [first] = waiting
    const match = first?.pattern.exec(line)
    if (!first || !match) return
    waiting.shift()
    lines.length = 0
    first.resolve(match)
  }
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      all.push(line)
      take(line)
    })
  }
  return {
    child,
    seen: () => all,
    wait: (pattern) =>
      new Promise((resolve, reject) => {
        child.once('exit', (code) =>
          reject(new Error(`ended with ${code} while waiting for ${pattern}: ${lines.join('\n')}`)),
        )
        waiting.push({ pattern, resolve })
        for (const line of lines.splice(0)) take(line)
      }),
  }
}

/** `specimen dev` over the folder `plugins` of one that is its own. */
export interface DevSession extends Session {
  readonly folder: string
}

/** Starts `specimen dev` over a folder, or a new one with these files, which may have specimens in `scans/`. */
export function startDev(
  files: { readonly [path: string]: string } | string,
  more: readonly string[] = [],
): DevSession {
  const folder = typeof files === 'string' ? files : createFolder(files)
  const argv = ['dev', join(folder, 'plugins'), '--out', join(folder, 'out'), '--port', '0', ...more]
  const hasScans = existsSync(join(folder, 'scans'))
  return { folder, ...start(...argv, ...(hasScans ? ['--specimens', join(folder, 'scans')] : [])) }
}

/** Resolves with the address when it serves. */
export async function awaitServing({ wait }: Session): Promise<string> {
  const [, url = ''] = await wait(/^serving on (\S+);/)
  return url
}

/** Resolves when no process is left that has a folder on its command line, as the host of `specimen dev` has. */
export async function expectNothingLeft(folder: string): Promise<void> {
  await expect.poll(() => spawnSync('pgrep', ['-f', folder]).stdout.toString()).toBe('')
}

/**
 * Writes files while a command stands still: on a busy machine it could see one of them half written, or
 * without the others.
 */
export function saveAtOnce(
  { child }: Session,
  folder: string,
  files: { readonly [path: string]: string },
): void {
  child.kill('SIGSTOP')
  addFiles(folder, files)
  child.kill('SIGCONT')
}

/** Returns the default of a function's parameter `radius`, or the status when there is no such function. */
export async function readDefault(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/api/processing/functions/${name}/schema`)
  if (!response.ok) return response.status
  const { properties }: { properties: { radius: { default: unknown } } } = JSON.parse(await response.text())
  return properties.radius.default
}
