import type { FastifyReply } from 'fastify'

/** The protocol's code of an error of the transport. */
const transportError = -32000

/** Answers a request that the protocol refuses, in its form. */
export async function refuseMessage(
  reply: FastifyReply,
  status: 400 | 406 | 409,
  message: string,
): Promise<FastifyReply> {
  const body = { jsonrpc: '2.0', error: { code: transportError, message }, id: null }
  return await reply.code(status).type('application/json').send(JSON.stringify(body))
}
