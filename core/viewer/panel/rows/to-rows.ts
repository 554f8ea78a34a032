import { mergeDefaults, type ParameterSchema, type Params } from '../../../contract/domain/schema.ts'
import { type CheckedSchema, hasKeywords, readTitles } from '../../../contract/schema/checked-schema.ts'
import { pointInto } from '../../../contract/schema/issue-words.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import type { Json } from '../../../contract/values/json.ts'
import { fitsPart } from '../check-params.ts'
import { type DataCatalog, listFitting, readKinds, readRef } from '../data/data-catalog.ts'
import { expandParams } from '../data/inner-params.ts'
import type { Field, FieldOf, Row } from '../panel-model.ts'
import { readAt } from '../values.ts'
import { toNumberField } from './number-scale.ts'
import { openSchema } from './open-schema.ts'
import { readPlaceHint, withPlaceHints } from './place-hint.ts'
import { toStartOfMembers } from './row-values.ts'
import { type Branch, listBranches, listOptions, toOptions } from './variants.ts'

const mostVectorParts = 4
/** A longer array of fixed length is a list that cannot grow. */
const mostGroupParts = 16

type RowPlace = Pick<Row, 'pointer' | 'isRequired' | 'initial'> & { readonly name: string }

/** A schema that references lead into, and what data in it may be. */
interface Root {
  readonly schema: ParameterSchema
  readonly catalog: DataCatalog | null
}

/**
 * Returns a row for each parameter of a schema that hosts take, in the function's order. Whatever a schema
 * says, its value can be set: as JSON, if in no other way. Without a catalog, references are written by hand.
 */
export function toRows(schema: ParameterSchema, catalog: DataCatalog | null = null): readonly Row[] {
  return listAllMembers({ schema, catalog }, '', toDefaults(schema, catalog))
}

/** Returns the rows of all parameters of a function; `initial` are those after a reset. */
function listAllMembers(root: Root, pointer: string, initial: Json | undefined): readonly Row[] {
  return listMembers(root, root.schema, { pointer, name: '', isRequired: true, initial })
}

function toDefaults(schema: ParameterSchema, catalog: DataCatalog | null): Params {
  const defaults = mergeDefaults(schema, {})
  return catalog ? expandParams(schema, defaults, catalog) : defaults
}

/** The row of a part of the schema. */
function toRow(root: Root, schema: Json | undefined, place: RowPlace): Row {
  const { pointer, name, isRequired, initial } = place
  const own = hasKeywords(schema) ? schema : {}
  const opened = openSchema(root.schema, schema)
  const text = own.description ?? opened?.description
  return {
    pointer,
    isRequired,
    initial,
    label: own.title || toLabel(name),
    description: typeof text === 'string' ? text : '',
    unit: own.unit ?? opened?.unit ?? '',
    field: opened === null ? { kind: 'json', start: null } : toField(root, opened, place),
    place: opened && readPlaceHint(opened),
    fits: (value) => fitsPart(root.schema, schema ?? true, value),
  }
}

function toField(root: Root, schema: CheckedSchema, place: RowPlace): Field {
  if (schema.const !== undefined) return { kind: 'fixed', value: schema.const }
  if (schema.enum) return toChoice(toOptions(schema.enum, readTitles(schema)))
  const data = toDataField(root, schema, place)
  if (data !== null) return data
  const branches = listBranches(root.schema, schema)
  if (branches === null) return toTypedField(root, schema, place)
  const [only, ...others] = branches
  const single = only && others.length === 0 ? openSchema(root.schema, only.schema) : null
  if (single) return toField(root, single, place)
  if (branches.every(({ values }) => values !== null)) return toChoice(branches.flatMap(listOptions))
  return toVariantField(
    root,
    branches.map((branch) => ({ ...branch, schema: withPlaceHints(schema, branch.schema) ?? true })),
    place,
  )
}

/** Returns the field of a reference, alone or beside `null`; null for another, and without a catalog. */
function toDataField({ schema: root, catalog }: Root, schema: CheckedSchema, place: RowPlace): Field | null {
  if (!catalog) return null
  const parts = (schema.anyOf ?? [schema]).map((part) => openSchema(root, part))
  const [opened, ...others] = parts.filter((part) => part?.type !== 'null')
  const kinds = opened && others.length === 0 ? readKinds(opened) : null
  if (kinds === null) return null
  const none = parts.length > 1 ? { value: null } : place.isRequired ? undefined : { value: undefined }
  const rows: FieldOf<'data'>['rows'] = (value) => {
    const [ref, initial] = [readRef(value), readRef(place.initial)]
    const inner = ref && catalog.schemas.get(ref.id)
    if (!inner) return []
    const start = ref.id === initial?.id ? initial.inputs : toDefaults(inner, catalog)
    return listAllMembers({ schema: inner, catalog }, pointInto(place.pointer, 'inputs'), start)
  }
  const isNone = none?.value === null || place.initial === undefined
  return {
    kind: 'data',
    kinds,
    options: listFitting(catalog, kinds),
    files: catalog.files,
    rows,
    ...(none && isNone && { none }),
  }
}

/** The forms that the initial value has not begin with the defaults inside them. */
function toVariantField(root: Root, branches: readonly Branch[], place: RowPlace): Field {
  const variants = once(() =>
    branches.map(({ schema, label }) => {
      const row = toRow(root, schema, { ...place, initial: undefined })
      const isInitial = place.initial !== undefined && row.fits(place.initial)
      const { field, ...rest } = isInitial ? toRow(root, schema, place) : row
      return { label, row: { ...rest, field, label: toLabel(place.name), description: '', unit: '' } }
    }),
  )
  return {
    kind: 'variant',
    get variants() {
      return variants()
    },
  }
}

function toTypedField(root: Root, schema: CheckedSchema, place: RowPlace): Field {
  switch ([schema.type].flat()[0]) {
    case 'number':
    case 'integer':
      return toNumberField(schema)
    case 'boolean':
      return { kind: 'toggle' }
    case 'null':
      return { kind: 'fixed', value: null }
    case 'string':
      return { kind: readPlaceHint(schema)?.format === 'color' ? 'color' : 'text' }
    case 'array':
      return toArrayField(root, schema, place)
    case 'object':
      return toObjectField(root, schema, place)
    default:
      return { kind: 'json', start: null }
  }
}

function toChoice(options: FieldOf<'choice'>['options']): Field {
  const [only, ...others] = options
  if (only && others.length === 0) return { kind: 'fixed', value: only.value }
  const isTwice = (label: string): boolean => options.filter((other) => other.label === label).length > 1
  return {
    kind: 'choice',
    options: options.map(({ value, label }) => ({
      value,
      label: isTwice(label) ? JSON.stringify(value) : label,
    })),
  }
}

/** Names that are not listed have no place in a group: such objects are written as JSON. */
function toObjectField(root: Root, schema: CheckedSchema, place: RowPlace): Field {
  const isOpen = hasKeywords(schema.additionalProperties) || schema.patternProperties !== undefined
  const rows = once(() => listMembers(root, schema, place))
  if (isOpen || (!schema.properties && schema.additionalProperties !== false)) {
    return {
      kind: 'json',
      get start() {
        return toStartOfMembers(rows())
      },
    }
  }
  return {
    kind: 'group',
    holder: 'object',
    get rows() {
      return rows()
    },
  }
}

function listMembers(root: Root, schema: CheckedSchema, place: RowPlace): readonly Row[] {
  const { pointer, initial } = place
  return Object.entries(schema.properties ?? {}).map(([name, part]) =>
    toRow(root, withPlaceHints(schema, part), {
      pointer: pointInto(pointer, name),
      name,
      isRequired: schema.required?.includes(name) ?? false,
      initial: toPartInitial(initial, pointInto('', name), part),
    }),
  )
}

function toArrayField(root: Root, schema: CheckedSchema, place: RowPlace): Field {
  const { prefixItems = [], items, minItems = 0, maxItems = null } = schema
  const closed = items === false ? prefixItems.length : null
  const maximum = closed === null || maxItems === null ? (closed ?? maxItems) : Math.min(closed, maxItems)
  const toSchema = (index: number): Json | undefined =>
    withPlaceHints(schema, prefixItems[index] ?? items ?? true)
  const item: FieldOf<'list'>['item'] = (index) => {
    const part = toSchema(index)
    return toRow(root, part, {
      pointer: pointInto(place.pointer, index),
      name: `${toLabel(place.name)} ${index + 1}`,
      isRequired: true,
      initial: toPartInitial(place.initial, `/${index}`, part),
    })
  }
  if (maximum === null || minItems !== maximum || maximum === 0 || maximum > mostGroupParts)
    return { kind: 'list', item, minimum: minItems, maximum }
  const places = Array.from({ length: maximum }, (_, index) => index)
  const isVector = maximum <= mostVectorParts && places.every((index) => isPlainNumber(root, toSchema(index)))
  const rows = once(() => places.map(item))
  return {
    ...(isVector
      ? { kind: 'vector', isRange: schema.format === 'range' }
      : { kind: 'group', holder: 'array' }),
    get rows() {
      return rows()
    },
  }
}

function isPlainNumber(root: Root, schema: Json | undefined): boolean {
  const { type, enum: values, const: value, anyOf, oneOf } = openSchema(root.schema, schema) ?? {}
  return (type === 'number' || type === 'integer') && (values ?? value ?? anyOf ?? oneOf) === undefined
}

/** Returns what a part begins with: that of the whole, or else its own default. */
function toPartInitial(whole: Json | undefined, step: string, part: Json | undefined): Json | undefined {
  if (whole !== undefined) return readAt(whole, step)
  return hasKeywords(part) ? part.default : undefined
}

/** Returns what gives the same value each time, made when it is first asked for. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
