import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { DevEvent } from '../contract/domain/dev-event.ts'
import { createDeferred } from '../contract/time/deferred.ts'

/** Passes each line of a stream on as an event. */
export function readEvents(
  stream: Readable,
  onEvent: (event: DevEvent) => void,
): {
  readonly ended: Promise<void>
  /** Stops reading, so that the stream keeps no process alive. */
  close(): void
} {
  const ended = createDeferred<void>()
  const lines = createInterface({ input: stream })
  lines.on('line', (line) => {
    const event = parseEvent(line)
    if (event) onEvent(event)
  })
  lines.once('close', () => ended.resolve())
  return {
    ended: ended.promise,
    close: () => {
      lines.close()
      stream.destroy()
    },
  }
}

/** Returns null for a line without an end, which a killed command leaves. */
function parseEvent(line: string): DevEvent | null {
  try {
    return JSON.parse(line) as DevEvent // written by `specimen dev` of this package
  } catch {
    return null
  }
}
