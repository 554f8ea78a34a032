import type { CatalogView } from '../catalog/catalog-view.ts'
import { toRoomBeside } from '../domain/invocation.ts'
import type { Json } from '../domain/json.ts'
import type { Gate } from '../functions/gate.ts'
import type { Call } from '../run/executor.ts'
import type { RoomFields } from '../wire/room-messages.ts'

/** Returns the numbers of the views whose specimen or parameters a change concerns. */
export function listChangedViews(change: RoomFields): readonly number[] {
  const names = Object.keys(change).map((name) => /^views\/(\d)\/(?:specimen$|params\/)/.exec(name)?.[1])
  return [...new Set(names.flatMap((number) => (number === undefined ? [] : [Number(number)])))]
}

/**
 * Returns the call of a view; undefined for a closed one, and for a static specimen, which has no run. It
 * stands in a room of its own, so that the room's one cached result stays.
 * @throws `specimen.unknown`, `params.invalid`
 */
export function toViewCall(
  fields: ReadonlyMap<string, Json>,
  view: number,
  parts: { readonly roomId: string; readonly catalog: CatalogView; readonly gate: Pick<Gate, 'admit'> },
): Call | undefined {
  const { roomId, catalog, gate } = parts
  const specimenId = fields.get(`views/${view}/specimen`)
  if (typeof specimenId !== 'string') return undefined
  const found = catalog.find(specimenId)
  if (found.kind === 'static') return undefined
  const prefix = `views/${view}/params/`
  const params = [...fields].flatMap(([name, value]): [string, Json][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )
  const invocation = gate.admit(
    found.target,
    Object.fromEntries(params),
    toRoomBeside(roomId, `view-${view}`),
  )
  return { invocation, runner: found.target.registered.runner }
}
