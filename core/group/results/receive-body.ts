import { createDeadline } from '../../domain/deadline.ts'
import { type Agents, openRequest, wasClosedBefore } from './open-request.ts'

/** How long another host may take. */
export interface PeerWaits {
  /** To be connected. */
  readonly connectSeconds: number
  /** From then on to the head of its answer. */
  readonly firstByteSeconds: number
  /** From some bytes to the next. */
  readonly stallSeconds: number
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

/**
 * Asks another host and hands what it answers to `sink`, which fails when the host cannot be reached, answers
 * with anything but 200, or keeps it waiting. A connection that was kept and turns out to be closed was no
 * answer: another is taken.
 */
export function receiveBody(url: URL, peerRequest: PeerRequest, sink: BodySink): void {
  const { authorization, agents, waits } = peerRequest
  const deadline = createDeadline(() => sink.fail(new Error('it does not answer in time')))
  const { connectSeconds, firstByteSeconds: answerSeconds } = waits
  const request = openRequest(url, {
    method: 'GET',
    headers: { authorization },
    agents,
    deadline,
    waits: { connectSeconds, answerSeconds },
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
    if (isOpen && wasClosedBefore(request, error)) receiveBody(url, peerRequest, sink)
    else sink.fail(error)
  })
  const leave = (): void => {
    isOpen = false
    request.destroy()
  }
  sink.whole.catch(leave).finally(() => deadline.stop())
  request.end()
}

function describeStatus(status: number | undefined): string {
  if (status === 404) return 'it has this result no longer'
  if (status === 401 || status === 403)
    return `it does not take this host for one of the group (${status}); is SPECIMEN_GROUP_SECRET the same?`
  return `it answers ${status}`
}
