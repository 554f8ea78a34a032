/**
 * Folders in which something else lies than a host expects: it is named, the rest is served, and nothing
 * waits for it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'

const cli = new URL('../../../dist/cli.js', import.meta.url).pathname
let root: string
let plugins: string
let specimens: string
let host: Host | undefined
let server: Server | undefined

const source = 'export const one = () => ({ shape: [1, 1, 1], data: new Uint8Array([1]) })'
const bundle = (name: string) =>
  makeBundle(plugins, { name, source: source.replace('one', name), functions: [{ name, returns: 'volume' }] })
const serve = async (options: HostOptions = {}) => {
  host = await createHost({ plugins, specimens, logLevel: 'silent', ...options })
}
const reload = async () => (await host?.inject('/api/specimens/reload'))?.json()
const get = async (path: string) => {
  const response = await host?.inject(`/api/specimens/${path}`)
  return [response?.statusCode, response?.body]
}

/** Puts something else than a regular file at a path. */
const makers: { readonly [what: string]: (path: string) => unknown } = {
  'a FIFO': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a socket': async (path) => {
    server = createServer().listen(path)
    await once(server, 'listening')
  },
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to the outside': (path) => symlinkSync(join(root, 'secret'), path),
  'a link to itself': (path) => symlinkSync(path, path),
}
const kinds = Object.keys(makers)
const replace = async (path: string, what: string) => {
  rmSync(path)
  await makers[what]?.(path)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hostile-folders-'))
  plugins = join(root, 'bundles')
  specimens = join(root, 'specimens')
  mkdirSync(plugins)
  mkdirSync(specimens)
  writeFileSync(join(root, 'secret'), 'secret')
})
afterEach(async () => {
  await host?.close() // which nothing in the folders may hold up
  server?.close()
  host = server = undefined
  rmSync(root, { recursive: true })
})

it.each(['--watch', ''])(
  'a host without a free descriptor keeps its catalog, and reads it again itself %s',
  async (flag) => {
    bundle('good')
    writeSpecimen(specimens, 'rock', { data_file: 'f', type: 'mesh' }, { f: 'ours' })
    const folders = `--plugins ${plugins} --specimens ${specimens}`
    // More than the modules of the host, which Node reads at once.
    const command = `ulimit -n 150; exec ${process.execPath} ${cli} serve --port 0 ${folders} ${flag}`
    const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
    const readings: { specimens: number; problems: number }[] = []
    const sockets: Socket[] = []
    try {
      const listening = new Promise<number>((resolve) => {
        createInterface({ input: child.stdout }).on('line', (line) => {
          if (line.startsWith('listening')) return resolve(Number(line.split(':').at(-1)))
          if (line.includes('specimens were read')) readings.push(JSON.parse(line))
        })
      })
      const port = await listening
      const problems = () => readings.at(-1)?.problems
      const hangUp = () => {
        const lacking = 250 - sockets.filter(({ destroyed }) => !destroyed).length
        for (let i = 0; i < lacking; i++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
        child.kill('SIGHUP')
        return problems()
      }
      await expect.poll(hangUp).toBeGreaterThan(0)
      for (const socket of sockets) socket.destroy()
      await expect.poll(problems).toBe(0)
      expect(new Set(readings.map((reading) => reading.specimens))).toEqual(new Set([2]))
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    } finally {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
    }
  },
)

describe.each(kinds)('%s', (what) => {
  it.each(['manifest.json', 'index.mjs'])(
    'for the %s of a bundle is named; the rest is served',
    async (file) => {
      bundle('good')
      await replace(join(bundle('bad'), file), what)
      await serve()
      const answer = await reload()
      expect(answer).toMatchObject({ count: 1, bundles: 1, errors: [{ source: 'bad' }] })
      expect(answer.errors[0].detail).toContain(file)
      expect(answer.errors[0].code).not.toBe('internal')
    },
  )

  it('for specimen.json is named; the rest is served', async () => {
    writeSpecimen(specimens, 'good', { data_file: 'f', type: 'mesh' }, { f: 'ours' })
    await replace(join(writeSpecimen(specimens, 'bad', {}), 'specimen.json'), what)
    await serve()
    expect(await reload()).toMatchObject({ count: 1, errors: [{ source: 'bad', code: 'file.missing' }] })
    expect(await get('good/data')).toEqual([200, 'ours'])
  })

  it('for a data file or thumbnail is refused, before and after loading', async () => {
    const metadata = { data_file: 'f', thumbnail_file: 't', type: 'mesh' }
    await replace(join(writeSpecimen(specimens, 'bad', metadata, { f: '', t: '' }), 'f'), what)
    server?.close()
    const later = writeSpecimen(specimens, 'later', metadata, { f: 'ours', t: 'ours' })
    await serve()
    expect(await reload()).toMatchObject({ count: 1, errors: [{ source: 'bad', code: 'file.missing' }] })
    await replace(join(later, 't'), what)
    server?.close()
    await replace(join(later, 'f'), what)
    for (const path of ['later/thumbnail', 'later/data']) expect((await get(path))[0]).toBe(404)
  })
})

it('a FIFO among the bundles and specimens is no folder and holds nothing up', async () => {
  for (const folder of [plugins, specimens]) execFileSync('mkfifo', [join(folder, 'pipe')])
  bundle('good')
  await serve()
  expect(await reload()).toMatchObject({ count: 1, errors: [{ source: 'pipe' }] })
})

it('a file that is swapped for a link while it is asked for never shows what lies outside', async () => {
  const folder = writeSpecimen(specimens, 'rock', { data_file: 'f', type: 'mesh' }, { f: 'ours' })
  await serve()
  let turn = 0
  let isOver = false
  const swap = (): void => {
    if (isOver) return
    setImmediate(swap)
    if (turn++ % 5 !== 0) return
    const staged = join(root, 'staged')
    if (turn % 2 === 0) writeFileSync(staged, 'ours')
    else symlinkSync(join(root, 'secret'), staged)
    renameSync(staged, join(folder, 'f'))
  }
  swap()
  const found = new Set<unknown>()
  for (let i = 0; i < 400; i++) {
    const [status, body] = await get('rock/data')
    found.add(status === 404 ? 404 : body)
  }
  isOver = true
  expect(found).toEqual(new Set([404, 'ours']))
})

describe('folders that are links', () => {
  beforeEach(() => {
    const outside = join(root, 'outside')
    writeSpecimen(
      outside,
      'rock',
      { data_file: 'f', thumbnail_file: 't', type: 'mesh' },
      { f: 'linked', t: 'picture' },
    )
    makeBundle(outside, {
      name: 'wave',
      source: source.replace('one', 'wave'),
      functions: [{ name: 'wave', returns: 'volume' }],
    })
    symlinkSync(join(outside, 'rock'), join(specimens, 'rock'))
    symlinkSync(join(outside, 'wave'), join(plugins, 'wave'))
  })

  it('are refused, bundles and specimens alike, with the option that allows them', async () => {
    await serve()
    const { count, errors } = await reload()
    expect(count).toBe(0)
    expect(errors.map(({ source }: { source: string }) => source).sort()).toEqual(['rock', 'wave'])
    for (const { detail } of errors) expect(detail).toContain('--follow-links')
  })

  it('are served when the operator allows it, and confined to their targets', async () => {
    writeSpecimen(join(root, 'outside'), 'sly', { data_file: 'link', type: 'mesh' })
    symlinkSync(join(root, 'secret'), join(root, 'outside', 'sly', 'link'))
    symlinkSync(join(root, 'outside', 'sly'), join(specimens, 'sly'))
    await serve({ followLinks: true })
    expect(await reload()).toMatchObject({ count: 2, errors: [{ source: 'sly', code: 'file.missing' }] })
    expect(await get('rock/data')).toEqual([200, 'linked'])
    expect(await get('rock/thumbnail')).toEqual([200, 'picture'])
    expect((await get('wave/data'))[0]).toBe(200)
    rmSync(join(root, 'outside', 'rock', 'f'))
    symlinkSync(join(root, 'secret'), join(root, 'outside', 'rock', 'f'))
    expect((await get('rock/data'))[0]).toBe(404)
  })
})

describe('what deployed hosts and operators do', () => {
  it('reads empty strings in specimen.json as absent', async () => {
    bundle('wave')
    const empty = {
      id: '',
      display_name: '',
      description: '',
      thumbnail_file: '',
      story_text: '',
      schema: '',
    }
    writeSpecimen(
      specimens,
      'rock',
      { ...empty, type: 'mesh', function_name: '', data_file: 'f' },
      { f: 'ours' },
    )
    writeSpecimen(specimens, 'wave', { ...empty, type: '', function_name: 'wave', data_file: '' })
    await serve()
    expect(await reload()).toMatchObject({ count: 2, static: 1, dynamic: 1, errors: [] })
    const [, text = ''] = await get('rock')
    expect(JSON.parse(String(text))).toMatchObject({
      id: 'rock',
      display_name: 'rock',
      thumbnail_url: null,
      data_file: 'f',
    })
  })

  it('serves a specimen whose thumbnail is missing without it, and names it', async () => {
    writeSpecimen(
      specimens,
      'rock',
      { type: 'mesh', data_file: 'f', thumbnail_file: 'gone.png' },
      { f: 'ours' },
    )
    await serve()
    const { count, errors } = await reload()
    expect(count).toBe(1)
    expect(errors).toEqual([
      {
        source: 'rock',
        code: 'file.missing',
        detail: expect.stringMatching(/gone\.png.*without its thumbnail/),
      },
    ])
    expect(await get('rock/data')).toEqual([200, 'ours'])
    expect((await get('rock/thumbnail'))[0]).toBe(404)
  })

  it('says of a folder of sources that they are to be built', async () => {
    writeFileSync(join(plugins, 'disc.ts'), '')
    mkdirSync(join(plugins, 'shared'))
    await serve()
    const { errors } = await reload()
    expect(errors).toHaveLength(1)
    expect(errors[0].detail).toContain(`specimen build ${plugins}`)
    rmSync(join(plugins, 'disc.ts'))
    expect((await reload()).errors[0]).toMatchObject({
      source: 'shared',
      detail: expect.stringContaining('manifest.json'),
    })
    writeFileSync(join(plugins, 'shared', 'index.ts'), '')
    expect((await reload()).errors[0].detail).toContain('specimen build')
  })

  it('counts a folder that nobody has named and that is not there as empty', async () => {
    const here = process.cwd()
    process.chdir(root)
    try {
      rmSync(specimens, { recursive: true })
      await serve({ plugins: undefined, specimens: undefined })
      expect(await reload()).toMatchObject({ count: 0, errors: [] })
      await host?.close()
      await serve({ plugins: undefined, specimens: 'specimens' })
      expect(await reload()).toMatchObject({ errors: [{ source: 'specimens', code: 'file.missing' }] })
    } finally {
      process.chdir(here)
    }
  })
})
