import type { PartType } from '../../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import { pickItem, readList, readObject } from './gltf-document.ts'
import type { PosedPrimitive } from './gltf-offset.ts'
import { readPose } from './gltf-pose.ts'
import { type Primitive, type PrimitiveReader, readPrimitives, toKind } from './gltf-primitive.ts'
import type { GltfScene, PlacedMesh } from './gltf-scene.ts'

/** Returns the primitives of a scene with their poses. */
export function poseAll(scene: GltfScene, from: PrimitiveReader): readonly PosedPrimitive[] {
  const { json, readAccessor, budget } = from
  const meshes = readList(json, 'meshes')
  const known = new Map<number, readonly Primitive[]>()
  return scene.placed.flatMap((placed) => {
    const mesh = pickItem(meshes, placed.mesh, 'mesh')
    const primitives = known.get(placed.mesh) ?? readPrimitives(mesh, from)
    known.set(placed.mesh, primitives)
    const pose = readPose(placed, mesh, { json, scene, readAccessor, budget })
    budget.step('The places of its meshes', pose.count * primitives.length)
    return primitives.map((primitive) => ({ primitive, pose }))
  })
}

/** Returns whether a scene has primitives of lines. */
export function hasLines({ placed }: GltfScene, json: JsonObject): boolean {
  return listShownKinds(placed, json).has('lines')
}

/** Returns the kinds of what meshes show, by the text of the file alone. */
export function listShownKinds(
  placed: readonly PlacedMesh[],
  json: JsonObject,
): ReadonlySet<Primitive['kind']> {
  const meshes = readList(json, 'meshes')
  const indices = new Set(placed.map(({ mesh }) => mesh))
  return new Set([...indices].flatMap((index) => [...listMeshKinds(pickItem(meshes, index, 'mesh'))]))
}

/** The kinds of meshes: any number of nodes may have the same one. */
const known = new WeakMap<JsonObject, ReadonlySet<Primitive['kind']>>()

function listMeshKinds(mesh: JsonObject): ReadonlySet<Primitive['kind']> {
  const seen = known.get(mesh)
  if (seen) return seen
  const primitives = readList(mesh, 'primitives')
  const shown = primitives.filter((primitive) => readObject(primitive, 'attributes').POSITION !== undefined)
  const kinds = new Set(shown.map(toKind))
  known.set(mesh, kinds)
  return kinds
}

/** Returns the kind of the one result that meshes are together; undefined for nothing. */
export function findShownType(placed: readonly PlacedMesh[], json: JsonObject): PartType | undefined {
  const kinds = listShownKinds(placed, json)
  if (kinds.has('triangles')) return 'mesh'
  if (kinds.has('points')) return 'point_cloud'
  return kinds.has('lines') ? 'lines' : undefined
}
