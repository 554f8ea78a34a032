/** An agent in a room, as a person in a page sees it. */
import { expect, it } from 'vitest'
import { callTool, textOf, useAgents } from '../support/use-agent.ts'
import { bar, enterRoom, personButton } from './room-page.ts'
import { registerFan, showsTriangles } from './viewer/fan.ts'
import { useViewer } from './viewer/use-viewer.ts'

const open = useViewer({ prepare: registerFan, context: { viewport: { width: 900, height: 560 } } })
const connect = useAgents()

it('an agent joins, moves the slider, points, pins a note, and leaves, before the eyes of a person', async () => {
  const viewer = await open({ path: '/#/fan?triangles=7' })
  const { page } = viewer
  await showsTriangles(page, 7)
  await enterRoom(page, 'lab', 'Ada')
  const agent = await connect(viewer.url, { name: 'an explorer' })
  expect(textOf(await callTool(agent, 'join_room', { room: 'lab' }))).toContain('"Ada"')
  await personButton(page, 'an explorer (agent)').waitFor()

  await callTool(agent, 'set', { params: { triangles: 41 } })
  await showsTriangles(page, 41)
  expect(await page.getByRole('textbox', { name: 'Triangles' }).inputValue()).toBe('41')

  await callTool(agent, 'point', { at: [0, 0, 1] })
  const cursor = page.locator('.peers .is-cursor', { hasText: 'an explorer (agent)' })
  await cursor.waitFor()
  const at = (await cursor.getAttribute('data-place'))?.split(',').map(Number) ?? []
  for (const [axis, wanted] of [0, 0, 1].entries()) expect(at[axis]).toBeCloseTo(wanted, 2)

  await callTool(agent, 'note', { at: [0, 0, 1], text: 'All triangles meet here' })
  await page.getByText('All triangles meet here').first().waitFor()
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/~note=\[.*All\+triangles\+meet\+here/)

  await callTool(agent, 'leave_room')
  await personButton(page, 'an explorer (agent)').waitFor({ state: 'detached' })
  await expect.poll(() => cursor.count()).toBe(0)
  await bar(page).waitFor()
  viewer.expectClean()
})
