/** Events as lines on a stream, as `specimen dev` writes them to its host. */
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readEvents } from '../../core/cli/read-events.ts'
import type { DevEvent } from '../../core/contract/domain/dev-event.ts'

it('hands on each whole line, however it comes, and says when the other end is gone', async () => {
  const stream = new PassThrough()
  const events: DevEvent[] = []
  const { ended } = readEvents(stream, (event) => events.push(event))
  stream.write('{"kind":"faults","fau')
  stream.write('lts":["a"]}\n{"kind":"faults","faults":[]}\n')
  stream.end('{"kind":"output","text":{"cut"}') // killed in the midst of a line
  await ended
  expect(events).toEqual([
    { kind: 'faults', faults: ['a'] },
    { kind: 'faults', faults: [] },
  ])
})

it('reads no more when it is closed', async () => {
  const stream = new PassThrough()
  const events: DevEvent[] = []
  const reader = readEvents(stream, (event) => events.push(event))
  reader.close()
  await reader.ended
  expect([stream.destroyed, events]).toEqual([true, []])
})
