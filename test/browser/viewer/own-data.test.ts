/** A file of one's own as data of a function: brought on its row or by the page, and shared in a room. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../core/client/client.ts'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import { createApi } from '../../support/api.ts'
import { findBarriers } from '../find-barriers.ts'
import { bar, enterRoom, openPerson, personButton } from '../room-page.ts'
import { dropFiles } from './drop-files.ts'
import { fan } from './fan.ts'
import { measureOverflow } from './main-pages.ts'
import { addScenes } from './make-scene.ts'
import type { OpenViewer } from './open-viewer.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const none = { type: 'object', properties: {}, additionalProperties: false } as const

interface Given {
  readonly vertices: Float32Array
  readonly indices: Uint32Array
}

function prepare(host: Host): void {
  host.registerSpecimen({ id: 'fan', displayName: 'Fan' }, () => fan(5), { returns: 'mesh', schema: none })
  const grow = ({ vertices, indices }: Given, factor: number) => ({
    vertices: vertices.map((value) => value * factor),
    indices,
  })
  const first = { ...toDataSchema(['mesh']), default: { specimen: 'fan' } }
  const factor = { type: 'number', default: 2, minimum: 1, maximum: 9 }
  host.registerSpecimen({ id: 'grow', displayName: 'Grow a mesh' }, grow, {
    returns: 'mesh',
    schema: { ...none, properties: { first, factor } },
  })
  const turn = ({ vertices, indices }: Given) => ({ vertices, indices: indices.toReversed() })
  host.registerSpecimen({ id: 'turn', displayName: 'Turn a mesh' }, turn, {
    returns: 'mesh',
    schema: { ...none, properties: { mesh: toDataSchema(['mesh']) }, required: ['mesh'] },
  })
  addScenes(host)
}

const open = useViewer({ prepare })

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const place = (page: Page) => row(page, 'First').locator('.panel-data')
const chosen = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shows = async (page: Page, count: number): Promise<void> =>
  await showsPicture(page, `A mesh of ${count.toLocaleString('en')} triangles.`)
const readParam = (page: Page, name: string): unknown =>
  JSON.parse(new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get(name) ?? 'null')

/** Follows the files that a page sends. */
function followSent(page: Page): readonly string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/files')) sent.push(request.url())
  })
  return sent
}

/** A binary STL of so many equal triangles, of which 6,000 are 300 KB. */
function makeStl(count: number): { readonly name: string; readonly bytes: Uint8Array } {
  const bytes = new Uint8Array(84 + 50 * count)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count, true)
  for (let i = 0; i < count; i++)
    for (const [corner, x, y] of [
      [0, i, 0],
      [1, i + 1, 0],
      [2, i, 1],
    ] as const) {
      view.setFloat32(96 + 50 * i + 12 * corner, x, true)
      view.setFloat32(100 + 50 * i + 12 * corner, y, true)
    }
  return { name: 'many.stl', bytes }
}

const corner = {
  name: 'corner.obj',
  mimeType: 'text/plain',
  buffer: Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\n'),
}

/** Takes the only file away from a host, as time does. */
async function dropFromHost({ url, page }: OpenViewer): Promise<void> {
  const { file } = readParam(page, 'first') as { readonly file: string } // as the test has seen
  await fetch(`${url}/api/files/${file}`, { method: 'DELETE' })
}

describe('a file on a row', () => {
  it('is brought by a drop, named, linked, listed, undone, and refused where it does not fit', async () => {
    const { page, expectClean } = await open({ path: '/#/grow' })
    await shows(page, 5)
    const sent = followSent(page)
    await dropFiles(place(page), 'scan-int16.nii')
    await page.getByText('scan-int16.nii is a volume, and a mesh is taken here.').waitFor()
    await dropFiles(place(page), 'make-files.py')
    await page.getByText('has none of the formats that can be shown').waitFor()
    await dropFiles(place(page), 'pyramid.obj', 'scan-int16.nii')
    await page.getByText('One file is taken here, and these are 2.').waitFor()
    expect(sent).toEqual([])
    await dropFiles(place(page), 'pyramid.obj')
    await chosen(page, 'First pyramid.obj').waitFor()
    await shows(page, 6)
    expect(sent).toHaveLength(1)
    expect(readParam(page, 'first')).toEqual({
      file: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'pyramid.obj',
    })
    expect(await page.getByRole('dialog').count()).toBe(0) // the page has left it to the row
    await page.keyboard.press('Control+z')
    await shows(page, 5)
    await chosen(page, 'First Fan').click()
    await page.getByRole('option', { name: 'pyramid.obj Your own file' }).click()
    await shows(page, 6)
    await page.reload()
    await shows(page, 6)
    await chosen(page, 'First pyramid.obj').click()
    const list = page.getByRole('listbox', { name: 'First' })
    expect(await list.getByRole('option', { selected: true }).textContent()).toContain('pyramid.obj')
    expect(await findBarriers(page, '.panel')).toEqual([])
    expectClean()
  })

  it('is chosen by a button, and asked for again where the host has it no longer', async () => {
    const viewer = await open({
      path: '/#/grow',
      context: { viewport: { width: 390, height: 844 }, hasTouch: true },
    })
    const { page } = viewer
    await shows(page, 5)
    await chosen(page, 'First Fan').click()
    await page.getByLabel('Own file …').setInputFiles(corner)
    await shows(page, 2)
    await dropFromHost(viewer)
    await page.reload()
    await page.getByText('corner.obj is not here any more: drop it again.').waitFor()
    expect(await measureOverflow(page)).toBe(0)
    await page.getByLabel('Choose it again …').setInputFiles(corner)
    await shows(page, 2)
    expect(await page.getByText('not here any more').count()).toBe(0)
  })

  it('says how far a large one is, can be cancelled, and is not sent where the host has it', async () => {
    const { page } = await open({ path: '/#/grow' })
    await shows(page, 5)
    const stl = makeStl(6000)
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/files?*', async (route) => {
      await held
      await route.fallback()
    })
    await dropFiles(place(page), stl)
    await page.getByRole('progressbar', { name: 'Sending many.stl' }).waitFor()
    expect(await findBarriers(page, '.panel')).toEqual([])
    await page.getByRole('button', { name: 'Cancel: Sending many.stl' }).click()
    release()
    await page.unroute('**/api/files?*')
    await chosen(page, 'First Fan').waitFor()
    const sent = followSent(page)
    await dropFiles(place(page), stl)
    await shows(page, 6000)
    await page.keyboard.press('Control+z')
    await shows(page, 5)
    await dropFiles(place(page), stl)
    await shows(page, 6000)
    expect(sent).toHaveLength(1)
  })

  it('is refused in the words of the host where it has no room', async () => {
    const { page } = await open({ path: '/#/grow', options: { fileBytes: 200_000 } })
    await shows(page, 5)
    await dropFiles(place(page), makeStl(6000))
    await page.getByRole('alert').getByText('The body must have at most 200000 bytes').waitFor()
    await chosen(page, 'First Fan').waitFor()
  })
})

describe('a file on the page', () => {
  it('is offered to the functions that take it, which one click runs', async () => {
    const { page, expectClean } = await open()
    await page.getByRole('heading', { name: 'Specimens', exact: true }).waitFor()
    const sent = followSent(page)
    await dropFiles(page.locator('body'), 'pyramid.obj')
    await shows(page, 6)
    const use = page.getByRole('region', { name: 'Use it in' })
    await use.getByRole('button', { name: 'Turn a mesh' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(sent).toEqual([])
    await use.getByRole('button', { name: 'Grow a mesh' }).click()
    await chosen(page, 'First pyramid.obj').waitFor()
    await shows(page, 6)
    expect(sent).toHaveLength(1)
    await dropFiles(page.locator('body'), 'pyramid.obj')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn a mesh' }).click()
    await chosen(page, 'Mesh pyramid.obj').waitFor()
    await shows(page, 6)
    expectClean()
  })

  it('that is a scene offers its parts', async () => {
    const { page, url, expectClean } = await open({ path: '/#/grow' })
    await shows(page, 5)
    const { content } = await createClient(url).save('head', 'zip')
    const zip = { name: 'head.zip', bytes: new Uint8Array(await content.arrayBuffer()) }
    await dropFiles(place(page), zip)
    await page.getByText('Open it in this page to take one of its parts.').waitFor()
    await dropFiles(page.locator('body'), zip)
    const use = page.getByRole('dialog').getByRole('region', { name: 'Use it in' })
    await use.getByLabel('Part').waitFor()
    expect(await use.getByLabel('Part').locator('option').allTextContents()).toEqual(['Skull with its skin'])
    await use.getByRole('button', { name: 'Grow a mesh' }).click()
    await chosen(page, 'First skull.glb').waitFor()
    await shows(page, 576)
    expectClean()
  })
})

describe('a file in a room', () => {
  it('goes to the host once: a guest sees its name and its result, and has no right to it', async () => {
    const token = 'the-right-one'
    const viewer = await open({
      path: '/#/grow',
      options: { token },
      arrange: async (page) =>
        await page.addInitScript((secret) => {
          sessionStorage.setItem(`specimen token of ${location.origin}`, secret)
        }, token),
    })
    const ada = viewer.page
    await shows(ada, 5)
    await enterRoom(ada, 'lab', 'Ada')
    const made = await createApi(viewer.url, { authorization: `Bearer ${token}` }).post('/api/tickets', {
      room_id: 'lab',
      scopes: ['read', 'invoke'],
    })
    const { ticket } = await made.json()
    const bob = await openPerson(viewer, 'Bob', `/#/?~room=lab&~ticket=${ticket}`)
    await personButton(ada, 'Bob').waitFor()
    await shows(bob, 5)
    const sent = [ada, bob].map(followSent)
    await dropFiles(place(ada), 'pyramid.obj')
    for (const page of [ada, bob]) {
      await shows(page, 6)
      await chosen(page, 'First pyramid.obj').waitFor()
    }
    expect(sent.map((each) => each.length)).toEqual([1, 0])
    const { file } = readParam(ada, 'first') as { readonly file: string } // as the test has seen
    const guest = createApi(viewer.url, { authorization: `Bearer ${ticket}` })
    expect((await guest.get(`/api/files/${file}`)).status).toBe(404)
    const factor = bob.getByRole('textbox', { name: 'Factor' })
    await factor.fill('3')
    await factor.press('Enter')
    await expect.poll(() => readParam(ada, 'factor')).toBe(3)
    await shows(bob, 6)
    expect(await bob.getByText('not here any more').count()).toBe(0)
    expect(await bar(bob).getByRole('alert').count()).toBe(0)
  })
})
