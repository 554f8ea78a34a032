import { Color, DoubleSide, type IUniform, ShaderMaterial, Triangle, Vector2, Vector3 } from 'three'
import type { MeshResult } from '../../contract/domain/result/result.ts'
import { type ColormapName, colormapSize } from '../../contract/look/colormaps.ts'
import type { Display } from '../../contract/look/display.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import type { PreparedMesh, ValueRange } from '../../data/prepared/prepared.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { meshFragmentShader, toMeshVertexShader, type VertexPlacing } from './mesh-shader.ts'
import type { PartDisplay } from './view.ts'

/** The sources of a colour, as the shaders of meshes and clouds know them. */
export const colorSources: readonly Display['colorBy'][] = ['own', 'scalar', 'plain']

/** Returns the drawable part of the choice: content without colours is drawn by its scalars. */
export function chooseColors(
  { colorBy, color }: Pick<PartDisplay, 'colorBy' | 'color'>,
  { colors, scalars }: Pick<MeshResult, 'colors' | 'scalars'>,
): Display['colorBy'] {
  if (colorBy === 'own' && color) return 'plain'
  if (colorBy === 'own' && colors) return 'own'
  return colorBy !== 'plain' && scalars ? 'scalar' : 'plain'
}

/** Returns the one colour for all, 0xrrggbb. */
export function findPlain({ color, solidColor }: Pick<PartDisplay, 'color' | 'solidColor'>): number {
  return color ? (color[0] << 16) | (color[1] << 8) | color[2] : solidColors[solidColor]
}

/** The material of surfaces, and what it takes of the settings. */
export interface MeshMaterial {
  readonly material: ShaderMaterial
  /** Applies a display; `range` is the window where it has none, the colormap is resolved. */
  apply(
    display: PartDisplay & { readonly colormap: ColormapName },
    colorBy: Display['colorBy'],
    range: ValueRange,
  ): void
  dispose(): void
}

/** The triangles of a surface. */
interface Surface {
  /** True where triangles are counterclockwise along their normals. */
  readonly isOuterFront: boolean
  /** Absent where the attributes are places and normals. */
  readonly placing?: VertexPlacing & { readonly uniforms: { readonly [name: string]: IUniform } }
}

/** Returns the material of a surface, lit from both sides. */
export function createMeshMaterial({ isOuterFront, placing }: Surface): MeshMaterial {
  const colormap = createColormapTexture()
  const uniforms = {
    plain: { value: new Color() },
    roughness: { value: 0.5 },
    opacity: { value: 1 },
    up: { value: new Vector3() },
    isOuterFront: { value: isOuterFront },
    window: { value: new Vector2(0, 1) },
    colormap: { value: colormap.texture },
    ...placing?.uniforms,
  }
  const defines = { OWN: 0, SCALAR: 1, COLOR_BY: 2, COLORS: `${colormapSize}.0` }
  let drawn = ''
  const material = new ShaderMaterial({
    vertexShader: toMeshVertexShader(placing),
    fragmentShader: meshFragmentShader,
    uniforms,
    defines: { ...defines },
    side: DoubleSide,
    clipping: true,
    forceSinglePass: false, // a transparent mesh shows its inner side first
  })
  return {
    material,
    /** Applies a display; `range` is the window where it has none, the colormap is resolved. */
    apply(
      display: PartDisplay & { readonly colormap: ColormapName },
      colorBy: Display['colorBy'],
      range: ValueRange,
    ) {
      const { shading, wireframe, edges, roughness, up, isInverted } = display
      const opacity = display.meshOpacity
      const choice = colorSources.indexOf(colorBy)
      const light = { flat: { FLAT: '' }, none: { UNLIT: '' }, smooth: {} }[shading]
      const wanted = JSON.stringify([choice, light])
      if (drawn !== wanted) {
        drawn = wanted
        material.defines = { ...defines, COLOR_BY: choice, ...light }
        material.needsUpdate = true
      }
      uniforms.plain.value.set(findPlain(display))
      uniforms.roughness.value = roughness
      uniforms.opacity.value = opacity
      uniforms.up.value.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0)
      uniforms.window.value.set(...(display.window ?? range))
      colormap.apply(display.colormap, isInverted)
      Object.assign(material, { transparent: opacity < 1, depthWrite: opacity >= 1 })
      // Makes room for lines in the surface; otherwise those of the far side would shine through.
      const polygonOffset = wireframe || edges
      Object.assign(material, { polygonOffset, polygonOffsetFactor: 1, polygonOffsetUnits: 1 })
    },
    dispose() {
      material.dispose()
      colormap.texture.dispose()
    },
  }
}

/** Number of examined triangles: enough for a mesh of any size. */
const samples = 500

/** Returns whether triangles are counterclockwise along their normals; functions often reverse them. */
export function isWoundLikeNormals({
  positions,
  indices,
  normals,
}: Pick<PreparedMesh, 'positions' | 'indices' | 'normals'>): boolean {
  const count = Math.floor(indices.length / 3)
  const step = Math.max(1, Math.floor(count / samples))
  const [a, b, c, normal] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()]
  let alike = 0
  for (let i = 0; i < count; i += step) {
    const corners = [a, b, c].map((corner, side) => {
      const at = 3 * (indices[3 * i + side] ?? 0)
      corner.fromArray(positions, at)
      return at
    })
    Triangle.getNormal(a, b, c, normal)
    const agreement = corners.reduce((sum, at) => sum + normal.dot(a.fromArray(normals, at)), 0)
    if (agreement > 0) alike++
    if (agreement < 0) alike--
  }
  return alike >= 0
}
