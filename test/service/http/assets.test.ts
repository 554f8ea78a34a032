/**
 * Files of specimens over HTTP: what a host answers to HEAD, to conditions that fail, and to clients that
 * leave.
 */
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bytes = Buffer.alloc(4_000_000, 'solid rock ')

describe('a data file', () => {
  let folder: string
  let host: Host
  let url: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assets-'))
    await mkdir(join(folder, 'rock'))
    await writeFile(join(folder, 'rock', 'rock.stl'), bytes)
    await writeFile(
      join(folder, 'rock', 'specimen.json'),
      JSON.stringify({ type: 'mesh', data_file: 'rock.stl' }),
    )
    host = await createHost({ specimens: folder, plugins: '', port: 0, logLevel: 'silent' })
    url = `${await host.listen()}/api/specimens/rock/data`
  })
  afterAll(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  it('tells its length, type and validator and sends no byte for HEAD [endpoint.data.get]', async () => {
    const response = await fetch(url, { method: 'HEAD' })
    expect(response.status).toBe(200)
    const { headers } = response
    expect([headers.get('content-length'), headers.get('content-type')]).toEqual([
      String(bytes.length),
      'model/stl',
    ])
    expect([headers.get('accept-ranges'), headers.get('x-content-type-options')]).toEqual([
      'bytes',
      'nosniff',
    ])
    expect(headers.get('etag')).toMatch(/^W\/"/)
  })

  it('is kept by no shared cache, whatever part of it is sent and to whoever', async () => {
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? ''
    for (const headers of [
      {},
      { range: 'bytes=0-3' },
      { 'if-none-match': etag },
      { authorization: 'Bearer x' },
    ]) {
      const response = await fetch(url, { method: 'HEAD', headers })
      expect(response.headers.get('cache-control'), JSON.stringify(headers)).toBe('private, max-age=0')
    }
  })

  it.each<[number, { readonly [name: string]: string }, string | null]>([
    [416, { range: `bytes=${bytes.length}-` }, `bytes */${bytes.length}`],
    [412, { 'if-match': '"another"' }, null],
  ])(
    'is refused with %i and no body when the request asks for what is not there',
    async (status, headers, range) => {
      const response = await fetch(url, { headers })
      expect([response.status, await response.text()]).toEqual([status, ''])
      expect([response.headers.get('content-length'), response.headers.get('content-range')]).toEqual([
        '0',
        range,
      ])
    },
  )

  it('is sent in part only as RFC 9110 has it: by a strong condition, and a suffix as far as there is one', async () => {
    const whole = await fetch(url, { method: 'HEAD' })
    const [etag = '', modified = ''] = ['etag', 'last-modified'].map((name) => whole.headers.get(name) ?? '')
    const earlier = new Date(Date.parse(modified) - 5000).toUTCString()
    const later = new Date(Date.parse(modified) + 5000).toUTCString()
    const all = `bytes 0-${bytes.length - 1}/${bytes.length}`
    const rows: readonly (readonly [number, string | null, { readonly [name: string]: string }])[] = [
      [206, `bytes 0-3/${bytes.length}`, { range: 'bytes=0-3' }],
      [206, `bytes 0-3/${bytes.length}`, { range: 'bytes=0-3', 'if-range': modified }],
      [200, null, { range: 'bytes=0-3', 'if-range': etag }], // a weak tag is no promise of the same bytes
      [200, null, { range: 'bytes=0-3', 'if-range': etag.replace('W/', '') }],
      [200, null, { range: 'bytes=0-3', 'if-range': earlier }],
      [200, null, { range: 'bytes=0-3', 'if-range': later }],
      [206, all, { range: `bytes=-${bytes.length}` }],
      [206, all, { range: 'bytes=-999999999' }],
      [206, `bytes ${bytes.length - 2}-${bytes.length - 1}/${bytes.length}`, { range: 'bytes=-2' }],
      [304, null, { 'if-none-match': etag }],
      [304, null, { 'if-none-match': etag.replace('W/', '') }],
      [304, null, { 'if-none-match': `"other", ${etag.replace('W/', '')}` }],
    ]
    for (const [status, range, headers] of rows) {
      const response = await fetch(url, { headers })
      await response.arrayBuffer()
      expect([response.status, response.headers.get('content-range')], JSON.stringify(headers)).toEqual([
        status,
        range,
      ])
    }
    const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-3' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('is whole for the next client when one has left in the middle', async () => {
    const call = request(url).end()
    const [response] = await once(call, 'response')
    await once(response, 'data')
    call.destroy()
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  })
})
