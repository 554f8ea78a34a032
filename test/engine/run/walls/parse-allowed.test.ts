import { expect, it } from 'vitest'
import { parseAllowed } from '../../../../core/engine/run/walls/pool-guard.ts'

it('reads which bundles may do what', () => {
  expect([...parseAllowed(' tracker:net,child  reader:fs ')]).toEqual([
    ['tracker', ['net', 'child']],
    ['reader', ['fs']],
  ])
  expect([...parseAllowed('')]).toEqual([])
  expect([...parseAllowed('tracker:net reader:fs tracker:net,child')]).toEqual([
    ['tracker', ['net', 'child']],
    ['reader', ['fs']],
  ])
})

it.each(['tracker', 'tracker:', ':net', 'tracker:net,disk', 'tracker:net, child'])('refuses "%s"', (text) => {
  expect(() => parseAllowed(text)).toThrow(
    /--allow takes bundles with what they may do.*child, fs, native, net, worker/,
  )
})
