/** The headers that the protocol asks of a request: the types that it takes, and its version. */
import type { FastifyRequest } from 'fastify'
import type { McpPackages } from '../packages.ts'

/** Returns the status and the sentence for a request that the protocol refuses. */
export function findRefusal(
  { SUPPORTED_PROTOCOL_VERSIONS: versions }: McpPackages['types'],
  request: FastifyRequest,
  accepted: readonly string[],
): [400 | 406, string] | undefined {
  const { accept = '' } = request.headers
  if (!accepted.every((type) => accept.includes(type)))
    return [406, `The header Accept must name ${accepted.join(' and ')}.`]
  if (versions.includes(readVersion(request))) return undefined
  return [400, `The header MCP-Protocol-Version must be one of ${versions.join(', ')}.`]
}

/** The version of a client that names none, as the protocol has it. */
const unnamedVersion = '2025-03-26'

/** Returns the version of the protocol that a request is of. */
export function readVersion({ headers: { 'mcp-protocol-version': version } }: FastifyRequest): string {
  return typeof version === 'string' ? version : unnamedVersion
}
