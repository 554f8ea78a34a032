import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/sdk/types.js'
import type { ParameterSchema } from '../../../contract/domain/schema.ts'
import { writeValue } from '../../../contract/look/link-values.ts'
import { isJsonArray } from '../../../contract/values/json.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'

/** Most values of one answer, as the protocol has it. */
const mostValues = 100

/** Returns the values of an argument that begin with what is written: ids, parameters, choices. */
export function completeArgument(
  snapshot: Snapshot,
  { argument: { name, value }, context }: CompleteRequest['params'],
): CompleteResult {
  const { id = '', parameter = '' } = context?.arguments ?? {}
  const all = listValues(snapshot, { name, id, parameter })
  const start = value.toLowerCase()
  const fitting = all.filter((one) => one.toLowerCase().startsWith(start))
  const values = fitting.slice(0, mostValues)
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
}

/** An argument of a template or prompt, with those before it. */
interface WantedArgument {
  readonly name: string
  readonly id: string
  readonly parameter: string
}

function listValues(snapshot: Snapshot, { name, id, parameter }: WantedArgument): readonly string[] {
  const schema = findSchema(snapshot, id)
  if (name === 'id' || name === 'specimen') return [...snapshot.specimens.keys()]
  if (name === 'parameter') return Object.keys(schema?.properties ?? {})
  return name === 'value' && schema ? listChoices(schema, parameter) : []
}

function findSchema({ specimens, targets }: Snapshot, id: string): ParameterSchema | undefined {
  const specimen = specimens.get(id)
  return specimen?.kind === 'dynamic' ? specimen.schema : targets.get(id)?.schema
}

function listChoices({ properties }: ParameterSchema, parameter: string): readonly string[] {
  const property = Object.hasOwn(properties, parameter) ? properties[parameter] : undefined
  if (property?.type === 'boolean') return ['false', 'true']
  const choices = property?.enum
  return choices && isJsonArray(choices) ? choices.map(writeValue) : []
}
