/** Whatever happens in whatever order: what the driver promises holds at every moment, and in the end. */

import { describe, expect, it } from 'vitest'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { type PlayedDriver, plainSchema, playDriver, schema } from './played.ts'

type Act = (played: PlayedDriver, size: number) => Promise<void> | void

const acts: { readonly [name: string]: Act } = {
  settle: ({ driver }, size) => driver.settle({ size }),
  drag: ({ driver }, size) => driver.drag({ size }, 'size'),
  dragAndRelease: ({ driver, clock }, size) => {
    driver.drag({ size }, 'size')
    clock.pass(size)
    driver.settle({ size })
  },
  succeed: ({ source }) => source.open[0]?.succeed(),
  fail: ({ source }) => source.open[0]?.fail('job.failed'),
  lose: ({ source }) => source.open[0]?.fail('host.unreachable'),
  forget: ({ source }) => source.open[0]?.fail('job.unknown'),
  report: ({ source }) => source.open[0]?.report('1/2'),
  late: ({ source }) => source.loads.find(({ signal }) => signal.aborted)?.succeed(),
  cancel: ({ driver }) => driver.cancel(),
  retry: ({ driver }) => driver.retry(),
  wait: ({ clock }) => clock.pass(30),
  rest: ({ clock }) => clock.pass(250),
  waitLong: ({ clock }) => clock.pass(20_000),
}
const names = fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 40 })

async function playAll(played: PlayedDriver, order: readonly string[]): Promise<number> {
  const { source, states } = played
  let size = 0
  let highest = 0
  for (const name of order) {
    size++ // each choice has a value of its own, so that a higher one is newer
    await acts[name]?.(played, size)
    expect(source.open.length).toBeLessThanOrEqual(1)
    for (const { shown } of states.splice(0)) {
      // Newer than all before; of one value the preview comes before the final result.
      const age = shown ? Number(shown.params.size) + (shown.isPreview ? 0 : 0.5) : 0
      expect(age).toBeGreaterThanOrEqual(highest)
      highest = age
    }
  }
  return size
}

/** Answers whatever is asked until nothing is. */
async function answerAll({ clock, source }: PlayedDriver): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    clock.pass(20_000)
    await source.open[0]?.succeed()
  }
}

describe('the driver, whatever happens', () => {
  it.each([
    ['with previews', schema],
    ['without', plainSchema],
  ])(
    'has one request under way, never goes back, and shows the last values in the end, %s',
    async (_, given) => {
      await fc.assert(
        fc.asyncProperty(names, async (order) => {
          const played = playDriver(given)
          const last = (await playAll(played, order)) + 1
          const { driver, source, clock } = played
          driver.settle({ size: last })
          await answerAll(played)
          expect(driver.state).toMatchObject({
            shown: { params: { size: last }, isPreview: false },
            run: { stage: 'idle' },
          })
          expect([source.open.length, clock.alarmCount]).toEqual([0, 0])
        }),
        { numRuns: countRuns(300) },
      )
    },
  )

  it('shows something for every five seconds of dragging, however long the function takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 5, max: 300 }),
        async (takes, every) => {
          const { driver, clock, source } = playDriver()
          let startedAt = 0
          let shownAt = clock.now()
          for (let size = 1; clock.now() < 20_000; size++) {
            const before = source.loads.length
            driver.drag({ size }, 'size')
            if (source.loads.length > before) startedAt = clock.now()
            clock.pass(every)
            if (source.open[0] && clock.now() - startedAt >= takes) {
              startedAt = clock.now()
              await source.open[0].succeed()
              shownAt = clock.now()
            }
            expect(clock.now() - shownAt).toBeLessThan(5000)
          }
        },
      ),
      { numRuns: countRuns(50) },
    )
  })
})
