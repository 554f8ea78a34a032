/** The answers to a client that shows pages in its chat (MCP Apps), over sockets, with the SDK's own client. */
import { createHash } from 'node:crypto'
import { decodeEnvelope, decodeResultJson } from 'specimen-host/client'
import { describe, expect, it } from 'vitest'
import { callTool, factsOf, textOf, useAgents } from '../../support/use-agent.ts'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost()
const connect = useAgents()
const appUri = 'ui://specimen/app.html'
const mediaType = 'text/html;profile=mcp-app'
const settings = { mimeTypes: [mediaType] }
const capabilities = { extensions: { 'io.modelcontextprotocol/ui': settings } }

/** Returns the resource in an answer. */
function resourceOf({ content }: Awaited<ReturnType<typeof callTool>>): { blob?: string; text?: string } {
  const [found] = content.flatMap((block) => (block.type === 'resource' ? [block.resource] : []))
  if (!found) throw new Error('The answer has no resource.')
  return found
}

describe('a client that shows apps', () => {
  it('learns the page of each tool that shows a result, and the tools that the page calls', async () => {
    await used.start()
    const [plain, able] = [await connect(used.url), await connect(used.url, { capabilities })]
    const { tools } = await able.listTools()
    const named = tools.map(({ name, _meta }) => [name, _meta?.ui])
    const ofResults = ['look', 'cloud', 'grid', 'tetra'].map((name) => [name, { resourceUri: appUri }])
    const ofPage = ['describe_specimen', 'specimen_data'].map((name) => [name, { visibility: ['app'] }])
    expect(named).toEqual(expect.arrayContaining([...ofResults, ...ofPage, ['sweep', undefined]]))
    const others = (await plain.listTools()).tools
    expect(others.filter(({ _meta }) => _meta)).toEqual([])
    expect(others.map(({ name }) => name)).toEqual(
      tools.map(({ name }) => name).filter((name) => !ofPage.some(([own]) => own === name)),
    )
  })

  it('has to name the type of these pages', async () => {
    await used.start()
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } }
    const { tools } = await (await connect(used.url, { capabilities: { extensions } })).listTools()
    expect(tools.filter(({ _meta }) => _meta)).toEqual([])
  })

  it('gets the tools of a page for a large catalog, too', async () => {
    await used.start()
    for (let i = 0; i < 40; i++) used.host.registerFunction(`f${i}`, () => null, { returns: 'mesh' })
    const { tools } = await (await connect(used.url, { capabilities })).listTools()
    expect(tools.map(({ name, _meta }) => [name, _meta?.ui])).toEqual([
      ['find_specimens', undefined],
      ['describe_specimen', undefined],
      ['run_specimen', { resourceUri: appUri }],
      ['look', { resourceUri: appUri }],
      ['compare', undefined],
      ['sweep', undefined],
      ...['join_room', 'set', 'point', 'note', 'leave_room'].map((name) => [name, undefined]),
      ['specimen_data', { visibility: ['app'] }],
    ])
  })

  it('gets the page as one file, whose policy permits its own script and style and no request', async () => {
    await used.start()
    const { contents } = await (await connect(used.url, { capabilities })).readResource({ uri: appUri })
    const [page] = contents
    const text = page && 'text' in page ? page.text : ''
    expect(page).toMatchObject({
      uri: appUri,
      mimeType: mediaType,
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
    })
    expect(text.length).toBeLessThan(1.1 * 2 ** 20)
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? []
    const hashOf = (inside: string | undefined) =>
      `'sha256-${createHash('sha256')
        .update(inside ?? '')
        .digest('base64')}'`
    const [, script] = /<script type="module">(.*)<\/script>/s.exec(text) ?? []
    const [, style] = /<style>(.*)<\/style>/s.exec(text) ?? []
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'img-src data: blob:',
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(text.replace(script ?? '', '')).not.toMatch(/\s(src|href)=/)
  })
})

describe('the data of a result, for the page in a chat', () => {
  it("are the API's envelope, with the summary and the lines that a model gets", async () => {
    const api = await used.start()
    const agent = await connect(used.url, { capabilities, query: '?room_id=lab' })
    const answer = await callTool(agent, 'specimen_data', { specimen: 'tetra', params: { size: 3 } })
    const bytes = Buffer.from(resourceOf(answer).blob ?? '', 'base64')
    const params = encodeURIComponent('{"size":3}')
    const response = await api.get(`/api/specimens/tetra/data?params=${params}&room_id=lab`)
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
    expect(decodeEnvelope(bytes)).toMatchObject({ type: 'mesh' })
    const shown = await callTool(agent, 'tetra', { size: 3 })
    expect(factsOf(shown)).toEqual({ ...factsOf(answer), cache: 'hit' })
    const ofValues = (text: string) => text.split('\n').slice(1)
    expect(ofValues(textOf(answer))).toEqual(ofValues(textOf(shown)))
  })

  it('are JSON where the envelope has no place for all of them', async () => {
    await used.start()
    const mesh = {
      vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      indices: new Uint32Array([0, 1, 2]),
      colors: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]),
    }
    used.host.registerFunction('coloured', () => mesh, { returns: 'mesh' })
    const agent = await connect(used.url, { capabilities })
    const { text = '' } = resourceOf(await callTool(agent, 'specimen_data', { specimen: 'coloured' }))
    expect(decodeResultJson(JSON.parse(text))).toMatchObject(mesh)
    const [count, corners] = [200_000, new Float32Array(600_000).fill(1 / 3)]
    const large = { vertices: corners, indices: new Uint32Array(), colors: new Uint8Array(3 * count) }
    used.host.registerFunction('large', () => large, { returns: 'mesh' })
    const refused = await callTool(agent, 'specimen_data', { specimen: 'large' })
    expect(textOf(refused)).toMatch(/^This result has \d MB and more as JSON, .*\/s\/large\n\(body\.large\)$/)
  })

  it('are refused above 4 MiB, with the address of the page that shows them', async () => {
    await used.start()
    const agent = await connect(used.url, { capabilities })
    const most = await callTool(agent, 'specimen_data', { specimen: 'big', params: { mebibytes: 4 } })
    expect(most.isError).toBeFalsy()
    const over = await callTool(agent, 'specimen_data', { specimen: 'big', params: { mebibytes: 5 } })
    expect([over.isError, textOf(over)]).toEqual([
      true,
      `This result has 5 MB, and a window in a chat shows at most 4 MB; its page shows it: ${used.url}` +
        '/s/big?mebibytes=5\n(body.large)',
    ])
  })
})
