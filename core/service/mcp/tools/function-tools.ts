import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import {
  dataKeyword,
  endingsKeyword,
  readWantedData,
  sayWanted,
  takesData,
} from '../../../contract/domain/data-ref.ts'
import type { ParameterSchema } from '../../../contract/domain/schema.ts'
import type { Specimen } from '../../../contract/domain/specimen.ts'
import { isJsonArray, isJsonObject, type Json } from '../../../contract/values/json.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'
import type { CallTarget } from '../../../engine/functions/gate.ts'
import { quote, toShownName } from '../answers/data-words.ts'
import { toOutputSchema } from './output-schema.ts'
import { annotations } from './tool.ts'
import { nameTools } from './tool-names.ts'

/** The tools of a catalog's functions. */
export interface FunctionTools {
  /** The function of each tool. */
  readonly functions: ReadonlyMap<string, string>
  /** Set where a specimen has none of them: a file, or one that shows a function under another name. */
  readonly hasOthers: boolean
  /** Set where one of them takes data. */
  readonly takesData: boolean
  /** Returns them in the order of their functions' names, made once: a large catalog lists none. */
  readonly list: () => readonly Tool[]
}

/**
 * Returns a function that returns the tools of a snapshot, made once. A caller that sees a part of the
 * catalog has a snapshot of its own. `taken` are the names of other tools.
 */
export function createFunctionTools(taken: readonly string[]): (snapshot: Snapshot) => FunctionTools {
  const made = new WeakMap<Snapshot, FunctionTools>()
  return (snapshot) => {
    const known = made.get(snapshot)
    if (known) return known
    const functions = nameTools([...snapshot.targets.keys()].sort(), taken)
    let listed: readonly Tool[] | undefined
    const list = (): readonly Tool[] => {
      listed ??= listTools(snapshot, functions)
      return listed
    }
    const named = new Set(functions.values())
    const hasOthers = [...snapshot.specimens.values()].some(
      ({ kind, id }) => kind === 'static' || !named.has(id),
    )
    const takes = [...snapshot.targets.values()].some(({ schema }) => takesData(schema))
    const tools = { functions, hasOthers, takesData: takes, list }
    made.set(snapshot, tools)
    return tools
  }
}

function listTools(snapshot: Snapshot, functions: FunctionTools['functions']): readonly Tool[] {
  const shown = findShown(snapshot)
  return [...functions].flatMap(([name, functionName]) => {
    const target = snapshot.targets.get(functionName)
    return target ? [toTool(name, target, shown.get(functionName))] : []
  })
}

/** Returns the specimen whose name a function's tool has: the one with its name, else the first. */
function findShown({ specimens }: Snapshot): ReadonlyMap<string, Specimen> {
  const shown = new Map<string, Specimen>()
  for (const specimen of specimens.values()) {
    if (specimen.kind !== 'dynamic') continue
    const { functionName, id } = specimen
    if (!shown.has(functionName) || id === functionName) shown.set(functionName, specimen)
  }
  return shown
}

function toTool(name: string, { registered, schema }: CallTarget, specimen: Specimen | undefined): Tool {
  const { name: functionName, return_type: type, description: own, returns } = registered.manifest
  const title = toShownName(specimen?.displayName ?? functionName)
  const description = specimen?.description || own
  const outputSchema = toOutputSchema(returns)
  const words = description === '' ? '' : ` Author: ${quote(description)}`
  return {
    name,
    title,
    description: `Computes ${type === 'image' ? 'an' : 'a'} ${type.replace('_', ' ')} and shows it.${words}`,
    inputSchema: toInputSchema(schema),
    ...(outputSchema && { outputSchema }),
    annotations,
  }
}

/**
 * Returns a schema without what stands beside it in the tool: each is read by a model before any call. Names
 * that it does not have are refused with the near one, so it need not say that it takes none.
 */
function toInputSchema(schema: ParameterSchema): Tool['inputSchema'] {
  const {
    $schema: _dialect,
    title: _title,
    description: _description,
    additionalProperties: _others,
    ...rest
  } = schema
  // Another type, as an interface: the JSON of a schema is an object of any members.
  return shortenData(rest) as Tool['inputSchema']
}

/** Says the form of a reference in words, which are a third of its schema. */
function shortenData(schema: Json): Json {
  if (isJsonArray(schema)) return schema.map(shortenData)
  if (!isJsonObject(schema)) return schema
  const { oneOf: _forms, [dataKeyword]: _kinds, [endingsKeyword]: _endings, description, ...rest } = schema
  const wanted = readWantedData(schema)
  if (!wanted)
    return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, shortenData(part)]))
  const form = wanted.kinds.includes('file')
    ? '{"specimen": id} or {"file": sha256}'
    : '{"specimen": id} or {"process": id, "inputs": {…}}'
  const said = typeof description === 'string' ? `${description} ` : ''
  return { ...rest, description: `${said}A reference to ${sayWanted(wanted)}: ${form}.` }
}
