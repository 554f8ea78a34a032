/** A guest who opens a link with a ticket in it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createApi } from '../../support/api.ts'
import { registerFan, showsTriangles } from './fan.ts'
import { follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const token = 'the-right-one'
const open = useViewer({
  options: { token: token },
  prepare: (host) => registerFan(host),
  context: { viewport: { width: 640, height: 480 } },
})
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'This host asks for a token' })

it('sees the specimen in the room of the ticket, in this tab only, and in no other room', async () => {
  const { page, url, faults, expectClean } = await open()
  const api = createApi(url, { authorization: `Bearer ${token}` })
  const made = await api.post('/api/tickets', { room_id: 'lab' })
  const { ticket } = await made.json()
  await dialogOf(page).waitFor()
  await page.goto('about:blank')
  faults.length = 0
  await page.goto(`${url}/#/fan?triangles=7&~room=elsewhere&~ticket=${ticket}`)
  await showsTriangles(page, 7)
  await expect.poll(() => page.url()).toMatch(/#\/fan\?triangles=7&~room=lab$/)
  expect(await dialogOf(page).count()).toBe(0)

  const { rooms } = await api.json('/api/processing/cache/stats')
  expect(rooms.map(({ room_id }: { room_id: string }) => room_id)).toEqual(['lab~view-1'])

  await page.reload()
  await showsTriangles(page, 7)
  // What the browser keeps is who the person is, and not the ticket.
  const kept = await page.evaluate(() => Object.entries(localStorage))
  expect(kept.map(([name]) => name).sort()).toEqual(['specimen person', 'specimen person secret'])
  expect(JSON.stringify(kept)).not.toContain(ticket)
  expectClean()

  const other = await page.context().newPage()
  await other.goto(page.url())
  await dialogOf(other).waitFor()

  await follow(page, 'fan?triangles=9&~room=another')
  await page.getByRole('alert').getByText(/lab/).waitFor()
  expect((await api.json('/api/processing/cache/stats')).rooms).toHaveLength(1)
})
