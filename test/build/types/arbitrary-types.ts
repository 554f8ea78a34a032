// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of template literal types
/** Sources of types, made by chance: what authors write, and what nobody should. */
import { fc } from '../../support/seeded-fast-check.ts'
import { type Generic, generics, type Kind, objects, toPrelude } from './declarations.ts'
import type { Subject } from './subjects.ts'

const plain = ['number', 'string', 'boolean', 'null', '1', '-1.5', "'x'", "'on' | 'off'", 'true', '0 | 4']
const numbers = [
  'Integer',
  'Range<0, 10>',
  'Integer & Range<1, 8>',
  'Range<0, 1, 0.25>',
  'Range<-2, 2> & Range<0, 5>',
]
const mixed = [
  '(1 | 5 | 20) & Range<0, 10>',
  'Integer & (1 | 1.5)',
  'number & {}',
  'string & {}',
  "('x' | number) & Integer",
]
/** Those that take what their type does: a curve has two points or more, and a colour is a certain text. */
const places = ['Point', 'Direction', 'Plane', 'Box', 'Pose', 'Readonly<Box>']
const mixedPlaces = [
  'Point & Direction',
  'Point | Direction',
  'Point & Closed',
  'Pick<Pose, "position">',
  'Partial<Plane>',
]
const templates = [
  '`a${number}`',
  "`v-${'x' | 'y'}`",
  '`${boolean}`',
  '`${string}-${string}`',
  '`${bigint}px`',
  'Uppercase<string>',
]
const leaf = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...plain) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom(...mixed) },
  { weight: 2, arbitrary: fc.constantFrom(...templates) },
  { weight: 3, arbitrary: fc.constantFrom(...places) },
  { weight: 1, arbitrary: fc.constantFrom(...mixedPlaces) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('undefined', 'unknown[]', 'any', 'never', 'Date', '() => void', '{}'),
  },
)
const key = fc.constantFrom('a', 'b', 'c', 'link')
const keys = fc
  .uniqueArray(key, { minLength: 1, maxLength: 3 })
  .map((names) => names.map((name) => `'${name}'`).join(' | '))
const texts = fc.oneof(
  keys,
  fc.constantFrom(
    "'a-b' | 'c'",
    "'ab'",
    'string',
    "`k-${'a' | 'b'}`",
    '`k${number}`',
    "'x-y-z' | `${number}-x`",
  ),
)
const size = fc.integer({ min: 0, max: 4 }).map(String)

const made = fc.letrec<Record<Kind | 'member' | 'written', string>>((tie) => {
  const type = tie('type')
  const several = fc.array(type, { minLength: 2, maxLength: 3, depthIdentifier: 'type' })
  const members = fc.uniqueArray(
    fc.tuple(key, fc.constantFrom('', '?'), fc.constantFrom('', 'readonly '), type),
    { minLength: 1, maxLength: 3, selector: ([name]) => name, depthIdentifier: 'type' },
  )
  const literal = members.map(
    (list) =>
      `{ ${list.map(([name, mark, before, value]) => `${before}${name}${mark}: ${value}`).join('; ')} }`,
  )
  const indexed = fc
    .tuple(fc.constantFrom('string', 'number', '`x${string}`'), type, fc.option(type, { nil: null }))
    .map(([name, value, also]) => `{ [name: ${name}]: ${value}${also === null ? '' : `; a: ${also}`} }`)
  const tuple = fc
    .tuple(several, fc.constantFrom('', 'last?', 'rest', 'first', 'readonly'))
    .map(([items, form]) => toTuple(items, form))
  const operators = fc.oneof(
    fc.tuple(type, type, type, type).map(([a, b, c, d]) => `((${a}) extends (${b}) ? (${c}) : (${d}))`),
    tie('object').map((of) => `keyof (${of})`),
    fc.tuple(tie('object'), key).map(([of, name]) => `(${of})['${name}']`),
    tie('object').map((of) => `(${of})[keyof (${of})]`),
    fc
      .tuple(tie('list'), fc.constantFrom('number', '0', '1', "'length'"))
      .map(([of, at]) => `(${of})[${at}]`),
    fc.tuple(type, type).map(([a, b]) => `Parameters<(a: ${a}, b?: ${b}) => void>`),
    fc.tuple(type, type).map(([a, b]) => `ReturnType<(...a: (${b})[]) => ${a}>`),
  )
  const intersection = fc.oneof(
    fc.tuple(tie('object'), tie('object')).map(([a, b]) => `(${a}) & (${b})`),
    fc.tuple(type, type).map(([a, b]) => `(${a}) & (${b})`),
  )
  const mapped = fc
    .tuple(
      fc.constantFrom('', 'readonly ', '-readonly '),
      fc.oneof(
        keys,
        tie('object').map((of) => `keyof (${of})`),
        texts,
      ),
      fc.constantFrom('', '', ' as Uppercase<K & string>', " as Exclude<K, 'a'>", ' as `x_${K & string}`'),
      fc.constantFrom('', '?', '-?'),
      fc.oneof(type, fc.constant('K'), fc.constant('{ a: K }')),
    )
    .map(([before, of, as, mark, value]) => `{ ${before}[K in ${of}${as}]${mark}: ${value} }`)
  const homomorphic = fc
    .tuple(tie('object'), fc.constantFrom('', '?', '-?'), fc.constantFrom('', ' | null', '[]'))
    .map(([of, mark, more]) => `{ [K in keyof (${of})]${mark}: (${of})[K]${more} }`)
  const list = fc.oneof(
    type.map((items) => `(${items})[]`),
    type.map((items) => `readonly (${items})[]`),
    tuple,
  )
  const object = fc.oneof(
    { depthSize: 'small' as const, depthIdentifier: 'type' },
    { weight: 4, arbitrary: literal },
    { weight: 1, arbitrary: fc.constantFrom(...objects.map(({ name }) => name)) },
    { weight: 1, arbitrary: indexed },
    { weight: 1, arbitrary: mapped },
    { weight: 1, arbitrary: homomorphic },
  )
  const union = several.map((items) => items.map((item) => `(${item})`).join(' | '))
  const generic = fc
    .constantFrom(...generics)
    .chain((chosen) =>
      fc.tuple(...chosen.takes.map((kind) => tie(kind))).map((given) => apply(chosen, given)),
    )
  return {
    keys,
    texts,
    size,
    list,
    object,
    member: literal,
    written: type,
    type: fc.oneof(
      { maxDepth: 3, depthSize: 'small', depthIdentifier: 'type', withCrossShrink: true },
      { weight: 5, arbitrary: leaf },
      { weight: 2, arbitrary: union },
      { weight: 2, arbitrary: list },
      { weight: 3, arbitrary: object },
      { weight: 2, arbitrary: operators },
      { weight: 1, arbitrary: intersection },
      { weight: 4, arbitrary: generic },
    ),
  }
})

/** A type with the declarations that it needs. */
export const arbitrarySubject: fc.Arbitrary<Subject> = made.type.map((type) => ({
  type,
  prelude: toPrelude(type),
}))

function toTuple(items: readonly string[], form: string): string {
  const all = items.map((item) => `(${item})`)
  const last = all.at(-1)
  if (form === 'last?') return `[${[...all.slice(0, -1), `${last}?`].join(', ')}]`
  if (form === 'rest') return `[${[...all.slice(0, -1), `...${last}[]`].join(', ')}]`
  if (form === 'first') return `[...${last}[], ${all.slice(0, -1).join(', ')}]`
  return `${form === 'readonly' ? 'readonly ' : ''}[${all.join(', ')}]`
}

function apply({ name }: Generic, given: readonly string[]): string {
  return given.length === 0 ? name : `${name}<${given.join(', ')}>`
}
