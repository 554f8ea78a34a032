/** Checks names, types, defaults against their own schemas, and tags; reports every problem at once. */

import { idRule, isId } from '../../core/contract/domain/specimen.ts'
import { suggestName } from '../../core/contract/text/suggest.ts'
import type { Json } from '../../core/contract/values/json.ts'
import { deriveSchema } from '../derive/derive-schema.ts'
import { listPaths } from '../model/describe-properties.ts'
import { type Diagnostic, fromRefusal, hasErrors, toError, toWarning } from '../model/diagnostics.ts'
import {
  type DocTag,
  type FunctionSignature,
  listParts,
  type ParameterSignature,
  type ParameterType,
  type PropertyType,
} from '../model/signature.ts'
import { looksLikeConstraint } from '../model/tag-vocabulary.ts'
import { toBareText } from '../model/value-tags.ts'
import { checkWithin } from './check-places.ts'
import { checkConstraintTags, checkFunctionTags, checkTagNames } from './check-tags.ts'
import { checkDefault, checkPresets } from './check-values.ts'

/** Returns all problems of a function, except those that need other functions or files. */
export function checkSignature(signature: FunctionSignature): Diagnostic[] {
  const problems = [
    ...checkName(signature),
    ...signature.parameters.flatMap((parameter) => checkParameter(signature, parameter)),
    ...checkTwice(signature),
    ...checkReporters(signature),
    ...checkWithin(signature),
    ...checkFunctionTags(signature),
    ...checkDocumented(signature),
    ...checkInitials(signature),
  ]
  return [...problems, ...checkPresets(signature, hasErrors(problems) ? null : deriveSchema(signature))]
}

function checkName({ name, span }: FunctionSignature): Diagnostic[] {
  const found = `The function would be called "${name}".`
  const remedy = `Rename it: ${idRule}.`
  return isId(name) ? [] : [toError('function.name', { span, path: name, found, remedy })]
}

function checkParameter(signature: FunctionSignature, parameter: ParameterSignature): Diagnostic[] {
  const path = `${signature.name}(${parameter.name})`
  const { type, name, span } = parameter
  const refused = dropDoubles(checkValue(signature, parameter))
  const value = parameter.default
  if (value?.kind === 'refused') refused.push(fromRefusal(value, path))
  if (name === '__proto__') {
    const found = '__proto__ has a meaning of its own in JSON parsers.'
    refused.push(toError('parameter.name', { span, path, found, remedy: 'Rename it.' }))
  }
  if (hasErrors(refused) || value?.kind !== 'value' || type.kind === 'refused') return refused
  return [...refused, ...checkDefault(parameter, signature.definitions, value, path)]
}

/** Keeps the first path to each problem of a type; problems at two places of a package stay two. */
function dropDoubles(problems: readonly Diagnostic[]): Diagnostic[] {
  const keys = problems.map(({ code, span, found, origin }) => JSON.stringify([code, span, found, origin]))
  return problems.filter((_, i) => keys.indexOf(keys[i] ?? '') === i)
}

function checkValue(signature: FunctionSignature, parameter: ParameterSignature): Diagnostic[] {
  const { name, type, default: initial } = parameter
  const path = `${signature.name}(${name})`
  const inner =
    type.kind === 'refused' ? [fromRefusal(type, path)] : checkParts(signature, type, name, new Set())
  return [
    ...inner,
    ...(hasErrors(inner) ? [] : checkConstraintTags(parameter, signature.definitions, path)),
    ...checkTagNames(parameter, path, initial?.kind === 'value' ? initial.text : null),
  ]
}

function checkParts(
  signature: FunctionSignature,
  type: ParameterType,
  at: string,
  seen: Set<string>,
): Diagnostic[] {
  if (type.kind === 'refused') return [fromRefusal(type, `${signature.name}(${at})`)]
  if (type.kind === 'reference') {
    // Visits each named type once a parameter: mutually recursive types have endless paths.
    const target = signature.definitions.find(({ name }) => name === type.name)
    if (!target || seen.has(type.name)) return []
    seen.add(type.name)
    return checkParts(signature, target.type, at, seen)
  }
  return listParts(type).flatMap((part) => {
    const inner = `${at}${part.path}`
    const { property } = part
    const nested = checkParts(signature, part.type, inner, seen)
    if (!property) return nested
    const path = `${signature.name}(${inner})`
    return [
      ...nested,
      ...(hasErrors(nested) ? [] : checkConstraintTags(property, signature.definitions, path)),
      ...property.tags
        .filter((tag) => tag.name === 'preview')
        .map((tag) => refusePreview(tag, property, path)),
      ...checkTagNames(property, path, null),
    ]
  })
}

/** Previews are sent for whole parameters. */
function refusePreview({ span }: DocTag, { name }: PropertyType, path: string): Diagnostic {
  const found = `@preview is for a parameter, and ${name} is a part of one.`
  const remedy = 'Put it on the parameter, with a value for the whole of it.'
  return toError('tag.misplaced', { span, path, found, remedy })
}

function checkTwice({ name, parameters }: FunctionSignature): Diagnostic[] {
  return parameters
    .filter((parameter, i) => parameters.findIndex((other) => other.name === parameter.name) < i)
    .map(({ name: own, span }) => {
      const found = `${name} takes ${own} already.`
      const remedy =
        'Callers tell parameters and members of a destructured one apart by name: rename one of the two.'
      return toError('parameter.twice', { span, path: `${name}(${own})`, found, remedy })
    })
}

function checkReporters({ name, parameters }: FunctionSignature): Diagnostic[] {
  const [, ...more] = parameters.filter(({ type }) => type.kind === 'progress')
  const found = 'A function has one progress reporter.'
  return more.map(({ name: own, span }) => {
    const path = `${name}(${own})`
    return toError('parameter.progress-twice', { span, path, found, remedy: 'Remove this one.' })
  })
}

/** A comment whose `[radius=5]` is not what the signature says misleads its readers. */
function checkInitials({ name, documented, parameters }: FunctionSignature): Diagnostic[] {
  return documented.flatMap(({ name: parameter, initial, span }) => {
    const value = parameters.find((known) => known.name === parameter)?.default
    if (initial === null || value?.kind !== 'value' || isSameDefault(initial, value)) return []
    const found = `The comment gives ${parameter} the default ${initial}, and the signature ${value.text}.`
    const remedy = `Correct one of the two, or leave it to the signature: @param ${parameter} - text.`
    return [toWarning('tag.value', { span, path: `${name}(${parameter})`, found, remedy })]
  })
}

function isSameDefault(
  initial: string,
  { value, text }: { readonly value: Json; readonly text: string },
): boolean {
  const bare = toBareText(initial)
  const written = text.replace(/ as const$/, '')
  const texts = [written, toBareText(written), String(value), JSON.stringify(value)]
  return (
    texts.includes(bare) || texts.includes(initial) || (typeof value === 'number' && Number(bare) === value)
  )
}

/** A `@param` of an unknown name is a remark; constraints behind it are an error. */
function checkDocumented({ name, documented, parameters }: FunctionSignature): Diagnostic[] {
  const names = parameters.flatMap((parameter) => [
    parameter.name,
    ...listPaths(parameter.type, parameter.name),
  ])
  const unknown = documented.filter((tag) => !names.includes(tag.name))
  return unknown.flatMap((tag) => {
    const meant = suggestName(tag.name, names)
    const remedy = meant ? `Did you mean ${meant}?` : 'Remove it, or correct the name.'
    const found = `@param ${tag.name} names no parameter of ${name}.`
    const lost = tag.tags.filter((inner) => looksLikeConstraint(inner.name))
    return [
      toWarning('param.unknown', { span: tag.span, path: name, found, remedy }),
      ...lost.map((inner) => {
        const behind = `@${inner.name} is behind @param ${tag.name}, which names no parameter.`
        return toError('tag.misplaced', { span: inner.span, path: name, found: behind, remedy })
      }),
    ]
  })
}
