/** Specimens of a worker on the page of its relay, over a link that is cut and comes back. */
import { createWorker, type WorkerHost } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fan, showsTriangles } from './fan.ts'
import type { OpenViewer } from './open-viewer.ts'
import { follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ context: { viewport: { width: 760, height: 480 } }, options: { relay: true } })
const schema = {
  type: 'object',
  properties: { triangles: { type: 'integer', default: 5, minimum: 3, maximum: 100 } },
} as const

/** Starts a worker of the relay, and waits until that has its catalog. */
async function startWorker({ url, host }: OpenViewer): Promise<WorkerHost> {
  const worker = await createWorker({ relay: url, id: 'lab', plugins: '', specimens: '', logLevel: 'silent' })
  onTestFinished(() => worker.close())
  worker.registerSpecimen({ id: 'fan', displayName: 'A fan' }, fan, { returns: 'mesh', schema })
  await worker.connected
  const isThere = async () =>
    JSON.parse((await host.inject({ url: '/api/specimens/' })).body).some(
      ({ available }: { available: boolean }) => available,
    )
  await expect.poll(isThere).toBe(true)
  return worker
}

describe('a specimen of a worker', () => {
  it('is drawn from its card on, and is away in gallery and page until its worker is back', async () => {
    const viewer = await open()
    const { page } = viewer
    await page.getByRole('heading', { name: 'No specimens yet' }).waitFor()
    const worker = await startWorker(viewer)
    await page.reload()
    const card = page.locator('.card', { hasText: 'A fan' })
    expect(await card.locator('.kind').textContent()).toMatch(/on lab$/)
    await card.getByRole('link', { name: 'A fan' }).click()
    await showsTriangles(page, 5)
    expect(page.url()).toMatch(/#\/lab:fan$/)

    await worker.close()
    const field = page.getByRole('textbox', { name: 'Triangles' })
    await field.fill('8')
    await field.press('Enter')
    await page.getByRole('alert').getByText(/lab/).waitFor()
    await showsTriangles(page, 5)
    await page.getByRole('link', { name: 'All specimens' }).click()
    await card.getByText('Worker lab is away').waitFor()
    expect(await card.getByRole('link').count()).toBe(0)
    await follow(page, 'lab:fan?triangles=8')
    await page.getByRole('alert').getByText(/lab/).waitFor()

    await startWorker(viewer)
    await showsTriangles(page, 8)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('link', { name: 'All specimens' }).click()
    await card.getByRole('link', { name: 'A fan' }).waitFor()
  })
})
