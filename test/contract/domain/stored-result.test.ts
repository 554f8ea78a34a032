import { expect, it } from 'vitest'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { holdResult } from '../../../core/contract/domain/result/stored-result.ts'

it('a held result can be opened again and again, and is never copied', async () => {
  const result = parseResult({ points: new Float32Array(3) }, 'point_cloud')
  const stored = holdResult('a', result)
  for (let i = 0; i < 2; i++) expect((await stored.open()).result).toBe(result)
})
