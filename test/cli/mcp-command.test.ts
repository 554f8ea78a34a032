/** `specimen mcp` as an agent starts it: a program with pipes. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, it } from 'vitest'
import { callTool, factsOf } from '../support/use-agent.ts'
import { useProbeHost } from '../support/use-host.ts'

const used = useProbeHost({ token: 'secret' })
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

/** Starts the program for a host; returns the agent, and what the program has written beside. */
async function connect(url: string, ...more: string[]) {
  const env = { ...process.env, SPECIMEN_TOKEN: 'secret' } as Record<string, string>
  const args = ['dist/cli.js', 'mcp', url, ...more]
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' })
  const told: string[] = []
  transport.stderr?.on('data', (piece: Buffer) => told.push(piece.toString()))
  const agent = new Client({ name: 'test', version: '1' })
  clients.push(agent)
  return { agent, told, connected: agent.connect(transport) }
}

describe('specimen mcp', () => {
  it('passes tools, their answers and progress on, in the room that it is given', async () => {
    await used.start()
    const { agent, connected } = await connect(`${used.url}/`, '--room', 'lab')
    await connected
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name)).toContain('tetra')
    const told: (string | undefined)[] = []
    const call = { name: 'chatty', arguments: { messages: 2 } }
    await agent.callTool(call, undefined, { onprogress: ({ message }) => told.push(message) })
    expect(told.at(-1)).toBe('step 1')
    expect(factsOf(await callTool(agent, 'tetra'))).toMatchObject({ room_id: 'lab' })
  })

  it('goes on with a new session when the host was started again', async () => {
    await used.start()
    const port = Number(new URL(used.url).port)
    const { agent, connected } = await connect(used.url)
    await connected
    await agent.listTools()
    await used.host.close()
    await expect(agent.listTools()).rejects.toThrow('cannot be reached')
    await used.start({ port })
    expect(factsOf(await callTool(agent, 'tetra'))).toMatchObject({ specimen: 'tetra' })
  })

  it('says why the host refuses it', async () => {
    await used.start()
    const { connected } = await connect(used.url, '--token', 'wrong')
    await expect(connected).rejects.toThrow('This host does not know this token')
    const wrong = await connect('ftp://example.org')
    await expect(wrong.connected).rejects.toThrow()
    expect(wrong.told.join('')).toContain('the host must be an address such as http://127.0.0.1:8000')
  })
})
