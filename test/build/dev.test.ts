/** `specimen dev` as a person runs it: the built command, its own host, files that are saved. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { addFiles, ball, createFolder } from './workshop.ts'

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

interface Session {
  /** Resolves with the match of the next line, of either stream, that fits. */
  readonly wait: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly child: ChildProcess
}

function start(...argv: string[]): Session {
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const lines: string[] = []
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
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take)
  return {
    child,
    wait: (pattern) =>
      new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`ended with ${code} while waiting for ${pattern}: ${lines.join('\n')}`)))
        waiting.push({ pattern, resolve })
        for (const line of lines.splice(0)) take(line)
      }),
  }
}

async function readDefault(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/api/processing/functions/${name}/schema`)
  if (!response.ok) return response.status
  const { properties }: { properties: { radius: { default: unknown } } } = JSON.parse(await response.text())
  return properties.radius.default
}

test('serves what was saved: an edit, a new plugin, a constant elsewhere, a removal; and shows problems', async () => {
  const folder = createFolder({
    'plugins/one.ts': ball('one').replace('= 1', '= SIZE').replace('\n', "\nimport { SIZE } from '../other/size.ts'\n"),
    'other/size.ts': 'export const SIZE = 1',
  })
  const { wait, child } = start('dev', join(folder, 'plugins'), '--out', join(folder, 'out'), '--port', '0')
  const [, url = ''] = await wait(/^serving on (\S+);/)
  expect(await readDefault(url, 'one')).toBe(1)

  addFiles(folder, { 'plugins/two.ts': ball('two') })
  await wait(/^served /)
  expect(await readDefault(url, 'two')).toBe(1)

  addFiles(folder, { 'other/size.ts': 'export const SIZE = 2' })
  await wait(/^served /)
  expect(await readDefault(url, 'one')).toBe(2)

  addFiles(folder, { 'plugins/two.ts': ball('two').replace('= 1', ': Date') })
  await wait(/error type\.class in two\(radius\)/)
  await wait(/2 plugins, 1 error/)
  expect(await readDefault(url, 'two')).toBe(1)

  rmSync(join(folder, 'plugins/two.ts'))
  await wait(/^served /)
  expect(await readDefault(url, 'two')).toBe(404)

  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
})

test('tells a host that runs already', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const host = start('serve', '--port', '0', '--plugins', join(folder, 'out'), '--specimens', folder)
  const [, url = ''] = await host.wait(/^listening on (\S+)/)
  const { wait, child } = start('dev', join(folder, 'plugins'), '--out', join(folder, 'out'), '--host', url)
  await wait(/^serving on/)
  expect(await readDefault(url, 'one')).toBe(1)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await readDefault(url, 'one')).toBe(1)
})
