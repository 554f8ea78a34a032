/**
 * Hostile functions in the pool of a built host, each with the answer that must come. After each another
 * function of the same bundle must run, the host must answer, and another room must keep its result.
 */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hideBubblewrap, listUntried, listWalls } from '../../interface/runner-harness.ts'
import { listDescendants } from '../../support/list-descendants.ts'
import { makeBundle } from '../../support/make-bundle.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { type BuiltHost, startBuiltHost } from '../built-host.ts'
import { endless, listBreakOuts } from './break-outs.ts'
import { makeHostileBundle } from './hostile-bundle.ts'
import * as lies from './lies.ts'
import * as misdeeds from './misdeeds.ts'

const walls = await listWalls()
const untried = await listUntried(walls)
const root = mkdtempSync(join(tmpdir(), 'hostile-plugins-'))
temporaryFolders.push(root)
chmodSync(root, 0o755) // it is the walls that hide what is in it
const secret = join(root, 'secret')
writeFileSync(secret, 'secret')
const [plugins, specimens] = [join(root, 'bundles'), join(root, 'specimens')]
mkdirSync(specimens)
makeBundle(plugins, {
  name: 'witness',
  source: 'export const witness = () => ({ shape: [1, 1, 1], data: new Uint8Array(1) })',
  functions: [{ name: 'witness', returns: 'volume' }],
})
const tables = {
  values: lies.values,
  volumes: lies.volumes,
  meshes: lies.meshes,
  others: lies.others,
  thrown: misdeeds.thrown,
  ends: misdeeds.ends,
  globals: misdeeds.globals,
  talk: misdeeds.talk,
}
const bundles = Object.entries(tables).map(([name, rows]) => ({
  name,
  functions: makeHostileBundle(plugins, name, rows),
}))
const breakOuts = makeHostileBundle(plugins, 'breakouts', listBreakOuts({ hostPid: process.pid, secret }))
const unending = makeHostileBundle(
  plugins,
  'endless',
  endless.map(([what, body]) => [
    what,
    `report.report('going'); await new Promise((resolve) => setTimeout(resolve, 50)); ${body}`,
    'cancelled',
  ]),
)

let host: BuiltHost
let calls = 0

/** Starts a host with few limits; `path` is where it looks for programs. */
async function start(path?: string): Promise<BuiltHost> {
  const limits = ['--heap-mebibytes', '64', '--result-bytes', '10000000', '--run-timeout', '60']
  return await startBuiltHost({
    plugins,
    specimens,
    witness: 'witness',
    flags: ['--pool-size', '2', ...limits],
    ...(path !== undefined && { environment: { PATH: path } }),
  })
}

beforeAll(async () => {
  host = await start()
})
afterAll(async () => {
  expect(await host.stop()).toEqual([0, null])
})

async function invoke(name: string): Promise<string> {
  const response = await host.api.post('/api/processing/invoke', {
    function_name: name,
    room_id: 'hostile',
  })
  const body = await response.json()
  return response.status === 200 ? '200' : `${response.status} ${body.code}`
}

/** What is wrong after a case of this bundle. */
async function findHarm(bundle: string): Promise<string | undefined> {
  const { status, ...answer } = await host.api
    .post('/api/processing/invoke', {
      function_name: `fine_${bundle}`,
      args: [++calls],
      room_id: 'hostile',
    })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
  const right = Buffer.from(new Float64Array([calls, calls + 1]).buffer).toString('base64')
  if (status !== 200 || answer.body.data !== right)
    return `fine answers ${status} ${JSON.stringify(answer.body)}`
  return await host.findHarm()
}

describe.each(bundles)('hostile functions: $name', ({ name: bundle, functions }) => {
  it.each(functions)('$what', async ({ name, wanted }) => {
    expect(await invoke(name)).toBe(wanted)
    expect(await findHarm(bundle)).toBeUndefined()
  })
})

describe.each(walls)('a function that reaches out of the walls of $enclosure', ({ enclosure }) => {
  let usual: BuiltHost
  beforeAll(async () => {
    usual = host
    host = await start(enclosure === 'namespaces' ? hideBubblewrap() : undefined)
  })
  afterAll(async () => {
    expect(await host.stop()).toEqual([0, null])
    host = usual
  })

  it.each(breakOuts)('$what', async ({ name, wanted }) => {
    expect(await invoke(name)).toBe(wanted)
    expect(await findHarm('breakouts')).toBeUndefined()
  })
})
it.skip.each(untried)('%s', () => {})

describe('a function that never ends is cancelled:', () => {
  it.each(unending)('$what', async ({ name }) => {
    const { job_id: id } = await host.api.start(name, {}, 'hostile')
    const read = async () => (await host.api.json(`/api/jobs/${id}/progress`)).messages[0]?.text
    await expect.poll(read).toBe('going')
    expect((await host.api.cancel(id)).status).toBe(204)
    expect((await host.api.get(`/api/jobs/${id}/result`)).status).toBe(410)
    expect(await findHarm('endless')).toBeUndefined()
  })
})

it('nothing is left of it all but the pool', async () => {
  // Of each place a supervisor and a process, and the two spares: a warm one, and one with a bundle loaded.
  await expect.poll(() => listDescendants(host.pid).length).toBeLessThanOrEqual(15)
})
