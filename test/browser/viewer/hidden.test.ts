/** A tab that nobody sees, and one that the browser has put to sleep. */
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { fan, registerFan, showsTriangles } from './fan.ts'
import { setHidden } from './set-hidden.ts'
import { follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ context: { viewport: { width: 640, height: 480 } } })

/** What the page asks the host for from now on, or has been answered: paths below `/api`. */
function listen(page: Page, event: 'request' | 'requestfinished' = 'request'): string[] {
  const paths: string[] = []
  const keep = (request: Request): void => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname)
  }
  if (event === 'request') page.context().on('request', keep)
  else page.context().on('requestfinished', keep)
  return paths
}

describe('a gallery that nobody sees', () => {
  it('asks for nothing, and for the newest catalog as soon as it is seen', async () => {
    const { host, page } = await open({
      prepare: (made) => registerFan(made),
      arrange: (opened) => opened.clock.install(),
    })
    await page.getByRole('link', { name: 'A fan' }).waitFor()
    const [asked, answered] = [listen(page), listen(page, 'requestfinished')]
    await page.clock.runFor(31_000)
    await expect.poll(() => answered.length).toBe(1) // who asks before that gets the same answer
    await setHidden(page, true)
    await page.clock.runFor(300_000)
    expect(asked).toHaveLength(1)
    host.registerSpecimen({ id: 'late', displayName: 'A late one' }, () => fan(5), { returns: 'mesh' })
    await setHidden(page, false)
    await page.getByRole('link', { name: 'A late one' }).waitFor()
    expect(asked.filter((path) => path === '/api/specimens/')).toHaveLength(2)
  })
})

describe('a specimen', () => {
  it('whose page gets no frames from the browser is computed and drawn all the same', async () => {
    const { page, expectClean } = await open({ path: '/#/fan', prepare: (host) => registerFan(host) })
    const countDrawn = () => page.evaluate(() => performance.getEntriesByName('result drawn').length)
    await showsTriangles(page, 5)
    await expect.poll(countDrawn).toBe(1)
    await page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0
    })
    await follow(page, 'fan?triangles=9')
    await expect.poll(countDrawn).toBe(2)
    await showsTriangles(page, 9)
    expectClean()
  })

  it('that nobody sees has its result when somebody looks again', async () => {
    const done = createDeferred<void>()
    const { page, expectClean } = await open({
      path: '/#/fan',
      prepare: (host) =>
        registerFan(host, async (triangles) => {
          if (triangles > 5) await done.promise
          return fan(triangles)
        }),
    })
    await showsTriangles(page, 5)
    await page.getByRole('textbox', { name: 'Triangles' }).fill('9')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await setHidden(page, true)
    done.resolve()
    await setHidden(page, false)
    await showsTriangles(page, 9)
    expectClean()
  })

  it('in a tab that slept until the host had forgotten its job is shown when the tab wakes up', async () => {
    const done = createDeferred<void>()
    let runs = 0
    const { page, host } = await open({
      path: '/#/fan',
      options: { jobTtl: 0.01 },
      prepare: (made) =>
        registerFan(made, async (triangles) => {
          if (triangles > 5) {
            runs++
            await done.promise
          }
          return fan(triangles)
        }),
    })
    await showsTriangles(page, 5)
    const session = await page.context().newCDPSession(page)
    const started = page.waitForResponse((response) => response.url().endsWith('/start'))
    await page.getByRole('textbox', { name: 'Triangles' }).fill('9')
    await page.keyboard.press('Enter')
    const { job_id } = await (await started).json()
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    done.resolve()
    const status = async () => (await host.inject({ url: `/api/jobs/${job_id}/progress` })).statusCode
    await expect.poll(status).toBe(404)
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await showsTriangles(page, 9)
    expect(runs).toBe(1) // the room has it
  })
})
