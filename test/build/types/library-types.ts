/** Parameters as authors type them with what their packages declare. */

/** A type, what it is imported by, and whether JSON can hold its values. */
export interface LibraryType {
  readonly type: string
  readonly above: string
  readonly is: 'read' | 'refused'
}

const zod = "import { z } from 'zod'\n"
const shape = `${zod}const shape = z.object({ radius: z.number(), label: z.string().optional(), mode: z.enum(['a', 'b']) })`
const union = `${zod}const union = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('box'), size: z.tuple([z.number(), z.number()]) }),
  z.object({ kind: z.literal('ball'), radius: z.number().nullable() }),
])`
const withDefault = `${zod}const options = z.object({ count: z.number().default(3), name: z.string() })`
const tree = `${zod}const tree = z.object({ name: z.string(), get children() { return z.array(tree) } })`

function from(name: string, names: string): string {
  return `import type { ${names} } from '${name}'`
}

/** Rows of a package: types that are read, and types that are refused. */
function rows(above: string, read: readonly string[], refused: readonly string[] = []): LibraryType[] {
  return [
    ...read.map((type) => ({ type, above, is: 'read' as const })),
    ...refused.map((type) => ({ type, above, is: 'refused' as const })),
  ]
}

/** At least forty. */
export const libraryTypes: readonly LibraryType[] = [
  ...rows(shape, [
    'z.infer<typeof shape>',
    "z.infer<typeof shape>['mode']",
    "Omit<z.infer<typeof shape>, 'label'>",
  ]),
  ...rows(union, ['z.infer<typeof union>', 'z.infer<typeof union>[]']),
  ...rows(withDefault, ['z.infer<typeof options>', 'z.input<typeof options>']),
  ...rows(`${zod}const record = z.record(z.string(), z.union([z.number(), z.boolean()]))`, [
    'z.infer<typeof record>',
  ]),
  ...rows(`${zod}const partial = z.record(z.enum(['x', 'y']), z.number())`, ['z.infer<typeof partial>']),
  ...rows(`${zod}const mark = z.string().brand<'id'>()`, ['z.infer<typeof mark>']),
  ...rows(tree, ['z.infer<typeof tree>']),
  ...rows(`${zod}const when = z.object({ at: z.date() })`, [], ['z.infer<typeof when>']),
  ...rows(`${zod}const odd = z.object({ x: z.any() })`, [], ['z.infer<typeof odd>']),
  ...rows(
    from(
      'manifold-3d',
      'Vec2, Vec3, Mat4, Box, Rect, SimplePolygon, Polygons, FillRule, JoinType, Smoothness',
    ),
    [
      'Vec3',
      'Mat4',
      'Box',
      'Rect',
      'SimplePolygon',
      'Polygons',
      'FillRule',
      'JoinType',
      'Smoothness[]',
      'Partial<Box>',
      '{ hull: Vec2[]; join?: JoinType }',
    ],
  ),
  ...rows(from('manifold-3d', 'Manifold, Mesh as Solid'), [], ['Manifold', 'Solid']),
  ...rows(
    from(
      'fast-png',
      'BitDepth, PngDecoderOptions, PngEncoderOptions, ImageData, IndexedColors, PngResolution',
    ),
    [
      'BitDepth',
      'PngDecoderOptions',
      "PngEncoderOptions['interlace']",
      'IndexedColors',
      'PngResolution',
      "Omit<ImageData, 'data' | 'transparency'>",
    ],
    ['ImageData', "ImageData['data']"],
  ),
  ...rows(
    "import type Delaunator from 'delaunator'",
    [],
    ['Delaunator<number[]>', "Delaunator<number[]>['triangles']"],
  ),
  ...rows(from('simplex-noise', 'NoiseFunction2D'), [], ['NoiseFunction2D']),
  ...rows(from('simplex-noise', 'NoiseFunction3D'), ['Parameters<NoiseFunction3D>']),
  ...rows(
    from('esbuild', 'Platform, Format, Loader, LogLevel, TransformOptions, StdinOptions, Location, Plugin'),
    [
      'Platform',
      'Format',
      'Record<string, Loader>',
      'LogLevel',
      "Pick<TransformOptions, 'minify' | 'target'>",
      'Location',
      'Partial<Location> | null',
    ],
    ['Plugin', 'TransformOptions', 'StdinOptions'],
  ),
  ...rows(
    from('ajv', 'JSONType, Options, SchemaObject'),
    ['JSONType', "Pick<Options, 'strict' | 'allErrors' | 'coerceTypes'>"],
    ['Options', 'SchemaObject'],
  ),
  ...rows(from('fastify', 'FastifyError, HTTPMethods'), ['HTTPMethods'], ['FastifyError']),
  ...rows(from('pino', 'Level, LevelWithSilent, Logger'), ['Level', 'LevelWithSilent'], ['Logger']),
  ...rows(
    from('@gltf-transform/core', 'vec3, mat4, GLTF, Document'),
    ['vec3', 'mat4', 'GLTF.AccessorType', 'GLTF.AnimationChannelTargetPath'],
    ['Document'],
  ),
  ...rows(from('fast-check', 'Arbitrary, IntegerConstraints'), ['IntegerConstraints'], ['Arbitrary<number>']),
]
