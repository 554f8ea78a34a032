/** The memory of a chatty run whose link is away. */
import { expect, it, onTestFinished } from 'vitest'
import { OutgoingProgress } from '../../../core/federation/worker/outgoing-progress.ts'
import { measureHeap } from '../../support/measure-heap.ts'

it('keeps the last messages of a run, and the memory of no others, while there is no link', () => {
  const sent: { readonly seq: number; readonly texts: readonly string[] }[] = []
  const progress = new OutgoingProgress(
    (members) => void sent.push(members),
    () => false,
  )
  onTestFinished(() => progress.pause())
  progress.pause()
  const before = measureHeap()
  // A text of its own each time: 100,000 of a kilobyte would take 100 MB.
  for (let i = 0; i < 100_000; i++) progress.report(Buffer.alloc(1000, `${i} `).toString('latin1'))
  expect(measureHeap() - before).toBeLessThan(10_000_000)
  progress.resume(0)
  const texts = sent.flatMap((members) => members.texts)
  expect([texts.length, texts.at(-1)?.slice(0, 6)]).toEqual([1000, '99999 '])
  expect(sent[0]?.seq).toBe(99_000)
})
