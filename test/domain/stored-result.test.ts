import { describe, expect, it, vi } from 'vitest'
import { parseResult } from '../../core/domain/result/parse-result.ts'
import { holdResult } from '../../core/domain/result/stored-result.ts'

const result = parseResult({ points: new Float32Array(3) }, 'point_cloud')

describe('a held result', () => {
  it('is unused when all who keep it and have it open have ended', async () => {
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

  it('can be opened by nobody when it was taken away, which happens once', async () => {
    const stored = holdResult('a', result, (takeAway) => taken.push(takeAway(), takeAway()))
    const taken: boolean[] = []
    for (let i = 0; i < 2; i++) {
      stored.keep()()
      await expect(stored.open()).rejects.toMatchObject({ code: 'result.lost' })
    }
    expect(taken).toEqual([true, false, false, false])
  })

  it('is not taken from who has opened it meanwhile', async () => {
    let take = (): boolean => false
    const stored = holdResult('a', result, (takeAway) => {
      take = takeAway
    })
    stored.keep()()
    const opened = await stored.open()
    expect(take()).toBe(false)
    opened.close?.()
    expect(take()).toBe(true)
  })

  it('that nobody has kept yet is there for whoever waits for it', async () => {
    const stored = holdResult('a', result, (takeAway) => takeAway())
    expect((await stored.open()).result).toBe(result)
  })

  it('whose memory is nobody else’s can be opened for ever', async () => {
    const stored = holdResult('a', result)
    stored.keep()()
    expect((await stored.open()).result).toBe(result)
  })
})
