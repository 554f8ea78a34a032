import { type Issue, SpecimenError } from '../../contract/domain/errors.ts'
import { toRoomBeside } from '../../contract/domain/invocation.ts'
import { missing, readSteps } from '../../contract/schema/issue-words.ts'
import type { Json } from '../../contract/values/json.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import type { BroughtFiles } from '../../engine/catalog/brought-file.ts'
import type { CatalogView } from '../../engine/catalog/catalog-view.ts'
import { type FunctionPlan, planData } from '../../engine/catalog/plan-data.ts'
import type { Gate } from '../../engine/functions/gate.ts'
import { toPeopleDetail } from './people-words.ts'

export type { FilesOfCallers } from '../../engine/catalog/brought-file.ts'

/** Returns the numbers of the views whose specimen or parameters a change concerns. */
export function listChangedViews(change: RoomFields): readonly number[] {
  const names = Object.keys(change).map((name) => /^views\/(\d)\/(?:specimen$|params\/)/.exec(name)?.[1])
  return [...new Set(names.flatMap((number) => (number === undefined ? [] : [Number(number)])))]
}

/** The parts by which a {@link planViewCall} is admitted. */
export interface ViewCallParts {
  readonly roomId: string
  readonly catalog: CatalogView
  readonly gate: Pick<Gate, 'admit'>
  /** The files to which its parameters may refer. */
  readonly files: BroughtFiles
}

/**
 * Returns the plan of a view's call; undefined for a closed one, for a static specimen, which has no run, and
 * as long as values are missing that have no default. It stands in a room of its own, so that the room's one
 * cached result stays.
 * @throws `specimen.unknown`, of data too; `file.missing`; `params.invalid` in words for people
 */
export function planViewCall(
  fields: ReadonlyMap<string, Json>,
  view: number,
  { roomId, catalog, gate, files }: ViewCallParts,
): FunctionPlan | undefined {
  const specimenId = fields.get(`views/${view}/specimen`)
  if (typeof specimenId !== 'string') return undefined
  const entry = catalog.find(specimenId)
  if (entry.kind === 'static') return undefined
  const { schema } = entry.target
  const prefix = `views/${view}/params/`
  const params: { [name: string]: Json } = {}
  for (const [name, value] of fields) if (name.startsWith(prefix)) params[name.slice(prefix.length)] = value
  try {
    const invocation = gate.admit(entry.target, params, toRoomBeside(roomId, `view-${view}`))
    return planData(entry.target, invocation, { view: catalog, gate, files })
  } catch (error) {
    if (!(error instanceof SpecimenError) || error.issues.length === 0) throw error
    const wrong = error.issues.filter((issue) => !isMissingParameter(issue))
    if (wrong.length === 0) return undefined
    throw new SpecimenError(error.code, toPeopleDetail(wrong, schema), { issues: wrong })
  }
}

function isMissingParameter({ pointer, allowed }: Issue): boolean {
  return allowed === missing && readSteps(pointer).length === 1
}
