/** Rooms in the page: what two people in one room see of a specimen, and of each other. */
import type { Page, Response } from 'playwright-core'
import { createHost, type Host } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectPeer } from '../service/rooms/test-peer.ts'
import { createApi } from '../support/api.ts'
import { findBarriers } from './find-barriers.ts'
import { bar, enterRoom, openPerson, personButton, readCamera } from './room-page.ts'
import { fan, registerFan, showsTriangles } from './viewer/fan.ts'
import { dragToEnd } from './viewer/specimen-page.ts'
import { useViewer } from './viewer/use-viewer.ts'

const open = useViewer({
  prepare: (host) => {
    registerFan(host)
    registerCube(host)
  },
  context: { viewport: { width: 900, height: 560 } },
})
const triangles = (page: Page) => page.getByRole('textbox', { name: 'Triangles' })
const setTriangles = async (page: Page, count: number): Promise<void> => {
  await triangles(page).fill(String(count))
  await page.keyboard.press('Enter')
}
const status = (page: Page, text: string) => bar(page).getByText(text, { exact: false })

/** Registers a specimen that is in the middle of its picture. */
function registerCube(host: Host): void {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2])
  const indices = [
    [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
    [2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ].flat()
  const run = () => ({ vertices: Float32Array.from(corners), indices: Uint32Array.from(indices) })
  const schema = { type: 'object', properties: {} } as const
  host.registerSpecimen({ id: 'cube', displayName: 'A cube' }, run, { returns: 'mesh', schema })
}

/** Ada opens a fan in the room `lab` by its field, and Bob comes by the link of the room alone. */
async function openTwo(options: Parameters<typeof open>[0] = {}, count = 7) {
  const viewer = await open({ path: '/#/fan?triangles=7', ...options })
  const ada = viewer.page
  await showsTriangles(ada, count)
  await enterRoom(ada, 'lab', 'Ada')
  const bob = await openPerson(viewer, 'Bob', '/#/?~room=lab')
  await personButton(ada, 'Bob').waitFor()
  return { viewer, ada, bob }
}

describe('a room', () => {
  it('is entered by its field, shows a late joiner everything, and leaving keeps the view', async () => {
    const { viewer, ada, bob } = await openTwo({
      path: '/#/fan?triangles=7&~slabs=0,0.5,0,1,0,1&~wireframe=1',
    })
    await showsTriangles(bob, 7)
    await personButton(bob, 'Ada').waitFor()
    await expect
      .poll(() => bob.url())
      .toMatch(/fan\?triangles=7&~room=lab&~wireframe=1&~slabs=0,0.5,0,1,0,1$/)
    expect(await findBarriers(ada)).toEqual([])
    await bar(ada).getByRole('button', { name: 'Leave' }).click()
    await personButton(bob, 'Ada').waitFor({ state: 'detached' })
    await showsTriangles(ada, 7)
    await expect.poll(() => ada.url()).toMatch(/fan\?triangles=7&~wireframe=1&~slabs=0,0.5,0,1,0,1$/)
    viewer.expectClean()
  })

  it('has the same values and the same bytes for two who drag one slider', async () => {
    const { viewer, ada, bob } = await openTwo()
    await showsTriangles(bob, 7)
    const results = [ada, bob].map(keepResults)
    const drag = (page: Page) => dragToEnd(page, /Triangles/, async () => {})
    await Promise.all([drag(ada), drag(bob)])
    await setTriangles(ada, 41)
    for (const page of [ada, bob]) await showsTriangles(page, 41)
    expect(await Promise.all([ada, bob].map((page) => triangles(page).inputValue()))).toEqual(['41', '41'])
    const [first, second] = await Promise.all(results.map(async (kept) => await kept.at(-1)?.body()))
    expect(results[0]?.at(-1)?.url()).toBe(results[1]?.at(-1)?.url())
    expect(first?.byteLength).toBeGreaterThan(0)
    expect(first && second?.equals(first)).toBe(true)
    const { rooms } = await createApi(viewer.url).json('/api/processing/cache/stats')
    const names = rooms.map(({ room_id }: { room_id: string }) => room_id)
    expect(names).toContain('lab~view-1')
    expect(names).not.toContain('lab') // no page has run anything in the room
    viewer.expectClean()
  })

  it('goes back to the default of a value, and shows another specimen in a view, for both', async () => {
    const { viewer, ada, bob } = await openTwo()
    await showsTriangles(bob, 7)
    await bob.getByRole('button', { name: 'Reset Triangles to its default' }).click()
    for (const page of [ada, bob]) await showsTriangles(page, 5)
    await setTriangles(ada, 9)
    await showsTriangles(bob, 9)
    await setTriangles(ada, 5) // the default, typed
    for (const page of [ada, bob]) await showsTriangles(page, 5)
    expect(await status(ada, 'must be').count()).toBe(0)
    await setTriangles(ada, 9)
    const program = await connectPeer(viewer.url, 'lab', { join: { name: 'A program' } })
    onTestFinished(() => program.close())
    program.set({ 'views/1/specimen': 'cube' })
    for (const page of [ada, bob]) await page.getByRole('heading', { name: 'A cube' }).waitFor()
    for (const page of [ada, bob]) await showsTriangles(page, 12)
    viewer.expectClean()
  })

  it('invites by its link and by a code of that, and is dim while its host is away', async () => {
    const { viewer, ada } = await openTwo()
    await bar(ada).getByRole('button', { name: 'Invite others' }).click()
    const link = await ada.getByRole('textbox', { name: 'Link to the room' }).inputValue()
    expect(link).toBe(`${viewer.url}/#/?~room=lab`)
    await ada.getByText('It leads to this machine alone.').waitFor()
    // Read back by its picture: the three squares in the corners, which every code has.
    const code = ada.getByRole('img', { name: 'The link as a QR code' })
    const { side, dark } = await code.evaluate((svg) => {
      const moves = [
        ...(svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g),
      ]
      const side = (svg as SVGSVGElement).viewBox.baseVal.width // as its role says
      return { side, dark: moves.map(([, x, y]) => `${x},${y}`) }
    })
    expect((side - 8 - 17) % 4).toBe(0) // ISO/IEC 18004: 17 modules and four for each version, with 4 around
    const isSquare = (left: number, top: number): boolean =>
      [0, 1, 2, 3, 4, 5, 6].every(
        (i) => dark.includes(`${left + i},${top}`) && dark.includes(`${left},${top + i}`),
      )
    expect([isSquare(4, 4), isSquare(side - 11, 4), isSquare(4, side - 11)]).toEqual([true, true, true])
    expect(await findBarriers(ada)).toEqual([])
    await ada.keyboard.press('Escape')
    await viewer.host.close()
    await status(ada, 'Reconnecting …').waitFor()
    const readOpacity = () =>
      ada.locator('.stage-canvas').evaluate((element) => Number(getComputedStyle(element).opacity))
    await expect.poll(readOpacity).toBeLessThan(0.5)
  })

  it('asks whoever comes by a link for a name, once, and for a value that a specimen needs', async () => {
    const viewer = await open({
      prepare: (host) => {
        const schema = {
          type: 'object',
          required: ['triangles'],
          properties: { triangles: { type: 'integer', minimum: 3, maximum: 100 } },
        } as const
        host.registerSpecimen({ id: 'fan', displayName: 'A fan' }, fan, { returns: 'mesh', schema })
      },
      path: '/#/fan?~room=lab',
    })
    const { page } = viewer
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
    await page.getByRole('button', { name: 'Save' }).click()
    await bar(page).getByRole('button', { name: 'You are Ada' }).waitFor()
    const hint = (of: Page) => of.getByText('Set Triangles to compute.')
    await hint(page).waitFor()
    const bob = await openPerson(viewer, 'Ada', '/#/?~room=lab')
    await hint(bob).waitFor()
    await bar(bob).getByRole('button', { name: 'You are Ada 2' }).waitFor()
    await bob.getByRole('button', { name: 'Set Triangles' }).click()
    await setTriangles(bob, 8)
    for (const each of [page, bob]) await showsTriangles(each, 8)
    await page.reload()
    await bar(page).getByRole('button', { name: 'You are Ada', exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Your name' }).isVisible()).toBe(false)
    expect(await findBarriers(page)).toEqual([])
    viewer.expectClean()
  })

  it('keeps a guest who gives a name the same peer, with number and lock, and none of the room hears a leave', async () => {
    const viewer = await open({ path: '/#/fan?triangles=7&~room=lab' })
    const { page } = viewer
    const program = await connectPeer(viewer.url, 'lab', { join: { name: 'A program' } })
    onTestFinished(() => program.close())
    const { peers } = await program.take('welcome')
    const guest = peers.find(({ name }) => name === 'Guest') ?? (await program.take('came'))
    await page.getByRole('button', { name: 'Skip' }).click()
    await bar(page).getByRole('button', { name: 'Lock for the others' }).click()
    await program.take('changed', ({ fields }) => JSON.stringify(fields.presenter ?? null).includes('true'))
    await bar(page).getByRole('button', { name: 'You are Guest' }).click()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await program.take('came', ({ name }) => name === 'Ada')).toMatchObject({ peer: guest.peer })
    await bar(page).getByRole('button', { name: 'You are Ada', exact: true }).waitFor()
    await setTriangles(page, 9)
    await program.take(
      'changed',
      ({ fields, by }) => by === guest.peer && fields['views/1/params/triangles'] === 9,
    )
    await showsTriangles(page, 9)
    await bar(page).getByRole('button', { name: 'Unlock for all' }).waitFor()
    expect(program.messages.filter(({ type }) => type === 'left')).toEqual([])
    viewer.expectClean()
  })

  it('lets a person skip the question for a name', async () => {
    const { page } = await open({ path: '/#/fan?triangles=7&~room=lab' })
    await page.getByRole('button', { name: 'Skip' }).click()
    await bar(page).getByRole('button', { name: 'You are Guest' }).waitFor()
    await page.reload()
    await showsTriangles(page, 7)
    expect(await page.getByRole('textbox', { name: 'Your name' }).isVisible()).toBe(false)
  })

  it('shows who points where, follows a look until its person moves, and leaves the other alone', async () => {
    const { viewer, ada, bob } = await openTwo({ path: '/#/cube' }, 12)
    await showsTriangles(bob, 12)
    await ada.getByRole('application').hover()
    await bob.locator('.peers .is-cursor').getByText('Ada').waitFor()
    await personButton(bob, 'Ada').click()
    await status(bob, 'You follow Ada.').waitFor()
    await ada.getByRole('application').focus()
    for (let i = 0; i < 3; i++) await ada.keyboard.press('ArrowRight')
    await expect.poll(() => readCamera(ada)).toHaveLength(6)
    const carol = await openPerson(viewer, 'Carol', '/#/?~room=lab')
    await personButton(carol, 'Bob').click() // she follows who follows
    await expect.poll(() => readCamera(carol)).toHaveLength(6)
    const isSameLook = (page = bob) => {
      const [a, b] = [readCamera(ada), readCamera(page)]
      return b.length === 6 && a.every((value, i) => Math.abs(value - (b[i] ?? 0)) < 0.01)
    }
    await expect.poll(() => isSameLook()).toBe(true)
    await expect.poll(() => isSameLook(carol)).toBe(true)
    await bob.getByRole('application').focus()
    await bob.keyboard.press('ArrowDown')
    await status(bob, 'You follow Ada.').waitFor({ state: 'detached' })
    await expect.poll(() => isSameLook()).toBe(false)
    await ada.locator('.peers .is-eye').getByText('Bob').waitFor({ state: 'attached' })
    viewer.expectClean()
  })

  it('is locked by one for the others, and says so', async () => {
    const { viewer, ada, bob } = await openTwo()
    await showsTriangles(bob, 7)
    await bar(ada).getByRole('button', { name: 'Lock for the others' }).click()
    await status(bob, 'Ada has locked what is shown.').waitFor()
    expect(await triangles(bob).isDisabled()).toBe(true)
    await setTriangles(ada, 9)
    await showsTriangles(bob, 9)
    await bar(ada).getByRole('button', { name: 'Unlock for all' }).click()
    await setTriangles(bob, 11)
    await showsTriangles(ada, 11)
    viewer.expectClean()
  })

  it('has several specimens, of which all see the active one', async () => {
    const { viewer, ada, bob } = await openTwo()
    await showsTriangles(bob, 7)
    await bar(ada).getByLabel('Add a specimen').selectOption({ label: 'A cube' })
    for (const page of [ada, bob]) await page.getByRole('heading', { name: 'A cube' }).waitFor()
    for (const page of [ada, bob]) await showsTriangles(page, 12)
    await bar(bob).getByRole('button', { name: 'A fan', exact: true }).click()
    for (const page of [ada, bob]) await showsTriangles(page, 7)
    await bar(bob).getByRole('button', { name: 'Close A cube' }).click()
    await bar(ada).getByRole('button', { name: 'A cube', exact: true }).waitFor({ state: 'detached' })
    await showsTriangles(ada, 7)
    viewer.expectClean()
  })

  it('keeps a note at its place, with its author, until that one removes it', async () => {
    const { viewer, ada, bob } = await openTwo({ path: '/#/cube' }, 12)
    await showsTriangles(bob, 12)
    await ada.getByRole('button', { name: 'Add a note' }).click()
    await ada.getByRole('application').focus()
    await ada.keyboard.press('Enter')
    await ada.getByRole('textbox', { name: 'Note' }).fill('Look at this edge.')
    await ada.getByRole('button', { name: 'Pin', exact: true }).click()
    await bob.getByLabel('Note 1 by Ada').click()
    await bob.locator('.share').getByText('Look at this edge.').waitFor()
    await bob.getByText(/^Ada, /).waitFor()
    await expect.poll(() => decodeURIComponent(bob.url())).toMatch(/~note=\[.*Look\+at\+this\+edge/)
    expect(await findBarriers(bob)).toEqual([])
    await bob.getByRole('button', { name: 'Remove' }).click()
    await status(bob, 'This note is by Ada; only its author changes or removes it.').waitFor()
    await bob.getByLabel('Note 1 by Ada').waitFor()
    await ada.getByLabel('Note 1 by Ada').click()
    await ada.getByRole('button', { name: 'Remove' }).click()
    await bob.getByLabel('Note 1 by Ada').waitFor({ state: 'detached' })
    viewer.expectClean()
  })

  it('is watched by a guest with a ticket for reading, who changes nothing', async () => {
    const token = 'the-right-one'
    const viewer = await open({ options: { token } })
    await viewer.page.getByRole('textbox', { name: 'Token' }).fill(token)
    await viewer.page.keyboard.press('Enter')
    await viewer.page.goto(`${viewer.url}/#/fan?triangles=7&~room=lab`)
    await showsTriangles(viewer.page, 7)
    const api = createApi(viewer.url, { authorization: `Bearer ${token}` })
    const { ticket } = await (await api.post('/api/tickets', { room_id: 'lab', scopes: ['read'] })).json()
    const guest = await openPerson(viewer, 'Gil', `/#/fan?triangles=50&~ticket=${ticket}`)
    await showsTriangles(guest, 7)
    await status(guest, 'You may watch and point here, and change nothing.').waitFor()
    expect(await triangles(guest).isDisabled()).toBe(true)
    await setTriangles(viewer.page, 9)
    await showsTriangles(guest, 9)
    await guest.getByRole('button', { name: 'Bounding box' }).click()
    await guest.getByRole('button', { name: 'Bounding box', pressed: false }).waitFor()
  })

  it('shows the progress of its run to all, and one who did not begin it cancels it', async () => {
    const { viewer, ada, bob } = await openTwo({
      prepare: (host) =>
        registerFan(host, async (count) => (count === 50 ? await new Promise(() => {}) : fan(count))),
    })
    await showsTriangles(bob, 7)
    await setTriangles(ada, 50)
    const strip = (page: Page) => page.getByRole('region', { name: 'Computation' })
    await strip(ada).getByText('Computing …').first().waitFor()
    await strip(bob).getByRole('button', { name: 'Cancel' }).click()
    for (const page of [ada, bob])
      await strip(page)
        .getByText(/^Cancelled\./)
        .waitFor()
    await setTriangles(bob, 12)
    for (const page of [ada, bob]) await showsTriangles(page, 12)
    viewer.expectClean()
  })

  it('is there again after its host was killed, with what was changed meanwhile', async () => {
    const { viewer, ada, bob } = await openTwo()
    await showsTriangles(bob, 7)
    await viewer.host.close()
    for (const page of [ada, bob]) await status(page, 'Reconnecting …').waitFor()
    await setTriangles(ada, 13)
    const port = Number(new URL(viewer.url).port)
    const next = await createHost({ plugins: '', specimens: '', port, logLevel: 'silent', drainTimeout: 1 })
    onTestFinished(async () => await next.close())
    registerFan(next)
    await next.listen()
    for (const page of [ada, bob]) await showsTriangles(page, 13)
    for (const page of [ada, bob]) await status(page, 'Reconnecting …').waitFor({ state: 'detached' })
    await setTriangles(bob, 8)
    await showsTriangles(ada, 8)
  })
})

/** Keeps the answers with results of the room that a page gets. */
function keepResults(page: Page): Response[] {
  const kept: Response[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/rooms/lab/results/')) kept.push(response)
  })
  return kept
}
