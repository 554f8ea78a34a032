/**
 * Surfaces of FreeSurfer with triangles (`lh.pial`): big-endian, a text, two counts, vertices and faces.
 * Values of the vertices are in files of their own, which are opened together with the surface.
 */
import type { MeshResult, PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { isOfValues } from '../is-surface.ts'
import { Polygons, toSurface } from '../polygons.ts'
import { readValuesBeside, refuseValuesAlone } from '../values-beside.ts'
import {
  findSurfaceEnds,
  isBesideScanner,
  toVolumeGeometry,
  type VolumeGeometry,
} from '../volume-geometry.ts'
import { freesurferSurfaceTags } from './freesurfer-surface-tags.ts'

const magicBytes = 3
const longestText = 10_000
const longestGeometry = 2 ** 16

/** Its decoder, and the tags by which it works. */
export const freesurferSurfaceReader: FormatReader = {
  decode: decodeFreesurferSurface,
  tags: freesurferSurfaceTags,
}

/** Returns the surface, in millimetres of its own space. @throws `file.undecodable` */
async function decodeFreesurferSurface(
  bytes: Uint8Array,
  context: DecodeContext,
): Promise<MeshResult | PointCloudResult> {
  if (isOfValues(bytes)) throw refuseValuesAlone(bytes)
  if (bytes[2] !== 0xfe) applyTag(freesurferSurfaceTags, 'quadrangles (ff ff ff, ff ff fd)', context)
  const start = findEndOfText(bytes)
  const view = toView(bytes)
  requireBytes('the counts of a surface', start + 8, bytes.length)
  const [vertexCount, faceCount] = [view.getInt32(start), view.getInt32(start + 4)]
  if (vertexCount < 0 || faceCount < 0)
    throw refuse(`Counts must be at least 0 (got ${vertexCount}, ${faceCount}).`)
  const [verticesAt, facesAt] = [start + 8, start + 8 + 12 * vertexCount]
  const end = facesAt + 12 * faceCount
  requireBytes(`${vertexCount} vertices and ${faceCount} faces`, end, bytes.length)
  context.take(`${vertexCount} vertices and ${faceCount} faces`, 12 * vertexCount + 24 * faceCount)
  const points = new Float32Array(3 * vertexCount)
  for (let i = 0; i < points.length; i++) points[i] = view.getFloat32(verticesAt + 4 * i)
  const polygons = new Polygons(vertexCount, context)
  for (let face = 0; face < faceCount; face++) {
    const at = facesAt + 12 * face
    polygons.add([view.getInt32(at), view.getInt32(at + 4), view.getInt32(at + 8)])
  }
  const geometry = readGeometry(bytes.subarray(end))
  if (geometry && isBesideScanner(geometry))
    applyTag(freesurferSurfaceTags, 'volume geometry (cras)', context)
  const orientation = geometry ? findSurfaceEnds(geometry) : 'RAS'
  const values = await readValuesBeside(vertexCount, context)
  const indices = polygons.finish(points, context)
  return toSurface({ points, indices, unit: 'mm', orientation, ...values }, context)
}

/** Returns what lines such as `cras = 1 2 3` behind the faces say, where they say that they are valid. */
function readGeometry(rest: Uint8Array): VolumeGeometry | undefined {
  const text = new TextDecoder('latin1').decode(rest.slice(0, longestGeometry))
  const read = (name: string): string =>
    new RegExp(`\\b${name}[ \\t]*=[ \\t]*([^\\n#]*)`).exec(text)?.[1] ?? ''
  return /^1\b/.test(read('valid')) ? toVolumeGeometry((axis) => read(`${axis}ras`)) : undefined
}

/** Returns the place behind the text of its making, which ends with two ends of lines. */
function findEndOfText(bytes: Uint8Array): number {
  const most = Math.min(bytes.length - 1, longestText)
  for (let at = magicBytes; at < most; at++) if (bytes[at] === 0x0a && bytes[at + 1] === 0x0a) return at + 2
  throw refuse('The text at its beginning must end with an empty line.')
}
