import { useEffect } from 'preact/hooks'
import type { HostCalls } from '../../client/client.ts'
import { withinKeyword } from '../../contract/domain/places.ts'
import { mergeDefaults, type ParameterSchema } from '../../contract/domain/schema.ts'
import type { Bounds } from '../../contract/look/box.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { type ReadRef, readRef } from '../panel/data/data-catalog.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'

/**
 * Asks the host for the boxes of the data in which places have to stay. Data that it cannot measure, and
 * files, which have no facts, hold no place: the annotation guides a hand, and refuses no value.
 */
export function useDataBoxes({ client, params, places }: OpenedView, schema: ParameterSchema): void {
  const values = mergeDefaults(schema, params.value)
  const wanted = [...listNames(schema)].flatMap((name) => {
    const ref = readRef(values[name])
    return ref ? [{ name, ref }] : []
  })
  const text = JSON.stringify(wanted)
  useEffect(() => {
    const ended = new AbortController()
    places.boxes.value = new Map()
    for (const { name, ref } of wanted) {
      void readBox(client, ref, ended.signal).then((box) => {
        if (box && !ended.signal.aborted) places.boxes.value = new Map([...places.boxes.peek(), [name, box]])
      })
    }
    return () => ended.abort()
  }, [client, text])
}

/** Returns the box of what a reference leads to; null where the host says none. */
async function readBox(
  client: Pick<HostCalls, 'facts'>,
  { id, part, inputs }: ReadRef,
  signal: AbortSignal,
): Promise<Bounds | null> {
  try {
    const facts = await client.facts(id, { params: inputs, signal })
    const measured = part !== undefined && facts.kind === 'scene' ? facts.parts[part] : facts
    return measured && 'bounds' in measured ? measured.bounds : null
  } catch {
    return null // the run itself says what is wrong with its data; no box holds the place meanwhile
  }
}

/** Returns the names of parameters in whose bounds places have to stay. */
function listNames(schema: Json, names = new Set<string>()): ReadonlySet<string> {
  if (isJsonArray(schema)) for (const part of schema) listNames(part, names)
  else if (isJsonObject(schema)) {
    const within = schema[withinKeyword]
    if (typeof within === 'string' && within !== 'bounds') names.add(within)
    for (const part of Object.values(schema)) listNames(part, names)
  }
  return names
}
