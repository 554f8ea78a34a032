import { describe, expect, it, vi } from 'vitest'
import { parseResult } from '../../core/domain/result/parse-result.ts'
import { holdResult, type ResultUse } from '../../core/domain/result/stored-result.ts'

const result = parseResult({ points: new Float32Array(3) }, 'point_cloud')

const onUsed = (): void => {}

describe('a held result', () => {
  it('is used by the first who keeps it or has it open, and unused when all of them have ended', async () => {
    const use = { onUsed: vi.fn(), onUnused: vi.fn() }
    const stored = holdResult('a', result, use)
    expect(use.onUsed).not.toHaveBeenCalled()
    const [room, job] = [stored.keep(), stored.keep()]
    const opened = await stored.open()
    expect(opened.result).toBe(result)
    for (const end of [room, room, job, job]) end()
    expect(use.onUnused).not.toHaveBeenCalled()
    opened.close?.()
    opened.close?.()
    expect(use.onUnused).toHaveBeenCalledOnce()
    expect(use.onUsed).toHaveBeenCalledOnce()
    stored.keep()
    expect(use.onUsed).toHaveBeenCalledTimes(2)
  })

  it('can be opened by nobody when it was taken away, which happens once', async () => {
    const taken: boolean[] = []
    const onUnused: ResultUse['onUnused'] = (takeAway) => taken.push(takeAway(), takeAway())
    const stored = holdResult('a', result, { onUsed, onUnused })
    for (let i = 0; i < 2; i++) {
      stored.keep()()
      await expect(stored.open()).rejects.toMatchObject({ code: 'result.lost' })
    }
    expect(taken).toEqual([true, false, false, false])
  })

  it('is not taken from who has opened it meanwhile', async () => {
    let take = (): boolean => false
    const onUnused: ResultUse['onUnused'] = (takeAway) => {
      take = takeAway
    }
    const stored = holdResult('a', result, { onUsed, onUnused })
    stored.keep()()
    const opened = await stored.open()
    expect(take()).toBe(false)
    opened.close?.()
    expect(take()).toBe(true)
  })

  it('that nobody has kept yet is there for whoever waits for it', async () => {
    const stored = holdResult('a', result, { onUsed, onUnused: (takeAway) => takeAway() })
    expect((await stored.open()).result).toBe(result)
  })

  it('whose memory is nobody else’s can be opened for ever', async () => {
    const stored = holdResult('a', result)
    stored.keep()()
    expect((await stored.open()).result).toBe(result)
  })
})
