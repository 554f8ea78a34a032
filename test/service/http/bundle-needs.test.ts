/** A plugin whose author asks for the network, from its comment to its run, on a host that allows it or not. */
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createHost } from 'specimen-host'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createFolder, run } from '../../build/temporary-plugins.ts'
import { getWalls } from '../../interface/runner-harness.ts'

const { enclosure } = await getWalls()
const source = `
import { connect } from 'node:net'
import type { Mesh } from 'specimen-host/plugin'

/**
 * A mesh from elsewhere.
 * @needs net
 */
export async function fetched(port = 1): Promise<Mesh> {
  const size = await new Promise<number>((resolve, reject) => {
    connect(port, '127.0.0.1').on('data', (data) => resolve(Number(data))).on('error', reject)
  })
  return { vertices: new Float32Array(3 * size), indices: new Uint32Array() }
}
`
let plugins: string

beforeAll(async () => {
  const folder = createFolder({ 'plugins/tracker.ts': source })
  plugins = join(folder, 'out')
  expect(await run(join(folder, 'plugins'), '--out', plugins)).toMatchObject({ code: 0, stderr: '' })
})

/** What a host with these options says of the bundle, and answers for it. */
async function serve(options: { readonly allow?: string; readonly plugins?: string }) {
  const server = createServer((socket) => socket.end('2')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server on a port has one
  const texts: string[] = []
  const logDestination = { write: (text: string) => void texts.push(text) }
  const host = await createHost({ plugins, specimens: '', poolSize: 1, logDestination, ...options })
  onTestFinished(async () => {
    await host.close()
    server.close()
  })
  const [entry] = (await host.inject('/api/plugins')).json()
  const headers = { accept: 'application/json' }
  const answer = await host.inject({ url: `/api/specimens/fetched/data?params={"port":${port}}`, headers })
  return { entry, answer, log: texts.join('') }
}

test('a host that allows what a bundle asks for opens it, and has nothing to say', async () => {
  const { entry, answer, log } = await serve({ allow: 'tracker:net' })
  expect(entry).toMatchObject({ state: 'loaded', needs: ['net'], allowed: ['net'], allow: null })
  expect(answer.json()).toMatchObject({ type: 'mesh', vertices: [0, 0, 0, 0, 0, 0] })
  expect(log).not.toContain('--allow')
})

test('a host that does not serves the bundle, and says at its loading what would open it', async () => {
  const { entry, answer, log } = await serve({})
  expect(entry).toMatchObject({ state: 'loaded', needs: ['net'], allowed: [], allow: 'tracker:net' })
  expect(log).toContain('asks for net, of which this host allows nothing')
  expect(log).toContain('--allow tracker:net (besides')
  if (enclosure === 'supervisor') return // nothing stands on this machine that could be closed
  expect(answer.json()).toMatchObject({
    code: 'function.failed',
    detail: expect.stringMatching(/ENETUNREACH|ECONNREFUSED 127/),
  })
  expect(log).toContain('as \\"tracker\\" seems to have tried')
})

test('a bundle that takes the name of one that may do more may do no more', async () => {
  const elsewhere = createFolder({})
  await cp(join(plugins, 'tracker'), join(elsewhere, 'other'), { recursive: true })
  const { entry } = await serve({ allow: 'tracker:net', plugins: elsewhere })
  expect(entry).toMatchObject({ source: 'other', name: 'tracker', allowed: [], allow: 'other:net' })
})
