/**
 * How long a worker waits before it dials again: full jitter, so that a thousand workers whose relay was
 * restarted do not come back in one moment (PROTOCOL.md, Resume).
 */
const firstMilliseconds = 500
const longestMilliseconds = 30_000
const soundMilliseconds = 30_000

/**
 * Returns the milliseconds to wait after `failures` attempts in a row, the first being 0. `random` returns 0
 * up to 1.
 */
export function toDelay(failures: number, random: () => number): number {
  return random() * Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(failures, 16))
}

/** Returns whether a link has lasted long enough for the next wait to be short again. */
export function isSound(lastedMilliseconds: number): boolean {
  return lastedMilliseconds >= soundMilliseconds
}
