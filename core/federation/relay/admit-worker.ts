/**
 * The door of the relay: whether an upgrade request may become the link of a worker. What is refused gets an
 * ordinary HTTP answer whose `detail` a person at the worker can act on. Nothing of the request's token is
 * ever shown or logged.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { parseBearer } from '../../domain/bearer-token.ts'
import { describe } from '../../domain/describe.ts'
import { idRule, isId } from '../../domain/specimen.ts'
import { linkProtocol } from '../link/control-frames.ts'
import { digestToken, isTokenGood, type WorkerToken } from './worker-tokens.ts'

/** Who has come, and whether its token is still good when it is asked again. */
export interface Admission {
  readonly workerId: string
  readonly recheck: () => Promise<boolean>
}

/** Why an upgrade is refused. */
export class UpgradeRefusal extends Error {
  override readonly name = 'UpgradeRefusal'
  readonly status: keyof typeof titles

  constructor(status: keyof typeof titles, detail: string) {
    super(detail)
    this.status = status
  }
}

export interface DoorOptions {
  /**
   * The tokens as they are now; undefined: none are configured, and only workers on this machine are taken.
   */
  readonly readTokens: (() => Promise<readonly WorkerToken[]>) | undefined
  /** Unix time in milliseconds. */
  readonly clock: () => number
}

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  426: 'Upgrade Required',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const

/** The address as it is written and no other spelling of it: what is not exactly this is refused. */
const place = /^\/ws\/federation\/([^/?]*)\/?(\?.*)?$/

/** Returns who wants to connect. @throws UpgradeRefusal */
export async function admitWorker(
  request: IncomingMessage,
  { readTokens, clock }: DoorOptions,
): Promise<Admission> {
  const workerId = parseWorkerId(request.url ?? '')
  requireProgram(request)
  requireVersion(request.headers['sec-websocket-protocol'])
  if (!readTokens) {
    requireThisMachine(request)
    return { workerId, recheck: async () => true }
  }
  const digest = digestToken(parseBearer(request.headers.authorization))
  const recheck = async () => isTokenGood(await readTokens(), workerId, digest, clock())
  if (await recheck()) return { workerId, recheck }
  const wanted =
    'give the worker the token of its line in the relay’s list (SPECIMEN_WORKER_TOKEN), or renew the line'
  throw new UpgradeRefusal(401, `This is no valid token of worker "${workerId}"; ${wanted}.`)
}

/** Answers an upgrade request with a refusal and ends its connection. */
export function refuseUpgrade(socket: Duplex, { status, message }: UpgradeRefusal): void {
  const title = titles[status]
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: message, code: 'worker.refused' })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    `sec-websocket-protocol: ${linkProtocol}`,
    'connection: close',
    ...(status === 401 ? ['www-authenticate: Bearer'] : []),
    ...(status === 503 ? ['retry-after: 2'] : []),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function parseWorkerId(url: string): string {
  const given = place.exec(url)?.[1]
  if (given === undefined)
    throw new UpgradeRefusal(
      404,
      'Workers connect to /ws/federation/{worker_id}; nothing else is upgraded here.',
    )
  if (isId(given)) return given
  throw new UpgradeRefusal(400, `The worker id ${describe(given)} is not allowed; use ${idRule}.`)
}

/** Browsers send `Origin`: a page that a user of this machine visits must not become a worker. */
function requireProgram({ headers }: IncomingMessage): void {
  if (headers.origin === undefined) return
  throw new UpgradeRefusal(
    403,
    'A web page cannot be a worker; run: specimen worker <relay-url> --id <worker-id>.',
  )
}

function requireVersion(offered: string | undefined): void {
  const versions = (offered ?? '').split(',').map((version) => version.trim())
  if (versions.includes(linkProtocol)) return
  const found = offered ? `version ${versions.join(', ').slice(0, 100)}` : 'no version'
  throw new UpgradeRefusal(
    426,
    `The worker offers ${found} of the protocol and this relay speaks ${linkProtocol}; update specimen-host on the older side.`,
  )
}

/** Behind a proxy on this machine every address is this machine's, and the proxy says so. */
function requireThisMachine({ socket, headers }: IncomingMessage): void {
  const isProxied = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  if (!isProxied && isLoopbackAddress(socket.remoteAddress ?? '')) return
  const remedy = 'start it with --worker-tokens FILE and give each worker its token'
  throw new UpgradeRefusal(
    403,
    `This relay has no worker tokens, so it takes workers from its own machine only; ${remedy}.`,
  )
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
