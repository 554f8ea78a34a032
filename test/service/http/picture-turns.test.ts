/** Pictures that take long: whoever asks for many keeps neighbours behind the same address from none. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, expect, it } from 'vitest'

let host: Host
let url: string
const begun: string[] = []
let endFirst = () => {}

beforeEach(async () => {
  host = await createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent', drainTimeout: 0 })
  const mesh = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1), indices: Uint32Array.of(0, 1, 2) }
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'any',
    type: 'object',
    properties: { size: { type: 'number', default: 1 } },
    additionalProperties: false,
  } as const
  const dear = async (size: number) => {
    begun.push(`dear ${size}`)
    await new Promise<void>((resolve) => {
      endFirst = resolve
    })
    return mesh
  }
  const cheap = () => {
    begun.push('cheap')
    return mesh
  }
  // Functions in code take any arguments; the schema says which.
  host.registerSpecimen({ id: 'dear' }, dear as never, { returns: 'mesh', schema })
  host.registerSpecimen({ id: 'cheap' }, cheap, { returns: 'mesh' })
  url = await host.listen()
})
afterEach(async () => await host.close())

const ask = async (path: string): Promise<IncomingMessage> => {
  const request = get(`${url}/api/specimens/${path}`)
  request.on('error', () => {}) // of those that are still waiting at the end
  const [answer] = await once(request, 'response')
  return answer
}

it('a cheap picture waits for one dear one, though 34 of those were asked for before', async () => {
  const sizes = Array.from({ length: 34 }, (_, size) => size)
  const dear = sizes.map((size) => ask(`dear/picture?width=16&params={"size":${size}}`))
  for (const one of dear) one.catch(() => {})
  const refused = await Promise.race(dear)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(JSON.parse(String(await buffer(refused)))).toMatchObject({ code: 'host.busy' })
  const metrics = async (): Promise<string> => (await host.inject('/metrics')).body
  await expect.poll(metrics).toContain('held_places{what="pictures"} 32')
  const cheap = ask('cheap/picture?width=16')
  await expect.poll(metrics).toContain('held_places{what="pictures"} 33')
  endFirst()
  const picture = await cheap
  expect([picture.statusCode, begun.slice(0, 2)]).toEqual([200, [expect.stringMatching(/^dear/), 'cheap']])
  picture.resume()
})
