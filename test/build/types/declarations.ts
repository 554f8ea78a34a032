// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of template literal types
/** What generated types use besides the language: generics with the kinds of their arguments, and names. */

/** `type`: any; `object`: with members; `keys`, `texts`: unions of texts; `list`: array or tuple; `size`: 0 to 4. */
export type Kind = 'type' | 'object' | 'keys' | 'texts' | 'list' | 'size'

/** A generic type: its parameters, and its source where the language does not have it. */
export interface Generic {
  readonly name: string
  readonly takes: readonly Kind[]
  readonly source?: string
}

/** A generic of the standard library. */
const standard: readonly Generic[] = [
  { name: 'Partial', takes: ['object'] },
  { name: 'Required', takes: ['object'] },
  { name: 'Required', takes: ['list'] },
  { name: 'Partial', takes: ['list'] },
  { name: 'Readonly', takes: ['type'] },
  { name: 'Pick', takes: ['object', 'keys'] },
  { name: 'Omit', takes: ['object', 'keys'] },
  { name: 'Omit', takes: ['type', 'keys'] },
  { name: 'Record', takes: ['keys', 'type'] },
  { name: 'Record', takes: ['texts', 'type'] },
  { name: 'Exclude', takes: ['type', 'type'] },
  { name: 'Extract', takes: ['type', 'type'] },
  { name: 'NonNullable', takes: ['type'] },
  { name: 'NoInfer', takes: ['type'] },
  { name: 'Awaited', takes: ['type'] },
  { name: 'Uppercase', takes: ['texts'] },
  { name: 'Capitalize', takes: ['keys'] },
]

/** Generics as authors write them, each in its own words. */
const own: readonly Generic[] = [
  { name: 'Wrap', takes: [], source: 'type Wrap<X = number> = { inner: X }' },
  { name: 'Wrap', takes: ['type'], source: 'type Wrap<X = number> = { inner: X }' },
  { name: 'Pair', takes: ['type', 'type'], source: 'type Pair<A, B = A> = [A, B]' },
  { name: 'Maybe', takes: ['type'], source: 'type Maybe<X> = X | null' },
  { name: 'Elem', takes: ['list'], source: 'type Elem<X> = X extends readonly (infer E)[] ? E : X' },
  { name: 'Whole', takes: ['type'], source: "type Whole<X> = [X] extends [string] ? 'text' : X" },
  { name: 'Paren', takes: ['type'], source: 'type Paren<X> = (X) extends string ? { s: X } : X' },
  { name: 'Drop', takes: ['type', 'type'], source: 'type Drop<X, U> = X extends U ? never : X' },
  {
    name: 'Keep',
    takes: ['object', 'type'],
    source: 'type Keep<O, V> = { [K in keyof O as O[K] extends V ? K : never]: O[K] }',
  },
  { name: 'Concrete', takes: ['object'], source: 'type Concrete<O> = { [K in keyof O]-?: O[K] }' },
  { name: 'Mutable', takes: ['type'], source: 'type Mutable<O> = { -readonly [K in keyof O]: O[K] }' },
  {
    name: 'Prefixed',
    takes: ['object'],
    source: 'type Prefixed<O> = { [K in keyof O as `p_${string & K}`]: O[K] }',
  },
  { name: 'Nullable', takes: ['type'], source: 'type Nullable<O> = { [K in keyof O]: O[K] | null }' },
  { name: 'Values', takes: ['object'], source: 'type Values<O> = O[keyof O]' },
  {
    name: 'Head',
    takes: ['list'],
    source: "type Head<L> = L extends readonly [infer H, ...unknown[]] ? H : 'none'",
  },
  {
    name: 'Tail',
    takes: ['list'],
    source: 'type Tail<L> = L extends readonly [unknown, ...infer R] ? R : []',
  },
  {
    name: 'Last',
    takes: ['list'],
    source: "type Last<L> = L extends readonly [...unknown[], infer Z] ? Z : 'none'",
  },
  { name: 'Len', takes: ['list'], source: "type Len<L extends readonly unknown[]> = L['length']" },
  {
    name: 'Deep',
    takes: ['type'],
    source: 'type Deep<X> = X extends object ? { [K in keyof X]?: Deep<X[K]> } : X',
  },
  { name: 'Merge', takes: ['object', 'object'], source: 'type Merge<A, B> = Omit<A, keyof B> & B' },
  {
    name: 'Flat',
    takes: ['object', 'object'],
    source: 'type Flat<A, B> = { [K in keyof (A & B)]: (A & B)[K] }',
  },
  {
    name: 'Same',
    takes: ['type', 'type'],
    source:
      "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? 'same' : 'other'",
  },
  { name: 'IsNever', takes: ['type'], source: "type IsNever<T> = [T] extends [never] ? 'never' : 'some'" },
  {
    name: 'Gaps',
    takes: ['object'],
    source: 'type Gaps<O> = { [K in keyof O]-?: {} extends Pick<O, K> ? K : never }[keyof O]',
  },
  { name: 'MemberA', takes: ['object'], source: "type MemberA<O> = O extends { a?: infer A } ? A : 'no a'" },
  {
    name: 'TextA',
    takes: ['object'],
    source: 'type TextA<O> = O extends { a: infer A extends string } ? A : false',
  },
  {
    name: 'Split',
    takes: ['texts'],
    source: 'type Split<S extends string> = S extends `${infer A}-${infer B}` ? [A, B] : S',
  },
  {
    name: 'Chars',
    takes: ['texts'],
    source: 'type Chars<S extends string> = S extends `${infer C}${infer R}` ? C | Chars<R> : never',
  },
  {
    name: 'Times',
    takes: ['type', 'size'],
    source:
      "type Times<T, N extends number, A extends T[] = []> = A['length'] extends N ? A : Times<T, N, [...A, T]>",
  },
  { name: 'Tree', takes: ['type'], source: 'type Tree<X> = { value: X; children?: Tree<X>[] }' },
  { name: 'Chain', takes: ['type'], source: 'type Chain<X> = X | { next: Chain<X> }' },
  {
    name: 'Tag',
    takes: ['type'],
    source: 'declare const mark: unique symbol; type Tag<X> = X & { readonly [mark]: true }',
  },
  {
    name: 'Named',
    takes: ['type'],
    source: "interface Named<X> extends Record<'a' | 'b', X> { c?: string }",
  },
  { name: 'Bag', takes: [], source: 'interface Bag extends Record<string, number | string> { a: string }' },
  { name: 'Linked', takes: [], source: 'interface Linked { a: string; link?: Linked | null }' },
  { name: 'Level', takes: [], source: 'enum Level { Low, High = 4 }' },
  { name: 'Mode', takes: [], source: "enum Mode { A = 'a', B = 'b' }" },
]

/** Objects whose keys are known. */
export const objects: readonly Generic[] = [
  { name: 'Spot', takes: [], source: 'class Spot { a = 0; b?: string }' },
  { name: 'Bag', takes: [], source: 'interface Bag extends Record<string, number | string> { a: string }' },
  { name: 'Linked', takes: [], source: 'interface Linked { a: string; link?: Linked | null }' },
  { name: 'typeof fixed', takes: [], source: "const fixed = { a: 1, b: ['x', 'y'] } as const" },
  { name: 'typeof loose', takes: [], source: "const loose = { a: 1, b: ['x', 'y'], c: { a: 'z' } }" },
]

/** Whatever takes arguments, and names without. */
export const generics: readonly Generic[] = [...standard, ...own]

const placeNames = ['Point', 'Direction', 'Plane', 'Box', 'Polyline', 'Closed', 'Pose', 'Color']

/** Returns the declarations that a type's source needs, one a line. */
export function toPrelude(type: string): string {
  const all = [...own, ...objects]
  const used = new Set<string>()
  const visit = (text: string): void => {
    for (const { name, source } of all) {
      if (source === undefined || used.has(source)) continue
      const bare = name.replace('typeof ', '')
      if (!new RegExp(`\\b${bare}\\b`).test(text)) continue
      used.add(source)
      visit(source)
    }
  }
  visit(type)
  const sdk = ['Integer', 'Range', ...placeNames].filter((name) => new RegExp(`\\b${name}\\b`).test(type))
  const imports = sdk.length > 0 ? [`import type { ${sdk.join(', ')} } from 'specimen-host/plugin'`] : []
  return [...imports, ...used].join('\n')
}
