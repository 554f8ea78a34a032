/** Hosts of a group as processes of their own, which are killed and stopped; and who asks them. */

import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltHost, startBuiltHost } from '../../hostile/built-host.ts'
import { readEnvelope } from '../../support/api.ts'
import { findPort } from '../../support/find-port.ts'
import { listDescendants } from '../../support/list-descendants.ts'
import type { makeTimed } from '../../support/timed-bundle.ts'

/** The headers of a request for a result as it is: fetch asks for gzip by itself. */
export const plain = { 'accept-encoding': 'identity' }

/** What hosts of a test group are started with. */
export interface FaultHostOptions {
  readonly redis: string
  readonly folders: ReturnType<typeof makeTimed>
  /** Runs at a time. */
  readonly places?: number
  readonly flags?: readonly string[]
  readonly command?: 'serve' | 'relay'
  readonly environment?: NodeJS.ProcessEnv
}

/** Starts a host of the group at `redis`. */
export async function startGroupHost({
  redis,
  folders,
  places = 2,
  flags = [],
  command,
  environment,
}: FaultHostOptions): Promise<BuiltHost> {
  const port = String(await findPort())
  const shared = ['--redis', redis, '--peer-address', `http://127.0.0.1:${port}`, '--port', port]
  return await startBuiltHost({
    ...folders,
    ...{ witness: 'timed', command },
    flags: [...shared, '--pool-size', String(places), ...flags],
    environment: { SPECIMEN_GROUP_SECRET: 'a-secret-of-a-group-that-is-long-enough', ...environment },
  })
}

/** The variables of a host whose clock is an hour late. */
export const lateClock = { NODE_OPTIONS: `--import ${new URL('late-clock.mjs', import.meta.url)}` }

/** Gives the folders of a host the bundle of others, which it reads. */
export async function replaceTimed(
  { api }: BuiltHost,
  { plugins }: FaultHostOptions['folders'],
  from: FaultHostOptions['folders'],
): Promise<void> {
  for (const name of readdirSync(plugins)) rmSync(join(plugins, name), { recursive: true })
  cpSync(from.plugins, plugins, { recursive: true })
  const { status } = await api.post('/api/specimens/reload')
  if (status !== 200) throw new Error(`the folders could not be read again: ${status}`)
}

/** Kills a host at once, and returns the processes that it had started. */
export async function killHost(host: BuiltHost): Promise<number[]> {
  const children = listDescendants(host.pid)
  host.signal('SIGKILL')
  await host.stop()
  return children
}

/** Returns the processes among `ids` that have not ended. */
export function listAlive(ids: readonly number[]): number[] {
  return ids.filter((id) => {
    try {
      return process.kill(id, 0)
    } catch {
      return false
    }
  })
}

/** Returns what tells the run that a result of `timed` is of. @throws when it is of another call, or of two runs */
export async function readTag(response: Response, label: number): Promise<number> {
  const numbers = await readNumbers(response)
  const tag = numbers.pop()
  const wrong = numbers.find((number) => number !== label)
  if (tag === undefined || wrong !== undefined) throw new Error(`a result has ${wrong} instead of ${label}`)
  return tag
}

/** Jobs have their results as JSON, specimens as envelopes. */
async function readNumbers(response: Response): Promise<number[]> {
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const data = isJson
    ? Buffer.from((await response.json()).data, 'base64')
    : (await readEnvelope(response)).data
  return Array.from(new Float64Array(new Uint8Array(data).buffer)) // aligned
}
