import { deepestData } from '../../../contract/domain/data-ref.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../../contract/domain/schema.ts'
import { listDataPlaces } from '../../../contract/schema/data-places.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { type DataCatalog, readRef } from '../../panel/data/data-catalog.ts'
import { expandParams, toSent } from '../../panel/data/inner-params.ts'
import { type PanelData, useReferred } from '../../panel/data/panel-data.ts'
import { toFragment } from '../../state/link.ts'
import { initialView } from '../../state/view-state.ts'

interface CallTreeProps {
  readonly schema: ParameterSchema
  readonly params: Params
  readonly roomId: string
  readonly data: PanelData
}

/** What a result is made of: the results that its function takes, and those that theirs take, as links. */
export function CallTree({ data, schema, params, roomId }: CallTreeProps) {
  const known = data.catalog.value
  const complete = expandParams(schema, mergeDefaults(schema, params), known)
  useReferred(data, { schema, params: complete })
  if (listDataPlaces(schema, complete).length === 0) return null
  return (
    <section class="call-tree" aria-label="Made of">
      <h3>Made of</h3>
      <Taken schema={schema} params={complete} roomId={roomId} known={known} depth={deepestData} />
    </section>
  )
}

interface TakenProps extends Omit<CallTreeProps, 'data'> {
  readonly known: DataCatalog
  /** The levels that are listed: defaults of unknown hosts may lead in a circle. */
  readonly depth: number
}

function Taken({ schema, params, known, roomId, depth }: TakenProps) {
  const places = depth === 0 ? [] : listDataPlaces(schema, params)
  if (places.length === 0) return null
  return (
    <ul>
      {places.map(({ steps, ref }) => {
        const read = readRef(ref)
        const inner = read && known.schemas.get(read.id)
        const sent = inner ? toSent(inner, read.inputs, known) : (read?.inputs ?? {})
        const place = steps.join('/')
        return (
          <li key={place}>
            <span class="call-place">{toLabel(place)}</span>{' '}
            {read ? (
              <a href={toFragment({ ...initialView, specimenId: read.id, params: sent, roomId })}>
                {known.entries.find(({ id }) => id === read.id)?.display_name ?? read.id}
                {read.part !== undefined && `: ${toLabel(read.part)}`}
              </a>
            ) : (
              <span dir="auto">{'file' in ref ? (ref.name ?? 'A file') : null}</span>
            )}
            {inner && (
              <Taken schema={inner} params={read.inputs} known={known} roomId={roomId} depth={depth - 1} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
