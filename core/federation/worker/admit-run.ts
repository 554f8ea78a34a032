import type { Snapshot } from '../../catalog/snapshot.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { parseJson, toCanonicalJson } from '../../domain/json.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../domain/schema.ts'
import { type Gate, parseParams, parseRoomId } from '../../functions/gate.ts'
import type { RegisteredFunction } from '../../functions/registry.ts'
import { IssueList, listShortly, pointInto } from '../../schema/issue-list.ts'
import type { RelayFrameOf } from '../link/control-frames.ts'

/** What is to be run, by what. */
export interface AdmittedRun {
  readonly invocation: Invocation
  readonly runner: RegisteredFunction['runner']
}

/**
 * @throws `function.unknown`, also for another revision of the function; `params.invalid`, `json.syntax`,
 * `room.invalid`
 */
export function admitRun(frame: RelayFrameOf<'run'>, snapshot: Snapshot, gate: Gate): AdmittedRun {
  const registered = snapshot.functions.get(frame.function)
  if (!registered)
    throw new SpecimenError(
      'function.unknown',
      `There is no function ${JSON.stringify(frame.function)} here.`,
    )
  if (registered.revision !== frame.revision) {
    const detail = `The function ${frame.function} was replaced by another version in the meantime; ask again.`
    throw new SpecimenError('function.unknown', detail)
  }
  const params = parseParams(parseJson(frame.params, 'params'))
  const room = parseRoomId(frame.room)
  const refusals: unknown[] = []
  for (const schema of listSchemas(registered, snapshot)) {
    try {
      return { invocation: admitComplete(gate, registered, schema, params, room), runner: registered.runner }
    } catch (refusal) {
      refusals.push(refusal)
    }
  }
  throw refusals[0]
}

/** The function's own schema, and those of the specimens that show it. */
function listSchemas({ manifest }: RegisteredFunction, { specimens }: Snapshot): ParameterSchema[] {
  const shown = [...specimens.values()].flatMap((specimen) =>
    specimen.kind === 'dynamic' && specimen.functionName === manifest.name ? [specimen.schema] : [],
  )
  return [...new Set([manifest.schema, ...shown])]
}

/** A relay sends complete parameters: a default that is missing was another one at the relay. */
function admitComplete(
  gate: Gate,
  registered: RegisteredFunction,
  schema: ParameterSchema,
  params: Params,
  room: string,
): Invocation {
  const invocation = gate.admit({ registered, schema }, leaveOut(registered, schema, params), room)
  const missing = Object.keys(invocation.params).filter((name) => !Object.hasOwn(params, name))
  if (missing.length === 0) return invocation
  const { name } = registered.manifest
  const issues = new IssueList()
  for (const lost of missing)
    issues.add(pointInto('', lost), undefined, 'a value: defaults are the relay’s to give')
  const detail = `${name} was asked for without ${listShortly(missing, String)}; a relay sends complete parameters.`
  throw new SpecimenError('params.invalid', detail, { issues: issues.issues })
}

/**
 * Returns the parameters without those that the schema does not have and that are the function's own
 * defaults.
 */
function leaveOut({ manifest }: RegisteredFunction, schema: ParameterSchema, params: Params): Params {
  const defaults = mergeDefaults(manifest.schema, {})
  const isImplied = (name: string): boolean => {
    const [given, own] = [params[name], defaults[name]]
    if (Object.hasOwn(schema.properties, name) || given === undefined || own === undefined) return false
    return toCanonicalJson(given) === toCanonicalJson(own)
  }
  return Object.fromEntries(Object.entries(params).filter(([name]) => !isImplied(name)))
}
