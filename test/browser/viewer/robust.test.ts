/** The page of a specimen when something goes wrong: no graphics, no host, broken answers, missing scripts. */
import type { Locator, Page } from 'playwright-core'
import { createHost, type Host } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProxy } from '../start-proxy.ts'
import { fan, registerFan, saysTriangles, showsTriangles } from './fan.ts'
import type { OpenViewer } from './open-viewer.ts'
import { download, follow, look, lookWhenStill } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ context: { viewport: { width: 640, height: 480 } } })
let viewer: OpenViewer

const picture = (page: Page): Locator => page.getByRole('application')
const choose = (page: Page, count: number): Promise<void> => follow(page, `fan?triangles=${count}`)

async function openFan({
  fragment = '#/fan',
  prepare = registerFan,
  arrange,
}: {
  readonly fragment?: string
  readonly prepare?: (host: Host) => void
  readonly arrange?: (page: Page) => Promise<unknown>
} = {}): Promise<Page> {
  viewer = await open({ prepare, path: `/${fragment}`, ...(arrange && { arrange }) })
  return viewer.page
}

const loseContext = async (page: Page): Promise<void> =>
  await page.locator('.stage canvas').evaluate((canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext('webgl2') // it is a canvas
    Object.assign(window, { lost: context?.getExtension('WEBGL_lose_context') })
    ;(window as unknown as { lost: WEBGL_lose_context }).lost.loseContext() // put there just now
  })
const restoreContext = async (page: Page): Promise<void> =>
  await page.evaluate(() => (window as unknown as { lost: WEBGL_lose_context }).lost.restoreContext())

/** Runs in the page: returns whether the scripts are there that it fetches ahead of a specimen. */
function hasPrefetched(): boolean {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')]
  return links.length > 0 && links.every(({ href }) => performance.getEntriesByName(href).length > 0)
}

describe('the page without graphics', () => {
  it('says so in words, and everything else works', async () => {
    const page = await openFan({
      arrange: (opened) =>
        opened.addInitScript(() => {
          HTMLCanvasElement.prototype.getContext = () => null
          OffscreenCanvas.prototype.getContext = () => null
        }),
    })
    await page.getByRole('alert').getByText('This browser gives no WebGL 2').waitFor()
    await saysTriangles(page, 5)
    await choose(page, 9)
    await saysTriangles(page, 9)
    expect((await download(page, 'glTF')).name).toBe('fan triangles=9.glb')
    viewer.expectClean()
  })

  it('saves no picture while the context is lost, and says why', async () => {
    const page = await openFan()
    await showsTriangles(page, 5)
    await loseContext(page)
    await page.getByText('The graphics card was taken away.').waitFor()
    const saved: string[] = []
    page.on('download', (file) => saved.push(file.suggestedFilename()))
    const save = page.getByRole('button', { name: 'Save as PNG' })
    await page.getByRole('button', { name: 'Save the picture' }).click()
    await save.click()
    await page.getByRole('alert').getByText('There is no picture to be saved').waitFor()
    await restoreContext(page)
    await page.getByText('The graphics card was taken away.').waitFor({ state: 'detached' })
    await save.click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await expect.poll(() => saved).toEqual(['fan.png'])
  })

  it('has picture, camera and display again when a lost context comes back', async () => {
    const page = await openFan({ fragment: '#/fan?~box=1' })
    await showsTriangles(page, 5)
    await picture(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Bounding box' }).click()
    await expect.poll(() => page.url()).toMatch(/~camera=/)
    await page.mouse.move(0, 0)
    const before = await lookWhenStill(page)
    await loseContext(page)
    const note = page.getByText('The graphics card was taken away.')
    await note.waitFor()
    await page.getByRole('button', { name: 'Load again' }).waitFor()
    await restoreContext(page)
    await note.waitFor({ state: 'detached' })
    await expect.poll(async () => (await look(page)).equals(before)).toBe(true)
    viewer.expectClean()
  })

  it('says so when the context never comes back, and goes on with values and downloads', async () => {
    const page = await openFan()
    await showsTriangles(page, 5)
    await loseContext(page)
    await page.getByText('The graphics card was taken away.').waitFor()
    await page.getByRole('textbox', { name: 'Triangles' }).fill('12')
    await page.keyboard.press('Enter')
    await saysTriangles(page, 12)
    await page.getByText('The graphics card was taken away.').waitFor()
    const { bytes } = await download(page, 'JSON')
    expect(JSON.parse(bytes.toString()).indices).toHaveLength(36)
    await picture(page).focus()
    for (const key of ['ArrowLeft', '+', '0']) await page.keyboard.press(key)
    await picture(page).hover()
    await page.getByRole('button', { name: 'Load again' }).click()
    await showsTriangles(page, 12)
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('result drawn').length)).toBe(1)
    expect(await page.getByText('The graphics card was taken away.').count()).toBe(0)
    viewer.expectClean()
  })

  it('draws the result that came while the context was lost', async () => {
    const page = await openFan()
    await showsTriangles(page, 5)
    await loseContext(page)
    await choose(page, 12)
    await saysTriangles(page, 12)
    expect(await page.getByRole('alert').count()).toBe(0)
    await restoreContext(page)
    await page.getByText('The graphics card was taken away.').waitFor({ state: 'detached' })
    const other = await page.context().newPage()
    await other.goto(`${viewer.url}/#/fan?triangles=12`)
    await showsTriangles(other, 12)
    await other.waitForFunction(() => performance.getEntriesByName('result drawn').length === 1)
    const wanted = await lookWhenStill(other)
    await page.bringToFront()
    await page.mouse.move(0, 0)
    await expect.poll(async () => (await look(page)).equals(wanted)).toBe(true)
    viewer.expectClean()
  })

  it('frees the context of a page that is left: the thirtieth specimen is drawn like the first', async () => {
    const page = await openFan()
    await showsTriangles(page, 5)
    const first = await lookWhenStill(page)
    for (let i = 0; i < 30; i++) {
      await follow(page, `fan?~room=r${i}`)
      await page.getByText(`Room r${i}`, { exact: true }).waitFor()
    }
    await follow(page, 'fan')
    await showsTriangles(page, 5)
    await expect.poll(async () => (await look(page)).equals(first)).toBe(true)
    expect(page.workers().length).toBe(1)
    viewer.expectClean()
  })
})

/** Starts another host where the one before was. */
async function startNext(register: (host: Host) => void = registerFan): Promise<Host> {
  const { port } = new URL(viewer.url)
  const next = await createHost({ plugins: '', specimens: '', port: Number(port), logLevel: 'silent' })
  onTestFinished(() => next.close())
  register(next)
  await next.listen()
  return next
}

describe('the page of a specimen while its host is away', () => {
  const banner = (page: Page): Locator => page.getByText('The host does not answer. Trying again …')

  it('says so, keeps what is shown, and computes what was chosen meanwhile when the host is back', async () => {
    const page = await openFan()
    await showsTriangles(page, 5)
    await viewer.host.close()
    await choose(page, 8)
    await banner(page).waitFor()
    await showsTriangles(page, 5)
    await choose(page, 11)
    expect(await page.getByRole('region', { name: 'Computation' }).count()).toBe(0)
    const ran: number[] = []
    await startNext((host) => {
      registerFan(host, (triangles) => {
        ran.push(triangles)
        return fan(triangles)
      })
    })
    await showsTriangles(page, 11)
    await banner(page).waitFor({ state: 'detached' })
    expect(ran).toEqual([11])
    expect(await page.locator('.job-strip').count()).toBe(0)
  })

  it('knows the specimen by itself when the host was away while it was opened', async () => {
    const page = await openFan({ fragment: '#/' })
    await page.getByRole('link', { name: /A fan/ }).waitFor()
    await expect.poll(() => page.evaluate(hasPrefetched)).toBe(true)
    await viewer.host.close()
    await page.getByRole('link', { name: /A fan/ }).click()
    await banner(page).waitFor()
    await startNext()
    await showsTriangles(page, 5)
    await banner(page).waitFor({ state: 'detached' })
    // The script that draws was fetched while the gallery was looked at.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('result drawn').length)).toBe(1)
  })

  it('computes again what was under way when the host was started again', async () => {
    let starts = 0
    const register = (isSlow: boolean) => (host: Host) =>
      registerFan(host, async (triangles) => {
        starts++
        if (isSlow) await new Promise(() => {})
        return fan(triangles)
      })
    const page = await openFan({ prepare: register(true) })
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await expect.poll(() => starts).toBe(1)
    await viewer.host.close()
    await startNext(register(false))
    await showsTriangles(page, 5)
    expect(starts).toBe(2)
    await banner(page).waitFor({ state: 'detached' })
  })
})

describe('the page of a specimen with broken answers', () => {
  it('says that the specimen is gone, with a way back', async () => {
    const page = await openFan({ fragment: '#/gone' })
    await page.getByRole('alert').getByText(/gone/).waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('link', { name: /A fan/ }).click()
    await showsTriangles(page, 5)
  })

  it.each<[string, (body: Buffer) => Buffer]>([
    ['cut', (body) => body.subarray(0, body.length - 20)],
    ['empty', () => Buffer.alloc(0)],
    ['of another kind', () => Buffer.from('<html>no</html>')],
    ['with an index of no vertex', (body) => Buffer.from(body).fill(0xff, body.length - 8)],
  ])('keeps what is shown when an envelope is %s, and says why', async (_, change) => {
    const page = await openFan()
    await showsTriangles(page, 5)
    await page.context().route('**/fan/data', async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      delete headers['content-length']
      await route.fulfill({ response, headers, body: change(await response.body()) })
    })
    await choose(page, 7)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await showsTriangles(page, 5)
    await page.context().unroute('**/fan/data')
    await page.getByRole('button', { name: 'Try again' }).click()
    await showsTriangles(page, 7)
  })

  it('asks again when the connection breaks in the middle of an answer', async () => {
    const page = await openFan()
    let broken = 0
    const url = await startProxy(viewer.url, (path, answer) => {
      if (!path.endsWith('/fan/data') || broken++ > 0) return path
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.write('{"type":', () => answer.destroy())
      return null
    })
    await page.goto(`${url}/#/fan`)
    await showsTriangles(page, 5)
    expect(broken).toBeGreaterThan(1)
  })

  it('says why a specimen cannot be read whose JSON is none', async () => {
    const page = await openFan({
      arrange: (opened) =>
        opened.route('**/api/specimens/fan', (route) =>
          route.fulfill({ body: 'no', contentType: 'application/json' }),
        ),
    })
    await page
      .getByRole('alert')
      .getByText(/must be JSON/)
      .waitFor()
    await page.unroute('**/api/specimens/fan')
    await page.getByRole('button', { name: 'Try again' }).click()
    await showsTriangles(page, 5)
  })

  it('says that it has failed rather than go blank', async () => {
    const page = await openFan({
      arrange: (opened) =>
        opened.route('**/api/specimens/fan', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), tags: null } })
        }),
    })
    await page.getByRole('heading', { name: 'This page has failed' }).waitFor()
    await page.getByRole('button', { name: 'Load again' }).waitFor()
    await page.getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('heading', { name: 'Specimens' }).waitFor()
  })
})

describe('the page whose scripts are gone, as after an upgrade of the host', () => {
  it.each([['picture'], ['data-worker']])('offers to load it again without %s', async (script) => {
    const page = await openFan({
      arrange: (opened) =>
        opened.context().route(`**/${script}-*.js`, (route) => route.fulfill({ status: 404 })),
    })
    await page.getByRole('alert').getByText('A part of this page could not be loaded.').waitFor()
    await page.context().unroute(`**/${script}-*.js`)
    await page.getByRole('button', { name: 'Load again' }).click()
    await showsTriangles(page, 5)
  })
})
