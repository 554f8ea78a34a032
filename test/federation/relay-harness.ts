/**
 * A relay in this process on a socket of its own, with times that a test chooses: what the host makes of
 * `Relay`, without its API.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RemoteCatalog } from '../../core/engine/catalog/remote-catalog.ts'
import type { Runner } from '../../core/engine/run/runner.ts'
import type { RelayOptions } from '../../core/federation/relay/exchange.ts'
import { Relay } from '../../core/federation/relay/relay.ts'
import { toRawAnswer } from '../../core/service/http/answer/errors.ts'
import { createTestLog } from '../interface/runner-harness.ts'

export interface RelayUnderTest {
  readonly relay: Relay
  readonly server: Server
  readonly port: number
  readonly log: ReturnType<typeof createTestLog>
  /** Resolves with a worker's catalog as soon as `fits` likes it. */
  catalogOf(workerId: string, fits?: (catalog: RemoteCatalog) => boolean): Promise<RemoteCatalog>
  /** Returns a runner of all functions of a worker by its own names for them. */
  runnerOf(workerId: string): Runner
  close(): Promise<void>
}

/** Opens a relay on a free port. */
export async function openRelay(options: Partial<RelayOptions> = {}): Promise<RelayUnderTest> {
  const log = createTestLog()
  const changed = new Set<() => void>()
  const relay = new Relay({
    check: async () => {},
    log,
    readTokens: undefined,
    toRawAnswer: (error, headers) => toRawAnswer(error, '', headers),
    software: 'relay under test',
    instance: randomBytes(16).toString('hex'),
    graceSeconds: 60,
    pingSeconds: 10,
    deadSeconds: 25,
    waits: { arrivalSeconds: 10, answerSeconds: 10, streamSeconds: 25, cancelSeconds: 2 },
    resultBytes: 2 ** 26,
    runTimeoutSeconds: 60,
    queueLimit: 100,
    now: () => performance.now(),
    clock: Date.now,
    ...options,
    onChange: () => {
      options.onChange?.()
      for (const wake of [...changed]) wake()
    },
  })
  const server = createServer((_request, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket, head) => relay.upgrade(request, socket, head, (look) => look()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const find = (workerId: string) => relay.list().find((catalog) => catalog.workerId === workerId)
  return {
    relay,
    server,
    port: (server.address() as AddressInfo).port, // it listens on a port
    log,
    catalogOf: async (workerId, fits = () => true) => {
      for (;;) {
        const catalog = find(workerId)
        if (catalog && fits(catalog)) return catalog
        await new Promise<void>((resolve) => {
          const wake = () => {
            changed.delete(wake)
            resolve()
          }
          changed.add(wake)
        })
      }
    },
    runnerOf: (workerId) => ({
      run: async (invocation, context) => {
        const functionName = `${workerId}:${invocation.functionName}`
        const registered = find(workerId)?.functions.find(({ manifest }) => manifest.name === functionName)
        if (!registered) throw new Error(`worker ${workerId} has no function ${functionName}`)
        return await registered.runner.run(
          { ...invocation, functionName, revision: registered.revision },
          context,
        )
      },
    }),
    close: async () => {
      relay.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
