import { useEffect, useRef, useState } from 'preact/hooks'
import type { Preset } from '../../contract/domain/preset.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import type { Row } from '../panel/panel-model.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import { isSame, readAt, toChanged } from '../panel/values.ts'
import { describeRowValue } from '../panel/words.ts'
import type { Tried } from './tried.ts'

/** The specimen whose values are picked. */
interface PickedSpecimen {
  readonly schema: ParameterSchema
  readonly params: Params
  readonly tried: Tried
  /** Shows parameters, given without those at their default. */
  readonly onPick: (params: Params) => void
}

interface PresetsProps {
  readonly presets: readonly Preset[]
  /** Undefined where the host draws none. */
  readonly draw: DrawPreset | undefined
  /** True while nothing else is computed. */
  readonly isResting: boolean
}

/** The author's presets: each with its picture, the chosen one marked. */
export function Presets({ presets, draw, isResting, ...props }: PickedSpecimen & PresetsProps) {
  const drawn = usePresetPictures(presets, isResting ? draw : undefined)
  return (
    <section class="picks" aria-label="Presets">
      {presets.map(({ name, params }) => (
        <Pick key={name} {...props} wanted={params} label={name} drawn={drawn.get(name) ?? (draw && null)} />
      ))}
    </section>
  )
}

/** The strip of what was tried, the newest first. */
export function TriedStrip(props: PickedSpecimen) {
  const views = props.tried.list.value
  const rows = toRows(props.schema)
  if (views.length < 2) return null
  return (
    <details class="settings">
      <summary>Tried</summary>
      <div class="picks">
        {views.map(({ params }, i) => (
          <Pick
            key={JSON.stringify(params)}
            {...props}
            wanted={params}
            label={describeTried(rows, params, i)}
            isBare
          />
        ))}
      </div>
      <p>
        <button type="button" class="button" onClick={props.tried.clear}>
          Empty
        </button>{' '}
        Kept in this tab alone.
      </p>
    </details>
  )
}

interface PickProps {
  readonly wanted: Params
  readonly label: string
  readonly isBare?: boolean
  /** The host's picture; null until it is there, empty or undefined where it never is. */
  readonly drawn?: string | null | undefined
}

function Pick(props: PickedSpecimen & PickProps) {
  const { schema, params, tried, wanted, label, isBare, drawn, onPick } = props
  const complete = mergeDefaults(schema, wanted)
  const matches = (other: Params): boolean => isSame(complete, mergeDefaults(schema, other))
  const picture = drawn || tried.list.value.find((view) => matches(view.params))?.picture
  return (
    <button
      type="button"
      class="chip"
      title={label}
      aria-label={label}
      aria-pressed={matches(params)}
      onClick={() => onPick(toChanged(schema, complete))}
    >
      {picture ? <img src={picture} alt="" /> : drawn === null && <i class="picks-place" />}
      {!isBare && <bdi>{label}</bdi>}
    </button>
  )
}

function describeTried(rows: readonly Row[], params: Params, place: number): string {
  const values = rows.flatMap((row) => {
    const value = readAt(params, row.pointer)
    return value === undefined ? [] : [`${row.label} ${describeRowValue(row, value)}`]
  })
  return `${place + 1}: ${cutText(values.join(', '), 80) || 'defaults'}`
}

/** Returns the host's picture of a result. */
export type DrawPreset = (params: Params, signal: AbortSignal) => Promise<Blob>

/** Returns addresses of pictures by the preset's name, empty for none, drawn in turn where `draw` is. */
function usePresetPictures(presets: readonly Preset[], draw: DrawPreset | undefined) {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useRef(new Map<string, string>())
  useEffect(() => {
    if (!draw) return
    const leaving = new AbortController()
    const { signal } = leaving
    const drawRest = async (): Promise<void> => {
      for (const { name, params } of presets) {
        if (asked.current.has(name)) continue
        // A preset that fails keeps its name alone: whoever picks it reads why.
        const picture = await draw(params, signal).catch(() => new Blob())
        if (signal.aborted) return
        asked.current.set(name, picture.size > 0 ? URL.createObjectURL(picture) : '')
        setPictures(new Map(asked.current))
      }
    }
    void drawRest()
    return () => leaving.abort()
  }, [draw !== undefined])
  useEffect(() => {
    const { current } = asked
    return () => {
      for (const address of current.values()) URL.revokeObjectURL(address)
    }
  }, [])
  return pictures
}
