/**
 * Checks what was read: names, types, defaults against their own schemas, tags. Every problem of a function
 * at once.
 */

import type { Json } from '../../core/domain/json.ts'
import { idRule, isId } from '../../core/domain/specimen.ts'
import { suggestName } from '../../core/domain/suggest.ts'
import { type Constrained, readConstraints } from '../model/constraints.ts'
import { listPaths } from '../model/describe-properties.ts'
import { type Diagnostic, fromRefusal, hasErrors, toError, toWarning } from '../model/diagnostics.ts'
import {
  constraintTags,
  type FunctionSignature,
  type ParameterSignature,
  type ParameterType,
} from '../model/signature.ts'
import { listParts } from '../model/type-parts.ts'
import { checkDefault, findMisfit } from './check-default.ts'

/** Tags of a function's comment that the build acts on. */
export const functionTags = ['displayName', 'tags', 'thumbnail', 'story', 'notSpecimen'] as const

/** Tags of parameters that a function may have for itself. */
const functionWide: readonly string[] = ['deprecated', 'example']

/** Tags of JSDoc and TSDoc that are near one of ours and mean something else. */
const foreignTags = [
  'param',
  'returns',
  'return',
  'example',
  'template',
  'this',
  'type',
  'history',
  'todo',
  'throws',
  'see',
]

/** Returns all problems of a function, without those that need other functions or files. */
export function checkSignature(signature: FunctionSignature): Diagnostic[] {
  return [
    ...checkName(signature),
    ...signature.parameters.flatMap((parameter) => checkParameter(signature, parameter)),
    ...checkTwice(signature),
    ...checkReporters(signature),
    ...checkTags(signature),
    ...checkDocumented(signature),
  ]
}

function checkName({ name, span }: FunctionSignature): Diagnostic[] {
  if (isId(name)) return []
  return [
    toError('function.name', {
      span,
      path: name,
      found: `The function would be called "${name}".`,
      remedy: `Rename it: ${idRule}.`,
    }),
  ]
}

function checkParameter(signature: FunctionSignature, parameter: ParameterSignature): Diagnostic[] {
  const path = `${signature.name}(${parameter.name})`
  const { type, name, span } = parameter
  const refused = dropDoubles(checkValue(signature, parameter, parameter.name))
  const value = parameter.default
  if (value?.kind === 'refused') refused.push(fromRefusal(value, path))
  if (name === '__proto__') {
    refused.push(
      toError('parameter.name', {
        span,
        path,
        found: '__proto__ has a meaning of its own in JSON parsers.',
        remedy: 'Rename it.',
      }),
    )
  }
  if (hasErrors(refused) || value?.kind !== 'value' || type.kind === 'refused') return refused
  return [...refused, ...checkDefault(parameter, signature.definitions, value, path)]
}

/** A type that is used twice in a parameter has its problems once: at the first path that leads there. */
function dropDoubles(problems: readonly Diagnostic[]): Diagnostic[] {
  const keys = problems.map(({ code, span, found }) => JSON.stringify([code, span, found]))
  return problems.filter((_, i) => keys.indexOf(keys[i] ?? '') === i)
}

/** Checks the type and tags of a parameter or property, and of all inside it. */
function checkValue(signature: FunctionSignature, value: Constrained, at: string): Diagnostic[] {
  const path = `${signature.name}(${at})`
  if (value.type.kind === 'refused') return [fromRefusal(value.type, path)]
  const inner = checkParts(signature, value.type, at, [])
  if (hasErrors(inner)) return inner
  const { problems } = readConstraints(value, path)
  return [...inner, ...problems, ...(problems.length > 0 ? [] : checkExamples(signature, value, path))]
}

function checkParts(
  signature: FunctionSignature,
  type: ParameterType,
  at: string,
  seen: readonly string[],
): Diagnostic[] {
  if (type.kind === 'refused') return [fromRefusal(type, `${signature.name}(${at})`)]
  if (type.kind === 'reference') {
    const target = seen.includes(type.name)
      ? undefined
      : signature.definitions.find(({ name }) => name === type.name)
    return target ? checkParts(signature, target.type, at, [...seen, type.name]) : []
  }
  return listParts(type).flatMap((part) => {
    const inner = `${at}${part.path}`
    if (!part.property) return checkParts(signature, part.type, inner, seen)
    const nested = checkParts(signature, part.type, inner, seen)
    if (hasErrors(nested)) return nested
    const { problems } = readConstraints(part.property, `${signature.name}(${inner})`)
    const spelling = part.property.tags.flatMap((tag) =>
      checkSpelling(tag, constraintTags, `${signature.name}(${inner})`),
    )
    const examples =
      problems.length > 0 ? [] : checkExamples(signature, part.property, `${signature.name}(${inner})`)
    return [...nested, ...problems, ...examples, ...spelling]
  })
}

function checkExamples(signature: FunctionSignature, value: Constrained, path: string): Diagnostic[] {
  const { examples } = readConstraints(value, path).keywords
  const tags = value.tags.filter(({ name }) => name === 'example')
  if (!Array.isArray(examples)) return []
  return examples.flatMap((example: Json, i) => {
    const misfit = findMisfit(value, signature.definitions, example)
    const span = tags[i]?.span ?? null
    if (!misfit) return []
    return [
      toError('tag.value', {
        span,
        path,
        found: `@example ${JSON.stringify(example)} does not fit.`,
        remedy: `Write ${misfit.wanted}.`,
      }),
    ]
  })
}

/** Members of a destructured parameter are named beside the other parameters. */
function checkTwice({ name, parameters }: FunctionSignature): Diagnostic[] {
  return parameters
    .filter((parameter, i) => parameters.findIndex((other) => other.name === parameter.name) < i)
    .map((parameter) =>
      toError('parameter.twice', {
        span: parameter.span,
        path: `${name}(${parameter.name})`,
        found: `${name} takes ${parameter.name} already.`,
        remedy:
          'Callers tell parameters and members of a destructured one apart by name: rename one of the two.',
      }),
    )
}

function checkReporters({ name, parameters }: FunctionSignature): Diagnostic[] {
  const [, ...more] = parameters.filter(({ type }) => type.kind === 'progress')
  return more.map((parameter) => {
    const path = `${name}(${parameter.name})`
    return toError('parameter.progress-twice', {
      span: parameter.span,
      path,
      found: 'A function has one progress reporter.',
      remedy: 'Remove this one.',
    })
  })
}

function checkTags({ name, tags, parameters }: FunctionSignature): Diagnostic[] {
  const own = tags.flatMap((tag) => {
    if (functionWide.includes(tag.name)) return []
    if (constraintTags.some((known) => known === tag.name)) {
      const remedy = "Put it behind a parameter's @param, or in a comment on the parameter itself."
      return [
        toError('tag.misplaced', {
          span: tag.span,
          path: name,
          found: `@${tag.name} belongs to no parameter here.`,
          remedy,
        }),
      ]
    }
    if (['displayName', 'tags', 'thumbnail', 'story'].includes(tag.name) && tag.text === '') {
      return [
        toError('tag.value', {
          span: tag.span,
          path: name,
          found: `@${tag.name} has no value.`,
          remedy: `Write: @${tag.name} text, or remove it.`,
        }),
      ]
    }
    const earlier = tags.find((other) => other.name === tag.name)
    if (['displayName', 'thumbnail'].includes(tag.name) && earlier !== tag) {
      return [
        toError('tag.twice', {
          span: tag.span,
          path: name,
          found: `@${tag.name} is given a second time.`,
          remedy: 'Keep one of the two.',
        }),
      ]
    }
    return checkSpelling(tag, [...functionTags, 'param', ...constraintTags], name)
  })
  const inner = parameters.flatMap((parameter) =>
    parameter.tags.flatMap((tag) => checkSpelling(tag, constraintTags, `${name}(${parameter.name})`)),
  )
  return [...own, ...inner]
}

function checkSpelling(
  tag: FunctionSignature['tags'][number],
  known: readonly string[],
  path: string,
): Diagnostic[] {
  if (known.includes(tag.name) || foreignTags.includes(tag.name)) return []
  const meant = suggestName(tag.name, known)
  if (!meant) return []
  return [
    toWarning('tag.unknown', {
      span: tag.span,
      path,
      found: `@${tag.name} means nothing to the build.`,
      remedy: `Did you mean @${meant}?`,
    }),
  ]
}

function checkDocumented({ name, documented, parameters }: FunctionSignature): Diagnostic[] {
  const names = parameters.flatMap((parameter) => [
    parameter.name,
    ...listPaths(parameter.type, parameter.name),
  ])
  return documented
    .filter((tag) => !names.includes(tag.name))
    .map((tag) => {
      const meant = suggestName(tag.name, names)
      const remedy = meant ? `Did you mean ${meant}?` : 'Remove it, or correct the name.'
      return toWarning('param.unknown', {
        span: tag.span,
        path: name,
        found: `@param ${tag.name} names no parameter of ${name}.`,
        remedy,
      })
    })
}
