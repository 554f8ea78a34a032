/** The levels of a panel: the function's own rows, and those of functions inside its data, one at a time. */
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Params } from '../../contract/domain/schema.ts'
import type { Json } from '../../contract/values/json.ts'
import { describeRef } from './data/data-catalog.ts'
import { FieldIcon } from './fields/icon.tsx'
import type { FieldOf, Row } from './panel-model.ts'
import { listInner, toOwnValue } from './rows/row-values.ts'
import { isSame, readAt } from './values.ts'

/** A row whose function's rows are a level, with its value. */
export interface Level {
  readonly row: Row & { readonly field: FieldOf<'data'> }
  readonly value: Json | undefined
  /** The rows of the function. */
  readonly rows: readonly Row[]
}

/** Returns the levels from the outermost to that of the row at a pointer, as far as there are such. */
export function findLevels(rows: readonly Row[], params: Json, pointer: string): readonly Level[] {
  const row = rows.find((each) => `${pointer}/`.startsWith(`${each.pointer}/`))
  if (!row || pointer === '') return []
  const value = readAt(params, row.pointer)
  const inner = listInner(row, value)
  if (row.field.kind !== 'data') return findLevels(inner, params, pointer)
  if (inner.length === 0) return []
  const level = { row: { ...row, field: row.field }, value, rows: inner }
  return [level, ...(row.pointer === pointer ? [] : findLevels(inner, params, pointer))]
}

/** The parameters that those of a panel are compared with. */
export interface ComparedParams {
  readonly shown: Params | null
  readonly beside: readonly Params[]
}

/** Returns the compared parameters whose levels are of the same functions: only they are like these. */
export function keepComparable(levels: readonly Level[], { shown, beside }: ComparedParams): ComparedParams {
  const isAlike = (params: Params): boolean =>
    levels.every(({ row, value }) =>
      isSame(toOwnValue(row, readAt(params, row.pointer)), toOwnValue(row, value)),
    )
  return { shown: shown && isAlike(shown) ? shown : null, beside: beside.filter(isAlike) }
}

/** The level of a panel that somebody is on. */
export interface LevelPlace {
  /** The row inside which they are; empty for none. */
  readonly pointer: string
  /** The panel. */
  readonly place: RefObject<HTMLElement | null>
  /** Goes to another level, and takes the focus along. */
  readonly go: (pointer: string) => void
}

/** Returns the level that somebody is on, at first the outermost. */
export function useLevel(): LevelPlace {
  const [pointer, setPointer] = useState('')
  const place = useRef<HTMLElement>(null)
  const left = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (left.current === null) return
    const enters = [...(place.current?.querySelectorAll<HTMLElement>('[data-level]') ?? [])]
    const before = enters.find((each) => each.dataset.level === left.current)
    const back = place.current?.querySelector<HTMLElement>('.panel-levels button')
    ;(before ?? back)?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
    left.current = null
  }, [pointer])
  const go = (to: string): void => {
    // Going up, the focus comes to the way that was taken down.
    left.current = pointer.startsWith(to) ? pointer : ''
    setPointer(to)
  }
  return { pointer, place, go }
}

interface LevelsProps {
  readonly title: string
  readonly levels: readonly Level[]
  readonly onGo: (pointer: string) => void
}

/** The way back: all levels around the present one, each a button. */
export function Levels(props: LevelsProps) {
  const { title, levels, onGo } = props
  const names = levels.map(({ row, value }) => `${row.label}: ${describeRef(value, row.field)}`)
  const around = [{ name: title, pointer: '' }]
  for (const [i, { row }] of levels.slice(0, -1).entries())
    around.push({ name: names[i] ?? '', pointer: row.pointer })
  return (
    <nav class="panel-levels" aria-label="Levels of parameters">
      <ol>
        {around.map(({ name, pointer }) => (
          <li key={pointer}>
            <button type="button" onClick={() => onGo(pointer)} dir="auto">
              {name}
            </button>
            <FieldIcon name="into" />
          </li>
        ))}
        <li aria-current="location" dir="auto">
          {names.at(-1)}
        </li>
      </ol>
    </nav>
  )
}
