/** Files as parameters: bytes that the host does not decode, from the upload to the function. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDataSchema, toFileSchema } from '../../../core/contract/domain/data-ref.ts'
import type { Body } from '../../support/api.ts'
import { makeBundle } from '../../support/make-bundle.ts'

const source = `
export const sum = (file, factor = 1) => {
  const { name, bytes } = file
  const first = bytes[0] ?? -1
  bytes.fill(7)
  const text = name + (bytes instanceof Uint8Array ? ' bytes' : ' none')
  return { points: Float32Array.of(bytes.length, first, factor), notes: [text] }
}
export const many = (files) => ({ points: Float32Array.of(files.length, files[1].bytes[1], 0) })
export const solid = (mesh) => mesh
`
const toHash = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const specimens = mkdtempSync(join(tmpdir(), 'file-specimens-'))
const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'

let host: Host

beforeAll(async () => {
  const plugins = mkdtempSync(join(tmpdir(), 'file-plugins-'))
  const file = toFileSchema(['.dat', '.obj'])
  makeBundle(plugins, {
    name: 'tables',
    source,
    functions: [
      {
        name: 'sum',
        returns: 'point_cloud',
        properties: {
          file: { ...file, default: { specimen: 'molecule' } },
          factor: { type: 'number', default: 1 },
        },
      },
      {
        name: 'many',
        returns: 'point_cloud',
        properties: { files: { type: 'array', items: file, maxItems: 16 } },
        required: ['files'],
      },
      { name: 'solid', returns: 'mesh', properties: { mesh: toDataSchema(['mesh']) }, required: ['mesh'] },
    ],
  })
  mkdirSync(join(specimens, 'molecule'))
  writeFileSync(join(specimens, 'molecule', 'one.obj'), obj)
  const described = { id: 'molecule', type: 'mesh', data_file: 'one.obj' }
  writeFileSync(join(specimens, 'molecule', 'specimen.json'), JSON.stringify(described))
  host = await createHost({ plugins, specimens, logLevel: 'silent', resultBytes: 2 ** 20 })
  const schema = { type: 'object', properties: { file }, required: ['file'] } as const
  const inCode = ({ name, bytes }: { name: string; bytes: Uint8Array }) => {
    bytes.fill(9)
    return { points: Float32Array.of(bytes.length, name.length, 0) }
  }
  host.registerSpecimen({ id: 'inCode' }, inCode, { returns: 'point_cloud', schema })
})
afterAll(async () => {
  await host.close()
})

const bring = async (bytes: string | Uint8Array, name: string) => {
  const headers = { 'content-type': 'application/octet-stream' }
  const url = `/api/files?name=${encodeURIComponent(name)}`
  const answer = await host.inject({ method: 'POST', url, headers, payload: Buffer.from(bytes) })
  return { status: answer.statusCode, body: answer.json() as Body }
}
const ask = async (id: string, params: object) => {
  const answer = await host.inject({
    url: `/api/specimens/${id}/data`,
    query: { params: JSON.stringify(params) },
    headers: { accept: 'application/json' },
  })
  return { status: answer.statusCode, body: answer.json() as Body }
}

describe('a file that the host does not decode', () => {
  it('is taken where a function names its ending, and refused in words elsewhere', async () => {
    const taken = await bring('12', 'a.DAT')
    expect(taken).toMatchObject({
      status: 200,
      body: { file: toHash('12'), name: 'a.DAT', bytes: 2, kind: null },
    })
    const refused = await bring('12', 'a.xyzw')
    expect([refused.status, refused.body.code]).toEqual([406, 'format.unknown'])
    expect(refused.body.detail).toContain('Functions of this host also take files that end in .dat, .obj.')
  })

  it('comes to the function whole, under the name in the reference', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251)
    const { file } = (await bring(bytes, 'a.dat')).body
    const first = await ask('sum', { file: { file } })
    expect(first.body).toMatchObject({ points: [300_000, 0, 1], notes: ['a.dat bytes'] })
    const renamed = await ask('sum', { file: { file, name: 'b.dat' } })
    expect(renamed.body.notes).toEqual(['b.dat bytes'])
    expect((await ask('inCode', { file: { file } })).body.points).toEqual([300_000, 5, 0])
    // No function has written into what others get.
    for (const factor of [2, 3])
      expect((await ask('sum', { file: { file }, factor })).body.points).toEqual([300_000, 0, factor])
  })

  it('may be empty, and one of several', async () => {
    const [none, some] = [await bring('', 'none.dat'), await bring('ab', 'some.dat')]
    const { body } = await ask('many', { files: [{ file: none.body.file }, { file: some.body.file }] })
    expect(body.points).toEqual([2, 98, 0])
  })

  it('may be that of a specimen, as by a default', async () => {
    expect((await ask('sum', {})).body).toMatchObject({
      points: [obj.length, 118, 1],
      notes: ['one.obj bytes'],
    })
  })

  it.each([
    [
      { file: toHash('34') },
      /^file must be a file that ends in .dat or .obj for sum, and the file is called "a.ply"/,
    ],
    [{ specimen: 'solid' }, /and solid is made by a function/],
    [
      { file: toHash('12'), name: 'a.obj' },
      /a file with .dat, as it was brought, and its name here has .obj/,
    ],
    [{ process: 'solid' }, /^file must refer to a file that ends in .dat or .obj, by {"file": sha256}/],
    [
      'a.dat',
      /^file must be an object that refers to a file that ends in .dat or .obj: {"specimen":"a.dat"}/,
    ],
  ])('is refused as %j before anything runs', async (ref, detail) => {
    await bring('12', 'a.dat')
    const ply =
      'ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n'
    const { file } = (await bring(`${ply}end_header\n`, 'a.ply')).body
    const own = JSON.stringify(ref).includes(toHash('34')) ? { file } : ref
    const { status, body } = await ask('sum', { file: own })
    expect([status, body.code]).toEqual([422, 'params.invalid'])
    expect(body.detail).toMatch(detail)
  })

  it('is no mesh', async () => {
    const { file } = (await bring('12', 'a.dat')).body
    const { body } = await ask('solid', { mesh: { file } })
    expect(body.detail).toContain(
      'must be a mesh for solid, and a.dat is of no format that this host decodes',
    )
  })

  it('is refused where it has more bytes than a run may hold', async () => {
    const { file } = (await bring(new Uint8Array(2 ** 20 + 1), 'large.dat')).body
    const { status, body } = await ask('sum', { file: { file } })
    expect([status, body.code]).toEqual([500, 'function.failed'])
    expect(body.detail).toContain('The data of sum have 1048577 bytes; at most 1048576 are allowed')
  })
})
