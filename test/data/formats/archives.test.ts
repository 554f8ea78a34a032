/** Archives as programs write them: numbers in 64 bits however small, checksums, and prefixes of 3MF for addresses. */
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { listZip } from '../../../core/data/formats/zip.ts'
import { toArchive, type WideParts } from './archive.ts'
import { readRefusal } from './files.ts'

const addresses = 'http://schemas.microsoft.com/3dmanufacturing'
const vertices = '<vertex x="0" y="0" z="0"/><vertex x="2" y="0" z="0"/><vertex x="0" y="3" z="0"/>'
const mesh = (more = '') =>
  `<mesh><vertices>${vertices}</vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles>${more}</mesh>`
const triangle = {
  type: 'mesh',
  unit: 'mm',
  vertices: new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0]),
  indices: new Uint32Array([0, 1, 2]),
}

/** Returns the files of a model with attributes, resources before its object, and what stands in that. */
function toModel({
  attributes = '',
  before = '',
  content = mesh(),
  more = '',
  items = '<item objectid="1"/>',
} = {}) {
  const core = `${addresses}/core/2015/02`
  const object = `<object id="1" type="model" pid="5" pindex="0">${content}</object>`
  const model = `<model xmlns="${core}" ${attributes}><resources>${before}${object}${more}</resources><build>${items}</build></model>`
  return { '[Content_Types].xml': '<Types/>', '3D/3dmodel.model': model }
}

async function read(files: { readonly [path: string]: string }, parts?: WideParts) {
  const notes: string[] = []
  const { notes: _same, ...result } = await decodeFile(toArchive(files, parts), 'a.3mf', {
    onNote: (note) => notes.push(note),
  })
  return { result, notes }
}

describe('an archive', () => {
  it.each<WideParts>([
    {},
    { sizes: true },
    { places: true },
    { sizes: true, places: true },
    { end: true },
    { sizes: true, places: true, end: true },
  ])('with %o in 64 bits is read', async (parts) => {
    expect(await read(toModel(), parts)).toEqual({ result: triangle, notes: [] })
  })

  it.each([
    ['a.docx', 'docProps/app.xml', /office program.*as CSV/],
    ['a.npz', 'data.npy', /NumPy.*as NPY/],
    ['a.zip', 'data/a.stl', /an archive, which is not read: unpack it/],
  ])('of another program is refused with the way out: %s of %s', async (name, path, words) => {
    const bytes = toArchive({ [path]: 'x', 'b/c': 'y' })
    expect(await readRefusal(bytes, name, { code: 'format.unknown' })).toMatch(words)
  })

  it('of an office program is refused with the way out, as it begins like 3MF', async () => {
    const bytes = toArchive({ '[Content_Types].xml': 'x', 'xl/workbook.xml': 'y' })
    expect(await readRefusal(bytes, 'a.xlsx')).toMatch(/office program.*as CSV/)
  })

  it('whose checksum differs is damaged, stored or deflated, and the file is named', async () => {
    const reason =
      'The file is damaged: "3D/3dmodel.model" in its archive has another checksum (CRC-32) than it says.'
    expect(await readRefusal(toArchive(toModel(), { damage: 'checksum' }), 'a.3mf')).toContain(reason)
    const bytes = toArchive(toModel())
    const at = Buffer.from(bytes).indexOf('x="2"') + 3
    bytes[at] = 0x37
    expect(await readRefusal(bytes, 'a.3mf')).toContain(reason)
  })

  it.each<[WideParts, string]>([
    [{ end: true, damage: 'end' }, 'its end (zip64) is not where it should be'],
    [{ sizes: true, damage: 'field' }, 'a length is missing'],
    [{ places: true, damage: 'field' }, 'a length is missing'],
  ])('whose numbers of 64 bits are not there, as in %o, is damaged', async (parts, reason) => {
    expect(await readRefusal(toArchive(toModel(), parts), 'a.3mf')).toContain(reason)
  })

  it('of too many files says how many, and one of 4 GB that it ends early', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, '']))
    expect(() => listZip(toArchive(many))).toThrow('may have 10000 files (got 10001)')
    const bytes = toArchive(toModel(), { sizes: true })
    const length = new DataView(bytes.buffer, bytes.byteOffset)
    // The first field of 64 bits in the directory, behind that of another program.
    const entry = Buffer.from(bytes).indexOf('PK\x01\x02')
    length.setBigUint64(entry + 46 + '[Content_Types].xml'.length + 5 + 4 + 8, 2n ** 40n, true)
    expect(() => listZip(bytes)).toThrow(/truncated: a file of the archive needs 1099511\d+ bytes/)
  })

  it('never takes more than it announces', async () => {
    const packed = deflateRawSync(Buffer.alloc(2 ** 20))
    const bytes = toArchive({ '3D/3dmodel.model': packed.toString('latin1') })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    view.setUint16(Buffer.from(bytes).indexOf('PK\x01\x02') + 10, 8, true)
    expect(await readRefusal(bytes, 'a.3mf')).toMatch(/more than \d+ bytes/)
  })
})

describe('a prefix of 3MF', () => {
  const colors = new Uint8Array([0, 255, 0, 0, 255, 0, 0, 255, 0])

  it.each(['m', 'mat', 'b', 's'])('%s is materials where the file says so', async (prefix) => {
    const attributes = `xmlns:${prefix}="${addresses}/material/2015/02" requiredextensions="${prefix}"`
    const before = `<${prefix}:colorgroup id="5"><${prefix}:color color="#00FF0080"/></${prefix}:colorgroup>`
    expect(await read(toModel({ attributes, before }))).toEqual({
      result: { ...triangle, colors },
      notes: [],
    })
  })

  it('is known in the element that binds it, and the address of none is that around it', async () => {
    const before =
      `<colorgroup xmlns="${addresses}/material/2015/02" id="5"><color color="#00FF00"/></colorgroup>` +
      '<colorgroup xmlns="urn:other" id="6"><color color="red"/></colorgroup>'
    expect(await read(toModel({ before }))).toEqual({
      result: { ...triangle, colors },
      notes: ['colorgroup (urn:other) is unknown to this reader of 3MF and is left out.'],
    })
  })

  it.each([
    ['s', 'http://schemas.3mf.io/3dmanufacturing/volumetric/2022/01', 'volumetric content'],
    ['m', 'http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07', 'boolean operations'],
    ['b', `${addresses}/beamlattice/2017/02`, 'beam lattices'],
    ['b2', `${addresses}/beamlattice/balls/2020/07`, 'balls of beam lattices'],
    ['sc', `${addresses}/securecontent/2019/04`, 'encrypted content'],
    ['m', 'http://example.org/mine', 'http://example.org/mine'],
  ])('%s that stands for %s is refused by its name where it is required', async (prefix, address, name) => {
    const attributes = `xmlns:${prefix}="${address}" requiredextensions="${prefix}"`
    expect(await readRefusal(toArchive(toModel({ attributes })), 'a.3mf')).toContain(
      `It needs an extension of 3MF that is not read (${name}); save its mesh as STL.`,
    )
  })

  it('of an extension that is not required is noted with what is lost, in objects and in meshes', async () => {
    const attributes = `xmlns:s="http://schemas.3mf.io/3dmanufacturing/volumetric/2022/01" xmlns:b="${addresses}/beamlattice/2017/02"`
    const { result, notes } = await read(
      toModel({
        attributes,
        content: mesh('<b:beamlattice/>'),
        more: '<object id="3"><s:levelset functionid="2"/></object>',
        items: '<item objectid="1"/><item objectid="3"/>',
      }),
    )
    expect(result).toEqual(triangle)
    expect(notes).toEqual([
      'beamlattice (beam lattices) is unknown to this reader of 3MF and is left out.',
      'levelset (volumetric content) is unknown to this reader of 3MF and is left out.',
    ])
  })

  it('without an address is refused where it is required', async () => {
    const model = toModel({ attributes: 'requiredextensions="zz"' })
    expect(await readRefusal(toArchive(model), 'a.3mf')).toContain('(zz, without an address)')
  })

  it('of the production extension is read where parts are in one model', async () => {
    const attributes = `xmlns:p="${addresses}/production/2015/06" requiredextensions="p" p:UUID="1"`
    expect(await read(toModel({ attributes }))).toEqual({ result: triangle, notes: [] })
    const elsewhere = toModel({ attributes, items: '<item objectid="1" p:path="/3D/b.model"/>' })
    expect(await readRefusal(toArchive(elsewhere), 'a.3mf')).toContain('parts are in several models')
  })
})
