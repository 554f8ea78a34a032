import type { FastifyReply } from 'fastify'
import { toAuthInfo } from '../answers/asker.ts'
import type { AgentExchange } from '../streams/agent-transport.ts'
import { LargeTexts } from '../streams/encode-message.ts'
import { EventStream } from '../streams/event-stream.ts'
import { readVersion } from './protocol-headers.ts'
import type { AgentSession } from './session.ts'
import { type AskerParts, toAsker } from './to-asker.ts'

/** The parts of a host that an exchange uses. */
export interface ExchangeParts extends Pick<AskerParts, 'publicPath' | 'openPeer'> {
  readonly now: () => number
  readonly createId: () => string
}

/**
 * Takes the stream of a request of a session from the account.
 * @throws `host.busy`, `room.invalid`, `room.refused`
 */
export function openExchange(
  session: AgentSession,
  parts: ExchangeParts,
  reply: FastifyReply,
): AgentExchange {
  const { publicPath, openPeer, now, createId } = parts
  const texts = new LargeTexts(createId)
  const stream = new EventStream(reply)
  stream.onClosed(session.begin(now))
  const authInfo = toAuthInfo(toAsker(session, { publicPath, openPeer, texts, stream }, reply))
  return { reply, stream, texts, authInfo, protocolVersion: readVersion(reply.request) }
}
