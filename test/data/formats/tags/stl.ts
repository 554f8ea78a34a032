import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSamples } from './sample.ts'

const from = 'the text of 3D Systems, 1989: solid, facet normal, outer loop, three vertices'
const text =
  'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n'

function checkTriangle(result: Result): void {
  expect(result).toEqual({
    type: 'mesh',
    vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    indices: new Uint32Array([0, 1, 2]),
  })
}

/** One triangle: head, count, normal, three corners, attribute byte count. */
function toBinary({ head = 'by hand', attribute = 0, more = '' } = {}): Uint8Array {
  const facet = new Float32Array([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0])
  return toBytes(head.padEnd(80, '\0'), new Uint32Array([1]), facet, new Uint16Array([attribute]), more)
}

/** Files by hand after the text; assimp 5.2 reads the same triangle from each binary one and from text in small letters. */
export const stlSamples: TagSamples = {
  solid: { name: 'a.stl', from, bytes: () => toBytes(text.toUpperCase()), check: checkTriangle },
  'facet normal': {
    name: 'a.stl',
    from,
    bytes: () => toBytes(text.replace('0 0 1', 'nan nan nan')),
    check: checkTriangle,
    without: () => toBytes(text),
  },
  vertex: {
    name: 'a.stl',
    from,
    bytes: () => toBytes('\xef\xbb\xbf', text.replaceAll('\n', ' ').replace('1 0 0', '1.0E+0 0.0 -0')),
    check: checkTriangle,
  },
  'text behind endsolid': {
    name: 'a.stl',
    from: 'the grammar ends with endsolid',
    bytes: () => toBytes(text.replace('endsolid a', 'end solid a'), 'written by hand\n'),
    check: checkTriangle,
    without: () => toBytes(text),
  },
  'header SPACE=': {
    name: 'a.stl',
    from: "Slicer's vtkMRMLModelStorageNode writes the head `3D Slicer output. SPACE=LPS`",
    bytes: () => toBinary({ head: '3D Slicer output. SPACE=LPS' }),
    check: (result) => expect(result).toMatchObject({ type: 'mesh', orientation: 'LPS' }),
  },
  header: {
    name: 'a.stl',
    from: 'the head is 80 bytes of any text',
    bytes: () => toBinary({ head: 'solid facet' }),
    check: checkTriangle,
    without: () => toBinary({ head: '' }),
  },
  'attribute byte count': {
    name: 'a.stl',
    from: 'VisCAM: bit 15 set, then five bits of red, green and blue',
    bytes: () => toBinary({ attribute: 0x8000 | 31 }),
    check: checkTriangle,
  },
  'COLOR=': {
    name: 'a.stl',
    from: 'Materialise Magics: COLOR= and four bytes in the head',
    bytes: () => toBinary({ head: 'COLOR=\xff\x00\x00\xff', attribute: 31 }),
    check: checkTriangle,
  },
  'bytes behind': {
    name: 'a.stl',
    from: 'a line end behind a binary file',
    bytes: () => toBinary({ head: 'solid', more: '\r\n' }),
    check: checkTriangle,
  },
  'decimal comma': {
    name: 'a.stl',
    from: 'numbers of C have points',
    bytes: () => toBytes(text.replace('1 0 0', '1,5 0 0')),
  },
  'UTF-16': {
    name: 'a.stl',
    from: 'The Unicode Standard, 2.6',
    bytes: () => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
  },
}
