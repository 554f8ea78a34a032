/** Pictures by address, and the cards that programs of others make of a link to a specimen. */
import { decode } from 'fast-png'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'

let host: Host
let url: string
const seen: number[] = []
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ball',
  type: 'object',
  properties: { size: { type: 'number', default: 1, minimum: 0, maximum: 9 } },
  additionalProperties: false,
} as const
const evil = `</title><script>alert(1)</script>"' $& $' x`

beforeAll(async () => {
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  const ball = (size: number) => {
    seen.push(size)
    const vertices = Float32Array.of(0, 0, 0, size, 0, 0, 0, 0, 1)
    return { vertices, indices: Uint32Array.of(0, 1, 2) }
  }
  const named = { id: 'ball', displayName: evil, description: 'A "flat" ball & more' }
  host.registerSpecimen(named, ball as never, { returns: 'mesh', schema })
  const fail = () => {
    throw new Error('no ball today')
  }
  host.registerSpecimen({ id: 'broken' }, fail, { returns: 'mesh' })
  const wait = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return ball(1)
  }
  host.registerSpecimen({ id: 'slow' }, wait as never, { returns: 'mesh' })
  const pair = () => {
    const wall = { vertices: Float32Array.of(-1, 0, -1, 1, 0, -1, 0, 0, 1), indices: Uint32Array.of(0, 1, 2) }
    return { wall, fog: { shape: [2, 2, 2], dtype: 'uint8', data: Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7) } }
  }
  const returns = { type: 'scene', parts: { wall: 'mesh', fog: 'volume' } } as const
  host.registerSpecimen({ id: 'pair' }, pair as never, { returns })
  url = await host.listen()
})
afterAll(async () => await host.close())

const get = (path: string, headers: { readonly [name: string]: string } = {}) =>
  fetch(url + path, { headers, redirect: 'manual' })
const picture = (query: string, headers = {}) => get(`/api/specimens/ball/picture?${query}`, headers)

describe('a picture', () => {
  it('is a PNG of the size that is asked for, drawn once for the same parameters, view and size', async () => {
    const first = await picture('params={"size":2}&width=120&height=64')
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(decode(await first.bytes())).toMatchObject({ width: 120, height: 64 })
    const etag = first.headers.get('etag') ?? ''
    const before = seen.length
    const again = await picture('params={"size":2.0}&height=64&width=120', { 'if-none-match': etag })
    expect([again.status, seen.length]).toEqual([304, before])
    const other = await picture('params={"size":2}&width=120&height=64&view=opacity=0.3')
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false])
    const square = decode(await (await picture('width=80')).bytes())
    expect([square.width, square.height]).toEqual([80, 80])
  })

  it('has axes where the view asks for them, and notes on settings that it leaves out', async () => {
    const answers = await Promise.all(
      ['', 'axes=1', 'edges=1 slices=0.5,0.5,0.5 shading=flat', 'isovalue=2'].map((view) =>
        picture(`width=96&view=${encodeURIComponent(view)}`),
      ),
    )
    expect(answers.map(({ headers }) => headers.get('specimen-notes'))).toEqual([
      null,
      null,
      '"Not drawn here: edges, slices. The page of the result draws it."',
      '"Changes nothing in this picture: isovalue."',
    ])
    const [plain, marked] = await Promise.all(answers.map((answer) => answer.bytes()))
    expect(marked).not.toEqual(plain)
  })

  it('is of all parts of a scene that the view shows, or of the one that is named', async () => {
    const draw = async (query: string) => {
      const answer = await get(`/api/specimens/pair/picture?width=64&${query}`)
      return {
        status: answer.status,
        notes: answer.headers.get('specimen-notes'),
        body: await answer.bytes(),
      }
    }
    const whole = await draw('')
    expect([whole.status, whole.notes]).toEqual([200, null])
    expect(decode(whole.body)).toMatchObject({ width: 64, height: 64 })
    const [faint, alone] = [await draw('view=parts=wall:0.3,fog:off'), await draw('part=wall')]
    expect([faint.status, faint.notes, alone.status]).toEqual([200, null, 200])
    expect(faint.body).not.toEqual(whole.body)
    expect(alone.body).not.toEqual(whole.body)
    const idle = await draw('view=window=0,1%20opacity=0.5')
    expect(idle.notes).toBe('"Changes nothing in this picture: window."')
    await expectProblem(await get('/api/specimens/pair/picture?part=roof'), 404, 'part.unknown')
    await expectProblem(await get('/api/specimens/pair/picture?view=parts=wall:2'), 400, 'request.invalid')
  })

  it('is a WebP, with fewer bytes, for who names that before PNG', async () => {
    const query = 'params={"size":2}&width=300'
    const png = await picture(query, { accept: '*/*' })
    const webp = await picture(query, { accept: 'image/avif,image/webp,image/png;q=0.9,*/*;q=0.8' })
    expect([png, webp].map(({ headers }) => headers.get('content-type'))).toEqual(['image/png', 'image/webp'])
    expect(webp.headers.get('vary')).toContain('accept')
    const [plain, bytes] = [await png.bytes(), await webp.bytes()]
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, 16))
    expect([text.slice(0, 4), text.slice(8, 15)]).toEqual(['RIFF', 'WEBPVP8'])
    // The size of a lossy frame (RFC 9649, 2.5; RFC 6386, 9.1): 14 bits each, after the start code.
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    expect([26, 28].map((at) => view.getUint16(at, true) & 0x3fff)).toEqual([300, 300])
    expect(bytes.length).toBeLessThan(plain.length)
    // The same on every Node: this suite runs on two.
    const tags = [png, webp].map(({ headers }) => headers.get('etag'))
    expect(tags).toEqual(['"6276deab2cc9e7ead4f449a4482074a9"', '"640623c7c959d565a65943cd17976c2c"'])
    const second = await picture(query, { accept: 'image/webp;q=0.1, image/png' })
    expect(second.headers.get('content-type')).toBe('image/png')
    await second.arrayBuffer()
  })

  it('is left out where it takes longer than a client allows, and tried by who allows more', async () => {
    const slow = (query: string) => get(`/api/specimens/slow/picture?width=16&${query}`)
    const late = await slow('within=0.05')
    expect([late.status, late.headers.get('retry-after')]).toEqual([204, '1'])
    expect((await slow('within=0.05')).status).toBe(204) // at once, as it is known by now
    const drawn = await slow('')
    expect(drawn.status).toBe(200)
    await drawn.arrayBuffer()
    expect((await slow('within=0.05')).status).toBe(200) // and then it is kept
    await expectProblem(await slow('within=31'), 400, 'request.invalid')
  })

  it('leaves the result of a room where it is', async () => {
    const data = (await get('/api/specimens/ball/data')).headers.get('etag') ?? ''
    await (await picture('params={"size":3}&width=16')).arrayBuffer()
    const held = await get('/api/specimens/ball/data', { 'if-match': data })
    expect(held.status).toBe(200)
    await held.arrayBuffer()
  })

  it('is computed for no HEAD, no page of another site, and no token that is for reading alone', async () => {
    const query = 'params={"size":4}&width=16'
    const head = await fetch(`${url}/api/specimens/ball/picture?${query}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, null])
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }
    const answers = await host.inject({ url: `/api/specimens/ball/picture?${query}`, headers: foreign })
    expect(answers.statusCode).toBe(403)
    expect(seen).not.toContain(4)
    const options = { plugins: 'nowhere', specimens: 'nowhere', token: 'secret', logLevel: 'silent' } as const
    const guarded = await createHost(options)
    guarded.registerSpecimen({ id: 'ball', displayName: 'Secret' }, () => [] as never, { returns: 'mesh' })
    for (const path of ['/api/specimens/ball/picture', '/oembed?url=http://localhost/s/ball'])
      expect((await guarded.inject({ url: path })).statusCode).toBe(401)
    const page = await guarded.inject({ url: '/s/ball' })
    expect([page.statusCode, page.body.includes('Secret'), page.body.includes('og:')]).toEqual([
      200,
      false,
      false,
    ])
    await guarded.close()
  })
})

it('a picture of a function whose parameters have no default is none without them', async () => {
  const needy = { ...schema, required: ['size'], properties: { size: { type: 'number' } } } as const
  host.registerSpecimen({ id: 'needy' }, (() => ({})) as never, { returns: 'mesh', schema: needy })
  expect((await get('/api/specimens/needy/picture')).status).toBe(204)
  await expectProblem(await get('/api/specimens/needy/picture?params={"size":"x"}'), 422, 'params.invalid')
})

describe('the page of a path address', () => {
  it('has title, description and picture of its specimen, with its own texts escaped', async () => {
    const response = await get('/s/ball?size=2&~opacity=0.5&~room=lab&other=1&~colormap=<x>')
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(html).toContain('<base href="../">')
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;' $&amp; $' x")
    expect(html).toContain('<meta name="description" content="A &quot;flat&quot; ball &amp; more">')
    // `other` is no parameter, so the picture is that of the defaults.
    const image = /og:image" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(image.startsWith(`${url}/api/specimens/ball/picture?`)).toBe(true)
    expect(new URL(image).searchParams.get('params')).toBeNull()
    expect(new URL(image).searchParams.get('view')).toBe('opacity=0.5')
    const own = await (await get('/s/ball?size=2')).text()
    expect(own).toContain('picture?params=%7B%22size%22%3A2%7D&amp;width=1200&amp;height=630')
  })

  it('leads below the path of a proxy, by the name and scheme that the proxy gives', async () => {
    const options = { plugins: 'nowhere', specimens: 'nowhere', logLevel: 'silent' } as const
    const behind = await createHost({ ...options, port: 0, trustProxy: '127.0.0.1' })
    behind.registerSpecimen({ id: 'ball' }, () => [] as never, { returns: 'mesh' })
    const own = await behind.listen()
    const headers = {
      'x-forwarded-host': '10.0.0.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/lab',
    }
    const html = await (await fetch(`${own}/lab/s/ball`, { headers })).text()
    expect(html).toContain('<base href="/lab/">')
    expect(html).toContain('og:url" content="https://10.0.0.7/lab/s/ball"')
    expect(html).toContain('og:image" content="https://10.0.0.7/lab/api/specimens/ball/picture?width=1200')
    const [, link = ''] = /oembed" href="https:\/\/10.0.0.7(\/lab\/oembed[^"]*)"/.exec(html) ?? []
    const { url: image } = await (await fetch(own + link, { headers })).json()
    expect(image).toMatch('https://10.0.0.7/lab/api/specimens/ball/picture?')
    for (const path of ['/s/ball', '/lab/oembed?url=https://10.0.0.7/lab/s/ball'])
      for (const name of ['10.0.0.7:99999', '"><x>.localhost', '%.localhost'])
        await expectProblem(
          await fetch(own + path, { headers: { ...headers, 'x-forwarded-host': name } }),
          421,
          'host.unknown',
        )
    await behind.close()
  })

  it('is the plain page for a specimen that is not there', async () => {
    const response = await get('/s/nothing')
    expect([response.status, (await response.text()).includes('og:title')]).toEqual([200, false])
  })

  it('is described by oEmbed, by its path or its fragment, in the size that is asked for', async () => {
    for (const address of [`${url}/s/ball?size=2`, `${url}/#/ball?size=2`]) {
      const answer = await get(`/oembed?url=${encodeURIComponent(address)}&maxwidth=400&maxheight=9999`)
      const body = await answer.json()
      expect(body).toMatchObject({ version: '1.0', type: 'photo', title: evil, width: 400, height: 210 })
      const narrow = `/oembed?url=${encodeURIComponent(address)}&maxwidth=300&maxheight=50`
      expect(await (await get(narrow)).json()).toMatchObject({ width: 95, height: 50 })
      const shown = await fetch(body.url)
      expect([shown.status, decode(await shown.bytes()).width]).toEqual([200, 400])
    }
  })
})

describe('a hostile address', () => {
  const p = '/api/specimens/ball/picture'
  it.each([
    [`${p}?width=1201`, 400, 'request.invalid'],
    [`${p}?width=15`, 400, 'request.invalid'],
    [`${p}?width=-64`, 400, 'request.invalid'],
    [`${p}?width=1e3`, 400, 'request.invalid'],
    [`${p}?width=64&width=65`, 400, 'request.invalid'],
    [`${p}?view=a&view=b`, 400, 'request.invalid'],
    [`${p}?params={}&params={}`, 400, 'request.invalid'],
    [`${p}?wdith=64`, 400, 'request.invalid'],
    [`${p}?view=camera=NaN,1,1`, 400, 'request.invalid'],
    [`${p}?params=nonsense`, 400, 'json.syntax'],
    [`${p}?height=99999999999999999999`, 400, 'request.invalid'],
    [`${p}?width=NaN&height=0x40`, 400, 'request.invalid'],
    [`${p}?params=[1]`, 400, 'json.syntax'],
    [`${p}?params=${'['.repeat(200)}`, 400, 'json.syntax'],
    [`${p}?params={"size":10}`, 422, 'params.invalid'],
    [`${p}?params={"__proto__":1}`, 400, 'json.syntax'],
    [`${p}?size=3`, 400, 'request.invalid'],
    [`${p}?view=colormap=nothing`, 400, 'request.invalid'],
    [`${p}?view=<script>`, 400, 'request.invalid'],
    [`${p}?view=${'a'.repeat(3000)}`, 400, 'request.invalid'],
    [`${p}?view=opacity=1%20opacity=0`, 400, 'request.invalid'],
    [`${p}?room_id=lab`, 400, 'request.invalid'],
    ['/api/specimens/..%2F..%2Fetc/picture', 404, 'specimen.unknown'],
    ['/api/specimens/broken/picture', 500, 'function.failed'],
    ['/oembed', 400, 'request.invalid'],
    ['/oembed?url=https://evil.example/s/ball', 400, 'request.invalid'],
    ['/oembed?url=javascript:alert(1)', 400, 'request.invalid'],
    ['/oembed?url=URL/s/ball&format=xml', 400, 'request.invalid'],
    ['/oembed?url=URL/s/nothing', 404, 'specimen.unknown'],
    ['/oembed?url=URL/s/../api/specimens/ball', 400, 'request.invalid'],
    ['/oembed?url=URL@evil.example/s/ball', 400, 'request.invalid'],
  ])('is refused: %s', async (path, status, code) => {
    await expectProblem(await get(path.replace('URL', url)), status, code)
  })

  it('is refused by the name of the side that is wrong', async () => {
    for (const side of ['width', 'height']) {
      const { detail } = await (await get(`${p}?${side}=9999`)).json()
      expect(detail).toBe(`${side} must be a whole number of pixels from 16 to 1200 (got "9999").`)
    }
  })

  it('is refused before it is read where it is longer than any that a page has', async () => {
    await expectProblem(await get(`${p}?params=${'a'.repeat(60_000)}`), 431, 'headers.large')
  })

  it.each([
    '%00',
    '%3Cscript%3E',
    '%2e%2e',
    `ball?${'a=1&'.repeat(3000)}`,
    'ball?size=%F0%9F&__proto__=1&~camera=%22%3E%3Cx',
  ])('below /s/ makes a harmless page: %s', async (rest) => {
    const response = await get(`/s/${rest}`)
    expect([200, 404]).toContain(response.status)
    expect(await response.text()).not.toMatch(/<script>|<x/)
  })
})
