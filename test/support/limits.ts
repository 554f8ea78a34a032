/** Times that tests and hooks have. They end what hangs: a busy machine may be slow, and nothing is expected to be fast. */

/** Milliseconds of a test, and of a hook. CI has the busiest machine of all. */
export const testMilliseconds = process.env.CI ? 360_000 : 120_000

/** Milliseconds of one wait in it: a little less, so that a failure says what was waited for. */
export const waitMilliseconds = testMilliseconds - 10_000
