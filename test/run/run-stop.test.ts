import { expect, it } from 'vitest'
import { SpecimenError } from '../../core/domain/errors.ts'
import { RunStop } from '../../core/run/run-stop.ts'

const cancelled = () => new SpecimenError('run.cancelled', 'cancelled')

it('stops once, by what comes first, and calls back in the same turn', async () => {
  const abort = new AbortController()
  let stops = 0
  const stop = new RunStop(abort.signal, cancelled, () => stops++)
  expect(stop.isOpen).toBe(true)
  stop.stop(new SpecimenError('host.stopping', 'stopping'))
  abort.abort()
  expect([stop.isOpen, stops]).toEqual([false, 1])
  await expect(stop.stopped).rejects.toMatchObject({ code: 'host.stopping' })
})

it('is stopped already when its signal has aborted before', async () => {
  const stop = new RunStop(AbortSignal.abort(), cancelled)
  expect(stop.isOpen).toBe(false)
  await expect(stop.stopped).rejects.toMatchObject({ code: 'run.cancelled' })
})

it('stops nothing after it was closed', async () => {
  const abort = new AbortController()
  const stop = new RunStop(abort.signal, cancelled, () => expect.fail('it was closed'))
  stop.close()
  abort.abort()
  stop.stop(new SpecimenError('host.stopping', 'stopping'))
  expect(await Promise.race([stop.stopped, 'open'])).toBe('open')
})
