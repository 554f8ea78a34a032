/** What is done for a run at a worker, by where the directory has its worker. */
import { describe, expect, it } from 'vitest'
import { findNextStep } from '../../../core/group/workers/next-step.ts'
import type { WorkerRecord } from '../../../core/group/workers/worker-record.ts'

const there: WorkerRecord = {
  workerId: 'w1',
  hold: 5,
  host: 'a',
  address: 'http://10.0.0.1:8000',
  instance: 'i',
  catalog: 'c',
  isAvailable: true,
}
const away = { ...there, isAvailable: false }
const moved = { ...there, hold: 6, host: 'b' }
const begun = { hold: 5, instance: 'i' }
const adopted = { hold: 0, instance: undefined }

describe('a run at a worker', () => {
  it.each([
    ['is asked of the host that holds the worker', there, undefined, 'ask'],
    ['waits for that host once it was begun there', there, begun, 'wait'],
    ['waits while the worker is away', away, begun, 'wait'],
    ['is asked of the host to which the worker has moved', moved, begun, 'ask'],
    ['waits for a worker that has moved and is away', { ...moved, isAvailable: false }, begun, 'wait'],
    ['is asked again when its leader has changed', there, adopted, 'ask'],
    ['waits for the worker when its leader has changed', away, adopted, 'wait'],
  ] as const)('%s', (_what, found, at, kind) => {
    expect(findNextStep('w1', found, { at, isOverdue: false }).kind).toBe(kind)
  })

  it('is asked of its host from time to time whether it is there, while the worker is', () => {
    const progress = { at: begun, isOverdue: true }
    expect(findNextStep('w1', there, progress).kind).toBe('ask')
    expect(findNextStep('w1', away, progress).kind).toBe('wait')
  })

  it.each([
    ['is refused while the worker is away', away, undefined, 'Worker "w1" is away'],
    ['is refused where nobody has the worker', undefined, undefined, 'Worker "w1" is not connected'],
    ['ends when the worker is given up', undefined, begun, 'is given up'],
    ['ends when another process has come', { ...moved, instance: 'j' }, begun, 'was restarted'],
  ] as const)('%s', (_what, found, at, text) => {
    const step = findNextStep('w1', found, { at, isOverdue: true })
    expect(step).toMatchObject({ kind: 'fail', error: { code: 'worker.unreachable' } })
    expect(step.kind === 'fail' && step.error.message).toContain(text)
  })
})
