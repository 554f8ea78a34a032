/** Functions in constants: what a module exports is the constant's type, wherever that is said. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listSchemas, type SchemaListing } from '../../build/list-schemas.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const prelude = `import type { Integer, Mesh, ProgressReporter, Volume } from 'specimen-host/plugin'
declare const made: never
interface Options { /** @maximum 5 */ size?: number; label: string }
type Draw<T> = (v: T) => Mesh
interface Shape { (v: 'a' | 'b', w?: boolean): Mesh }
type Two = { (v: number): Mesh; (v: string): Mesh }
type Tagged = (/** Edge. @minimum 1 */ v: number) => Mesh
`

/** Exports of a function, and the properties and required names of their schemas. */
const taken: Readonly<Record<string, { properties: object; required?: readonly string[] }>> = {
  'const f: (v: 1 | 2) => Mesh = (v: number): Mesh => made': {
    properties: { v: { enum: [1, 2] } },
    required: ['v'],
  },
  'const f = (function (v: number): Mesh { return made }) as (v: 1 | 2) => Mesh': {
    properties: { v: { enum: [1, 2] } },
    required: ['v'],
  },
  'const f = ((v: number): Mesh => made) as Draw<1 | 2> satisfies unknown': {
    properties: { v: { enum: [1, 2] } },
    required: ['v'],
  },
  'const f = <Draw<Integer>>((v: number): Mesh => made)': {
    properties: { v: { type: 'integer' } },
    required: ['v'],
  },
  'const f = ((v: number): Mesh => made) satisfies (v: 1 | 2) => Mesh': {
    properties: { v: { type: 'number' } },
    required: ['v'],
  },
  'const f = ((v) => made as Mesh) satisfies (v: 1 | 2) => Mesh': {
    properties: { v: { enum: [1, 2] } },
    required: ['v'],
  },
  'const f: (v: 1 | 2) => Mesh = (v) => made': { properties: { v: { enum: [1, 2] } }, required: ['v'] },
  'const f: (v: number, w?: string) => Mesh = (v: number) => made': {
    properties: { v: { type: 'number' }, w: { type: 'string' } },
    required: ['v'],
  },
  'const f: (v: number, w: string) => Mesh = () => made': {
    properties: { v: { type: 'number' }, w: { type: 'string' } },
    required: ['v', 'w'],
  },
  'const f: Shape = (v: string, w = true) => made': {
    properties: { v: { enum: ['a', 'b'] }, w: { type: 'boolean', default: true } },
    required: ['v'],
  },
  'const f: (x?: number) => Mesh = (x = 3) => made': { properties: { x: { type: 'number', default: 3 } } },
  'const f: (radius: 1 | 2) => Mesh = (/** Size. */ r: number) => made': {
    properties: { r: { enum: [1, 2], description: 'Size.' } },
    required: ['r'],
  },
  'const f: Tagged = (v) => made': {
    properties: { v: { type: 'number', description: 'Edge.', minimum: 1 } },
    required: ['v'],
  },
  'const f: (v: number, progress: ProgressReporter) => Mesh = (v) => made': {
    properties: { v: { type: 'number' } },
    required: ['v'],
  },
  'const f: (o: Options) => Mesh = ({ size = 3, label }) => made': {
    properties: { size: { type: 'number', default: 3, maximum: 5 }, label: { type: 'string' } },
    required: ['label'],
  },
  'const f: ({ v }: { v: number }) => Mesh = () => made': {
    properties: { v: { type: 'number' } },
    required: ['v'],
  },
}

/** Exports of a function that are refused: code, what was found, what to do. */
const refused: Readonly<Record<string, readonly [code: string, found: string, remedy: string]>> = {
  'const f: (v: number) => Mesh = (v = 3) => made': ['function.indirect', 'requires v', 'v?:'],
  'const f: (v: number) => Mesh = (v: number, w = 3) => made': ['function.indirect', 'has no w', 'w?:'],
  'const f: (...v: number[]) => Mesh = (v: number) => made': ['parameter.rest', '...v', 'Write each'],
  'const f: Two = (v: number | string) => made': ['function.overloaded', '2 declarations', 'one signature'],
  'const f: <T>(v: T) => Mesh = (v: unknown) => made': ['function.generic', 'T', 'type parameters'],
  'const f: any = (v: number): Mesh => made': ['function.indirect', 'any', 'Remove'],
  'const f: Function = (v: number): Mesh => made': ['function.indirect', 'Function', 'Remove'],
  "const f: (v: Options['size']) => Mesh = (v) => made": ['tag.misplaced', '@maximum', 'parameter'],
}

let listing: SchemaListing

beforeAll(() => {
  const texts = [...Object.keys(taken), ...Object.keys(refused)]
  const plugins = texts.map((text, i) => [`p${i}.ts`, `${prelude}export ${text.replace(/\bf\b/, `f${i}`)}\n`])
  listing = listSchemas(createFolder(Object.fromEntries(plugins)), sdkFile)
})

const listSaid = (i: number) =>
  listing.diagnostics.filter(({ span }) => span?.file.endsWith(join('/', `p${i}.ts`)))

describe.each(Object.entries(taken).map(([text, schema], i) => ({ text, schema, i })))(
  '$text',
  ({ schema, i }) => {
    test('is taken with the types that the constant has', () => {
      expect(listSaid(i)).toEqual([])
      const read = listing.functions.find(({ name }) => name === `f${i}`)?.schema
      expect({ properties: read?.properties, required: read?.required }).toEqual({
        required: undefined,
        ...schema,
      })
    })
  },
)

describe.each(
  Object.entries(refused).map(([text, said], i) => ({ text, said, i: i + Object.keys(taken).length })),
)('$text', ({ said: [code, found, remedy], i }) => {
  test('is refused with what to do', () => {
    const said = listSaid(i)
    expect(said.map((each) => each.code)).toEqual([code])
    expect(said[0]?.found).toContain(found)
    expect(said[0]?.remedy).toContain(remedy)
  })
})
