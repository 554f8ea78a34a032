/**
 * Returns a number and its noun, `1 error` or `3 errors`; `plural` is the noun of several where an s makes
 * none.
 */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
