/** Hosts of a group that take workers, and a worker whose link can be moved from one to another. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import type { Snapshot } from '../../../core/engine/catalog/snapshot.ts'
import type { WorkerSide } from '../../../core/federation/worker/worker-side.ts'
import {
  createLocalDecoder,
  createTestWorker,
  plainSpecimen,
  toInlineFunction,
  toSnapshot,
} from '../../federation/worker-harness.ts'
import { type Api, createApi } from '../../support/api.ts'
import { findPort } from '../../support/find-port.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

/** The secret of the group, and what each host has in common with the others. */
export const groupSecret = 'a-secret-of-a-group-that-is-long-enough'

/** A host of the group. */
export interface RelayHost {
  readonly host: Host
  readonly api: Api
  readonly port: number
}

/** Starts a host that takes workers. */
export async function startRelayHost(redis: string): Promise<RelayHost> {
  const port = await findPort()
  const shared = { redis, peerAddress: `http://127.0.0.1:${port}`, groupSecret }
  const host = await createHost({ relay: true, port, logLevel: 'silent', drainTimeout: 1, ...shared })
  return { host, api: createApi(await host.listen()), port }
}

/** What stands between a worker and the host that it dials: a balancer that sends it elsewhere. */
export interface Crossing {
  readonly port: number
  /** Cuts the link; the worker's next one comes to this port, or nowhere. */
  moveTo(port: number | undefined): void
  close(): Promise<void>
}

/** Opens a way to a port of this machine. */
export async function openCrossing(first: number): Promise<Crossing> {
  let target: number | undefined = first
  const sockets = new Set<Socket>()
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const onward = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port, as just asked
    moveTo: (port) => {
      target = port
      cut()
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Bytes of the file of the specimen `rock`. */
export const rock = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, i) => i % 251))

/** The note of the specimen `cloud`. */
export const ofValues = 'Of several columns of values the first is shown.'

/** A worker whose function `gated` waits for the test. */
export interface GatedWorker {
  readonly side: WorkerSide
  /** What each call of `gated` waits for, the oldest first; resolved with the height of its mesh. */
  readonly calls: readonly Deferred<number>[]
  /** The names of the files that it has decoded. */
  readonly decoded: readonly string[]
  /** How often it has read its folders. */
  readonly reloads: number
  /** The texts of its log. */
  readonly logged: string
  /** Adds a function that has done nothing yet. */
  addFunction(name: string): void
}

/** Starts the worker w1; it is not connected yet. */
export function startGatedWorker(port: number): GatedWorker {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-rock-'))
  temporaryFolders.push(folder)
  writeFileSync(join(folder, 'rock.stl'), rock)
  writeFileSync(join(folder, 'cloud.csv'), 'x,y,z,heat,depth\n1,2,3,4,5\n')
  const { decoder, decoded } = createLocalDecoder()
  const calls: Deferred<number>[] = []
  const gated = async (x: number, reporter: { report(text: string): void }) => {
    const call = createDeferred<number>()
    calls.push(call)
    reporter.report(`call ${calls.length} of ${x}`)
    const height = await call.promise
    return { vertices: Float32Array.of(x, 0, height, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
  }
  const functions = [toInlineFunction('gated', 'mesh', gated, ['x'])]
  const data = { kind: 'file', folder, name: 'rock.stl' } as const
  const cloud = { ...data, name: 'cloud.csv' }
  const scene = {
    files: new Map([['points', cloud]]),
    returns: { type: 'scene', parts: { points: 'point_cloud' } },
  } as const
  const specimens = [
    { ...plainSpecimen, kind: 'static', id: 'rock', data },
    { ...plainSpecimen, kind: 'static', id: 'scene', data, type: 'scene', scene },
    { ...plainSpecimen, kind: 'static', id: 'cloud', data: cloud, type: 'point_cloud', notes: [ofValues] },
  ] as const
  const state = { reloads: 0, snapshot: toSnapshot(functions, specimens) }
  const catalog = {
    get snapshot(): Snapshot {
      return state.snapshot
    },
    reload: async () => {
      state.reloads++
      return state.snapshot
    },
  }
  const { worker: side, log } = createTestWorker(port, state.snapshot, { catalog, decoder })
  side.start()
  return {
    side,
    calls,
    decoded,
    get reloads() {
      return state.reloads
    },
    get logged() {
      return log.entries.map(({ message }) => message).join('\n')
    },
    addFunction: (name) => {
      functions.push(toInlineFunction(name, 'mesh', gated, ['x']))
      state.snapshot = toSnapshot(functions, specimens)
      side.announce()
    },
  }
}
