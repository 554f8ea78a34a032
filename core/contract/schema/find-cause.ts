import { isJsonArray, type Json, type JsonObject } from '../values/json.ts'
import { hasKeywords, isConstant } from './checked-schema.ts'
import { findEqual } from './equality.ts'
import type { ValueRefusal } from './issue-words.ts'
import { resolveReference } from './references.ts'

/** Keywords that say again what a keyword inside them says, as those with names of our own do. */
const echo = /^(?:if|propertyNames|x-.*)$/
/** Errors that are looked at: the last ones are of the outermost unions. */
const mostErrors = 1000

/**
 * Returns which of the errors of one value says why it is refused; the others are of branches of unions that
 * were not meant. What is meant has the type and the constant members of its branch, and of several such
 * branches the one that the value follows deepest. Where that does not tell, the union says its forms.
 */
export function findCause(root: JsonObject, errors: readonly ValueRefusal[]): ValueRefusal | undefined {
  const cause = chooseCause(errors)
  if (!cause) return undefined
  const reference = findReference(errors, cause)
  if (reference) return reference
  const { keyword, data, parentSchema = {} } = cause
  if (keyword === 'uniqueItems') return { ...cause, params: findEqual(data) ?? {} }
  const branches = parentSchema[keyword]
  if (!isUnion(cause) || !isJsonArray(branches)) return cause
  return { ...cause, parentSchema: { [keyword]: branches.map((branch) => follow(root, branch)) } }
}

/** Returns the error of a whole reference to data, in whose words all inside it are. */
function findReference(
  errors: readonly ValueRefusal[],
  cause: Pick<ValueRefusal, 'instancePath'>,
): ValueRefusal | undefined {
  return errors.find(({ keyword, instancePath, parentSchema }) => {
    if (!parentSchema?.data || (keyword !== 'type' && keyword !== 'oneOf')) return false
    return `${cause.instancePath}/`.startsWith(`${instancePath}/`)
  })
}

/** Follows references to a schema with other keywords. */
function follow(root: JsonObject, schema: Json): Json {
  if (!hasKeywords(schema) || schema.$ref === undefined) return schema
  return follow(root, resolveReference(root, schema.$ref) ?? true)
}

function chooseCause(all: readonly ValueRefusal[]): ValueRefusal | undefined {
  const errors = all.slice(-mostErrors)
  const unions = errors.filter(isUnion)
  const places = new Set(unions.map(({ instancePath }) => instancePath))
  const containers = errors.filter(({ keyword }) => keyword === 'contains')
  const causes = errors.filter(
    (error) =>
      !isUnion(error) &&
      !echo.test(error.keyword) &&
      !isOtherBranch(error, places) &&
      !containers.some(({ instancePath }) => error.instancePath.startsWith(`${instancePath}/`)),
  )
  const [cause, other] = findDeepest(causes)
  if (cause && (!other || unions.length === 0)) return cause
  const path = `${cause?.instancePath ?? ''}/`
  return findDeepest(unions.filter(({ instancePath }) => !cause || path.startsWith(`${instancePath}/`)))[0]
}

function findDeepest(errors: readonly ValueRefusal[]): readonly ValueRefusal[] {
  const depths = errors.map(
    ({ instancePath, params }) =>
      instancePath.split('/').length + (params.missingProperty === undefined ? 0 : 1),
  )
  const most = depths.reduce((a, b) => Math.max(a, b), 0)
  return errors.filter((_, i) => depths[i] === most)
}

function isUnion({ keyword, params }: ValueRefusal): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && !params.passingSchemas)
}

/** Returns whether an error only says that the value of a union is of another branch. */
function isOtherBranch(
  { keyword, instancePath, data, parentSchema }: ValueRefusal,
  unions: ReadonlySet<string>,
): boolean {
  if (unions.has(instancePath.replace(/\/[^/]*$/, '')) && isConstant(parentSchema)) return true
  if (!unions.has(instancePath)) return false
  const { const: only, enum: choices = [only] } = parentSchema ?? {}
  if (keyword === 'const' || keyword === 'enum')
    return choices.every((choice) => kindOf(choice) !== kindOf(data))
  return keyword === 'type' || keyword === 'false schema'
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
