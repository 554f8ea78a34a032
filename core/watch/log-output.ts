import { type DestinationStream, pino } from 'pino'

/** Milliseconds that a line waits for others: each write wakes a thread of Node's and is answered by it. */
const gatherMilliseconds = 20
/** Bytes that are written without waiting, and most of one write. */
const [gatherBytes, writeBytes] = [32 * 2 ** 10, 64 * 2 ** 10]
/** Bytes that wait for a reader who has stopped reading; what comes then is counted, and left out. */
const mostBytes = 8 * 2 ** 20

/** Where lines go, and who is told of those that did not. */
export interface LogOutput extends DestinationStream {
  /** Sets who is told, once there is room again, how many lines were left out. */
  onLost(tell: (lines: number) => void): void
}

/**
 * Returns an open file or pipe as a place for lines. It is written beside the event loop, and what waits at
 * the exit is written then.
 */
export function openOutput(descriptor: number): LogOutput {
  const output = pino.destination({
    fd: descriptor,
    sync: false,
    minLength: gatherBytes,
    maxWrite: writeBytes,
    maxLength: mostBytes,
    // Texts it would join, and count the bytes of all that waits with each line: 5 µs for 0.5.
    contentMode: 'buffer',
  })
  let timer: NodeJS.Timeout | undefined
  let lost = 0
  const flush = (): void => {
    timer = undefined
    output.flush()
  }
  output.on('drop', () => {
    lost++
  })
  return {
    write: (line) => {
      output.write(Buffer.from(line) as unknown as string) // its type knows of texts only
      if (!timer) timer = setTimeout(flush, gatherMilliseconds).unref()
    },
    onLost: (tell) => {
      output.on('drain', () => {
        const lines = lost
        lost = 0
        if (lines > 0) tell(lines)
      })
    },
  }
}
