import type { MeshResult } from '../../contract/domain/result/result.ts'
import { findBounds } from '../../contract/look/box.ts'
import { type Display, defaultDisplay } from '../../contract/look/display.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import { findLengthUnit } from '../../contract/text/length-units.ts'
import { maxNumberBytes, writeFloat, writeInteger } from '../../contract/wire/number-text.ts'
import type { FileWords } from './file-words.ts'
import { withNormals } from './gltf-primitives.ts'
import { toNoteLines } from './note-lines.ts'
import { type MeshTexture, toMeshTexture } from './usdz-texture.ts'
import { sayLengths } from './written-lengths.ts'
import { zipStored } from './zip-stored.ts'

/** The boundary at which the bytes of each file of a USDZ begin. */
const boundary = 64
const texturePath = 'textures/colors.png'
const ofOneColor = 'Each triangle is drawn in one colour, the mean of those at its corners.'
/** Numbers of an array that are written at a time. */
const mostNumbers = 3 * 2 ** 15

/**
 * Returns the parts of a USDZ file (OpenUSD: a zip of aligned, uncompressed files) of one mesh, as text. Its
 * material is what Quick Look of iPhones draws: a texture (`toMeshTexture`), else the plain colour of the
 * view. Colours of vertices are also `primvars:displayColor`, which Quick Look does not draw, and scalars
 * `primvars:value`, for other readers.
 */
export async function encodeUsdz(
  given: MeshResult,
  { display = defaultDisplay }: FileWords,
): Promise<readonly Uint8Array[]> {
  const mesh = withNormals(given, display.creaseAngle)
  const texture = toMeshTexture(mesh, display)
  const files = [{ name: 'model.usda', parts: [...listLayer(mesh, display, texture)] }]
  if (texture) files.push({ name: texturePath, parts: [await encodePicture(texture)] })
  return zipStored(files, boundary)
}

async function encodePicture({ width, height, data }: MeshTexture): Promise<Uint8Array> {
  const { encode } = await import('fast-png') // loaded at first use
  return encode({ width, height, channels: 4, depth: 8, data })
}

/** Yields the text of the layer in pieces of ASCII. */
function* listLayer(
  mesh: MeshResult,
  display: Display,
  texture: MeshTexture | undefined,
): Generator<Uint8Array> {
  const { vertices, indices, normals, colors, scalars, unit = '', offset } = mesh
  const scale = findLengthUnit(unit)?.metres
  const notes = [
    ...(mesh.notes ?? []),
    ...(texture?.of === 'corners' ? [ofOneColor] : []),
    ...sayLengths('usdz', mesh.unit),
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
  if (offset)
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
        rel material:binding = </Root/Material>
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
    yield ascii(`    }\n\n${describeMaterial(display, texture !== undefined)}`)
  }
  yield ascii('}\n')
}

function describeMaterial({ solidColor }: Display, isMapped: boolean): string {
  const color = isMapped
    ? 'color3f inputs:diffuseColor.connect = </Root/Material/Texture.outputs:rgb>'
    : `color3f inputs:diffuseColor = (${toLinearParts(solidColors[solidColor]).join(', ')})`
  const texture = `
        def Shader "Texture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${texturePath}@
            float2 inputs:st.connect = </Root/Material/Places.outputs:result>
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
        token outputs:surface.connect = </Root/Material/Surface.outputs:surface>

        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            ${color}
            float inputs:metallic = 0
            float inputs:roughness = 0.8
            token outputs:surface
        }
${isMapped ? texture : ''}    }
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

/** Returns the parts of 0xRRGGBB in linear light, to four digits. */
function toLinearParts(color: number): readonly number[] {
  return [color >> 16, (color >> 8) & 255, color & 255].map((level) =>
    Number(toLinear(level / 255).toFixed(4)),
  )
}

/** Returns colours in linear light, as USD has them. */
function toLinearColors(colors: Uint8Array): Float32Array {
  return Float32Array.from(colors, (level) => toLinear(level / 255))
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
