/** The address of a specimen for programs that read Zarr, as a client gives it, read by one that sends no headers. */
import { createClient } from 'specimen-host/client'
import { describe, expect, it } from 'vitest'
import * as zarr from 'zarrita'
import { useHost } from '../support/use-host.ts'

const token = 'the token of these tests, long enough'
const used = useHost()

async function start(options: { readonly token?: string } = {}): Promise<string> {
  await used.start(options)
  const properties = {
    side: { type: 'integer', default: 2, minimum: 1 },
    name: { type: 'string', default: '' },
  } as const
  used.host.registerSpecimen(
    { id: 'cube' },
    (side: number, name: string) => {
      return { shape: [side, side, side], data: new Uint8Array(side ** 3).fill(name.length) }
    },
    { returns: 'volume', schema: { type: 'object', properties } },
  )
  return used.url
}

async function readSamples(address: string) {
  const array = await zarr.open.v3(zarr.root(new zarr.FetchStore(address)).resolve('0'), { kind: 'array' })
  const { data, shape } = await zarr.get(array)
  return { shape, first: (data as Uint8Array)[0] }
}

describe('the address of a client', () => {
  it('has a ticket of the host to its room, and any parameters', async () => {
    const url = await start({ token })
    const client = createClient(url, { token })
    const params = { side: 3, name: 'a/b?ü#%' }
    const address = await client.zarrAddress('cube', { params, roomId: 'lab & co' })
    expect(address).toContain('/api/specimens/cube/zarr/room_id=lab%20%26%20co/params=')
    expect(address).toMatch(/\/ticket=spt_[^/]+\/cube\.zarr$/)
    expect(address).not.toContain(token)
    expect(await readSamples(address)).toEqual({ shape: [3, 3, 3], first: 7 })
    const elsewhere = await fetch(`${address.replace('lab%20%26%20co', 'elsewhere')}/zarr.json`)
    expect(elsewhere.status).toBe(403)
    const guest = createClient(url, { token: /ticket=([^/]+)/.exec(address)?.[1] })
    expect(await guest.zarrAddress('cube', { params, roomId: 'lab & co' })).toBe(address)
  })

  it('has none at a host that asks for none, also for a client with a token', async () => {
    const url = await start()
    expect(await createClient(url).zarrAddress('cube')).toBe(`${url}/api/specimens/cube/zarr/cube.zarr`)
    const address = await createClient(url, { token }).zarrAddress('cube', { params: { side: 4 } })
    expect(address).not.toContain('ticket')
    expect(await readSamples(address)).toEqual({ shape: [4, 4, 4], first: 0 })
  })
})
