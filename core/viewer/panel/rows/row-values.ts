/** The value of a row: its presence, its start and its form. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { readFile, readRef, toOptionRef, toRef } from '../data/data-catalog.ts'
import type { Field, FieldOf, Row } from '../panel-model.ts'
import { isSame, readAt, toLastStep } from '../values.ts'

/** Depth below which rows inside rows begin without a value. */
const deepestStart = 16

/** Returns whether a field can show a value; one of another kind, or none, has to be set first. */
export function canShow(field: Field, value: Json | undefined): boolean {
  if (value === undefined) return field.kind === 'data'
  switch (field.kind) {
    case 'slider':
    case 'number':
      return typeof value === 'number'
    case 'text':
    case 'color':
      return typeof value === 'string'
    case 'toggle':
      return typeof value === 'boolean'
    case 'choice':
      return field.options.some((option) => isSame(option.value, value))
    case 'variant':
      return findVariant(field, value) !== undefined
    case 'vector':
      return isJsonArray(value) && value.length === field.rows.length
    case 'list':
      return isJsonArray(value)
    case 'group':
      return field.holder === 'array' ? isJsonArray(value) : isJsonObject(value)
    case 'data':
      return value === null || readRef(value) !== null || readFile(value) !== null
    case 'fixed':
    case 'json':
      return true
  }
}

/** A variant of a value: its label and its row. */
export interface ShownVariant {
  readonly label: string
  readonly row: Row
}

/**
 * Returns the form of a value: the first that takes it, or else the first that can show it, because a value
 * that is being typed may not be valid yet.
 */
export function findVariant(
  { variants }: FieldOf<'variant'>,
  value: Json | undefined,
): ShownVariant | undefined {
  if (value === undefined) return undefined
  const fitting = variants.find(({ row }) => row.fits(value))
  return fitting ?? variants.find(({ row }) => canShow(row.field, value) && hasConstants(row, value))
}

/** Returns whether the members with one possible value have it. */
function hasConstants({ field }: Row, value: Json): boolean {
  if (field.kind === 'fixed') return isSame(field.value, value)
  if (field.kind !== 'group' || !isJsonObject(value)) return true
  return field.rows.every(
    (inner) => inner.field.kind !== 'fixed' || isSame(readAt(value, toStep(inner)), inner.field.value),
  )
}

/** Returns a value to begin with for a row without one. The schema may still refuse it. */
export function toStart(row: Row, depth = 0): Json {
  const { field, initial } = row
  if (initial !== undefined && canShow(field, initial)) return initial
  switch (field.kind) {
    case 'slider':
      return field.minimum
    case 'number':
      return Math.max(field.minimum ?? 0, Math.min(field.maximum ?? 0, 0))
    case 'text':
      return ''
    case 'color':
      return '#000000'
    case 'toggle':
      return false
    case 'choice':
      return field.options[0]?.value ?? null
    case 'fixed':
      return field.value
    case 'json':
      return field.start
    case 'data':
      return toOptionRef(field.options[0] ?? { entry: { id: '' } })
    case 'vector':
      return field.rows.map((inner) => toStart(inner, depth + 1))
    case 'list':
      return Array.from({ length: field.minimum }, (_, index) => toStart(field.item(index), depth + 1))
    case 'variant':
      return toVariantStart(field, depth)
    case 'group':
      if (field.holder === 'array') return field.rows.map((inner) => toStart(inner, depth + 1))
      return depth > deepestStart ? {} : toStartOfMembers(field.rows, depth)
  }
}

/** Returns an object with the required members and those that have a value to begin with. */
export function toStartOfMembers(rows: readonly Row[], depth = 0): JsonObject {
  const needed = rows.filter((inner) => inner.isRequired || inner.initial !== undefined)
  return Object.fromEntries(needed.map((inner) => [toLastStep(inner.pointer), toStart(inner, depth + 1)]))
}

/** Returns a form without further rows, where a schema contains itself. */
function toVariantStart({ variants }: FieldOf<'variant'>, depth: number): Json {
  const first = depth > 0 ? variants.find(({ row }) => row.field.kind === 'fixed') : undefined
  const chosen = first ?? variants[0]
  return chosen ? toStart(chosen.row, depth + 1) : null
}

/** Returns a value of another form, with the parts of the old value that it takes. */
export function switchVariant({ row }: { readonly row: Row }, before: Json | undefined): Json {
  if (before === undefined) return toStart(row)
  if (row.fits(before)) return before
  const { field } = row
  const start = toStart(row)
  if (field.kind === 'group' && isJsonObject(before) && isJsonObject(start)) {
    const kept = field.rows.flatMap((inner) => {
      const value = readAt(before, toStep(inner))
      return value !== undefined && inner.fits(value) ? [[toLastStep(inner.pointer), value] as const] : []
    })
    return { ...start, ...Object.fromEntries(kept) }
  }
  if (field.kind === 'list' && row.fits([before])) return [before]
  const first = isJsonArray(before) ? before[0] : undefined
  return first !== undefined && row.fits(first) ? first : start
}

/**
 * Returns the rows inside a row that exist for its value, without those that take one value only: there is
 * nothing to set.
 */
export function listInner({ field }: Row, value: Json | undefined): readonly Row[] {
  if (!canShow(field, value)) return []
  const isOpen = (row: Row): boolean => row.field.kind !== 'fixed'
  switch (field.kind) {
    case 'group':
    case 'vector':
      return field.rows.filter(isOpen)
    case 'list':
      return isJsonArray(value) ? value.map((_, index) => field.item(index)) : []
    case 'data':
      return field.rows(value).filter(isOpen)
    case 'variant': {
      const chosen = findVariant(field, value)
      return chosen ? listInner(chosen.row, value) : []
    }
    default:
      return []
  }
}

/** Returns the part of a value that its row shows itself: rows inside show what a reference sends. */
export function toOwnValue({ field }: Row, value: Json | undefined): Json | undefined {
  const ref = field.kind === 'data' ? readRef(value) : null
  return ref ? toRef(ref, {}) : value
}

/** Returns the row that is nearest to a pointer: its own, or one around it; null for none. */
export function findNearest(rows: readonly Row[], params: Json, pointer: string): Row | null {
  const isAround = (row: Row): boolean => `${pointer}/`.startsWith(`${row.pointer}/`)
  const row = rows.find((candidate) => candidate.field.kind !== 'fixed' && isAround(candidate))
  if (!row) return null
  return findNearest(listInner(row, readAt(params, row.pointer)), params, pointer) ?? row
}

/** Returns the last step of a row's pointer, as a pointer. */
function toStep({ pointer }: Row): string {
  return pointer.slice(pointer.lastIndexOf('/'))
}
