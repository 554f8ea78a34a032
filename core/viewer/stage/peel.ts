import {
  type IUniform,
  LineSegments,
  type Material,
  Mesh,
  NoBlending,
  type Object3D,
  Points,
  ShaderMaterial,
  type Texture,
} from 'three'

/** What all peeled materials of a scene are told of the pass. */
export interface PeelUniforms {
  readonly [name: string]: IUniform
  /** The depth of all that is opaque, and of the layer before; null for none. */
  readonly opaqueDepth: IUniform<Texture | null>
  readonly layerDepth: IUniform<Texture | null>
  readonly isFirst: IUniform<boolean>
  /** The rows of the targets below this layer, and below the one before. */
  readonly row: IUniform<number>
  readonly rowBefore: IUniform<number>
}

/** Returns the uniforms of a first layer. */
export function createPeelUniforms(): PeelUniforms {
  return {
    opaqueDepth: { value: null },
    layerDepth: { value: null },
    isFirst: { value: true },
    row: { value: 0 },
    rowBefore: { value: 0 },
  }
}

const declarations = /* glsl */ `
uniform highp sampler2D opaqueDepth;
uniform highp sampler2D layerDepth;
uniform bool isFirst;
uniform int row;
uniform int rowBefore;
uniform float partOpacity;
`

/** Equal depths are of the layer before: the last bit of one may differ. */
const peeling = /* glsl */ `
  ivec2 pixel = ivec2(gl_FragCoord.xy) - ivec2(0, row);
  if (gl_FragCoord.z >= texelFetch(opaqueDepth, pixel, 0).r) discard;
  if (!isFirst && gl_FragCoord.z <= texelFetch(layerDepth, pixel + ivec2(0, rowBefore), 0).r + 1e-7) discard;
`

/** The material of a part that can be peeled. */
export interface PeeledMaterial {
  /**
   * Draws layer by layer, with this opacity in addition to its own. Call it before each frame: views set some
   * of what it changes.
   */
  peel(opacity: number): void
  /** Draws as usual. What views set is theirs to set again. */
  restore(): void
}

/** Returns the materials below an object. */
export function listMaterials(object: Object3D): readonly Material[] {
  const found = new Set<Material>()
  object.traverse((each) => {
    if (!(each instanceof Mesh || each instanceof LineSegments || each instanceof Points)) return
    const { material }: { material: Material | Material[] } = each
    for (const one of [material].flat()) found.add(one)
  })
  return [...found]
}

/**
 * Lets a material of any kind be drawn layer by layer: only what is behind the layer before and in front of
 * all that is opaque is drawn, and its colour is written beside its opacity.
 */
export function createPeeled(material: Material, uniforms: PeelUniforms): PeeledMaterial {
  const usual = {
    onBeforeCompile: material.onBeforeCompile,
    customProgramCacheKey: material.customProgramCacheKey,
    blending: material.blending,
    depthWrite: material.depthWrite,
    transparent: material.transparent,
    forceSinglePass: material.forceSinglePass,
  }
  const isMultiplied = material.blending === NoBlending || material.premultipliedAlpha
  const color = material instanceof ShaderMaterial && material.glslVersion !== null ? 'color' : 'gl_FragColor'
  const partOpacity = { value: 1 }
  const output = isMultiplied
    ? `${color} = vec4(${color}.rgb / max(${color}.a, 1e-4), ${color}.a * partOpacity);`
    : `${color}.a *= partOpacity;`
  const peeled = {
    onBeforeCompile: (shader: { uniforms: Record<string, IUniform>; fragmentShader: string }) => {
      Object.assign(shader.uniforms, uniforms, { partOpacity })
      const own = shader.fragmentShader.replace('void main() {', 'void drawOwn() {')
      shader.fragmentShader = `${own}\n`.replace('void drawOwn() {', `${declarations}void drawOwn() {`)
      shader.fragmentShader += `void main() {${peeling}  drawOwn();\n  ${output}\n}\n`
    },
    customProgramCacheKey: () => `peeled ${isMultiplied}`,
    blending: NoBlending,
    depthWrite: true,
    transparent: true,
    forceSinglePass: true,
  }
  let isPeeled = false
  const change = (next: boolean): void => {
    if (isPeeled !== next) material.needsUpdate = true
    isPeeled = next
  }
  return {
    peel(opacity) {
      partOpacity.value = opacity
      change(true)
      Object.assign(material, peeled)
    },
    restore() {
      if (!isPeeled) return
      change(false)
      Object.assign(material, usual)
    },
  }
}
