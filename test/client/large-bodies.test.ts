/** Whether large bodies are asked for compressed, on lines of every speed. */
import { createClient } from 'specimen-host/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLargeBodies, type LargeBodies } from '../../core/client/large-bodies.ts'
import { envelopeType, joinEnvelope } from './bytes.ts'

const megabyte = 2 ** 20

/**
 * Receives bodies of 12 MB on a line of so many MB a second, from a host that compresses 100 of them to a
 * third; returns which came plain.
 */
function receive(bodies: LargeBodies, speed: number, count: number): boolean[] {
  return Array.from({ length: count }, () => {
    const isPlain = bodies.arePlain
    bodies.add(12e6, 12 / (isPlain ? speed : Math.min(100, 3 * speed)), isPlain)
    return isPlain
  })
}

describe('large bodies', () => {
  it('come plain from the second on where the line is fast', () => {
    expect(receive(createLargeBodies(), 800, 40)).toEqual([false, ...Array(39).fill(true)])
  })

  it.each([0.1, 1, 12])('always come compressed on a line of %d MB a second', (speed) => {
    expect(receive(createLargeBodies(), speed, 200)).not.toContain(true)
  })

  it('come plain once in a while where that can be faster and is not', () => {
    const plain = receive(createLargeBodies(), 40, 100).flatMap((isPlain, i) => (isPlain ? [i] : []))
    expect(plain).toEqual([1, 18, 35, 52, 69, 86])
  })

  it('come compressed again when the line has become slow, and plain when it is fast again', () => {
    const bodies = createLargeBodies()
    receive(bodies, 800, 20)
    const slow = receive(bodies, 5, 40)
    expect(slow).toEqual([true, true, ...Array(38).fill(false)])
    expect(receive(bodies, 800, 3)).toEqual([false, true, true])
  })

  it('go on to come plain when one has come slowly', () => {
    const bodies = createLargeBodies()
    receive(bodies, 800, 5)
    expect([...receive(bodies, 5, 1), ...receive(bodies, 800, 5)]).not.toContain(false)
  })

  it('are not judged by small ones, which take as long on any line, nor by what took no time', () => {
    const bodies = createLargeBodies()
    bodies.add(megabyte - 1, 0.001, false)
    bodies.add(megabyte, 0, false)
    expect(bodies.arePlain).toBe(false)
    bodies.add(megabyte, 0.001, false)
    expect(bodies.arePlain).toBe(true)
  })
})

describe('a client', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['fast', 1, [null, 'no-transform', 'no-transform']],
    ['slow', 1000, [null, null, null]],
  ])('asks for data on a %s line as what came before allows', async (_, milliseconds, wanted) => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const samples = new Uint8Array(2 * megabyte)
    const bytes = joinEnvelope(
      { type: 'volume', shape: [1, 1, samples.length], dtype: 'uint8' },
      Buffer.from(samples),
    )
    const asked: (string | null)[] = []
    const fetch: typeof globalThis.fetch = async (_address, init) => {
      asked.push(new Headers(init?.headers).get('cache-control'))
      const pull = (controller: ReadableStreamDefaultController): void => {
        now += milliseconds
        controller.enqueue(new Uint8Array(bytes))
        controller.close()
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 }) // nothing comes before it is read
      return new Response(body, { headers: { 'content-type': envelopeType } })
    }
    const client = createClient('http://host', { fetch })
    for (const _ of wanted) await client.data('a')
    expect(asked).toEqual(wanted)
  })
})
