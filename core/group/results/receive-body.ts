import { Agent, get } from 'node:http'
import { get as getSecurely, Agent as SecureAgent } from 'node:https'
import { createDeadline } from '../../domain/deadline.ts'

/** How long another host may take. */
export interface PeerWaits {
  /** To be connected. */
  readonly connectSeconds: number
  /** From then on to the head of its answer. */
  readonly firstByteSeconds: number
  /** From some bytes to the next. */
  readonly stallSeconds: number
}

/** What keeps connections to other hosts. */
export interface Agents {
  readonly plain: Agent
  readonly secure: SecureAgent
}

/** What takes a body as it comes. */
export interface BodySink {
  /** Settles when it takes no more. */
  readonly whole: Promise<void>
  take(bytes: Uint8Array): void
  end(): void
  fail(cause: unknown): void
}

/** How another host is asked. */
export interface PeerRequest {
  readonly authorization: string
  readonly agents: Agents
  readonly waits: PeerWaits
}

/** Returns what keeps connections to other hosts, at most so many to each. */
export function createAgents(maxSockets: number): Agents {
  const options = { keepAlive: true, maxSockets }
  return { plain: new Agent(options), secure: new SecureAgent(options) }
}

/**
 * Asks another host and hands what it answers to `sink`, which fails when the host cannot be reached, answers
 * with anything but 200, or keeps it waiting. A connection that was kept and turns out to be closed was no
 * answer: another is taken.
 */
export function receiveBody(url: URL, peerRequest: PeerRequest, sink: BodySink): void {
  const { authorization, agents, waits } = peerRequest
  const isSecure = url.protocol === 'https:'
  const headers = { authorization }
  const request = isSecure
    ? getSecurely(url, { headers, agent: agents.secure })
    : get(url, { headers, agent: agents.plain })
  const deadline = createDeadline(() => sink.fail(new Error('it does not answer in time')))
  request.once('socket', (socket) => {
    if (!socket.connecting) return deadline.start(waits.firstByteSeconds)
    deadline.start(waits.connectSeconds)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => deadline.start(waits.firstByteSeconds))
  })
  /** Whether a connection that turns out to be closed leaves anything to ask again for. */
  let isOpen = true
  request.once('response', (response) => {
    isOpen = false
    const { statusCode } = response
    if (statusCode !== 200) return sink.fail(new Error(describeStatus(statusCode)))
    deadline.start(waits.stallSeconds)
    response.on('data', (bytes: Buffer) => {
      deadline.start(waits.stallSeconds)
      sink.take(bytes)
    })
    response.on('error', (error) => sink.fail(error))
    response.once('end', () => sink.end())
  })
  request.on('error', (error) => {
    deadline.stop()
    const isClosed = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
    if (isClosed && isOpen) receiveBody(url, peerRequest, sink)
    else sink.fail(error)
  })
  const leave = (): void => {
    isOpen = false
    request.destroy()
  }
  sink.whole.catch(leave).finally(() => deadline.stop())
}

function describeStatus(status: number | undefined): string {
  if (status === 404) return 'it has this result no longer'
  if (status === 401 || status === 403)
    return `it does not take this host for one of the group (${status}); is SPECIMEN_GROUP_SECRET the same?`
  return `it answers ${status}`
}
