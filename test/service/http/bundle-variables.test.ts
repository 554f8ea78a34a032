/** Variables of the host that it gives to one bundle (`--env`). */
import { mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
afterEach(() => {
  vi.unstubAllEnvs()
})

const secret = 'the-key-of-the-tracker'
const source = (name: string) => `export const ${name} = () => {
  console.log('key', process.env.TRACKER_KEY, Object.keys(process.env).join())
  return { shape: [1, 1, 1], data: new Uint8Array([(process.env.TRACKER_KEY ?? '').length]) }
}`

it.each(['process', 'thread'] as const)(
  'are seen by that bundle alone, and by no log, in a %s',
  async (isolation) => {
    const plugins = join(mkdtempSync(join(tmpdir(), 'bundle-variables-')), 'bundles')
    temporaryFolders.push(join(plugins, '..'))
    mkdirSync(plugins)
    for (const name of ['tracker', 'other'])
      makeBundle(plugins, { name, source: source(name), functions: [{ name, returns: 'volume' }] })
    vi.stubEnv('TRACKER_KEY', secret)
    vi.stubEnv('ANOTHER_KEY', 'of nobody')
    let log = ''
    const logDestination = {
      write: (line: string) => {
        log += line
      },
    }
    const options = {
      plugins,
      isolation,
      env: 'tracker:TRACKER_KEY',
      logLevel: 'info',
      logDestination,
    } as const
    const api = await used.start(options)
    const read = async (name: string) => (await api.data(name)).data.at(-1)
    expect([await read('tracker'), await read('other')]).toEqual([secret.length, 0])
    await expect.poll(() => log).toContain('[TRACKER_KEY]')
    expect(log).not.toContain(secret)
    expect(log).not.toContain('ANOTHER_KEY')
  },
)

it.each(['process', 'thread'] as const)(
  'are not those of another folder with the same bytes, as after a rename, in a %s',
  async (isolation) => {
    const plugins = join(mkdtempSync(join(tmpdir(), 'bundle-variables-')), 'bundles')
    temporaryFolders.push(join(plugins, '..'))
    mkdirSync(plugins)
    makeBundle(plugins, {
      name: 'tracker',
      source: source('tracker'),
      functions: [{ name: 'tracker', returns: 'volume' }],
    })
    vi.stubEnv('TRACKER_KEY', secret)
    const api = await used.start({ plugins, isolation, env: 'tracker:TRACKER_KEY' })
    const read = async (room: string) => (await api.data('tracker', {}, room)).data.at(-1)
    expect(await read('before')).toBe(secret.length)
    renameSync(join(plugins, 'tracker'), join(plugins, 'moved'))
    await api.get('/api/specimens/reload')
    expect(await read('after')).toBe(0)
  },
)

it('end the start where they are missing', async () => {
  await expect(used.start({ env: 'tracker:NO_SUCH_KEY' })).rejects.toThrow(
    '--env gives "tracker" the variable NO_SUCH_KEY, which is not set',
  )
})
