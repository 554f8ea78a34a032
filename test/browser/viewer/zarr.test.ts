/** The way of a volume from the page into programs that read Zarr: an address, which one of them reads. */
import { expect, it } from 'vitest'
import * as zarr from 'zarrita'
import { createApi } from '../../support/api.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const token = 'the-right-one'
const open = useViewer({
  options: { token },
  prepare: (host) => {
    const properties = { side: { type: 'integer', default: 8, minimum: 2, maximum: 32 } } as const
    host.registerSpecimen(
      { id: 'block' },
      (side: number) => {
        const data = Float32Array.from({ length: side ** 3 }, (_, i) => i / side ** 3)
        return { shape: [side, side, side], data, spacing: [2, 1, 1], unit: 'mm' }
      },
      { returns: 'volume', schema: { type: 'object', properties } },
    )
  },
  context: { viewport: { width: 1100, height: 700 } },
})

it('gives the address of the volume that it shows, with a ticket, which zarrita reads as it is', async () => {
  const { page, url } = await open()
  const api = createApi(url, { authorization: `Bearer ${token}` })
  const { ticket } = await (await api.post('/api/tickets', { room_id: 'lab' })).json()
  await page.goto('about:blank')
  await page.goto(`${url}/#/block?side=6&~room=lab&~ticket=${ticket}`)
  await showsPicture(page, 'A volume of 6 × 6 × 6 samples.')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('button', { name: 'Open in napari, neuroglancer …' }).click()
  const field = page.getByRole('textbox', { name: 'Address as OME-Zarr' })
  await field.waitFor()
  await page.getByText('Whoever has it can read this').waitFor()
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
  const address = await field.inputValue()
  const root = zarr.root(new zarr.FetchStore(address))
  const array = await zarr.open.v3(root.resolve('0'), { kind: 'array' })
  const { data, shape } = await zarr.get(array)
  expect([shape, data]).toEqual([[6, 6, 6], Float32Array.from({ length: 216 }, (_, i) => i / 216)])
  const { attrs } = await zarr.open.v3(root, { kind: 'group' })
  expect(attrs.ome).toMatchObject({
    multiscales: [
      { datasets: [{ coordinateTransformations: [{ scale: [2, 1, 1] }, { translation: [0, 0, 0] }] }] },
    ],
  })
})
