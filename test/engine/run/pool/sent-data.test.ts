/** Data of a call on its way into a process. */
import { expect, it } from 'vitest'
import type { LabelsResult } from '../../../../core/contract/domain/result/result.ts'
import { toSentData } from '../../../../core/engine/run/pool/sent-data.ts'

it('the heads of many data leave the event loop to others between them', async () => {
  const texts = ['a', 'b']
  const result: LabelsResult = { type: 'labels', points: new Float32Array(6), texts }
  let turns = 0
  let isMade = false
  const count = (): void => {
    turns++
    if (!isMade) setImmediate(count)
  }
  setImmediate(count)
  let heads: readonly Uint8Array[] = []
  const data = Array.from({ length: 16 }, () => ({ steps: [], result, id: '' }))
  const { byteLength } = await toSentData(data, (made) => {
    heads = made
    return made
  })
  isMade = true
  expect(turns).toBeGreaterThanOrEqual(15)
  expect(byteLength).toBe(16 * ((heads[0]?.length ?? 0) + result.points.byteLength))
  expect(JSON.parse(new TextDecoder().decode(heads[0]))).toMatchObject({ head: { members: { texts } } })
})
