/**
 * The parts of which the bodies of the API are declared: a body's schema and its type are one declaration.
 * Descriptions are sentences.
 */
import {
  type Static,
  type TBoolean,
  type TInteger,
  type TNumber,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from 'typebox'

/** The type of a declared body. */
export type Body<Schema extends TSchema> = { readonly [Name in keyof Static<Schema>]: Static<Schema>[Name] }

function say(description?: string): { readonly description?: string } {
  return description === undefined ? {} : { description }
}

/** Returns the reference to a named schema of the description. */
export function refer<Named>(name: string): TUnsafe<Named> {
  return Type.Unsafe<Named>({ $ref: `#/components/schemas/${name}` })
}

/** Returns the reference to a named schema, or null. */
export function referOrNull<Named>(name: string, description?: string): TUnsafe<Named | null> {
  const either = { oneOf: [refer(name), { type: 'null' }] }
  return Type.Unsafe<Named | null>({ ...either, ...say(description) })
}

/** Returns the schema of an object with these members. */
export function object<Members extends TProperties>(
  members: Members,
  description?: string,
): TObject<Members> {
  return Type.Object(members, say(description))
}

/** Returns the schema of a text. */
export function text(description?: string): TString {
  return Type.String(say(description))
}

/** Returns the schema of a number. */
export function number(description?: string): TNumber {
  return Type.Number(say(description))
}

/** Returns the schema of true or false. */
export function flag(description?: string): TBoolean {
  return Type.Boolean(say(description))
}

/** Returns the schema of a whole number from 0. */
export function count(description?: string): TInteger {
  return Type.Integer({ minimum: 0, ...say(description) })
}

/** Returns the schema of a list of any length. */
export function list<Item extends TSchema>(
  items: Item,
  description?: string,
): TUnsafe<readonly Static<Item>[]> {
  return Type.Unsafe<readonly Static<Item>[]>({ type: 'array', items, ...say(description) })
}

/** Returns the schema of three numbers. */
export function triple(description: string): TUnsafe<readonly [number, number, number]> {
  const items = { type: 'number' }
  return Type.Unsafe<readonly [number, number, number]>({
    type: 'array',
    items,
    minItems: 3,
    maxItems: 3,
    description,
  })
}

/** Returns the schema of one of some texts. */
export function oneOf<Value extends string>(values: readonly Value[]): TUnsafe<Value> {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values] })
}

/** Returns the schema of a text or null. */
export function textOrNull(description?: string): TUnsafe<string | null> {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...say(description) })
}

/** Returns the schema of a number, whole where `type` says so, or null. */
export function numberOrNull(description: string, type = 'number'): TUnsafe<number | null> {
  return Type.Unsafe<number | null>({ type: [type, 'null'], ...say(description) })
}
