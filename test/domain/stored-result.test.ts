import { describe, expect, it, vi } from 'vitest'
import { parseResult } from '../../core/domain/result/parse-result.ts'
import { holdResult } from '../../core/domain/result/stored-result.ts'

const result = parseResult({ points: new Float32Array(3) }, 'point_cloud')

describe('a held result', () => {
  it('is unused, once, when all who keep it and have it open have ended', async () => {
    const onUnused = vi.fn()
    const stored = holdResult('a', result, onUnused)
    const [room, job] = [stored.keep(), stored.keep()]
    const opened = await stored.open()
    expect(opened.result).toBe(result)
    for (const end of [room, room, job, job]) end()
    expect(onUnused).not.toHaveBeenCalled()
    opened.close?.()
    opened.close?.()
    expect(onUnused).toHaveBeenCalledOnce()
  })

  it('can be opened by nobody from then on', async () => {
    const stored = holdResult('a', result, () => {})
    stored.keep()()
    await expect(stored.open()).rejects.toMatchObject({ code: 'result.lost' })
    stored.keep()()
    await expect(stored.open()).rejects.toMatchObject({ code: 'result.lost' })
  })

  it('that nobody has kept yet is there for whoever waits for it', async () => {
    const stored = holdResult('a', result, () => {})
    expect((await stored.open()).result).toBe(result)
  })

  it('whose memory is nobody else’s can be opened for ever', async () => {
    const stored = holdResult('a', result)
    stored.keep()()
    expect((await stored.open()).result).toBe(result)
  })
})
