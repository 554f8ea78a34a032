/** What `specimen dev` tells its page, and how it opens it: the built command and its host, files that are saved. */
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseOpener } from '../../build/commands/show-page.ts'
import type { DevEntry } from '../../core/contract/domain/dev-event.ts'
import { useHost } from '../support/use-host.ts'
import { followPage, readUntil } from './follow-page.ts'
import { awaitServing, createSources, openDev, readDefault, start, startDev } from './running-command.ts'
import { addFiles, ball } from './temporary-plugins.ts'

const wave = `import type { Mesh } from 'specimen-host/plugin'
declare const console: { log(...parts: unknown[]): void }
export function wave(size = 1): Mesh {
  console.log('size is', size, '\\u001b[31m')
  if (size < 0) throw new RangeError('the size is below zero')
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
`

const host = useHost()

/** A folder without specimens, since those of this repository would say that their bundles are not there. */
const noScans = { 'scans/README.md': '' }

describe('the page of specimen dev', () => {
  it('is told of problems with their places, of their end, and of what is served then', async () => {
    const two = ball('two')
    const { folder, url } = await openDev({
      'plugins/one.ts': ball('one'),
      'plugins/two.ts': two,
      ...noScans,
    })
    const page = followPage(url)
    expect(await page.next()).toMatchObject([{ kind: 'problems', problems: [], more: 0 }])
    addFiles(folder, { 'plugins/two.ts': two.replace(' = 1', ': Date') })
    const file = relative(process.cwd(), join(folder, 'plugins/two.ts'))
    const said: DevEntry[] = []
    const listProblems = () => said.findLast((entry) => entry.kind === 'problems')?.problems
    const isServed = () => said.some((entry) => entry.kind === 'served' && entry.functions.join() === 'two')
    while (listProblems()?.[0]?.path !== 'two(radius)') said.push(...(await page.next()))
    expect(listProblems()?.[0]).toMatchObject({
      severity: 'error',
      code: 'type.class',
      place: { file, line: 2, column: 29 },
      remedy: expect.stringContaining('Date'),
      source: ['  2 | export function two(radius: Date): Mesh {', '    |                             ^^^^'],
    })
    expect(isServed()).toBe(false)
    addFiles(folder, { 'plugins/two.ts': two.replace('= 1', '= 2') })
    // In any order: a build that had begun before the save serves it, and leaves what it says to the next.
    while (listProblems()?.length !== 0 || !isServed()) said.push(...(await page.next()))
  })

  it('is told what functions print and how they fail, as the terminal is, and goes with the command', async () => {
    const session = startDev({ 'plugins/wave/index.ts': wave })
    const { folder, seen, child } = session
    const url = await awaitServing(session)
    const page = followPage(url)
    await page.next()
    const body = JSON.stringify({ function_name: 'wave', kwargs: { size: -1 } })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/api/processing/invoke`, { method: 'POST', headers, body })
    const file = relative(process.cwd(), join(folder, 'plugins/wave/index.ts'))
    expect(await readUntil(page, 'failure')).toEqual([
      { kind: 'output', function: 'wave', text: 'size is -1 \\u001b[31m' },
      {
        kind: 'failure',
        function: 'wave',
        message: 'the size is below zero. (function wave of bundle wave)',
        params: '{"size":-1}',
        stack: `RangeError: the size is below zero\n    at wave (${file}:5:23)`,
      },
    ])
    const said = () => seen().join('\n')
    for (const line of [
      /^wave \| size is -1 \\u001b\[31m$/m,
      /^error the size is below zero\. \(function wave of bundle wave\)\n {2}called with \{"size":-1\}$/m,
      /^ {2}RangeError: the size is below zero$/m,
    ])
      await expect.poll(said).toMatch(line)
    await expect.poll(said).toContain(`\n      at wave (${file}:5:23)`)
    expect(said()).not.toContain('\u001b') // no terminal, no colours

    child.kill('SIGKILL')
    await once(child, 'exit')
    const ask = async () =>
      await fetch(url).then(
        () => 'there',
        () => 'gone',
      )
    await expect.poll(ask).toBe('gone')
  })

  it('of another host is told nothing, which the terminal says, and that host goes on', async () => {
    const folder = createSources({ 'plugins/one.ts': ball('one') })
    const out = join(folder, 'out')
    mkdirSync(out)
    const { url } = await host.start({ plugins: out })
    const dev = start('dev', join(folder, 'plugins'), '--out', out, '--to', url)
    await dev.wait(/^serving on/)
    await expect.poll(() => dev.seen().join('\n')).toMatch(/^Problems and output are shown here only/m)
    expect((await fetch(`${url}/dev/feed`)).status).toBe(404)
    expect(await readDefault(url, 'one')).toBe(1)
    dev.child.kill('SIGINT')
    expect(await once(dev.child, 'exit')).toEqual([0, null])
    expect(await readDefault(url, 'one')).toBe(1)
  })
})

/** Runs the command at a terminal, unless told otherwise, and returns what its browser was given. */
async function open(files: { readonly [path: string]: string }, source: string, isTTY = true) {
  const folder = createSources({
    ...files,
    'browser.sh': '#!/bin/sh\necho "$1" > "$0.part" && mv "$0.part" "$0.opened"\n',
  })
  const browser = join(folder, 'browser.sh')
  chmodSync(browser, 0o755)
  const desktop = { platform: 'linux', environment: { BROWSER: browser } } as const
  const { url } = await openDev(folder, { source: join(folder, source), desktop, isTTY })
  return { url, opened: `${browser}.opened`, read: () => readFileSync(`${browser}.opened`, 'utf8').trim() }
}

describe('opening the page', () => {
  it('shows the gallery of a folder', async () => {
    const { url, opened, read } = await open({ 'plugins/one.ts': ball('one') }, 'plugins')
    await expect.poll(() => existsSync(opened)).toBe(true)
    expect(read()).toBe(`${url}/`)
  })

  it('shows the first specimen of one plugin', async () => {
    const hidden = ball('part').replace('export', '/** @notSpecimen */\nexport')
    const file = { 'plugins/one.ts': hidden + ball('one').split('\n').slice(1).join('\n') }
    const { url, opened, read } = await open(file, 'plugins/one.ts')
    await expect.poll(() => existsSync(opened)).toBe(true)
    expect(read()).toBe(`${url}/#/one`)
  })

  it('is left out without a terminal', async () => {
    const { url, opened } = await open({ 'plugins/one.ts': ball('one') }, 'plugins', false)
    await fetch(url)
    expect(existsSync(opened)).toBe(false)
  })

  const url = 'http://127.0.0.1:8000/#/disc'
  it.each([
    ['darwin', {}, ['open', url]],
    ['win32', {}, ['cmd.exe', '/c', 'start', url]],
    ['linux', { WSL_DISTRO_NAME: 'Ubuntu' }, ['cmd.exe', '/c', 'start', url]],
    ['linux', { DISPLAY: ':0' }, ['xdg-open', url]],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', url]],
    ['linux', {}, null],
    ['linux', { BROWSER: 'firefox' }, ['firefox', url]],
    ['darwin', { BROWSER: 'chromium --app=%s' }, ['chromium', `--app=${url}`]],
    ['darwin', { BROWSER: 'none' }, null],
    ['darwin', { BROWSER: '' }, ['open', url]],
    ['darwin', { CI: 'true' }, null],
    ['darwin', { CI: 'false' }, ['open', url]],
  ] as const)('on %s with %j runs %j', (platform, environment, command) => {
    expect(chooseOpener(url, { platform, environment })).toEqual(command)
  })
})
