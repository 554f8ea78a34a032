/** Hostile and damaged files of the formats in XML, zip and lists: announced counts cost nothing, and sentences say what is wrong. */
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { readXml } from '../../../core/data/formats/xml.ts'
import { readKnown, readRefusal, toBytes } from './files.ts'
import { toZip } from './tags/xml-arrays.ts'

const gifti = (data: string) => toBytes(`<?xml version="1.0"?><GIFTI>${data}</GIFTI>`)
const points = (more: string, data: string) =>
  `<DataArray Intent="NIFTI_INTENT_POINTSET" DataType="NIFTI_TYPE_FLOAT32" ${more}><Data>${data}</Data></DataArray>`
const bomb = Buffer.from(deflateSync(Buffer.alloc(2 ** 24))).toString('base64')
const model = (text: string) => toZip({ '[Content_Types].xml': '', '3D/3dmodel.model': text })

describe('a surface is refused', () => {
  it.each([
    ['a.off', 'OFF\n2000000000 1 0\n0 0 0\n', /2000000000 vertices.* needs/],
    ['a.off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n', /one of 3 vertices from 0 \(got 3\)/],
    ['a.off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n', /truncated/],
    [
      'a.vtk',
      '# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 4000000000 float\n0',
      /truncated/,
    ],
    ['a.vtk', '# vtk DataFile Version 3.0\nt\nASCII\nDATASET RECTILINEAR_GRID\n', /got RECTILINEAR_GRID/],
    ['a.gii', gifti(points('Dim0="900000000" Dim1="3" Encoding="GZipBase64Binary"', 'eJw=')), /needs/],
    [
      'a.gii',
      gifti(points('Dim0="3" Dim1="3" Encoding="GZipBase64Binary"', bomb)),
      /has more than \d+ bytes/,
    ],
    ['a.gii', gifti('<DataArray><DataArray>').subarray(0, 50), /truncated/],
    ['lh.pial', `\xff\xff\xfea\n\n\x7f\xff\xff\xff\x7f\xff\xff\xff`, /needs/],
    ['a.3mf', model('<model><resources/><build/></model>'), /no items/],
    [
      'a.3mf',
      model(
        `<model><resources><object id="1"><components>${'<component objectid="1"/>'.repeat(2)}</components></object></resources><build><item objectid="1"/></build></model>`,
      ),
      /contain themselves/,
    ],
    ['a.3mf', readKnown('pyramid.3mf').subarray(0, 900), /no directory/],
  ])('%s %#', async (name, bytes, words) => {
    expect(await readRefusal(typeof bytes === 'string' ? toBytes(bytes) : bytes, name)).toMatch(words)
  })

  it('for entities of XML that stand for each other: none is known but the five', () => {
    const steps = [...readXml('<a b="&lt;&#65;&#x42;">x &amp; &lol; <![CDATA[<y>]]></a>')]
    expect(steps).toEqual([
      { kind: 'open', name: 'a', prefix: '', spaces: new Map(), attributes: new Map([['b', '<AB']]) },
      { kind: 'text', text: 'x & &lol; ' },
      { kind: 'text', text: '<y>' },
      { kind: 'close', name: 'a' },
    ])
    expect(() => [...readXml('<!DOCTYPE a [<!ENTITY b "c">]><a/>')]).toThrow(/declarations/)
    expect(() => [...readXml('<a>'.repeat(65))]).toThrow(/deep/)
    const nested = [...Array(3).keys()].map((depth) => {
      const names = Array.from({ length: 40 }, (_, i) => `xmlns:p${depth}x${i}="u"`)
      return `<a ${names.join(' ')}>`
    })
    expect(() => [...readXml(nested.join(''))]).toThrow(/more than 64 prefixes/)
  })

  it('never for being a zip that is no 3MF, which is named', async () => {
    expect(await readRefusal(toZip({ 'a.txt': 'b' }), 'a.3mf', { code: 'format.unknown' })).toMatch(
      /unpack it/,
    )
    await expect(decodeFile(readKnown('pyramid.3mf'), 'a.zip')).resolves.toMatchObject({ type: 'mesh' })
  })
})
