import { describe, expect, it } from 'vitest'
import * as zarr from 'zarrita'
import { expectProblem } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Stores of OME-Zarr, wherever the function runs, and whichever host is asked. */
export function describeZarr({ api, at, newRoom }: ServedApi): void {
  describe('a Zarr store', () => {
    it('has the samples and the place of the result at each request, with one tag', async () => {
      const call = `room_id=${newRoom()}/params=${Buffer.from('{"depth":3}').toString('base64url')}`
      const path = `/api/specimens/${encodeURIComponent(at('grid'))}/zarr/${call}`
      const array = await zarr.open.v3(zarr.root(new zarr.FetchStore(`${api.url}${path}`)).resolve('0'), {
        kind: 'array',
      })
      const { data, shape } = await zarr.get(array)
      expect([shape, data]).toEqual([[3, 2, 3], Float32Array.from({ length: 18 }, (_, i) => i / 2)])
      const { attributes } = await api.json(`${path}/zarr.json`)
      expect(attributes.ome.multiscales[0].datasets[0].coordinateTransformations).toEqual([
        { type: 'scale', scale: [2, 1, 0.5] },
        { type: 'translation', translation: [10, 20, 30] },
      ])
      const answers = await Promise.all([1, 2, 3, 4].map(() => api.get(`${path}/0/c/0/0/0`)))
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
      await expectProblem(await api.get(`${path}/1/zarr.json`), 404, 'route.unknown')
    })

    it('is of a picture, of a decoded file and of no mesh', async () => {
      const read = async (id: string) => await api.get(`/api/specimens/${at(id)}/zarr/zarr.json`)
      expect((await read('picture')).status).toBe(200)
      await expectProblem(await read('bare'), 406, 'format.unknown')
      await expectProblem(await read('rock'), 406, 'form.unavailable')
      await expectProblem(await read('absent'), 404, 'specimen.unknown')
    })
  })
}
