/** Data of a chat, encoded on the event loop a part at a time. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { encodeBase64, escapeText } from '../../../core/service/mcp/streams/encode-message.ts'

const partBytes = 96 * 1024
const bytes = Uint8Array.from({ length: 4 * 2 ** 20 }, (_, i) => (i * 31) % 251)
/** Two bytes for each letter, from an odd place on: parts end within letters. */
const text = `"${'é'.repeat(300_000)}\n`

/** Resolves with what a work returns, and the turns that the event loop had meanwhile. */
async function countTurns<T>(work: Promise<T>): Promise<{ readonly made: T; readonly turns: number }> {
  let turns = 0
  let isOver = false
  const made = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await setImmediate()
    turns++
  }
  return { made: await made, turns }
}

it.each([[[bytes]], [[bytes.subarray(0, 100_001), bytes.subarray(100_001)]]])(
  'base64 of 4 MiB has a turn of the event loop between parts of 96 kB: case %#',
  async (pieces) => {
    const { made, turns } = await countTurns(encodeBase64(pieces))
    for (const part of made) expect(part.byteLength).toBeLessThanOrEqual((partBytes / 3) * 4)
    expect(turns).toBeGreaterThanOrEqual(bytes.byteLength / partBytes)
    expect(Buffer.concat(made).toString()).toBe(Buffer.from(bytes).toString('base64'))
  },
)

it('a text has a turn of the event loop between parts of 96 kB, and keeps letters that parts cut', async () => {
  const given = new TextEncoder().encode(text)
  const decoder = new TextDecoder()
  const { made, turns } = await countTurns(escapeText(given, decoder.decode.bind(decoder)))
  expect(made.length).toBe(Math.ceil(given.byteLength / partBytes))
  expect(turns).toBeGreaterThanOrEqual(made.length - 1)
  expect(`"${Buffer.concat(made)}"`).toBe(JSON.stringify(text))
})
