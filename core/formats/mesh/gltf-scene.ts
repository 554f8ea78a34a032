import type { JsonObject } from '../../domain/json.ts'
import { refuse } from '../refusal.ts'
import { pickItem, readCount, readCounts, readList, readNumbers } from './gltf-document.ts'

/** 16 numbers, column by column. */
export type Matrix = readonly number[]

const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Returns the meshes of the default scene. Refuses a repeated node; walks any depth without recursion. */
export function listPlacedMeshes(json: JsonObject) {
  const nodes = readList(json, 'nodes')
  const placed: { readonly mesh: number; readonly matrix: Matrix }[] = []
  const seen = new Set<number>()
  const waiting = listRoots(json, nodes).map((index) => ({ index, parent: identity }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { index, parent } = next
    if (seen.has(index)) throw refuse(`The node ${index} stands in the scene twice.`)
    seen.add(index)
    const node = pickItem(nodes, index, 'node')
    const matrix = multiply(parent, readMatrix(node))
    const mesh = readCount(node, 'mesh', undefined)
    if (mesh !== undefined) placed.push({ mesh, matrix })
    for (const child of readCounts(node, 'children')) waiting.push({ index: child, parent: matrix })
  }
  return placed
}

function listRoots(json: JsonObject, nodes: readonly JsonObject[]): readonly number[] {
  const scenes = readList(json, 'scenes')
  if (scenes.length > 0) return readCounts(pickItem(scenes, readCount(json, 'scene', 0), 'scene'), 'nodes')
  const children = new Set(nodes.flatMap((node) => readCounts(node, 'children')))
  return nodes.map((_, index) => index).filter((index) => !children.has(index))
}

function readMatrix(node: JsonObject): Matrix {
  if (node.matrix !== undefined) return readNumbers(node, 'matrix', identity)
  const [x = 0, y = 0, z = 0, w = 1] = readNumbers(node, 'rotation', [0, 0, 0, 1])
  const [sx = 1, sy = 1, sz = 1] = readNumbers(node, 'scale', [1, 1, 1])
  const [tx = 0, ty = 0, tz = 0] = readNumbers(node, 'translation', [0, 0, 0])
  // Matrix of a unit quaternion; section 5.25 of the specification.
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)].map((value) => value * sx),
    0,
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)].map((value) => value * sy),
    0,
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)].map((value) => value * sz),
    ...[0, tx, ty, tz, 1],
  ]
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, 4 * Math.floor(i / 4)]
    let sum = 0
    for (let k = 0; k < 4; k++) sum += (a[row + 4 * k] ?? 0) * (b[column + k] ?? 0)
    return sum
  })
}

/** Returns the matrix of normals: the cofactors of the upper left 3×3, column by column. */
export function toNormalMatrix(m: Matrix): readonly number[] {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m
  return [e * i - f * h, f * g - d * i, d * h - e * g, c * h - b * i, a * i - c * g, b * g - a * h].concat([
    b * f - c * e,
    c * d - a * f,
    a * e - b * d,
  ])
}

/** Returns whether a matrix mirrors triangles. */
export function isMirroring(m: Matrix): boolean {
  const [a = 0, b = 0, c = 0] = m
  const [x = 0, y = 0, z = 0] = toNormalMatrix(m)
  return a * x + b * y + c * z < 0
}
