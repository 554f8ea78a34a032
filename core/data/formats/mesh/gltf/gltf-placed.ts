import type { JsonObject } from '../../../../contract/values/json.ts'
import { pickItem, readList } from './gltf-document.ts'
import type { PosedPrimitive } from './gltf-offset.ts'
import { readPose } from './gltf-pose.ts'
import { isOfLines, type Primitive, type PrimitiveReader, readPrimitives } from './gltf-primitive.ts'
import type { GltfScene } from './gltf-scene.ts'

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
  const meshes = readList(json, 'meshes')
  const indices = new Set(placed.map(({ mesh }) => mesh))
  return [...indices].some((index) => readList(pickItem(meshes, index, 'mesh'), 'primitives').some(isOfLines))
}
