/**
 * Requests for any operation of the API, made by fast-check from what the document declares: valid ones,
 * values at and beyond their bounds, of other types, huge, deep, and in all of Unicode; and requests that are
 * wrong in their outer form.
 */
import type { DescribedOperation, Schema } from '../support/api-document.ts'
import { fc } from '../support/seeded-fast-check.ts'

export interface FuzzRequest {
  readonly method: string
  /** ASCII, as it goes on the wire. */
  readonly target: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | undefined
}

/** Names that exist at the host, by path parameter. */
export type Known = { readonly [parameter: string]: readonly string[] }

const unicode = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '..',
    '../../etc/passwd',
    '\ud800',
    '\u2028',
    '\u009b31m',
    '{}',
    'null',
    '-0',
    '1e999',
    '__proto__',
  ),
)
const huge = fc
  .tuple(fc.constantFrom('a', 'é', '😀', '"', '[', '0'), fc.integer({ min: 1000, max: 60_000 }))
  .map(repeat)
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1, -1, 2 ** 31, 2 ** 53, -(2 ** 53), 1.5, 1e308, 5e-324, Number.MAX_VALUE),
)
const deep = fc.integer({ min: 1, max: 5000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`)
const wide = fc.integer({ min: 100, max: 20_000 }).map((length) => Array.from({ length }, (_, i) => i))
const members = fc
  .integer({ min: 10, max: 3000 })
  .map((length) => Object.fromEntries(Array.from({ length }, (_, i) => [`m${i}`, i])))
const anything = fc.oneof({ weight: 4, arbitrary: fc.jsonValue() }, number, unicode, wide, members)

/** Returns requests for an operation. */
export function toRequests(operation: DescribedOperation, known: Known): fc.Arbitrary<FuzzRequest> {
  const { method } = operation
  return fc.record({
    method: fc.constant(method),
    target: toTargets(operation, known),
    headers: toHeaders(operation.body !== undefined),
    body: operation.body ? toBodies(operation.body) : fc.constant(undefined),
  })
}

function toTargets({ path, parameters }: DescribedOperation, known: Known): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined) return fc.constant(segment)
    const existing = fc.constantFrom(...(known[name] ?? ['none']))
    return fc
      .oneof({ weight: 4, arbitrary: existing }, unicode, huge)
      .filter((text) => text !== '')
      .map(encode)
  })
  const queries = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = queries.map(({ name, schema }) => {
    const value = fc.oneof({ weight: 3, arbitrary: toQueryValue(name, schema) }, unicode, huge, deep)
    return fc.array(
      fc
        .oneof({ weight: 5, arbitrary: fc.constant(name) }, unicode)
        .chain((key) => fc.tuple(fc.constant(key), value)),
      {
        maxLength: 2,
      },
    )
  })
  const strange = fc.array(fc.tuple(unicode, unicode), { maxLength: 2 })
  return fc.tuple(fc.tuple(...segments), fc.tuple(...pairs, strange)).map(([parts, lists]) => {
    const query = lists.flat().map(([name, value]) => `${encode(name)}=${encode(value)}`)
    return parts.join('/') + (query.length > 0 ? `?${query.join('&')}` : '')
  })
}

function toQueryValue(name: string, schema: Schema): fc.Arbitrary<string> {
  if (name === 'params') return fc.oneof(toValues({}).map(toJson), anything.map(toJson))
  return toValues(schema).map(String)
}

function toBodies(schema: Schema): fc.Arbitrary<string> {
  const proper = toValues(schema).map(toJson)
  const broken = fc.tuple(proper, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)))
  return fc.oneof(
    { weight: 6, arbitrary: proper },
    anything.map(toJson),
    broken,
    deep,
    unicode,
    huge.map(toJson),
  )
}

/** Values for a schema of the document: mostly of the declared form, its members each right or wrong. */
function toValues(schema: Schema): fc.Arbitrary<unknown> {
  const right = toRight(schema)
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: anything })
}

function toRight({ type, properties, enum: choices, required = [] }: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(choices)) return fc.constantFrom(...choices)
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object': {
      const given = Object.entries<Schema>(properties ?? {}).map(([name, member]) => [
        name,
        toMember(name, member),
      ])
      const record: fc.Arbitrary<object> = fc.record(Object.fromEntries(given), { requiredKeys: required })
      return fc.oneof(
        { weight: 4, arbitrary: record },
        fc.tuple(record, fc.dictionary(unicode, anything, { maxKeys: 3 })).map(merge),
      )
    }
    case 'array':
      return fc.array(anything, { maxLength: 5 })
    case 'integer':
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    default:
      return fc.oneof(unicode, huge)
  }
}

/** Parameters of the probe's functions, so that some calls get through to a function. */
const calls = fc.constantFrom(
  {},
  { size: 2 },
  { size: 101 },
  { label: 'lit', count: 3 },
  { label: 'none', flip: 1, text: 'far too long a text' },
  { depth: 3 },
  { depth: 0 },
  { how: 'nan' },
  { wanted: 1 },
)

function toMember(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (name === 'params' || name === 'kwargs')
    return fc.oneof({ weight: 3, arbitrary: calls }, { weight: 2, arbitrary: toValues(schema) })
  if (name === 'function_name')
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('tetra', 'grid', 'failing', 'needy', 'w1:tetra', 'w1:needy') },
      toValues(schema),
    )
  return toValues(schema)
}

function toHeaders(hasBody: boolean): fc.Arbitrary<{ readonly [name: string]: string }> {
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    fc.constantFrom('text/plain', 'multipart/form-data', ''),
  )
  const visible = fc.stringMatching(/^[\x21-\x7e]{0,60}$/)
  const optional = {
    accept: fc.constantFrom(
      '*/*',
      'application/json',
      'image/png;q=0.1, */*;q=bad',
      'model/gltf-binary',
      ',;,;q=',
    ),
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0, identity;q=0', '*;q=0', 'br;q=2,,'),
    'if-none-match': fc.oneof(fc.constant('*'), visible),
    range: fc.constantFrom('bytes=0-0', 'bytes=-5', 'bytes=9-1', 'bytes=0-0,2-3', 'lines=1-2', 'bytes='),
    authorization: visible,
  }
  const base = hasBody ? { 'content-type': type } : {}
  const usual = fc.record({ ...base, ...optional }, { requiredKeys: hasBody ? ['content-type'] : [] })
  // A page of another site gets nowhere, and most conditions fail.
  const rare = fc.oneof(
    { weight: 17, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.record({ origin: visible }) },
    fc.record({ 'if-match': visible }),
    fc.record({ 'if-unmodified-since': fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'tomorrow') }),
  )
  return fc.tuple(usual, rare).map(merge) as fc.Arbitrary<Record<string, string>> // each value is a string
}

function merge([record, more]: [object, object]): object {
  return { ...record, ...more }
}

function repeat([unit, count]: [string, number]): string {
  return unit.repeat(count)
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

/** Percent-encodes any text; a lone surrogate, which has no UTF-8, goes as its three bytes. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[A-Za-z0-9._-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
}
