/** The prims of a layer of USD: one mesh, or those of a scene. */
import {
  listParts,
  type MeshResult,
  type ScenePart,
  type SceneResult,
} from '../../contract/domain/result/result.ts'
import type { Display } from '../../contract/look/display.ts'
import { type NodePlace, toGltfPlace } from '../../contract/look/gltf-place.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import { withNormals } from './gltf-primitives.ts'
import { pickParts } from './scene-parts.ts'
import { toValueDisplay, withShownColors } from './shown-colors.ts'
import { type MeshTexture, toMeshTexture } from './usdz-texture.ts'

/** A mesh as it is drawn, and what a part of a scene adds to it. */
export interface Prim {
  readonly mesh: MeshResult
  /** The colours of its vertices: its own, else those of labels or values. */
  readonly colors: Uint8Array | undefined
  readonly texture: MeshTexture | undefined
  readonly texturePath: string
  /** The prim below which mesh and material are. */
  readonly path: string
  /** Red, green and blue from 0 to 255, where no texture is. */
  readonly color: readonly number[]
  readonly opacity: number
  readonly part?: PrimPart
}

/** The prims of a part, each within the one before. */
export interface PrimPart {
  readonly names: readonly string[]
  readonly places: readonly Partial<NodePlace>[]
  readonly isHidden: boolean
}

/** Returns the prim of a mesh alone. */
export function toPrim(given: MeshResult, display: Display): Prim {
  const mesh = withNormals(given, display.creaseAngle)
  const { colors } = withShownColors(mesh, display)
  const solid = solidColors[display.solidColor]
  return {
    mesh,
    colors,
    // Labels have colours that no colormap has.
    texture: toMeshTexture(mesh.labels && colors ? { ...mesh, colors } : mesh, display),
    texturePath: 'textures/colors.png',
    path: '/Root',
    color: [solid >> 16, (solid >> 8) & 255, solid & 255],
    opacity: 1,
  }
}

/** Returns the meshes of a scene; names that USD has no place for are changed (an identifier). */
export function listPartPrims(scene: SceneResult, display: Display): readonly Prim[] {
  // USDZ holds no other parts.
  const parts = listParts(pickParts(scene, 'usdz').held) as readonly (readonly [
    string,
    ScenePart & MeshResult,
  ])[]
  return parts.map(([given, part], i) => {
    const { look, place, ...mesh } = part
    const name = /^[A-Za-z]\w*$/.test(given) ? given : `_${i}_${given.replaceAll('-', '_')}`
    const { colors: _, scalars: _scalars, ...plain } = mesh
    const prim = toPrim(look?.color ? plain : mesh, toValueDisplay(given, part, display))
    const { outer = {}, turn } = place ? toGltfPlace(place) : {}
    const within = [
      ...(turn ? [{ rotation: turn }] : []),
      ...(mesh.offset ? [{ translation: mesh.offset }] : []),
    ]
    const places: readonly Partial<NodePlace>[] = [outer, ...within]
    const names = [name, ...within.map(() => 'Within')]
    return {
      ...prim,
      texturePath: `textures/${name}.png`,
      path: `/Root/${names.join('/')}`,
      color: look?.color ?? prim.color,
      opacity: look?.opacity ?? 1,
      part: { names, places, isHidden: look?.hidden === true },
    }
  })
}

/**
 * Returns the beginning of the prims of a part, one in the other: as the nodes of glTF, because RealityKit
 * and others have no place that shears.
 */
export function openPart({ names, places, isHidden }: PrimPart): string {
  return names
    .map((name, i) => {
      const { translation, rotation, scale } = places[i] ?? {}
      const [x = 0, y = 0, z = 0, w = 1] = rotation ?? []
      const ops = [
        translation && ['double3', 'translate', translation.join(', ')],
        rotation && ['quatf', 'orient', [w, x, y, z].join(', ')],
        scale && ['double3', 'scale', scale.join(', ')],
      ].filter((op) => op !== undefined)
      const order = ops.map(([, op]) => `"xformOp:${op}"`).join(', ')
      const lines = [
        ...ops.map(([type, op, value]) => `    ${type} xformOp:${op} = (${value})\n`),
        ...(ops.length > 0 ? [`    uniform token[] xformOpOrder = [${order}]\n`] : []),
        ...(isHidden && i === 0 ? ['    token visibility = "invisible"\n'] : []),
      ]
      return `    def Xform "${name}"\n    {\n${lines.join('')}`
    })
    .join('')
}
