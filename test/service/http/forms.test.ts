/**
 * The forms of a result on `/data`: which one `Accept` gets, what a glTF file is called, and what `If-Match`
 * asks for.
 */
import { WebIO } from '@gltf-transform/core'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelopeType, expectProblem } from '../../support/api.ts'

let host: Host
let url: string
let runs = 0
const corners = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
const colors = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255)
const scalars = Float32Array.of(0.5, -1, 2)
const glb = 'model/gltf-binary'

beforeAll(async () => {
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  host.registerSpecimen({ id: 'plain', displayName: 'Die Fläche' }, () => corners, { returns: 'mesh' })
  host.registerSpecimen({ id: 'painted' }, () => ({ ...corners, colors, scalars }), { returns: 'mesh' })
  const texts = { unit: 'mm', valueName: 'density', valueUnit: '1/mm³' }
  host.registerSpecimen({ id: 'named' }, () => ({ ...corners, ...texts }), { returns: 'mesh' })
  host.registerFunction('counted', () => ({ shape: [1, 1, 1], data: Uint8Array.of(++runs) }), {
    returns: 'volume',
  })
  url = await host.listen()
})
afterAll(async () => await host.close())

const get = (id: string, headers: { readonly [name: string]: string } = {}, room = 'a') =>
  fetch(`${url}/api/specimens/${id}/data?room_id=${room}`, { headers })
const typeOf = async (id: string, accept: string) => {
  const response = await get(id, { accept })
  await response.arrayBuffer()
  return response.headers.get('content-type')
}

describe('a mesh', () => {
  it.each([
    ['*/*', envelopeType],
    ['application/*', envelopeType],
    [glb, glb],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', envelopeType],
    [`${envelopeType}, application/json`, envelopeType],
    [`${envelopeType};q=0.4, application/json;q=0.5`, 'application/json'],
    [`application/json;q=0.1, ${glb};q=0.2`, glb],
    ['application/json;q=0', envelopeType],
  ])('is for Accept %s sent as %s', async (accept, wanted) => {
    expect(await typeOf('plain', accept)).toBe(wanted)
  })

  it.each([
    ['*/*', envelopeType],
    ['application/*', envelopeType],
    [envelopeType, envelopeType],
    ['application/json, text/plain, */*', envelopeType],
    [`${envelopeType}, application/json;q=0.5`, 'application/json'],
    [`${glb}, application/json;q=0.5`, glb],
  ])('with colours is for Accept %s sent as %s', async (accept, wanted) => {
    expect(await typeOf('painted', accept)).toBe(wanted)
  })

  it('has its colours and scalars in JSON, and in the envelope the bytes of one without [envelope.mesh] [result.mesh]', async () => {
    const json = await (await get('painted', { accept: 'application/json' })).json()
    expect(json).toEqual({
      type: 'mesh',
      vertices: [...corners.vertices],
      indices: [0, 1, 2],
      colors: [...colors],
      scalars: [...scalars],
    })
    const [painted, plain] = [await get('painted'), await get('plain')]
    expect(await painted.arrayBuffer()).toEqual(await plain.arrayBuffer())
  })

  it('has its texts in JSON and in the extras of a glTF file, and in the envelope the bytes of one without', async () => {
    const texts = { unit: 'mm', valueName: 'density', valueUnit: '1/mm³' }
    const both = `${envelopeType}, application/json;q=0.5`
    const json = await get('named', { accept: both })
    expect(await json.json()).toEqual({
      type: 'mesh',
      ...texts,
      vertices: [...corners.vertices],
      indices: [0, 1, 2],
    })
    const bytes = await (await get('named', { accept: glb })).arrayBuffer()
    const document = await new WebIO().readBinary(new Uint8Array(bytes))
    const [root] = document.getRoot().getDefaultScene()?.listChildren() ?? []
    expect(root?.getExtras()).toEqual({ ...texts, up: 'z' })
    const [named, plain] = [await get('named'), await get('plain')]
    expect(await named.arrayBuffer()).toEqual(await plain.arrayBuffer())
  })

  it('is a glTF file with the name of its specimen, whose tag is another when the name is', async () => {
    const answer = await get('plain', { accept: glb })
    const { json } = await new WebIO().binaryToJSON(new Uint8Array(await answer.arrayBuffer()))
    expect([json.nodes?.[0]?.name, json.meshes?.[0]?.name, json.materials?.[0]?.name]).toEqual(
      Array(3).fill('Die Fläche'),
    )
    expect(json.materials?.[0]?.doubleSided).toBe(true)
    const tag = answer.headers.get('etag') ?? ''
    expect((await get('plain', { accept: glb, 'if-none-match': tag })).status).toBe(304)
    const other = await createHost({ plugins: 'nowhere', specimens: 'nowhere', logLevel: 'silent' })
    other.registerSpecimen({ id: 'plain', displayName: 'Another' }, () => corners, { returns: 'mesh' })
    const renamed = await other.inject({ url: '/api/specimens/plain/data', headers: { accept: glb } })
    const nameOf = (etag: string) => etag.split('.')[1] // the first part tells results apart
    expect(nameOf(String(renamed.headers.etag))).not.toBe(nameOf(tag))
    await other.close()
  })

  it('has its colours and scalars in a glTF file', async () => {
    const bytes = await (await get('painted', { accept: glb })).arrayBuffer()
    const [mesh] = (await new WebIO().readBinary(new Uint8Array(bytes))).getRoot().listMeshes()
    const found = mesh?.listPrimitives()[0]?.getAttribute('COLOR_0')?.getArray()
    // 0 and 255 are the same in any light.
    expect(found).toEqual(Uint16Array.from(colors, (level) => level * 257))
    expect(mesh?.listPrimitives()[0]?.getAttribute('_SCALAR')?.getArray()).toEqual(scalars)
  })
})

describe('If-Match', () => {
  const post = (headers: { readonly [name: string]: string }, room: string) => {
    const body = JSON.stringify({ room_id: room })
    return fetch(`${url}/api/specimens/counted/data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  }

  it('computes nothing when the room does not hold the result', async () => {
    const before = runs
    for (const tag of ['*', '"a"']) {
      await expectProblem(await get('counted', { 'if-match': tag }, 'empty'), 412, 'condition.failed')
      const { detail } = await expectProblem(
        await post({ 'if-match': tag }, 'empty'),
        412,
        'condition.failed',
      )
      expect(detail).toContain('The room "empty" holds no result of counted for these parameters')
    }
    expect(runs).toBe(before)
  })

  it('is answered as ever when the room holds it under a tag that is named, or under any', async () => {
    const first = await get('counted', {}, 'full')
    const tag = first.headers.get('etag') ?? ''
    const bytes = await first.arrayBuffer()
    for (const given of ['*', tag, `"other", ${tag}`]) {
      const again = await post({ 'if-match': given }, 'full')
      expect([again.status, await again.arrayBuffer()]).toEqual([200, bytes])
    }
    for (const given of ['"other"', `W/${tag}`, '']) {
      await expectProblem(await post({ 'if-match': given }, 'full'), 412, 'condition.failed')
    }
    const both = { 'if-match': '*', 'if-none-match': tag, 'cache-control': 'no-store' }
    expect((await get('counted', both, 'full')).status).toBe(304)
  })

  it('comes after what is wrong with the request', async () => {
    await expectProblem(await get('nowhere', { 'if-match': '*' }), 404, 'specimen.unknown')
    const wrong = await fetch(`${url}/api/specimens/counted/data?params={"x":1}`, {
      headers: { 'if-match': '*' },
    })
    await expectProblem(wrong, 422, 'params.invalid')
  })
})
