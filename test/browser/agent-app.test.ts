/** The page of an MCP App in a chat: a real browser, and the bridge of the extension's package around it. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { FrameLocator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { callTool, useAgents } from '../support/use-agent.ts'
import { useProbeHost } from '../support/use-host.ts'
import { bundleEntry } from './bundle-entry.ts'
import type * as chatPage from './chat-page.ts'
import { useBrowser } from './use-browser.ts'
import { watchPage } from './watch-page.ts'

declare const chat: typeof chatPage

/** The policy that the specification has a chat set where a page asks for nothing. */
const strictest = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
].join('; ')
const chatUrl = 'http://chat.example/'
const capabilities = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
}

const used = useProbeHost()
const connect = useAgents()
const browser = useBrowser()
let script = ''
beforeAll(async () => {
  script = await bundleEntry('test/browser/chat-page.ts', { globalName: 'chat' })
})

/** A chat with the page of a host in it. */
interface OpenedChat {
  readonly agent: Client
  readonly page: Page
  readonly app: FrameLocator
  readonly faults: string[]
  /** The addresses that the browser has asked for. */
  readonly asked: string[]
  /** Calls a tool as the model does, and hands the page the answer. */
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<CallToolResult>
}

async function openChat(theme: 'light' | 'dark' = 'light'): Promise<OpenedChat> {
  await used.start()
  const agent = await connect(used.url, { capabilities })
  const { contents } = await agent.readResource({ uri: 'ui://specimen/app.html' })
  const [{ text: html = '' } = {}] = contents as { text?: string }[]
  const context = await browser().newContext({ viewport: { width: 760, height: 640 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const [faults, asked]: [string[], string[]] = [watchPage(page), []]
  context.on('request', (request) => asked.push(request.url()))
  await page.route(chatUrl, async (route) => {
    const body = '<!doctype html><style>html, body { height: 100%; margin: 0 }</style><body>'
    await route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto(chatUrl)
  await page.exposeFunction('callHost', async (params: { name: string; arguments?: object }) => {
    return CallToolResultSchema.parse(await agent.callTool({ ...params, arguments: { ...params.arguments } }))
  })
  await page.addScriptTag({ content: script })
  const limited = html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${strictest}">`,
  )
  await page.evaluate(async ([given, wanted]) => await chat.open(given, wanted), [limited, theme] as const)
  const call: OpenedChat['call'] = async (name, given) => {
    const answer = await callTool(agent, name, given)
    await page.evaluate(async (shown) => await chat.show(shown), answer)
    return answer
  }
  return { agent, page, app: page.frameLocator('iframe[sandbox]'), faults, asked, call }
}

/** Waits for a field of the panel to have a value. */
async function has(app: FrameLocator, name: string, text: string): Promise<void> {
  const field = app.getByRole('textbox', { name })
  await expect.poll(async () => await field.inputValue()).toBe(text)
}

const readContexts = async (page: Page) => await page.evaluate(() => chat.contexts)
const readCalls = async (page: Page) => await page.evaluate(() => chat.calls)
const isShown = (app: FrameLocator) => app.locator('[aria-label^="A mesh of 4 triangles"]')

describe('the page of an app in a chat', () => {
  it('draws what the model has called, and moves its sliders to what the model sets', async () => {
    const { page, app, faults, asked, call } = await openChat('dark')
    await app.getByText('Waiting for the result').waitFor()
    await call('tetra', { size: 3 })
    await isShown(app).waitFor()
    await has(app, 'size', '3')
    await call('tetra', { size: 7, count: 2 })
    await has(app, 'size', '7')
    await has(app, 'count', '2')
    const wanted = { size: 7, label: 'plain', count: 2, flip: false, text: '' }
    await expect
      .poll(async () => (await readCalls(page)).at(-1))
      .toEqual({
        name: 'specimen_data',
        arguments: { specimen: 'tetra', params: wanted },
      })
    expect(await readContexts(page)).toEqual([]) // the model knows what it has set
    expect(await app.locator('html').evaluate((root) => getComputedStyle(root).colorScheme)).toBe('dark')
    expect(await page.evaluate(() => chat.heights)).toEqual([640])
    expect(asked.filter((url) => /^\w+:\/\//.test(url))).toEqual([chatUrl])
    expect(faults).toEqual([])
  })

  it('calls the host for what a person drags, and tells the model its values and facts', async () => {
    const { page, app, faults, asked, call } = await openChat()
    const shown = await call('tetra', { size: 3 })
    await isShown(app).waitFor()
    const slider = app.getByRole('slider', { name: 'size' })
    await slider.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + 0.03 * width, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 })
    await page.mouse.up()
    const dragged = Number(await app.getByRole('textbox', { name: 'size' }).inputValue())
    expect(dragged).toBeGreaterThan(40)
    const told = async () => (await readContexts(page)).at(-1)
    await expect.poll(async () => (await told())?.summary.params).toMatchObject({ size: dragged })
    const { text = '', summary } = (await told()) ?? {}
    expect(text.split('\n')).toEqual([
      'The person has chosen other values in the window:',
      expect.stringContaining('"The tetra" (mesh)'),
      expect.stringContaining(`size ${dragged}`),
      expect.stringContaining('triangle_count 4'),
      'Notes: none',
      expect.stringContaining(`${used.url}/s/tetra?size=${dragged}`),
    ])
    expect(Object.keys(summary ?? {})).toEqual(Object.keys(shown.structuredContent ?? {}))
    expect(asked.filter((url) => /^\w+:\/\//.test(url))).toEqual([chatUrl])
    expect(faults).toEqual([])
  })

  it('shows the specimen of another call, and links to its page at the host', async () => {
    const { app, call } = await openChat()
    await call('tetra')
    await isShown(app).waitFor()
    await call('look', { specimen: 'rock', colormap: 'magma' })
    await app.getByRole('heading', { name: 'A rock' }).waitFor()
    await app.locator('[aria-label^="A mesh of"]').waitFor()
    await app.getByRole('button', { name: 'Copy the link' }).click()
    const link = await app.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    expect(link).toBe(`${used.url}/#/rock?~colormap=magma`)
  })

  it('ignores the messages of other windows', async () => {
    const { page, app, call } = await openChat()
    await call('tetra', { size: 3 })
    await isShown(app).waitFor()
    const forged = { specimen: 'tetra', params: { size: 66 }, page: `${used.url}/s/tetra?size=66` }
    await page.evaluate(async (structuredContent) => {
      const message = {
        jsonrpc: '2.0',
        method: 'ui/notifications/tool-result',
        params: { structuredContent },
      }
      const other = document.createElement('iframe')
      const sent = new Promise<void>((resolve) =>
        addEventListener('message', ({ data }) => data === 'sent' && resolve()),
      )
      other.srcdoc = `<script>
        parent.frames[0].postMessage(${JSON.stringify(message)}, '*')
        parent.postMessage('sent', '*')
      </script>`
      document.body.append(other)
      await sent
    }, forged)
    await call('tetra', { size: 4 }) // behind the forged message
    await has(app, 'size', '4')
    const sizes = (await readCalls(page)).map(({ arguments: given }) => JSON.stringify(given))
    expect(sizes.filter((text) => text.includes('66'))).toEqual([])
  })

  it('says what a tool refuses, and what is too large for a chat', async () => {
    const { app, call } = await openChat()
    await call('tetra', { size: 500 })
    await app.getByText('size must be').waitFor()
    await call('big', { mebibytes: 5 })
    await app.getByText(/This result has 5 MB.*its page shows it/).waitFor()
  })

  it('shows names and descriptions as texts', async () => {
    const { app, faults, call } = await openChat()
    const hostile = '</script><img src=x onerror="document.title=1"><b>bold</b>'
    const mesh = {
      vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      indices: new Uint32Array([0, 1, 2]),
    }
    const names = { id: 'hostile', displayName: hostile, description: `${hostile} \u202e` }
    used.host.registerSpecimen(names, () => mesh, { returns: 'mesh' })
    await call('hostile')
    await app.getByRole('heading', { name: hostile }).waitFor()
    await app.locator('[aria-label^="A mesh of 1 triangle"]').waitFor()
    expect(await app.locator('b, img[src=x]').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('ends when the chat ends it', async () => {
    const { page, app, call } = await openChat()
    await call('tetra', { size: 3 })
    await isShown(app).waitFor()
    await page.evaluate(async () => await chat.end())
    await expect.poll(async () => await app.locator('canvas').count()).toBe(0)
  })
})
