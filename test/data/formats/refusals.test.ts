/** What is no file of a format, or one that cannot be shown: refused with what was found and wanted. */
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readKnown, readRaster, readRefusal, toBytes } from './files.ts'
import { pngEnd, toHead, toPng } from './tags/png-file.ts'

const nrrd = (fields: string, data = '') => toBytes(`NRRD0004\n${fields}\n\n${data}`)
const shorts = 'type: short\ndimension: 3\nsizes: 1 1 1\nencoding: raw'
const npy = (header: string, data = '') =>
  toBytes('\x93NUMPY\x01\0', new Uint16Array([header.length]), header, data)
const gifti = (attributes: string) =>
  toBytes(
    '<GIFTI><DataArray Intent="NIFTI_INTENT_POINTSET" DataType="NIFTI_TYPE_FLOAT32" Dim0="1" Dim1="3" ',
    `${attributes}><Data>AAAAAAAAAAAAAAAA</Data></DataArray></GIFTI>`,
  )
const ply = (lines: string) => toBytes(`ply\nformat ascii 1.0\n${lines}`)
const points = 'element vertex 1\nproperty float x\nproperty float y\nproperty float z\n'

/** Returns a file with other bytes from an offset on. */
function change(name: string, at: number, values: ArrayBufferView): Uint8Array {
  const bytes = readKnown(name).slice()
  bytes.set(new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength), at)
  return bytes
}

/** Returns a PNG of these sizes and bytes of its head, and of these rows. */
function toPlainPng(head: readonly number[], rows: Uint8Array): Uint8Array {
  const [width = 0, height = 0, ...more] = head
  return toPng(toHead(width, height, ...more), ['IDAT', new Uint8Array(deflateSync(rows))], pngEnd)
}

const refusals: readonly (readonly [what: string, name: string, bytes: Uint8Array, words: RegExp])[] = [
  [
    'a binary STL with fewer triangles than it says',
    'a.stl',
    readKnown('pyramid-binary.stl').subarray(0, 300),
    /truncated: 6 triangles needs 300 bytes and 216 are left/,
  ],
  ['an STL without a head', 'a.stl', toBytes('short\0'), /truncated: the head/],
  [
    'a text STL that ends early',
    'a.stl',
    readKnown('pyramid-text.stl').subarray(0, 600),
    /truncated|must have 3 vertices/,
  ],
  [
    'a text STL with a word for a number',
    'a.stl',
    toBytes('solid\nfacet\nvertex 0 one 2\n'),
    /three finite numbers \(got "one"\)/,
  ],
  ['an STL of nothing', 'a.stl', toBytes('solid\nendsolid\n'), /no triangles/],
  [
    'an STL with a vertex that is no number',
    'a.stl',
    change('pyramid-binary.stl', 96, new Float32Array([Number.NaN])),
    /must be finite \(got NaN\)/,
  ],
  ['an OBJ without vertices', 'a.obj', toBytes('hello\n'), /must have vertices/],
  [
    'an OBJ face of a vertex that is not there',
    'a.obj',
    toBytes('v 0 0 0\nf 1 2 3\n'),
    /one of the 1 vertices before it \(got "2"\)/,
  ],
  ['an OBJ line without an end', 'a.obj', new Uint8Array(3 * 2 ** 20).fill(65), /must have vertices/],
  ['a PLY without the end of its header', 'a.ply', ply(points), /end_header/],
  [
    'a PLY with more rows than bytes',
    'a.ply',
    ply(`${points.replace('1', '4000000000')}end_header\n1 2 3\n`),
    /truncated: 4000000000 rows/,
  ],
  [
    'a PLY with a list that is longer than the file',
    'a.ply',
    ply(
      `${points}element face 1\nproperty list uint uint vertex_indices\nend_header\n1 2 3\n4294967295 0 0\n`,
    ),
    /truncated/,
  ],
  [
    'a PLY with more numbers than elements',
    'a.ply',
    ply(`${points}end_header\n1 2 3 4\n`),
    /must end after its elements/,
  ],
  [
    'a PLY without positions',
    'a.ply',
    ply('element vertex 1\nproperty float u\nend_header\n1\n'),
    /x, y and z/,
  ],
  [
    'a PLY face of a vertex that is not there',
    'a.ply',
    ply(`${points}element face 1\nproperty list uchar int vertex_indices\nend_header\n1 2 3\n3 0 0 9\n`),
    /must be below 1/,
  ],
  [
    'a PLY of another format',
    'a.ply',
    toBytes('ply\nformat utf8 1.0\nend_header\n'),
    /format must be one of ascii/,
  ],
  [
    'an NRRD with a detached header',
    'a.nhdr',
    nrrd('type: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: raw\ndata file: a.raw'),
    /another file \(data file\)/,
  ],
  [
    'an NRRD of bzip2',
    'a.nrrd',
    nrrd('type: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: bzip2'),
    /The encoding bzip2 is not read; save it with gzip/,
  ],
  [
    'an NRRD without a byte order',
    'a.nrrd',
    nrrd(shorts, 'ab'),
    /endian must be little or big \(got no such field\)/,
  ],
  ['an NRRD of blocks', 'a.nrrd', nrrd(shorts.replace('short', 'block')), /type block/],
  [
    'an NRRD with sizes that do not fit its axes',
    'a.nrrd',
    nrrd(shorts.replace('1 1 1', '1 1')),
    /sizes must be 3/,
  ],
  [
    'an NRRD with absurd sizes',
    'a.nrrd',
    nrrd(`${shorts.replace('1 1 1', '99999 99999 99999')}\nendian: big`),
    /would take/,
  ],
  [
    'an NRRD with fewer samples',
    'a.nrrd',
    nrrd(`${shorts}\nendian: big`, 'a'),
    /truncated: an array of 1×1×1 int16 needs 2 bytes and 1/,
  ],
  ['an NRRD with more samples', 'a.nrrd', nrrd(`${shorts}\nendian: big`, 'abc'), /1 more bytes/],
  [
    'an NRRD of colors',
    'a.nrrd',
    nrrd(
      'type: uchar\ndimension: 4\nsizes: 3 1 1 1\nkinds: RGB-color domain domain domain\nencoding: raw',
      'abc',
    ),
    /one number \(got an axis of the kind RGB-color\)/,
  ],
  [
    'an NRRD of damaged gzip',
    'a.nrrd',
    nrrd('type: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: gzip', 'abc'),
    /damaged|truncated/,
  ],
  [
    'a NIfTI with a detached header',
    'a.hdr',
    change('scan-uint8.nii', 344, toBytes('ni1\0')),
    /another file \(\.img\)/,
  ],
  [
    'a NIfTI of colors',
    'a.nii',
    change('scan-uint8.nii', 70, new Int16Array([128])),
    /one real number of 64 bits at most \(got the datatype RGB24\); save one/,
  ],
  ['a NIfTI of complex numbers', 'a.nii', change('scan-uint8.nii', 70, new Int16Array([32])), /COMPLEX64/],
  [
    'a NIfTI with an extent of 0',
    'a.nii',
    change('scan-uint8.nii', 42, new Int16Array([0])),
    /at least 1 \(got 0×3×2\)/,
  ],
  [
    'a NIfTI of nine axes',
    'a.nii',
    change('scan-uint8.nii', 40, new Int16Array([9])),
    /from 1 to 7 \(got 9\)/,
  ],
  [
    'a NIfTI with absurd extents',
    'a.nii',
    change('scan-uint8.nii', 42, new Int16Array([32767, 32767, 32767])),
    /would take/,
  ],
  [
    'a NIfTI that ends early',
    'a.nii',
    readKnown('scan-int16.nii').subarray(0, 370),
    /truncated: an array of 4×3×2 int16/,
  ],
  [
    'an NPY of objects',
    'a.npy',
    npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }"),
    /objects of Python/,
  ],
  [
    'an NPY of records',
    'a.npy',
    npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,), }"),
    /records of several fields/,
  ],
  [
    'an NPY of complex numbers',
    'a.npy',
    npy("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }"),
    /real numbers \(it has complex ones\)/,
  ],
  [
    'an NPY of one axis',
    'a.npy',
    npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", 'ab'),
    /at least two axes/,
  ],
  [
    'a GIFTI of another spelling',
    'a.gii',
    gifti('Encoding="Base65Binary" Endian="LittleEndian"'),
    /Encoding must be ASCII or .*got Base65Binary.*nibabel/,
  ],
  [
    'a GIFTI of an unknown order of bytes',
    'a.gii',
    gifti('Encoding="Base64Binary" Endian="MiddleEndian"'),
    /Endian must be BigEndian or LittleEndian .got MiddleEndian/,
  ],
  [
    'an NPY of nothing',
    'a.npy',
    npy("{'descr': '|u1', 'fortran_order': False, 'shape': (0, 3, 3), }"),
    /must have elements/,
  ],
  [
    'an NPY with an absurd shape',
    'a.npy',
    npy("{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999, 99999999999999), }"),
    /cannot be/,
  ],
  [
    'an NPY with fewer elements',
    'a.npy',
    npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", 'ab'),
    /needs 32 bytes and 2 are left/,
  ],
  [
    'an NPY with more bytes',
    'a.npy',
    npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1, 1), }", 'ab'),
    /1 more bytes/,
  ],
  ['a PNG with a cut chunk', 'a.png', readKnown('rgb.png').subarray(0, 60), /truncated/],
  [
    'a PNG without pixels',
    'a.png',
    toPlainPng([0, 4, 8, 0, 0, 0, 0], new Uint8Array(4)),
    /must have pixels \(got 0×4\)/,
  ],
  [
    'a PNG of a color type that is none',
    'a.png',
    toPlainPng([1, 1, 8, 5, 0, 0, 0], new Uint8Array(2)),
    /none of PNG's/,
  ],
  [
    'a PNG that cannot hold its pixels',
    'a.png',
    toPlainPng([60000, 60000, 8, 0, 0, 0, 0], new Uint8Array(99)),
    /cannot be in/,
  ],
  [
    'a PNG with fewer rows',
    'a.png',
    toPlainPng([4, 4, 8, 0, 0, 0, 0], new Uint8Array(9)),
    /its rows of pixels needs 20 bytes and 9/,
  ],
  [
    'a PNG with a wrong checksum',
    'a.png',
    readRaster('palette-bad-crc.png'),
    /checksum of its chunk "PLTE" is wrong/,
  ],
  [
    'a PNG with a filter that is none',
    'a.png',
    toPlainPng([1, 1, 8, 0, 0, 0, 0], new Uint8Array([9, 0])),
    /filter of a row must be from 0 to 4 \(got 9\)/,
  ],
  [
    'a PNG without its palette',
    'a.png',
    toPlainPng([1, 1, 8, 3, 0, 0, 0], new Uint8Array(2)),
    /palette is missing/,
  ],
  [
    'a JPEG of 12 bits',
    'a.jpg',
    toBytes('\xff\xd8\xff\xc1\x00\x0b\x0c\x00\x01\x00\x01\x01\x01\x11\x00'),
    /8 bits a sample \(got 12\)/,
  ],
  [
    'a lossless JPEG',
    'a.jpg',
    toBytes('\xff\xd8\xff\xc3\x00\x0b\x08\x00\x01\x00\x01\x01\x01\x11\x00'),
    /It is lossless JPEG, which is not read/,
  ],
  [
    'a JPEG that cannot hold its pixels',
    'a.jpg',
    toBytes('\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00'),
    /65535×65535 pixels cannot be in/,
  ],
  ['a JPEG that ends in its head', 'a.jpg', readKnown('baseline.jpg').subarray(0, 40), /truncated/],
  ['an envelope that ends early', 'a.envelope', toBytes(new Uint32Array([2]), '{}'), /type must be one of/],
]

describe('decodeFile refuses', () => {
  for (const [what, name, bytes, words] of refusals) {
    it(`${what}, naming the file`, async () => {
      const refusal = await readRefusal(bytes, name)
      expect(refusal).toMatch(words)
      expect(refusal).toContain(JSON.stringify(name))
    })
  }

  it('a format that is none of those there are, which it lists', async () => {
    for (const [bytes, name] of [
      [toBytes('PK'), 'a.dat'],
      [new Uint8Array(gzipSync('text')), 'notes.txt.gz'],
    ] as const) {
      const words = await readRefusal(bytes, name, { code: 'format.unknown' })
      expect(words).toMatch(/NIfTI \(\.nii\).*STL \(\.stl\).*gzip/)
    }
  })

  it('a small file that would become huge', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(2 ** 24)))
    expect(bomb.length).toBeLessThan(20_000)
    const words = await readRefusal(bomb, 'a.nii.gz', { byteLimit: 2 ** 20 })
    expect(words).toMatch(/has more than 1048576 bytes, the most that its header needs or that are allowed/)
  })

  it('gzip that ends early', async () => {
    for (const name of ['series.nii.gz', 'pyramid-text.stl.gz'])
      expect(await readRefusal(readKnown(name).subarray(0, 60), name)).toMatch(/damaged|truncated/)
  })

  it('a result that is larger than is allowed', async () => {
    const words = await readRefusal(readKnown('pyramid-binary.stl'), 'a.stl', { byteLimit: 100 })
    expect(words).toMatch(/The result would take 132 bytes and at most 100 are allowed/)
  })

  it('a name of any length with a sentence that can be read', async () => {
    const words = await readRefusal(new Uint8Array(3), 'x'.repeat(10_000), { code: 'format.unknown' })
    expect(words.length).toBeLessThan(700)
  })
})
