/** `<specimen-view>` in a page of another origin: beside hostile styles, under a strict policy, again and again. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { createHost, type HostOptions } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPort } from '../../support/find-port.ts'
import { useBrowser } from '../use-browser.ts'
import { watchPage } from '../watch-page.ts'
import { registerFan } from './fan.ts'

/** The WebGL contexts that a page has made, as {@link followContexts} writes them down. */
declare const contexts: WeakRef<WebGL2RenderingContext>[]

const browser = useBrowser()

/** What a page may contain that knows nothing of shadow roots, and means everything. */
const hostileStyle = `
  html { font-size: 40px; direction: rtl }
  * { --gap: 9rem; --accent: red; --text: red; font-variant: small-caps; line-height: 4; letter-spacing: 1em }
  *, *::before { box-sizing: content-box !important; color: red !important; text-transform: uppercase !important }
  div, main, header, button, canvas { display: inline !important; background: lime !important; width: 9px }
  .specimen, .stage, .panel, .icon-button { visibility: hidden !important; position: fixed !important }`

interface Embedding {
  readonly page: Page
  readonly hostUrl: string
  readonly faults: readonly string[]
}

/** Opens a page of another origin with two elements, which show five and nine triangles. */
async function openEmbedding(
  given: {
    readonly style?: string
    readonly policy?: (hostUrl: string) => string
    readonly options?: HostOptions
    readonly arrange?: (page: Page) => Promise<unknown>
    readonly isWaiting?: boolean
  } = {},
): Promise<Embedding> {
  const {
    style = '',
    policy = () => "default-src * blob: 'unsafe-inline'",
    options,
    isWaiting = true,
  } = given
  const host = await createHost({
    ...{ plugins: '', specimens: '', port: 0, logLevel: 'silent', drainTimeout: 1, embedOrigin: '*' },
    ...options,
  })
  onTestFinished(() => host.close())
  registerFan(host)
  const hostUrl = await host.listen()
  const html = `<!doctype html><title>An article</title><link rel="stylesheet" href="/style.css">
    <script type="module" src="${hostUrl}/viewer/module.js"></script>
    <h1>An article</h1><p class="button stage-note">With a paragraph.</p><button>A button</button>
    <specimen-view id="five" src="${hostUrl}" specimen="fan"></specimen-view>
    <specimen-view id="nine" src="${hostUrl}/" specimen="fan" params='{"triangles":9}'></specimen-view>`
  const shape = 'specimen-view { display: block !important; width: 900px !important; height: 600px }'
  const server = createServer(({ url }, answer) => {
    const isStyle = url === '/style.css'
    answer.setHeader('content-type', isStyle ? 'text/css' : 'text/html')
    answer.setHeader('content-security-policy', policy(hostUrl)).end(isStyle ? shape + style : html)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const context = await browser().newContext({ viewport: { width: 1280, height: 800 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const faults = watchPage(page)
  await given.arrange?.(page)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // it listens on TCP
  if (isWaiting) await showsFans(page, 5, 9)
  return { page, hostUrl, faults }
}

async function showsFans(page: Page, ...counts: readonly number[]): Promise<void> {
  for (const count of counts) await page.locator(`[aria-label^="A mesh of ${count} triangle"]`).waitFor()
}

/** Returns what all elements of the first view look like, and where they are in it. */
const readLook = async (page: Page): Promise<readonly string[]> =>
  await page.locator('#five').evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    const names = [
      'color',
      'background-color',
      'display',
      'font',
      'letter-spacing',
      'text-transform',
      'direction',
    ]
    return [...(element.shadowRoot?.querySelectorAll('*') ?? [])].map((inner) => {
      const style = getComputedStyle(inner)
      const { x, y, width, height } = inner.getBoundingClientRect()
      const place = width > 0 ? [x - left, y - top, width, height].map(Math.round) : 'nowhere'
      return [
        inner.localName,
        inner.getAttribute('class'),
        place,
        ...names.map((name) => style.getPropertyValue(name)),
      ].join(' ')
    })
  })

/** Writes down each context that a page makes. It refers to nothing outside itself: a page gets its text. */
function followContexts(): void {
  const made: WeakRef<object>[] = []
  Object.assign(globalThis, { contexts: made })
  const { getContext } = HTMLCanvasElement.prototype
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, type: string, options: unknown) {
      const context = getContext.call(this, type, options)
      if (context instanceof WebGL2RenderingContext) made.push(new WeakRef(context))
      return context
    },
  })
}

const strictPolicy = (hostUrl: string): string =>
  `default-src 'none'; style-src 'self'; script-src ${hostUrl}; connect-src ${hostUrl}; worker-src blob:; img-src blob:`

describe('<specimen-view>', () => {
  it('looks in a page of hostile styles and a strict policy as it does alone, and changes nothing there', async () => {
    const [alone, beside] = await Promise.all([
      openEmbedding(),
      openEmbedding({ style: hostileStyle, policy: strictPolicy }),
    ])
    const look = await readLook(alone.page)
    expect(look.length).toBeGreaterThan(50)
    expect(await readLook(beside.page)).toEqual(look)
    expect([alone.faults, beside.faults]).toEqual([[], []])
    const outer = async (page: Page): Promise<readonly (string | null)[]> =>
      await page.evaluate(() => [
        document.title,
        location.hash,
        document.activeElement?.localName ?? null,
        ...['h1', 'p', 'button'].map((name) => {
          const element = document.querySelector(name)
          return element && Object.values(getComputedStyle(element)).join()
        }),
      ])
    const before = await outer(alone.page)
    expect(before.slice(0, 3)).toEqual(['An article', '', 'body'])
    await alone.page.evaluate(() => {
      for (const view of document.querySelectorAll('specimen-view')) view.remove()
    })
    expect(await outer(alone.page)).toEqual(before)
  })

  it('names what the policy of a page has to allow', async () => {
    const lacks = async (directive: string): Promise<string | undefined> => {
      const policy = (hostUrl: string) => strictPolicy(hostUrl).replace(new RegExp(`${directive} [^;]*;`), '')
      const { page, hostUrl } = await openEmbedding({ policy, isWaiting: false })
      return (await page.getByRole('alert').first().textContent())?.replace(hostUrl, 'HOST')
    }
    expect(await lacks('connect-src')).toContain('Add HOST to its connect-src.')
    expect(await lacks('worker-src')).toContain('Add blob: to its worker-src.')
  })

  it('has a state of its own, which it reports, and which can be set', async () => {
    const { page } = await openEmbedding()
    const [five, nine] = [page.locator('#five'), page.locator('#nine')]
    await page.evaluate(() => {
      const seen: unknown[] = []
      Object.assign(globalThis, { seen })
      for (const type of ['change', 'result', 'error'])
        document.querySelector('#five')?.addEventListener(type, (event) => {
          const { params, result, message } = (event as CustomEvent).detail // as each of the three is
          seen.push([type, message ?? params.triangles, result?.type])
        })
    })
    const seen = (): Promise<unknown> => page.evaluate('seen')
    await five.getByRole('textbox', { name: 'Triangles' }).fill('7')
    await page.keyboard.press('Enter')
    await showsFans(page, 7, 9)
    await expect.poll(seen).toEqual([
      ['change', 7, undefined],
      ['result', 7, 'mesh'],
    ])
    await five.getByRole('button', { name: 'Undo' }).click()
    await showsFans(page, 5, 9)
    await nine.evaluate((element) => element.setAttribute('params', '{"triangles":11}'))
    await showsFans(page, 5, 11)
    await page.evaluate(() => {
      const view = document.querySelector('specimen-view')
      if (view) view.params = { triangles: 4 }
    })
    await showsFans(page, 4, 11)
    await five.evaluate((element) => element.setAttribute('specimen', 'gone'))
    await five.getByRole('alert').getByText('There is no specimen "gone" here.').waitFor()
    expect(await seen()).toEqual(
      expect.arrayContaining([['error', expect.stringContaining('gone'), undefined]]),
    )
    expect(await page.evaluate(() => [location.hash, document.title])).toEqual(['', 'An article'])
  })

  it('reports parameters that do not fit, and a host that does not answer', async () => {
    const { page } = await openEmbedding()
    await page.evaluate(() => {
      const errors: unknown[] = []
      Object.assign(globalThis, { errors })
      const list = (event: Event): void => {
        if (event instanceof CustomEvent) errors.push([event.detail.code, event.detail.message])
      }
      addEventListener('error', list, true)
    })
    const errors = (): Promise<unknown> => page.evaluate('errors')
    const five = page.locator('#five')
    await five.evaluate((element) => element.setAttribute('params', '{"triangles":1000}'))
    await expect.poll(errors).toEqual([['params.invalid', '“triangles” must be at most 100.']])
    await five.evaluate((element) => element.setAttribute('params', '{"triangle":6}'))
    const unknown = 'The link sets “triangle”, which this specimen does not have. Did you mean “triangles”?'
    await expect.poll(errors).toContainEqual(['params.invalid', unknown])
    const address = `http://127.0.0.1:${await findPort()}`
    await page.evaluate((src) => {
      const view = Object.assign(document.createElement('specimen-view'), { src, specimen: 'fan' })
      document.body.append(view)
    }, address)
    const silent = `The host ${address} does not answer; it is asked again.`
    await expect.poll(errors).toContainEqual([null, silent])
  })

  it('begins with the picture where it is small, and has its panel folded', async () => {
    const { page } = await openEmbedding({ style: '#five { width: 420px !important }' })
    const five = page.locator('#five')
    const field = five.getByRole('textbox', { name: 'Triangles' })
    expect(await field.isVisible()).toBe(false)
    expect((await five.locator('.stage').boundingBox())?.height).toBeGreaterThan(0.6 * 600)
    await five.getByText('Parameters and picture').click()
    await field.fill('8')
    await page.keyboard.press('Enter')
    await showsFans(page, 8, 9)
    expect(await page.locator('#nine').getByRole('textbox', { name: 'Triangles' }).isVisible()).toBe(true)
    expect(await page.locator('#nine').getByText('Parameters and picture').isVisible()).toBe(false)
  })

  it('costs at most 284 kB for the picture of a mesh, compressed by gzip, of which three has 118', async () => {
    const names = new Set<string>()
    await openEmbedding({
      style: '#five, #nine { width: 420px !important }',
      arrange: async (page) => {
        page.on('request', (request) => {
          const [, name] = /[/]viewer[/]([^/?]+)$/.exec(request.url()) ?? []
          if (name !== undefined) names.add(name)
        })
      },
    })
    expect([...names]).toContainEqual(expect.stringMatching(/^data-worker-/))
    const sizes = [...names].map((name) => gzipSync(readFileSync(`dist/viewer/${name}`), { level: 9 }).length)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`<specimen-view> of a mesh: ${total} bytes in ${sizes.length} files`)
    expect(total).toBeGreaterThan(200_000)
    expect(total).toBeLessThanOrEqual(284_000)
  })

  it('keeps its choices when it is moved, and copies a link to its host', async () => {
    const { page, hostUrl } = await openEmbedding({
      arrange: (opened) => opened.context().grantPermissions(['clipboard-read', 'clipboard-write']),
    })
    const five = page.locator('#five')
    await five.getByRole('textbox', { name: 'Triangles' }).fill('6')
    await page.keyboard.press('Enter')
    await showsFans(page, 6)
    await five.evaluate((element) => document.body.append(element))
    await showsFans(page, 6, 9)
    await five.getByRole('button', { name: 'Copy the link' }).click()
    const link = five.getByRole('textbox', { name: 'Link', exact: true })
    expect(await link.inputValue()).toBe(`${hostUrl}/#/fan?triangles=6`)
    expect(await five.getByRole('link', { name: 'All specimens' }).count()).toBe(0)
  })

  it('uses the token that a page gives it, and asks for one without', async () => {
    const { page } = await openEmbedding({ options: { token: 'the-token' }, isWaiting: false })
    const dialogs = page.locator('dialog[open]', { hasText: 'This host asks for a token' })
    await expect.poll(() => dialogs.count()).toBe(2)
    await page.evaluate(() => {
      for (const view of document.querySelectorAll('specimen-view')) view.token = 'the-token'
    })
    await showsFans(page, 5, 9)
    expect(await dialogs.count()).toBe(0)
  })

  it('reports an error when its script does not load', async () => {
    const { page } = await openEmbedding({
      arrange: async (page) => {
        await page.route(/\/picture-\w+\.js$/, (route) => route.abort())
        await page.addInitScript(() => {
          const list = (event: Event): void => {
            if (event instanceof CustomEvent) document.title = event.detail.message
          }
          addEventListener('error', list, true)
        })
      },
      isWaiting: false,
    })
    const alert = page.locator('#nine').getByRole('alert').locator('p')
    await alert.waitFor()
    await expect.poll(() => page.title()).toBe(await alert.textContent())
  })

  it('is kept out by a host that does not name the page', async () => {
    const { page, faults } = await openEmbedding({
      options: { embedOrigin: 'https://other.example' },
      isWaiting: false,
    })
    await expect.poll(() => faults.join()).toContain('blocked by CORS policy')
    expect(await page.evaluate(() => customElements.get('specimen-view') === undefined)).toBe(true)
  })

  it('frees all that it holds: 50 times removed and added, the page has not grown', async () => {
    const { page } = await openEmbedding({
      arrange: (opened) => opened.addInitScript(followContexts),
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const cycle = async (count: number): Promise<void> =>
      await page.evaluate(async (times) => {
        for (let i = 0; i < times; i++) {
          const [view] = document.querySelectorAll('specimen-view')
          if (!view) throw new Error('no view')
          view.remove()
          const shown = new Promise((resolve) => view.addEventListener('result', resolve, { once: true }))
          document.body.prepend(view)
          await shown
        }
      }, count)
    const measure = async () => {
      // What has ended goes in the next turns: workers, contexts, and what only they refer to.
      await expect.poll(() => page.workers().length).toBe(2)
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500))),
      )
      for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const read = (wanted: string): number =>
        metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
      const isOpen = (): number => contexts.filter((gl) => gl.deref()?.isContextLost() === false).length
      return {
        contexts: await page.evaluate(isOpen),
        listeners: read('JSEventListeners'),
        nodes: read('Nodes'),
        heap: read('JSHeapUsedSize'),
      }
    }
    await cycle(20)
    const before = await measure()
    await cycle(50)
    const after = await measure()
    expect(after.contexts).toBe(2)
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 10)
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 100)
    expect(after.heap).toBeLessThan(before.heap + 2e6)
  })
})
