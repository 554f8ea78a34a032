/** From changed parameters to requests and back to what is shown, moment by moment. */
import { describe, expect, it } from 'vitest'
import { plainSchema, playDriver, schema } from './played.ts'

describe('values chosen for good', () => {
  it('are asked for at once, and shown with their complete parameters and the seconds they took', async () => {
    const { driver, clock, source, states } = playDriver()
    expect(driver.state).toEqual({ shown: null, run: { stage: 'idle' } })
    driver.settle({ size: 2 })
    expect(source.last.request).toEqual({
      specimenId: 'gyroid',
      isDynamic: true,
      params: { size: 2, detail: 64 },
      roomId: 'lab',
    })
    expect(states).toMatchObject([
      { shown: null, run: { stage: 'running', startedAt: 1000, isPreview: false } },
    ])
    clock.pass(1500)
    await source.last.succeed()
    expect(driver.state).toMatchObject({
      shown: { params: { size: 2, detail: 64 }, isPreview: false, seconds: 1.5 },
      run: { stage: 'idle' },
    })
    expect(states.at(-1)).toBe(driver.state)
    expect(clock.alarmCount).toBe(0)
  })

  it('take the place of those before, whose job is cancelled', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({ size: 2 })
    clock.pass(300)
    driver.settle({ size: 3 })
    expect(source.loads.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await source.loads[0]?.succeed()
    expect(driver.state.shown).toBeNull()
    await source.last.succeed()
    expect(driver.state.shown?.params.size).toBe(3)
  })

  it('are not asked for again while they are under way, or when they are shown', async () => {
    const { driver, clock, source, states } = playDriver()
    driver.settle({ size: 2 })
    driver.settle({ size: 2, detail: 64 })
    clock.pass(1000)
    expect(source.loads).toHaveLength(1)
    await source.last.succeed()
    const count = states.length
    driver.settle({ size: 2 })
    clock.pass(1000)
    expect([source.loads.length, states.length]).toEqual([1, count])
  })

  it('that are shown already end what is under way', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({ size: 2 })
    await source.last.succeed()
    clock.pass(1000)
    driver.settle({ size: 3 })
    driver.settle({ size: 2 })
    expect(source.last.signal.aborted).toBe(true)
    expect(driver.state).toMatchObject({ shown: { params: { size: 2 } }, run: { stage: 'idle' } })
  })

  it('as a held key sends them show something before the key is let go, and the last one soon after', async () => {
    const { driver, clock, source, asked } = playDriver()
    const hold = (from: number, count: number) => {
      for (let size = from; size < from + count; size++) {
        driver.settle({ size })
        clock.pass(33)
      }
    }
    hold(1, 12)
    expect(source.loads).toHaveLength(1) // not cancelled, though it takes longer than from one key to the next
    await source.last.succeed()
    expect(driver.state.shown?.params.size).toBe(1)
    expect(asked().at(-1)).toMatchObject({ size: 12 })
    hold(13, 4)
    clock.pass(300)
    expect(asked().map(({ size }) => size)).toEqual([1, 12, 16])
    expect(source.open).toHaveLength(1)
  })
})

describe('values that the schema refuses', () => {
  it('are not asked for, end what is under way, and leave what is shown', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({ size: 2 })
    await source.last.succeed()
    clock.pass(1000)
    driver.settle({ size: 3 })
    clock.pass(1000)
    driver.settle({ size: 'large' })
    expect(source.loads.map(({ signal }) => signal.aborted)).toEqual([false, true])
    expect(driver.state).toMatchObject({
      shown: { params: { size: 2 } },
      run: { stage: 'waiting', issues: [{ pointer: '/size' }] },
    })
    clock.pass(1000)
    driver.settle({ size: 3 })
    expect(source.open).toHaveLength(1)
  })
})

describe('dragging', () => {
  it('asks at most five times a second, for the newest value', async () => {
    const { driver, clock, source, asked } = playDriver(plainSchema)
    for (let size = 1; size <= 100; size++) {
      driver.drag({ size }, 'size')
      await source.open[0]?.succeed()
      clock.pass(10)
    }
    expect(asked().map(({ size }) => size)).toEqual([1, 20, 40, 60, 80, 100])
  })

  it('shows something of a slow function, because a value waits until the one before is shown', async () => {
    const { driver, clock, source, asked } = playDriver()
    for (let size = 1; size <= 50; size++) {
      driver.drag({ size }, 'size')
      clock.pass(20)
    }
    expect(source.loads).toHaveLength(1)
    await source.last.succeed()
    expect(driver.state).toMatchObject({ shown: { params: { size: 1 } }, run: { stage: 'running' } })
    expect(asked().at(-1)).toMatchObject({ size: 50 })
  })

  it('previews at once, and asks for the real values on release, in their own room', async () => {
    const { driver, clock, source } = playDriver()
    driver.drag({ size: 2 }, 'size')
    expect(source.last.request).toMatchObject({ params: { size: 2, detail: 8 }, roomId: 'lab~preview-v1' })
    expect(driver.state.run).toMatchObject({ stage: 'running', isPreview: true })
    await source.last.succeed()
    expect(driver.state).toMatchObject({
      shown: { params: { detail: 8 }, isPreview: true },
      run: { stage: 'idle' },
    })
    clock.pass(10)
    driver.settle({ size: 2 })
    expect(source.last.request).toMatchObject({ params: { size: 2, detail: 64 }, roomId: 'lab' })
    expect(driver.state).toMatchObject({ shown: { isPreview: true }, run: { isPreview: false } })
    await source.last.succeed()
    expect(driver.state).toMatchObject({ shown: { params: { detail: 64 }, isPreview: false } })
  })

  it('ends with release: a preview under way is cancelled, and nothing of it comes later', async () => {
    const { driver, clock, source } = playDriver()
    driver.drag({ size: 2 }, 'size')
    driver.drag({ size: 3 }, 'size')
    driver.settle({ size: 3 })
    const [preview, final] = source.loads
    expect(source.loads).toHaveLength(2)
    expect([preview?.signal.aborted, final?.signal.aborted]).toEqual([true, false])
    expect(preview?.signal.reason).toMatchObject({ code: 'run.superseded' }) // no cancel: it may end
    await final?.succeed()
    await preview?.succeed()
    clock.pass(10_000)
    expect(driver.state).toMatchObject({ shown: { params: { size: 3, detail: 64 }, isPreview: false } })
    expect(source.loads).toHaveLength(2)
  })

  it('cancels a run that nothing takes the place of', async () => {
    const { driver, source } = playDriver()
    driver.settle({ size: 2 })
    driver.cancel()
    expect(source.last.signal.reason).toMatchObject({ name: 'AbortError' })
    driver.settle({ size: 3 })
    driver.settle({ size: -1 }) // the schema refuses it, so no newer request comes
    expect(source.last.signal.reason).toMatchObject({ name: 'AbortError' })
  })

  it('takes the request of the last value over on release, where it has no preview', async () => {
    const { driver, clock, source } = playDriver(plainSchema)
    driver.drag({ size: 2 }, 'size')
    driver.settle({ size: 2 })
    clock.pass(1000)
    expect(source.loads).toHaveLength(1)
    expect(source.last.signal.aborted).toBe(false)
    driver.drag({ size: 3 }, 'size') // the one before is for good now, and yields to a drag
    expect(source.loads[0]?.signal.aborted).toBe(true)
  })
})

describe('a run', () => {
  it('has its messages, and how much is done as far as one has said it', () => {
    const { driver, source } = playDriver()
    driver.settle({})
    source.last.report('reading')
    expect(driver.state.run).toMatchObject({ messages: [{ text: 'reading' }], fraction: null })
    source.last.report('slice 1/4', 'slice 2/4', 'smoothing')
    expect(driver.state.run).toMatchObject({ fraction: 0.5 })
    expect(driver.state.run).toHaveProperty('messages.length', 4)
  })

  it('keeps the newest thousand messages', () => {
    const { driver, source } = playDriver()
    driver.settle({})
    source.last.report(...Array.from({ length: 1500 }, (_, i) => `line ${i}`))
    expect(driver.state.run).toHaveProperty('messages.length', 1000)
    expect(driver.state.run).toMatchObject({ fraction: null })
  })

  it('is cancelled with what waits behind it, and what is shown stays', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({ size: 1 })
    await source.last.succeed()
    driver.drag({ size: 2 }, 'size')
    clock.pass(200)
    driver.drag({ size: 3 }, 'size')
    driver.cancel()
    clock.pass(10_000)
    expect(source.open).toEqual([])
    expect(driver.state).toMatchObject({ shown: { params: { size: 1 } }, run: { stage: 'cancelled' } })
    driver.retry()
    expect(source.last.request.params.size).toBe(3)
  })

  it('that is not there cannot be cancelled', async () => {
    const { driver, source, states } = playDriver()
    driver.cancel()
    driver.retry()
    expect(states).toEqual([])
    driver.settle({})
    await source.last.succeed()
    driver.cancel()
    expect(driver.state.run).toEqual({ stage: 'idle' })
  })
})

describe('a failure', () => {
  it("has the function's own words, the messages before, and what is shown stays", async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({ size: 1 })
    await source.last.succeed()
    driver.settle({ size: 2 })
    clock.pass(200)
    source.last.report('turning')
    await source.last.fail('job.failed', { text: 'the sample is upside down' })
    expect(driver.state).toMatchObject({
      shown: { params: { size: 1 } },
      run: {
        stage: 'failed',
        failure: { code: 'job.failed', message: 'the sample is upside down', issues: [] },
        messages: [{ text: 'turning' }],
      },
    })
    clock.pass(60_000)
    expect(source.open).toEqual([])
    driver.retry()
    expect(source.last.request.params.size).toBe(2)
    expect(driver.state.run.stage).toBe('running')
  })

  it('has the fields that the host refused', async () => {
    const { driver, source } = playDriver()
    const issues = [{ pointer: '/size', found: '50', allowed: 'a number from 1 to 40' }]
    driver.settle({ size: 50 })
    await source.last.fail('params.invalid', { issues })
    expect(driver.state.run).toMatchObject({ failure: { code: 'params.invalid', issues } })
  })

  it('says that a token is wanted, and waits for it', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({})
    await source.last.fail('token.missing')
    clock.pass(60_000)
    expect(driver.state.run).toMatchObject({ failure: { code: 'token.missing' } })
    expect(source.loads).toHaveLength(1)
    driver.retry()
    await source.last.succeed()
    expect(driver.state).toMatchObject({ shown: { isPreview: false }, run: { stage: 'idle' } })
  })

  it('of an older value is followed by the newer one', async () => {
    const { driver, clock, source } = playDriver()
    driver.drag({ size: 1 }, 'size')
    clock.pass(300)
    driver.drag({ size: 2 }, 'size')
    await source.last.fail('job.failed')
    expect(source.last.request.params.size).toBe(2)
    expect(driver.state.run.stage).toBe('running')
  })
})

describe('a host that is away', () => {
  it('is asked again, less and less often, and comes back by itself', async () => {
    const { driver, clock, source, states } = playDriver()
    driver.settle({ size: 2 })
    const waits = [1000, 2000, 4000, 8000, 15_000, 15_000]
    for (const wait of waits) {
      await source.last.fail('host.unreachable', { text: 'The host does not answer.' })
      expect(driver.state.run).toMatchObject({ stage: 'failed', failure: { code: 'host.unreachable' } })
      clock.pass(wait - 1)
      expect(source.open).toEqual([])
      clock.pass(1)
      expect(source.open).toHaveLength(1)
    }
    // Trying again is not shown while nothing comes of it: the page would flicker.
    expect(states.slice(1).every(({ run }) => run.stage === 'failed')).toBe(true)
    await source.last.succeed()
    expect(driver.state).toMatchObject({ shown: { params: { size: 2 } }, run: { stage: 'idle' } })
    expect(clock.alarmCount).toBe(0)
  })

  it('is shown as at work again when it reports, or does not refuse for a while', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({})
    await source.last.fail('host.unreachable')
    clock.pass(1000)
    expect(driver.state.run.stage).toBe('failed')
    source.last.report('going')
    expect(driver.state.run).toMatchObject({ stage: 'running', messages: [{ text: 'going' }] })
    await source.last.fail('host.stopping')
    clock.pass(2000)
    expect(driver.state.run.stage).toBe('failed')
    clock.pass(500)
    expect(driver.state.run.stage).toBe('running')
  })

  it.each(['host.busy', 'host.stopping', 'worker.unreachable', 'worker.silent'])(
    'may say %s',
    async (code) => {
      const { driver, clock, source } = playDriver()
      driver.settle({})
      await source.last.fail(code)
      clock.pass(1000)
      expect(source.open).toHaveLength(1)
    },
  )

  it('is asked for what was chosen meanwhile', async () => {
    const { driver, clock, source } = playDriver()
    driver.drag({ size: 1 }, 'size')
    await source.last.fail('host.unreachable')
    clock.pass(900)
    driver.drag({ size: 2 }, 'size')
    await source.last.fail('host.unreachable')
    driver.drag({ size: 3 }, 'size')
    clock.pass(2000)
    expect(source.last.request.params.size).toBe(3)
    expect(source.open).toHaveLength(1)
  })

  it('is not asked any more after cancelling', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({})
    await source.last.fail('host.unreachable')
    driver.cancel()
    clock.pass(60_000)
    expect(source.loads).toHaveLength(1)
    expect(driver.state.run).toEqual({ stage: 'cancelled' })
  })

  it('that has lost the job is asked once more', async () => {
    const { driver, source } = playDriver()
    driver.settle({ size: 2 })
    await source.last.fail('job.unknown')
    expect(source.open).toHaveLength(1)
    await source.last.fail('job.unknown')
    expect(source.open).toEqual([])
    expect(driver.state.run).toMatchObject({ stage: 'failed', failure: { code: 'job.unknown' } })
  })
})

describe('a function that was built again', () => {
  it('is asked for the values that it still has, with its new defaults', async () => {
    const { driver, source } = playDriver()
    driver.settle({ size: 2 })
    await source.last.succeed()
    driver.replace({ ...schema, properties: { length: { default: 5 }, size: { default: 1 } } })
    expect(source.last.request.params).toEqual({ length: 5, size: 2 })
    expect(driver.state).toMatchObject({ shown: { params: { detail: 64 } }, run: { stage: 'running' } })
  })

  it('is asked again for the same values', async () => {
    const { driver, source } = playDriver()
    driver.settle({ size: 2 })
    await source.last.succeed()
    driver.replace(schema)
    await source.last.succeed()
    expect(source.loads).toHaveLength(2)
  })

  it('is asked for values whose result by the function before is still shown', async () => {
    const { driver, clock, source } = playDriver()
    driver.settle({ size: 2 })
    await source.last.succeed()
    driver.replace(schema)
    driver.cancel()
    clock.pass(1000)
    driver.settle({ size: 2 })
    expect(source.open).toHaveLength(1)
  })

  it('is not asked before anything was chosen', () => {
    const { driver, source } = playDriver()
    driver.replace(plainSchema)
    expect(source.loads).toEqual([])
  })
})

describe('a static specimen', () => {
  it('is loaded once', async () => {
    const { driver, source } = playDriver(null)
    driver.settle({})
    await source.last.succeed()
    driver.settle({ size: 1 })
    expect(source.loads.map(({ request }) => request.isDynamic)).toEqual([false])
    expect(driver.state).toMatchObject({ shown: { params: {} }, run: { stage: 'idle' } })
  })
})

describe('closing', () => {
  it('ends everything, in every stage', async () => {
    const begin: ((played: ReturnType<typeof playDriver>) => Promise<void> | void)[] = [
      () => {},
      ({ driver }) => driver.settle({}),
      ({ driver, clock }) => {
        driver.drag({ size: 1 }, 'size')
        clock.pass(1)
        driver.drag({ size: 2 }, 'size')
      },
      async ({ driver, source }) => {
        driver.settle({})
        await source.last.fail('host.unreachable')
      },
    ]
    for (const prepare of begin) {
      const played = playDriver()
      await prepare(played)
      const { driver, clock, source, states } = played
      driver.close()
      const before = [source.loads.length, states.length]
      driver.settle({ size: 9 })
      driver.drag({ size: 9 }, 'size')
      driver.retry()
      driver.cancel()
      driver.replace(schema)
      clock.pass(60_000)
      await Promise.all(source.loads.map((load) => load.succeed()))
      expect([source.loads.length, states.length]).toEqual(before)
      expect(source.loads.every(({ signal }) => signal.aborted)).toBe(true)
      expect(clock.alarmCount).toBe(0)
    }
  })

  it('may happen in the middle of a notice', () => {
    const played = playDriver()
    const { driver, source } = played
    played.states.push = () => {
      driver.close()
      return 0
    }
    driver.settle({})
    expect(source.last.signal.aborted).toBe(true)
  })
})
