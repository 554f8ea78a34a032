/** What the views of a page show now, as data that a parameter may refer to. */
import type { SpecimenBody } from '../../../client/client.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { joinPart, listResults, toRef } from '../../panel/data/data-catalog.ts'
import type { OfferedData } from '../../panel/data/panel-data.ts'
import { keepKnown, toChanged } from '../../panel/values.ts'
import { ownFileId } from '../../state/view-state.ts'
import type { PageViews } from '../page-views.ts'

/** Returns what the views show: that of the panel first. */
export function listShownData({ list, opened }: PageViews, key: number): readonly OfferedData[] {
  const views = list.value.flatMap((view, place) => {
    const body = opened.value.get(view.key)?.model.body.value
    if (!body || body.id === ownFileId) return []
    const own = list.value.length > 1 ? 'What this view shows now' : 'What this page shows now'
    const label = view.key === key ? own : `What view ${place + 1} shows`
    return [{ isOwn: view.key === key, offered: toOffered(body, view.params.value, label) }]
  })
  const [own, others] = [true, false].map((isOwn) => views.filter((view) => view.isOwn === isOwn))
  return [...(own ?? []), ...(others ?? [])].flatMap(({ offered }) => offered)
}

function toOffered(body: SpecimenBody, params: Params, label: string): readonly OfferedData[] {
  const { id, schema, display_name: note } = body
  const inputs = schema ? toChanged(schema, keepKnown(schema, params)) : {}
  return listResults(body).map(({ part, kind }) => ({
    label: part === undefined ? label : joinPart(label, part),
    note,
    kind,
    value: toRef({ id, ...(part !== undefined && { part }) }, inputs),
  }))
}
