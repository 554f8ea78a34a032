import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { objTags } from '../../../../core/data/formats/mesh/obj/obj-tags.ts'
import { toBytes } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'Object Files (.obj), appendix B1, by hand'
const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n'
const plain = {
  type: 'mesh',
  vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  indices: new Uint32Array([0, 1, 2]),
}

function checkTriangle(result: Result): void {
  expect(result).toEqual(plain)
}

function toSample(text: string, check: (result: Result) => void = checkTriangle): TagSample {
  const bytes = () => toBytes(text)
  return { name: 'a.obj', from, bytes, check, without: () => toBytes(`${corners}f 1 2 3\n`) }
}

/** Lines of the keywords that are left out, in a file of one triangle. */
const lines: { readonly [tag: string]: string } = {
  vt: 'vt 0.5 0.5',
  vp: 'vp 0.5 0.5',
  p: 'p 1 2',
  l: 'l 1 2 3',
  cstype: 'cstype bspline',
  deg: 'deg 3',
  curv: 'curv 0 1 1 2 3',
  g: 'g left',
  o: 'o part',
  s: 's off',
  mtllib: 'mtllib a.mtl',
  usemtl: 'usemtl red',
}

const leftOut = objTags.rows.filter(
  ({ treatment, tag }) => ['noted', 'ignored'].includes(treatment) && !/ /.test(tag),
)

/** By hand after the text. */
export const objSamples: TagSamples = {
  ...Object.fromEntries(
    leftOut.map(({ tag }) => [tag, toSample(`${corners}${lines[tag] ?? `${tag} 1`}\nf 1 2 3\n`)]),
  ),
  '# SPACE=': toSample(`# 3D Slicer output.\n# SPACE=RAS\n${corners}f 1 2 3\n`, (result) =>
    expect(result).toEqual({ ...plain, orientation: 'RAS' }),
  ),
  v: toSample(`\xef\xbb\xbf# places\n${corners.replace('1 0 0', '1e0 \\\n+0. 0 # second')}f 1 2 3 # one\n`),
  'v r g b': toSample('v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 0.5\nf 1 2 3\n', (result) =>
    expect(result).toEqual({ ...plain, colors: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 128]) }),
  ),
  'v r g b a': toSample('v 0 0 0 255 0 0 9\nv 1 0 0 0 255 0 9\nv 0 1 0 0 0 255 9\nf 1 2 3\n', (result) =>
    expect(result).toEqual({ ...plain, colors: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]) }),
  ),
  'v w': toSample('v 0 0 0 1\nv 1 0 0 1\nv 0 1 0 1\nf 1 2 3\n'),
  vn: toSample(`${corners}vn 0 0 1\nf 1//1 2/7/1 3//-1\n`, (result) =>
    expect(result).toEqual({ ...plain, normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]) }),
  ),
  'vn = nan': toSample(`${corners}vn nan nan nan\nf 1//1 2//1 3//1\n`),
  'f without vn': toSample(`${corners}vn 0 0 1\nf 1//1 2//1 3\n`),
  'v r g b = nan': toSample('v 0 0 0 nan nan nan\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n'),
  f: toSample(`${corners}v 1 1 0\nf -4 -3 \\\n -1 -2\n`, (result) =>
    expect(result).toMatchObject({ indices: new Uint32Array([0, 1, 3, 0, 3, 2]) }),
  ),
  fo: toSample(`${corners}fo 1 2 3\n`),
  'f of two corners': toSample(`${corners}f 1 2\n`, (result) =>
    expect(result).toEqual({ type: 'point_cloud', points: plain.vertices }),
  ),
  call: { name: 'a.obj', from, bytes: () => toBytes(`${corners}call a.obj\nf 1 2 3\n`) },
  csh: { name: 'a.obj', from, bytes: () => toBytes(`${corners}csh ls\nf 1 2 3\n`) },
  'UTF-16': {
    name: 'a.obj',
    from: 'The Unicode Standard, 2.6',
    bytes: () => new Uint8Array(Buffer.from(`\ufeff${corners}f 1 2 3\n`, 'utf16le').swap16()),
  },
}
