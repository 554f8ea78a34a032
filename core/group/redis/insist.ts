import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two tries. */
const pause = 500

/**
 * Asks Redis again while it does not answer, for so many milliseconds in all: for what no other host would
 * say. @throws the error of the last try
 */
export async function insist<T>(ask: () => Promise<T>, milliseconds = 60_000): Promise<T> {
  for (let left = milliseconds; ; left -= pause) {
    try {
      return await ask()
    } catch (error) {
      if (left <= 0) throw error
      await sleep(pause, undefined, { ref: false })
    }
  }
}
