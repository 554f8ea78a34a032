/** Three plugins in a row over HTTP: the surface of a scan, smoothed, with fewer triangles. */
import { expect, it } from 'vitest'
import { headVolume } from '../../plugins/head-scan/index.ts'
import { isosurface } from '../../plugins/isosurface/index.ts'
import { decimate, smooth } from '../../plugins/smooth/index.ts'
import { useHost } from '../support/use-host.ts'
import { measureTopology } from './topology.ts'

const used = useHost({ plugins: 'dist/plugins' })

it('gives in one request what the functions give in a row, with units and notes', async () => {
  const api = await used.start()
  const surface = { volume: { process: 'headVolume', inputs: { part: 'brain' } }, level: 0.7 }
  const smoothed = { mesh: { process: 'isosurface', inputs: surface }, steps: 5 }
  const kwargs = { mesh: { process: 'smooth', inputs: smoothed }, share: 0.2, error: 5 }
  const answer = await api.post('/api/processing/invoke', { function_name: 'decimate', kwargs })
  expect(answer.status).toBe(200)
  const result = JSON.parse(await answer.text())
  const fine = smooth(isosurface(headVolume('brain'), 0.7), 5)
  const few = await decimate(fine, 0.2, 5)
  const { vertices, indices, notes, unit } = result
  expect(Buffer.from(Float32Array.from(vertices).buffer).equals(Buffer.from(few.vertices.buffer))).toBe(true)
  expect(Buffer.from(Uint32Array.from(indices).buffer).equals(Buffer.from(few.indices.buffer))).toBe(true)
  expect(unit).toBe('mm')
  expect(notes[0]).toMatch(/^[\d,]+ of [\d,]+ triangles are left; .* mm\.$/)
  expect(notes[1]).toMatch(/^The surface lies at [\d.]+\.$/)
  // Decimation keeps the size.
  const [before, after] = [fine, few].map((mesh) => measureTopology(mesh).volume)
  expect(Math.abs((after ?? 0) / (before ?? 1) - 1)).toBeLessThan(0.02)
})
