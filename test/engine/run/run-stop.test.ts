import { expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { RunStop } from '../../../core/engine/run/run-stop.ts'

const endless = new Promise<never>(() => {})
const cancelled = () => new SpecimenError('run.cancelled', 'cancelled')

it('stops once, by what comes first, and calls back in the same turn', async () => {
  const abort = new AbortController()
  let stops = 0
  const stop = new RunStop(abort.signal, cancelled, () => stops++)
  expect(stop.isOpen).toBe(true)
  stop.stop(new SpecimenError('host.stopping', 'stopping'))
  abort.abort()
  expect([stop.isOpen, stops]).toEqual([false, 1])
  await expect(stop.race(endless)).rejects.toMatchObject({ code: 'host.stopping' })
})

it('is stopped already when its signal has aborted before', async () => {
  const stop = new RunStop(AbortSignal.abort(), cancelled)
  expect(stop.isOpen).toBe(false)
  await expect(stop.race(endless)).rejects.toMatchObject({ code: 'run.cancelled' })
})

it('stops nothing after the stretch has ended', async () => {
  const abort = new AbortController()
  const stop = new RunStop(abort.signal, cancelled, () => expect.fail('it has ended'))
  stop.stopAfter(0.01, () => expect.fail('its deadline was closed, too'))
  expect(await stop.race(Promise.resolve('done'))).toBe('done')
  abort.abort()
  stop.stop(new SpecimenError('host.stopping', 'stopping'))
  stop.stopAfter(0.001, () => expect.fail('it has no deadline any more'))
  expect(stop.isOpen).toBe(false)
})

it('stops what lasts too long', async () => {
  const stop = new RunStop(new AbortController().signal, cancelled)
  stop.stopAfter(0.001, () => new SpecimenError('internal', 'too long'))
  await expect(stop.race(endless)).rejects.toThrow('too long')
})
