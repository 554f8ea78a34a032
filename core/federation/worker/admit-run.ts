import { type DataPlace, takesData } from '../../contract/domain/data-ref.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import { parseRoomId } from '../../contract/domain/parse-room-id.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import { listDataPlaces } from '../../contract/schema/data-places.ts'
import { IssueList } from '../../contract/schema/issue-list.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { parseJson, toCanonicalJson } from '../../contract/values/json.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import { type CallTarget, type Gate, parseParams } from '../../engine/functions/gate.ts'
import type { RegisteredFunction } from '../../engine/functions/registry.ts'
import type { Call } from '../../engine/run/call.ts'
import type { RelayFrameOf } from '../link/control-frames.ts'
import type { NamedData } from './gather-data.ts'

/** A requested run, and what its parameters name as its data. */
export interface AdmittedRun {
  readonly call: Call
  readonly places: readonly NamedData[]
}

/**
 * Returns the requested run, checked like a client's: its parameters must fit the function's own schema, or
 * that of a specimen here that shows it. @throws `function.unknown`, also for another revision of the
 * function; `params.invalid`, `json.syntax`, `room.invalid`
 */
export function admitRun(frame: RelayFrameOf<'run'>, snapshot: Snapshot, gate: Gate): AdmittedRun {
  const registered = findFunction(frame, snapshot)
  const request = { params: parseParams(parseJson(frame.params, 'params')), room: parseRoomId(frame.room) }
  const { runner, manifest } = registered
  const admit = (invocation: Invocation): AdmittedRun => {
    const places = listDataPlaces(manifest.schema, invocation.params).map(toNamedData)
    return { call: { invocation, runner }, places }
  }
  const own = admitUnder({ registered, schema: manifest.schema }, request, gate)
  if (!(own instanceof SpecimenError)) return admit(own)
  for (const schema of listShownSchemas(snapshot, manifest.name)) {
    const invocation = admitUnder({ registered, schema }, request, gate)
    if (!(invocation instanceof SpecimenError)) return admit(invocation)
  }
  throw own
}

/** A relay names data by their hash: what gives them is none of the worker's concern. */
function toNamedData({ steps, kinds, ref }: DataPlace): NamedData {
  if ('file' in ref) return { steps, kinds, hash: ref.file }
  const detail = `${steps.join('.')} must be named by its hash, as a relay that gives data does.`
  throw new SpecimenError('params.invalid', detail)
}

function findFunction(
  { function: name, revision }: RelayFrameOf<'run'>,
  { functions }: Snapshot,
): RegisteredFunction {
  const registered = functions.get(name)
  if (!registered)
    throw new SpecimenError('function.unknown', `There is no function ${JSON.stringify(name)} here.`)
  if (registered.revision === revision) return registered
  const detail = `The function ${name} was replaced by another version in the meantime; ask again.`
  throw new SpecimenError('function.unknown', detail)
}

const shownSchemas = new WeakMap<Snapshot, ReadonlyMap<string, ReadonlySet<ParameterSchema>>>()

/** Returns the schemas of the specimens that show a function; those of all functions are grouped once. */
function listShownSchemas(snapshot: Snapshot, name: string): Iterable<ParameterSchema> {
  const known = shownSchemas.get(snapshot)
  if (known) return known.get(name) ?? []
  const shown = new Map<string, Set<ParameterSchema>>()
  for (const specimen of snapshot.specimens.values()) {
    if (specimen.kind !== 'dynamic') continue
    const { functionName, schema } = specimen
    shown.set(functionName, (shown.get(functionName) ?? new Set()).add(schema))
  }
  shownSchemas.set(snapshot, shown)
  return shown.get(name) ?? []
}

/** Returns the call under one schema, or its refusal: a missing default is another one at the relay. */
function admitUnder(
  target: CallTarget,
  { params, room }: { readonly params: Params; readonly room: string },
  gate: Gate,
): Invocation | SpecimenError {
  const given = leaveOut(target, params)
  const admitted = gate.tryAdmit(target, given, room)
  if (admitted instanceof SpecimenError) return admitted
  // Data by default have no other name than that of their content.
  const data = Object.entries(params).filter(([name]) => !Object.hasOwn(given, name) && isData(target, name))
  const invocation = { ...admitted, params: { ...admitted.params, ...Object.fromEntries(data) } }
  const missing = Object.keys(invocation.params).filter((name) => !Object.hasOwn(params, name))
  return missing.length === 0 ? invocation : incompleteError(target, missing)
}

function incompleteError({ registered }: CallTarget, missing: readonly string[]): SpecimenError {
  const issues = new IssueList()
  for (const missingProperty of missing)
    issues.refuse({ keyword: 'required', instancePath: '', data: {}, params: { missingProperty } })
  const detail =
    `${registered.manifest.name} was asked for without ${listShortly(missing, String)}; ` +
    'a relay sends complete parameters.'
  return new SpecimenError('params.invalid', detail, { issues: issues.issues })
}

function isData({ registered: { manifest } }: CallTarget, name: string): boolean {
  const { properties } = manifest.schema
  return Object.hasOwn(properties, name) && takesData(properties[name])
}

/** Removes parameters that the schema lacks and that have the function's own defaults, or are data. */
function leaveOut(target: CallTarget, params: Params): Params {
  const { registered, schema } = target
  const { manifest } = registered
  const defaults = mergeDefaults(manifest.schema, {})
  const isImplied = (name: string): boolean => {
    const [given, own] = [params[name], defaults[name]]
    if (Object.hasOwn(schema.properties, name) || given === undefined || own === undefined) return false
    if (isData(target, name)) return true
    return toCanonicalJson(given) === toCanonicalJson(own)
  }
  return Object.fromEntries(Object.entries(params).filter(([name]) => !isImplied(name)))
}
