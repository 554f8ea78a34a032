import { type ClientRequest, Agent as PlainAgent, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import type { Deadline } from '../../domain/deadline.ts'

/** What keeps connections to other hosts. */
export interface Agents {
  readonly plain: PlainAgent
  readonly secure: SecureAgent
}

/** How another host is asked. */
export interface RequestOptions {
  readonly method: 'GET' | 'POST'
  readonly headers: { readonly [name: string]: string | number }
  readonly signal?: AbortSignal | undefined
  readonly agents: Agents
  /** Is given the time to be connected, and from then on that to the head of the answer. */
  readonly deadline: Deadline
  readonly waits: { readonly connectSeconds: number; readonly answerSeconds: number }
}

/** Returns what keeps connections to other hosts, at most so many to each. */
export function createAgents(maxSockets: number): Agents {
  const options = { keepAlive: true, maxSockets }
  return { plain: new PlainAgent(options), secure: new SecureAgent(options) }
}

/** Returns a request to another host, which is still to be ended. */
export function openRequest(url: URL, options: RequestOptions): ClientRequest {
  const { method, headers, signal, agents, deadline, waits } = options
  const isSecure = url.protocol === 'https:'
  const given = { method, headers, ...(signal && { signal }) }
  const opened = isSecure
    ? requestSecurely(url, { ...given, agent: agents.secure })
    : request(url, { ...given, agent: agents.plain })
  opened.once('socket', (socket) => {
    if (!socket.connecting) return deadline.start(waits.answerSeconds)
    deadline.start(waits.connectSeconds)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => deadline.start(waits.answerSeconds))
  })
  return opened
}

/** Whether a connection that was kept turned out to be closed, which is no answer: another is to be taken. */
export function wasClosedBefore({ reusedSocket }: ClientRequest, error: unknown): boolean {
  return reusedSocket && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
