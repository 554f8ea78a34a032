/** Returns letters and digits of so many random bytes: `crypto.randomUUID` is missing on plain http. */
export function createLetters(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(36)).join('')
}
