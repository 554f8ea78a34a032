/** What the host measures of the shown result, in the page's About. */
import { expect, it } from 'vitest'
import { registerFan, showsTriangles } from './fan.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({
  prepare: (host) => registerFan(host),
  context: { viewport: { width: 1000, height: 700 } },
})

it('lists facts of the shown result once they are asked for', async () => {
  const { page, url, expectClean } = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${url}/#/fan?triangles=7`)
  await showsTriangles(page, 7)
  await page.locator('summary', { hasText: 'About' }).click()
  const list = page.locator('.fact-list')
  await list.waitFor()
  expect(asked.filter((address) => address.endsWith('/facts'))).toEqual([])
  await list.locator('summary').click()
  await expect.poll(() => list.textContent()).toMatch(/Triangles\s*7\D/)
  expect(await list.textContent()).toMatch(/Closed\s*no: \d+ edges with one triangle/)
  expect(asked.filter((address) => address.endsWith('/facts'))).toHaveLength(1)
  expectClean()
})
