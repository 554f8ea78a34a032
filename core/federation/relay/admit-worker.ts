/** Admission at the relay: decides on a worker's upgrade request, and never shows or logs its token. */

import type { IncomingMessage } from 'node:http'
import { parseBearer } from '../../contract/domain/bearer-token.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { isLoopback } from '../../contract/domain/loopback.ts'
import { idRule, isId } from '../../contract/domain/specimen.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import { describe } from '../../contract/text/describe.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import { linkProtocol } from '../link/control-frames.ts'
import type { RelayOptions } from './exchange.ts'
import { digestToken, isTokenValid } from './worker-tokens.ts'

/** A worker that may connect. */
export interface WorkerAdmission {
  readonly workerId: string
  /** Resolves with the token's present validity. @throws when the tokens cannot be read */
  readonly recheck: () => Promise<boolean>
}

/** The refusal of an upgrade, as against an internal error. */
export class AdmissionError extends SpecimenError {}

/** Wraps the check of a token, which throws for a wrong one, and limits the rate of wrong ones. */
export type JudgeWorkerToken = (look: () => Promise<WorkerAdmission>) => Promise<WorkerAdmission>

/** Exactly this spelling of the address is accepted. */
const address = /^\/ws\/federation\/([^/?]*)\/?(\?.*)?$/

/** Resolves with the admitted worker. @throws AdmissionError, and the errors of `judge` and `readTokens` */
export async function admitWorker(
  request: IncomingMessage,
  { readTokens, clock }: Pick<RelayOptions, 'readTokens' | 'clock'>,
  judge: JudgeWorkerToken,
): Promise<WorkerAdmission> {
  const workerId = parseWorkerId(request.url ?? '')
  requireProgram(request)
  requireVersion(request.headers['sec-websocket-protocol'])
  if (!readTokens) {
    requireThisMachine(request)
    return { workerId, recheck: async () => true }
  }
  const digest = digestToken(parseBearer(request.headers.authorization))
  const recheck = async () => isTokenValid(await readTokens(), { workerId, digest, now: clock() })
  return await judge(async () => {
    if (await recheck()) return { workerId, recheck }
    throw new AdmissionError(
      'token.missing',
      `The token is not valid for worker "${workerId}"; give the worker the token of its line in the ` +
        'relay’s list (SPECIMEN_WORKER_TOKEN), or renew the line.',
    )
  })
}

function parseWorkerId(url: string): string {
  const given = address.exec(url)?.[1]
  if (given === undefined)
    throw new AdmissionError(
      'route.unknown',
      'Workers connect to /ws/federation/{worker_id}; nothing else is upgraded here.',
    )
  if (isId(given)) return given
  throw new AdmissionError('request.invalid', `The worker id must be ${idRule} (got ${describe(given)}).`)
}

/** Browsers send `Origin`: a page that a user of this machine visits must not become a worker. */
function requireProgram({ headers }: IncomingMessage): void {
  if (headers.origin === undefined) return
  throw new AdmissionError(
    'worker.refused',
    `A web page cannot be a worker; run: ${toCommand('worker <relay-url> --id <worker-id>')}.`,
  )
}

function requireVersion(offered: string | undefined): void {
  const versions = (offered ?? '').split(',').map((version) => version.trim())
  if (versions.includes(linkProtocol)) return
  const found = offered ? `version ${cutText(versions.join(', '), 100)}` : 'no version'
  throw new AdmissionError(
    'protocol.unsupported',
    `The worker offers ${found} of the protocol, and this relay has ${linkProtocol} only; ` +
      'update specimen-host on the older side.',
  )
}

/** Behind a proxy on this machine every address is local; the proxy's headers reveal it. */
function requireThisMachine({ socket, headers }: IncomingMessage): void {
  const isProxied = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  if (!isProxied && isLoopback(socket.remoteAddress ?? '')) return
  throw new AdmissionError(
    'worker.refused',
    'This relay has no worker tokens, so it takes workers from its own machine only; ' +
      'start it with --worker-tokens FILE and give each worker its token.',
  )
}
