/**
 * Compiled in CI against the types that openapi-typescript makes of `/openapi.json`, under the name
 * `api.ts` beside this file. It compiles only when what a host always sends is not optional, results are
 * told apart by `type`, and what a client may leave out may be left out.
 */
import type { components, operations } from './api.ts'

type Schemas = components['schemas']
/** The members of a schema that may be absent. */
type Optional<Body> = { [Name in keyof Body]-?: object extends Pick<Body, Name> ? Name : never }[keyof Body]
type IsSame<A, B> = [A, B] extends [B, A] ? true : false

/** An author's words on a result. */
type Word = 'view' | 'axes' | 'value' | 'legend' | 'source' | 'license' | 'attribution'

/** By schema: `true` when exactly these members may be absent. */
export const optional: {
  readonly Problem: IsSame<Optional<Schemas['Problem']>, 'errors'>
  readonly CatalogEntry: IsSame<Optional<Schemas['CatalogEntry']>, 'returns'>
  readonly Specimen: IsSame<Optional<Schemas['Specimen']>, Word | 'presets' | 'returns' | 'part_files'>
  readonly FunctionEntry: IsSame<Optional<Schemas['FunctionEntry']>, 'returns'>
  readonly Reload: IsSame<Optional<Schemas['Reload']>, 'notes'>
  readonly CacheStats: IsSame<Optional<Schemas['CacheStats']>, never>
  readonly RoomStats: IsSame<Optional<Schemas['RoomStats']>, 'host'>
  readonly StartBody: IsSame<Optional<Schemas['StartBody']>, never>
  readonly Progress: IsSame<Optional<Schemas['Progress']>, 'before' | 'nodes'>
  readonly ProgressMessage: IsSame<Optional<Schemas['ProgressMessage']>, 'fraction'>
  readonly CallBody: IsSame<Optional<Schemas['CallBody']>, 'params' | 'room_id' | 'supersede'>
  readonly InvokeBody: IsSame<Optional<Schemas['InvokeBody']>, 'args' | 'kwargs' | 'room_id'>
  readonly Readiness: IsSame<Optional<Schemas['Readiness']>, 'degraded'>
} = {
  Problem: true,
  CatalogEntry: true,
  Specimen: true,
  FunctionEntry: true,
  Reload: true,
  CacheStats: true,
  RoomStats: true,
  StartBody: true,
  Progress: true,
  ProgressMessage: true,
  CallBody: true,
  InvokeBody: true,
  Readiness: true,
}

type Answer<Id extends keyof operations> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** Returns how many numbers a result has, whatever it is; of a scene, those of all parts. */
export function countNumbers(result: Answer<'readResult'>): number {
  switch (result.type) {
    case 'mesh':
      return result.vertices.length + result.indices.length + (result.normals?.length ?? 0)
    case 'volume':
      return result.shape.reduce((product, length) => product * length, 1)
    case 'point_cloud':
      return result.points.length + (result.colors?.length ?? 0) + (result.scalars?.length ?? 0)
    case 'lines':
      return result.points.length + (result.starts?.length ?? 0)
    case 'arrows':
      return result.points.length + result.vectors.length
    case 'labels':
      return result.points.length
    case 'scene':
      return Object.values(result.parts).reduce((sum, part) => sum + countNumbers(part), 0)
    case 'table':
      return result.columns.reduce((sum, { values }) => sum + values.length, 0)
    case 'image':
      return result.width * result.height * result.channels
  }
}

/** Returns the ids of the specimens that show a parameter. */
export function listIds(
  catalog: Answer<'listSpecimens'>,
  functions: Answer<'listFunctions'>,
  parameter: string,
): string[] {
  const names = functions.filter(({ schema }) => parameter in schema.properties).map(({ name }) => name)
  return catalog
    .filter(({ function_name: name }) => name !== null && names.includes(name))
    .map(({ id }) => id)
}
