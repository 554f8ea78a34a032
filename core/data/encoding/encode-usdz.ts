import type { MeshResult, SceneResult } from '../../contract/domain/result/result.ts'
import { findBounds } from '../../contract/look/box.ts'
import { type Display, defaultDisplay } from '../../contract/look/display.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import { findLengthUnit } from '../../contract/text/length-units.ts'
import { maxNumberBytes, writeFloat, writeInteger } from '../../contract/wire/number-text.ts'
import type { FileWords } from './file-words.ts'
import { toNoteLines } from './note-lines.ts'
import { pickParts } from './scene-parts.ts'
import { listPartPrims, openPart, type Prim, toPrim } from './usdz-prims.ts'
import type { MeshTexture } from './usdz-texture.ts'
import { sayLengths } from './written-lengths.ts'
import { zipStored } from './zip-stored.ts'

/** The boundary at which the bytes of each file of a USDZ begin. */
const boundary = 64
const ofOneColor = 'Each triangle is drawn in one colour, the mean of those at its corners.'
/** Numbers of an array that are written at a time. */
const mostNumbers = 3 * 2 ** 15

/**
 * Returns the parts of a USDZ file (OpenUSD: a zip of aligned, uncompressed files) of one mesh or of those of
 * a scene, as text. A material is what Quick Look of iPhones draws: a texture (`toMeshTexture`), else the
 * plain colour of the view or of a look. Colours of vertices are also `primvars:displayColor`, which Quick
 * Look does not draw, and scalars `primvars:value`, for other readers.
 * @throws `form.unavailable` for a scene without a mesh
 */
export async function encodeUsdz(
  given: MeshResult | SceneResult,
  { display = defaultDisplay }: FileWords,
): Promise<readonly Uint8Array[]> {
  const prims = given.type === 'scene' ? listPartPrims(given, display) : [toPrim(given, display)]
  const files = [{ name: 'model.usda', parts: [...listLayer(given, display, prims)] }]
  for (const { texture, texturePath } of prims)
    if (texture) files.push({ name: texturePath, parts: [await encodePicture(texture)] })
  return zipStored(files, boundary)
}

async function encodePicture({ width, height, data }: MeshTexture): Promise<Uint8Array> {
  const { encode } = await import('fast-png') // loaded at first use
  return encode({ width, height, channels: 4, depth: 8, data })
}

/** Yields the text of the layer in pieces of ASCII. */
function* listLayer(
  given: MeshResult | SceneResult,
  display: Display,
  prims: readonly Prim[],
): Generator<Uint8Array> {
  const { unit = '' } = given
  const scale = findLengthUnit(unit)?.metres
  const notes = [
    ...(given.notes ?? []),
    ...(given.type === 'scene' ? pickParts(given, 'usdz').said : []),
    ...(prims.some(({ texture }) => texture?.of === 'corners') ? [ofOneColor] : []),
    ...sayLengths('usdz', given.unit),
  ]
  yield ascii(`#usda 1.0
(
    defaultPrim = "Root"
    doc = ${JSON.stringify(toNoteLines(notes).join(' '))}
${scale === undefined ? '' : `    metersPerUnit = ${scale}\n`}    upAxis = "${display.up.toUpperCase()}"
)

def Xform "Root"
{
`)
  for (const prim of prims) {
    if (prim.part) yield ascii(openPart(prim.part))
    yield* listPrim(prim)
    if (prim.part) yield ascii('    }\n'.repeat(prim.part.names.length))
  }
  yield ascii('}\n')
}

function* listPrim({ mesh, colors, texture, path, ...look }: Prim): Generator<Uint8Array> {
  const { vertices, indices, normals, scalars, offset } = mesh
  if (offset && !look.part)
    yield ascii(`    double3 xformOp:translate = (${offset.join(', ')})
    uniform token[] xformOpOrder = ["xformOp:translate"]
`)
  if (indices.length > 0) {
    const { low, high } = findBounds(vertices)
    yield ascii(`    def Mesh "Mesh" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        uniform token subdivisionScheme = "none"
        uniform bool doubleSided = 1
        rel material:binding = <${path}/Material>
        float3[] extent = [(${low.join(', ')}), (${high.join(', ')})]
`)
    yield* listArray('int[] faceVertexCounts', new Uint32Array(indices.length / 3).fill(3), 1)
    yield* listArray('int[] faceVertexIndices', indices, 1)
    yield* listArray('point3f[] points', vertices, 3)
    if (normals) yield* listArray('normal3f[] normals', normals, 3, 'vertex')
    if (colors) yield* listArray('color3f[] primvars:displayColor', toLinearColors(colors), 3, 'vertex')
    if (scalars) yield* listArray('float[] primvars:value', scalars, 1, 'vertex')
    if (texture) {
      const interpolation = texture.of === 'vertices' ? 'vertex' : 'faceVarying'
      yield* listArray('texCoord2f[] primvars:st', texture.places, 2, interpolation)
    }
    yield ascii(`    }\n\n${describeMaterial({ ...look, path, texture })}`)
  }
}

type PrimLook = Omit<Prim, 'mesh' | 'colors'>

function describeMaterial({ path, texture, texturePath, color, opacity }: PrimLook): string {
  const seen = texture
    ? `color3f inputs:diffuseColor.connect = <${path}/Material/Texture.outputs:rgb>`
    : `color3f inputs:diffuseColor = (${toLinearParts(color).join(', ')})`
  const clear = opacity < 1 ? `            float inputs:opacity = ${opacity}\n` : ''
  const shaders = `
        def Shader "Texture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${texturePath}@
            float2 inputs:st.connect = <${path}/Material/Places.outputs:result>
            token inputs:sourceColorSpace = "sRGB"
            token inputs:wrapS = "clamp"
            token inputs:wrapT = "clamp"
            float3 outputs:rgb
        }

        def Shader "Places"
        {
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }
`
  return `    def Material "Material"
    {
        token outputs:surface.connect = <${path}/Material/Surface.outputs:surface>

        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            ${seen}
${clear}            float inputs:metallic = 0
            float inputs:roughness = 0.8
            token outputs:surface
        }
${texture ? shaders : ''}    }
`
}

/** Yields an array of tuples of `group` numbers, for each of what `interpolation` says. */
function* listArray(
  name: string,
  values: Float32Array | Uint32Array,
  group: number,
  interpolation?: 'vertex' | 'faceVarying',
): Generator<Uint8Array> {
  const write = values instanceof Float32Array ? writeFloat : writeInteger
  const [open, comma, close] = [40, 44, 41]
  yield ascii(`        ${name} = [`)
  const step = Math.floor(mostNumbers / group) * group
  for (let start = 0; start < values.length; start += step) {
    const end = Math.min(values.length, start + step)
    const target = new Uint8Array((end - start) * (maxNumberBytes + 3))
    let at = 0
    for (let i = start; i < end; i++) {
      if (i > 0) target[at++] = comma
      if (group > 1 && i % group === 0) target[at++] = open
      at = write(values[i] ?? 0, target, at)
      if (group > 1 && i % group === group - 1) target[at++] = close
    }
    yield target.slice(0, at)
  }
  yield ascii(interpolation ? `] (\n            interpolation = "${interpolation}"\n        )\n` : ']\n')
}

/** Returns red, green and blue in linear light, to four digits. */
function toLinearParts(color: readonly number[]): readonly number[] {
  return color.map((level) => Number(toLinear(level / 255).toFixed(4)))
}

/** Returns colours in linear light, as USD has them. */
function toLinearColors(colors: Uint8Array): Float32Array {
  return Float32Array.from(colors, (level) => toLinear(level / 255))
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
