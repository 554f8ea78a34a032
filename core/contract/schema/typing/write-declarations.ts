/** Writes the functions of a host as types of TypeScript, for `createClient<Functions>(url).call`. */

import { readWantedData, takesData } from '../../domain/data-ref.ts'
import type { ResultType } from '../../domain/result/result.ts'
import { namesParts } from '../../domain/result/returned.ts'
import { toCommand } from '../../text/to-command.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../values/json.ts'
import { toDefinitionReference } from '../references.ts'
import { describeValue } from './describe-value.ts'
import { type TypedFunction, takeName, toLine, toTypeName } from './typed-function.ts'

const resultNames = {
  mesh: 'MeshResult',
  volume: 'VolumeResult',
  point_cloud: 'PointCloudResult',
  lines: 'LinesResult',
  arrows: 'ArrowsResult',
  labels: 'LabelsResult',
  scene: 'SceneResult',
  image: 'ImageResult',
  table: 'TableResult',
} as const satisfies Record<ResultType, string>

const identifier = /^[A-Za-z_$][\w$]*$/

/** The types of data and of references to it, which are declared once. */
const dataTypes = `/** A reference to a file: one that was brought by \`upload\`, or that of a specimen. */
export type FileRef = { readonly file: string; readonly name?: string } | { readonly specimen: string }

/** A reference to data: a specimen, a call, or a file that was brought; "part" of a scene. */
export type DataRef =
  | { readonly specimen: string; readonly part?: string }
  | { readonly process: string; readonly inputs?: { readonly [name: string]: Json }; readonly part?: string }
  | { readonly file: string; readonly name?: string }
/** What a function takes as data: a file, a result that this client got of the host, or a reference. */
export type Data = Blob | Result | ScenePart | DataRef
`

/** Names of the definitions of one schema, by their references. */
type References = ReadonlyMap<string, string>

/** Returns a module of declarations; `source` is the address or folder that it was read from. */
export function writeDeclarations(functions: readonly TypedFunction[], source: string): string {
  const command = toCommand(`types ${toCommentText(source)}`)
  const taken = new Set<string>([
    'Functions',
    'CallOptions',
    'Data',
    'DataRef',
    'FileRef',
    'Result',
    'ScenePart',
    'Json',
    ...Object.values(resultNames),
  ])
  const written = functions.map((each) => writeFunction(each, taken))
  const takes = functions.some(({ schema }) => takesData(schema))
  const results = takes ? ['Result', 'ScenePart'] : []
  const used = [...new Set([...functions.flatMap(listUsed), ...results])]
  return [
    `// Made by: ${command}. Make it again when the functions have changed.`,
    `import type { CallOptions, ${[...used, 'Json'].sort().join(', ')} } from 'specimen-host/client'`,
    '',
    ...(takes ? [dataTypes] : []),
    ...written.flatMap(({ definitions }) => definitions),
    '/** The functions, by the id of their specimen: `createClient<Functions>(url).call`. */',
    'export interface Functions {',
    ...written.map(({ method }) => method),
    '}',
    '',
  ].join('\n')
}

/** Returns the names of the result types that a function needs. */
function listUsed({ type, returns }: TypedFunction): readonly string[] {
  const parts = returns ? (namesParts(returns) ? Object.values(returns.parts) : [returns.each]) : []
  return [type, ...parts].map((each) => resultNames[each])
}

/** Writes the type of a result; that of a scene has its parts by name. */
function writeResult({ type, returns }: TypedFunction): string {
  const name = resultNames[type]
  if (!returns) return name
  if (!namesParts(returns))
    return `${name} & { readonly parts: { readonly [name: string]: ${resultNames[returns.each]} } }`
  const { parts, optional = [] } = returns
  const members = Object.entries(parts).map(
    ([part, kind]) => `readonly ${toKey(part)}${optional.includes(part) ? '?' : ''}: ${resultNames[kind]}`,
  )
  return `${name} & { readonly parts: { ${members.join('; ')} } }`
}

function writeFunction(written: TypedFunction, taken: Set<string>) {
  const { id, description, schema } = written
  const { $defs } = schema
  const defs = Object.entries(isJsonObject($defs) ? $defs : {})
  const references = new Map(
    defs.map(([name]) => [toDefinitionReference(name), takeName(toTypeName(id, name), taken)]),
  )
  const definitions = defs.map(([name, each]) => {
    const typeName = references.get(toDefinitionReference(name)) ?? ''
    return `export type ${typeName} = ${toType(each, references, '')}\n`
  })
  const { properties, required = [] } = schema
  const members = writeMembers(properties, required, { references, indent: '    ' })
  const mark = required.length > 0 ? '' : '?'
  const params = members.length > 0 ? `{\n${members.join('\n')}\n  }` : '{ readonly [name: string]: never }'
  const options = "options?: Omit<CallOptions, 'params'>"
  const method = [
    ...toComment(description, '  '),
    `  ${toKey(id)}(params${mark}: ${params}, ${options}): Promise<${writeResult(written)}>`,
  ].join('\n')
  return { definitions, method }
}

interface MemberPlace {
  readonly references: References
  readonly indent: string
}

function writeMembers(
  properties: JsonObject,
  required: readonly Json[],
  { references, indent }: MemberPlace,
): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    const type = toType(schema, references, indent)
    return [...toComment(describeValue(schema), indent), `${indent}readonly ${toKey(name)}${mark}: ${type}`]
  })
}

/** Returns the type of the values that a schema takes, as far as types can say it. */
function toType(schema: Json | undefined, references: References, indent: string): string {
  if (schema === false) return 'never'
  if (!isJsonObject(schema)) return 'Json'
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf } = schema
  const wanted = readWantedData(schema)
  if (wanted) return wanted.kinds.includes('file') ? 'Blob | FileRef' : 'Data'
  if (typeof $ref === 'string') return references.get($ref) ?? 'Json'
  if (only !== undefined) return JSON.stringify(only)
  if (isJsonArray(choices)) return joinUnion(choices.map((choice) => JSON.stringify(choice)))
  const typed = toTyped(schema, references, indent)
  const branches = [anyOf, oneOf].flatMap((list) => {
    if (!isJsonArray(list)) return []
    return [joinUnion(list.map((branch) => toType(branch, references, indent)))]
  })
  const parts = isJsonArray(allOf) ? allOf.map((part) => toType(part, references, indent)) : []
  const all = [...(typed === undefined ? [] : [typed]), ...branches, ...parts].filter(
    (part) => part !== 'Json',
  )
  if (all.length <= 1) return all[0] ?? 'Json'
  return all.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ')
}

function toTyped(schema: JsonObject, references: References, indent: string): string | undefined {
  const { type, properties, items, prefixItems } = schema
  const names = isJsonArray(type) ? type : type === undefined ? [] : [type]
  if (names.length > 0)
    return joinUnion(names.map((name) => toNamed(String(name), schema, references, indent)))
  if (properties !== undefined) return toNamed('object', schema, references, indent)
  return items === undefined && prefixItems === undefined
    ? undefined
    : toNamed('array', schema, references, indent)
}

function toNamed(name: string, schema: JsonObject, references: References, indent: string): string {
  switch (name) {
    case 'number':
    case 'integer':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return name
    case 'array':
      return toArray(schema, references, indent)
    case 'object':
      return toObject(schema, references, indent)
    default:
      return 'Json'
  }
}

function toArray(schema: JsonObject, references: References, indent: string): string {
  const { prefixItems, items, minItems, maxItems } = schema
  if (maxItems === 0) return 'readonly []'
  const rest = toType(items, references, indent)
  if (!isJsonArray(prefixItems)) return `readonly ${rest.includes(' ') ? `(${rest})` : rest}[]`
  const needed = typeof minItems === 'number' ? minItems : 0
  const elements = prefixItems.map((element, i) => {
    const type = toType(element, references, indent)
    return i < needed ? type : `${type.includes(' ') ? `(${type})` : type}?`
  })
  const more = items === false ? [] : [`...${rest.includes(' ') ? `(${rest})` : rest}[]`]
  return `readonly [${[...elements, ...more].join(', ')}]`
}

function toObject(schema: JsonObject, references: References, indent: string): string {
  const { properties, required, additionalProperties, patternProperties } = schema
  const named = isJsonObject(properties) ? properties : {}
  const needed = isJsonArray(required) ? required : []
  const inner = `${indent}  `
  const members = [...writeMembers(named, needed, { references, indent: inner })]
  const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : []
  const open = additionalProperties === false ? [] : [additionalProperties ?? true]
  const others = [...patterns, ...open].map((each) => toType(each, references, inner))
  if (others.length > 0) {
    // Every member has to fit the signature of an index, so it takes their types too.
    const own = Object.values(named).map((each) => toType(each, references, inner))
    const maybe = members.length > 0 ? ['undefined'] : []
    members.push(`${inner}readonly [name: string]: ${joinUnion([...others, ...own, ...maybe])}`)
  }
  return members.length === 0 ? '{ readonly [name: string]: never }' : `{\n${members.join('\n')}\n${indent}}`
}

function joinUnion(types: readonly string[]): string {
  const all = [...new Set(types)]
  if (all.includes('Json')) return all.includes('undefined') ? 'Json | undefined' : 'Json'
  return all.length === 0 ? 'never' : all.join(' | ')
}

function toKey(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name)
}

function toComment(text: string, indent: string): readonly string[] {
  const line = toCommentText(text)
  return line === '' ? [] : [`${indent}/** ${line} */`]
}

/** Authors write any text: none may end the comment. */
function toCommentText(text: string): string {
  return toLine(text.replaceAll('*/', '* /'))
}
