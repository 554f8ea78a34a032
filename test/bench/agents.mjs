/** `agents`: the tools of a large catalog, and a call whose result and picture are there, of one host. */
import assert from 'node:assert'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createHost } from 'specimen-host'
import { repeat, time, toBoundRow, toMedian, toNoteRow } from './figures.mjs'

const functions = 1000
const rounds = 40

/** The schema of a function with ten parameters. */
function toSchema(title) {
  const names = Array.from({ length: 10 }, (_, i) => `parameter${i}`)
  const parameter = {
    type: 'number',
    description: 'A number of the function.',
    default: 1,
    minimum: 0,
    maximum: 9,
  }
  return { title, type: 'object', properties: Object.fromEntries(names.map((name) => [name, parameter])) }
}

/** Begins a session, and returns what sends a message: without the client, which compiles every schema. */
async function openSession(url) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = async (message) =>
    await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  const begun = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  await begun.text()
  headers['mcp-session-id'] = begun.headers.get('mcp-session-id')
  return async (message) => JSON.parse(/^data: (\{.*)$/m.exec(await (await post(message)).text())[1])
}

export async function measure() {
  const host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  const corner = () => ({
    vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 1),
    indices: Uint32Array.of(0, 1, 2),
  })
  for (let i = 0; i < functions; i++)
    host.registerSpecimen({ id: `f${i}` }, corner, { returns: 'mesh', schema: toSchema(`f${i}`) })
  const url = await host.listen()
  const agent = new Client({ name: 'bench', version: '1' })
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  const send = await openSession(url)
  const list = () =>
    time(async () => {
      const { tools } = (await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).result
      assert(tools.some(({ name }) => name === 'find_specimens') && tools.length < 10)
    })
  const first = await list()
  const lists = await repeat(rounds, list)
  const call = () =>
    time(async () => {
      const { content, structuredContent } = await agent.callTool({ name: 'f7', arguments: {} })
      assert(content[0].type === 'image' && structuredContent.facts.triangle_count === 1)
    })
  const picture = () =>
    time(async () => {
      const query = 'width=512&height=512'
      const answer = await fetch(`${url}/api/specimens/f7/picture?${query}`, {
        headers: { accept: 'image/webp' },
      })
      assert(answer.status === 200 && (await answer.arrayBuffer()).byteLength > 500)
    })
  await call()
  const pairs = await repeat(rounds, async () => [await call(), await picture()])
  await agent.close()
  await host.close()
  const [tool, alone] = [0, 1].map((side) => toMedian(pairs.map((pair) => pair[side])))
  return [
    toBoundRow('tools/list of 1,000 functions', toMedian(lists), 50, 'ms', ''),
    toBoundRow(
      'a cached call beyond its picture',
      tool - alone,
      10,
      'ms',
      `${alone.toFixed(1)} ms for the picture`,
    ),
    toNoteRow('the first tools/list after a change', `${first.toFixed(0)} ms`, ''),
  ]
}
