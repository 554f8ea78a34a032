/** A host of a group as far as its results go: the real server with the guard before it, no Redis. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Redis } from 'ioredis'
import type { Log } from '../../../core/contract/domain/log.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import type { StoredResult } from '../../../core/contract/domain/result/stored-result.ts'
import { answerPeers } from '../../../core/group/answer-peers.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupResults, type ResultWaits } from '../../../core/group/results/group-results.ts'
import { PeerRequests } from '../../../core/group/results/peer-request.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { parsePointer, type ResultPointer } from '../../../core/group/results/result-pointer.ts'
import { Shelf } from '../../../core/group/results/shelf.ts'
import { openAccess } from '../../../core/service/access/access.ts'
import type { NetworkOptions } from '../../../core/service/http/network.ts'
import { createPublicPath } from '../../../core/service/http/request/public-path.ts'
import type { ServedParts } from '../../../core/service/http/server.ts'
import { createServer, type Server } from '../../../core/service/http/server.ts'
import { Watch } from '../../../core/service/watch/watch.ts'
import { createUnlimitedAccount } from '../../service/http/unlimited-ledger.ts'
import { createTestNetwork } from '../../support/network.ts'

/** What tells a host of a test from others. */
export interface GroupHostOptions {
  readonly secrets?: readonly [string, ...string[]]
  /** Unix time in milliseconds. */
  readonly now?: () => number
  readonly shelfBytes?: number
  readonly resultBytes?: number
  readonly arrivingBytes?: number
  readonly waits?: Partial<ResultWaits>
  readonly token?: string
  readonly network?: Partial<NetworkOptions>
  /** Returns true for the address of a host of its group; all are where it is absent. */
  readonly isKnown?: (host: string, address: string) => boolean
  /** Whether it takes no requests of other hosts. */
  readonly isAlone?: boolean
}

/** A host that listens. */
export interface GroupHost {
  readonly address: string
  readonly port: number
  readonly results: GroupResults
  readonly shelf: Shelf
  readonly signatures: PeerSignatures
  readonly server: Server
  /** What it had to log at `warn`. */
  readonly warnings: readonly { readonly fields: object; readonly message: string }[]
  /** Keeps a result, and returns the pointer to it. */
  keep(result: Result): ResultPointer
  /** Returns a result by its pointer. */
  find(pointer: ResultPointer): StoredResult | undefined
  /** Returns how many pointers were taken out of their rooms. */
  countDropped(): number
  /** Tells it another address at which the others reach it. */
  moveTo(address: string): void
  close(): Promise<void>
}

/** A secret of a group. */
export const secret = 'a secret of a group that is long enough'
const patient: ResultWaits = { answerSeconds: 20, stallSeconds: 20 }

/** Starts a host. Its waits are so long that no test depends on them, unless it says others. */
export async function startGroupHost(options: GroupHostOptions = {}): Promise<GroupHost> {
  const warnings: { fields: object; message: string }[] = []
  const warn = (fields: object, message: string): void => void warnings.push({ fields, message })
  const log: Log = { debug() {}, info() {}, warn, error() {} }
  const signatures = new PeerSignatures(options.secrets ?? [secret], options.now ?? Date.now)
  const shelf = new Shelf({
    byteLimit: options.shelfBytes ?? 1e9,
    ttlSeconds: 300,
    now: () => performance.now(),
  })
  const { resultBytes = 1e9, arrivingBytes = 1e9 } = options
  const waits = { ...patient, ...options.waits }
  const requests = new PeerRequests(signatures, 16)
  const { isKnown = () => true } = options
  const known = { isKnown: async (...place: readonly [string, string]) => isKnown(...place) }
  const fetched = { shelf, requests, log, resultBytes, arrivingBytes, waits, ...known }
  const host = randomBytes(4).toString('hex')
  const createId = (): string => randomBytes(16).toString('hex')
  let dropped = 0
  const counting: unknown = {
    evalsha: async () => {
      dropped++
      return [1]
    },
  }
  const redis = counting as Redis // all that is asked of it is to take pointers out of rooms
  // Its port is known only when it listens, and nothing is kept before.
  const place = { host, address: '' }
  const results = new GroupResults({
    get host() {
      return place.host
    },
    get address() {
      return place.address
    },
    ...{ redis, keys: toKeys('{sp}:'), ...fetched, createId },
  })
  const keep = (result: Result): ResultPointer => {
    const { pointer } = results.keepForRoom(
      { kind: 'computed', result },
      { roomId: 'lab', key: 'k', revision: 'r' },
      'ada',
    )
    const parsed = parsePointer(pointer)
    if (!parsed) throw new Error('it is no pointer')
    return parsed
  }
  const server = await createServer({
    parts: makeServices(log),
    version: '1',
    envelopeDocument: new URL(import.meta.url),
    viewerFiles: new URL(import.meta.url),
    access: await openAccess(
      { token: options.token, host: '127.0.0.1', allowAnonymous: false },
      { log, now: Date.now },
    ),
    network: createTestNetwork(options.network),
    bodyBytes: 1000,
    peers: options.isAlone
      ? undefined
      : answerPeers({
          get address() {
            return place.address
          },
          signatures,
          rooms: { readHere: () => undefined },
          files: {
            openHere: async () => {
              throw new Error('no test asks for a file')
            },
          },
          reachesRedis: async () => true,
          shelf,
          findWorkers: () => undefined,
        }),
  })
  place.address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address: place.address,
    port: (server.app.server.address() as AddressInfo).port, // it listens on a port, as just asked
    ...{ results, shelf, signatures, server, warnings, keep },
    find: (pointer) => results.find(pointer, 'lab'),
    countDropped: () => dropped,
    moveTo: (address) => {
      place.address = address
    },
    close: async () => {
      requests.close()
      server.app.server.closeAllConnections()
      await server.close()
      shelf.close()
    },
  }
}

/** Those of a host without functions, of which no test asks for one. */
function makeServices(log: Log): ServedParts {
  const publicPath = createPublicPath(undefined, undefined)
  const watch = new Watch({ log, now: Date.now, idPrefix: 't' })
  const parts: unknown = {
    envelopeMediaType: 'application/x-test',
    legacyClient: false,
    publicPath,
    account: createUnlimitedAccount(),
    log,
    watch,
    readiness: [],
  }
  return parts as ServedParts // the rest is asked by nobody
}
