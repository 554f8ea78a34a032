/** Agents of a test file: the SDK's own client, which closes with its test. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult, ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach } from 'vitest'
import type { Body } from './api.ts'

/** Connects agents to the host at `url`, with headers and a query of all their requests. */
export function useAgents(): (url: string, more?: AgentOptions) => Promise<Client> {
  const clients: Client[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
  })
  return async (url, { token, query = '', name = 'test', capabilities = {} } = {}) => {
    const client = new Client({ name, version: '1' }, { capabilities })
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const address = new URL(`${url}/mcp${query}`)
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
    clients.push(client)
    return client
  }
}

/** What an agent shows and names. */
export interface AgentOptions {
  readonly token?: string
  /** Of the program, as `initialize` has it. */
  readonly name?: string
  /** Such as `?room_id=lab`. */
  readonly query?: string
  readonly capabilities?: ClientCapabilities
}

/** Calls a tool; the answer is checked by the schema of the protocol. */
export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<CallToolResult> {
  return CallToolResultSchema.parse(await client.callTool({ name, arguments: given }))
}

/** Returns the text of an answer. */
export function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

/** Returns the pictures of an answer, as media type and bytes. */
export function picturesOf({ content }: CallToolResult): readonly { type: string; bytes: Buffer }[] {
  return content.flatMap((block) =>
    block.type === 'image' ? [{ type: block.mimeType, bytes: Buffer.from(block.data, 'base64') }] : [],
  )
}

/** Returns the facts of an answer. */
export function factsOf({ structuredContent }: CallToolResult): Body {
  return structuredContent
}

/** The first message of a session, for tests that write theirs by hand. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
} as const

/** The headers of a message by hand. */
export const messageHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const
