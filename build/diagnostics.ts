/**
 * What the build has to say about a plugin: a stable code of the table below, where, what was found, what to
 * write instead. Codes are part of the build's interface: CI configurations name them, so none is ever reused
 * or renamed.
 */
import type { Refusal, Span } from './signature.ts'

/** Every code with the problem in general. `CODES.md` lists the same table, and a test compares the two. */
export const diagnosticTitles = {
  'plugin.none': 'No plugins where they were looked for',
  'plugin.empty': 'A plugin without a registered function',
  'plugin.name': 'A bundle name that breaks the rule for ids',
  'plugin.twice': 'Two sources for one bundle name',
  'typescript.syntax': 'A syntax error of the TypeScript compiler',
  'typescript.unresolved': 'A name or module in a signature that the TypeScript compiler cannot resolve',
  'function.name': 'A function name that breaks the rule for ids',
  'function.twice': 'One function name in two plugins',
  'function.overloaded': 'A function with overloads',
  'function.generic': 'A function with type parameters',
  'function.generator': 'A generator function',
  'function.indirect': 'An exported value that is callable but not written as a function',
  'return.any': 'A return type that TypeScript takes as any',
  'return.inside': 'A return type that holds a result and is none',
  'return.lookalike': 'A return type that resembles a result but is not of the SDK',
  'parameter.name': 'A parameter name that JSON cannot carry',
  'parameter.rest': 'A rest parameter',
  'parameter.destructured': 'A destructured parameter',
  'parameter.this': 'A this parameter',
  'parameter.untyped': 'A parameter without a type',
  'parameter.progress-twice': 'Two progress reporters',
  'type.any': 'any or unknown as a parameter',
  'type.never': 'never, void or undefined as a parameter',
  'type.null': 'null in a parameter type (no longer given: null is a value)',
  'type.literal': 'A literal type that JSON cannot hold',
  'type.union': 'A union with a progress reporter',
  'type.intersection': 'An intersection that no JSON value fits',
  'type.array': 'An array or tuple with undefined inside, or a rest element that is not last',
  'type.object': 'A type that allows any object',
  'type.enum': 'An enum with members that are not constants',
  'type.function': 'A function as a parameter',
  'type.class': 'A class instance as a parameter',
  'type.result': 'A result type as a parameter',
  'type.bigint': 'bigint as a parameter',
  'type.symbol': 'symbol as a parameter',
  'type.template': 'A template literal type with a hole that has no pattern',
  'type.parameter': 'A type parameter without a value',
  'type.lookalike': 'An own type with the name of an SDK type',
  'type.recursive': 'A type that is itself, with nothing in between',
  'type.endless': 'A generic type whose instances never end',
  'type.explosion': 'A union, template or type beyond the limits of the build',
  'type.index': 'An index signature that clashes with a property or with another one',
  'type.progress': 'A progress reporter inside another type',
  'type.unsupported': 'A type that the build does not know',
  'range.bounds': 'A Range whose bounds are not literal numbers',
  'range.order': 'A Range whose minimum is above its maximum',
  'range.step': 'A Range step that is not above zero, or two different ones',
  'range.empty': 'A range that no value fits',
  'default.dynamic': 'A default that is not a constant',
  'default.misfit': 'A default that does not fit its own schema',
  'tag.misplaced': 'A constraint tag that does not fit the parameter',
  'tag.value': 'A tag with a missing or malformed value',
  'tag.twice': 'A constraint given twice',
  'tag.unknown': 'A tag that resembles one of ours',
  'param.unknown': 'A @param that names no parameter',
  'thumbnail.missing': 'A thumbnail file that does not exist',
  'thumbnail.outside': "A thumbnail outside the plugin's folder",
  'thumbnail.format': 'A thumbnail that is not PNG, JPEG, WebP or SVG',
  'bundle.failed': 'A module that cannot be bundled',
  'bundle.warning': 'Something that bundling warns about',
  'output.foreign': 'An output folder that holds something else than a bundle',
  'output.missing': 'A bundle, or a file of one, that is not there',
  'output.changed': 'A file of a bundle that is not what its source gives',
  'output.orphan': 'A bundle without a plugin, or a file that belongs to none',
  'schema.breaking': 'A change of a published function that breaks clients',
  'schema.undecided': 'A change of a published function that may break clients',
} as const

export type DiagnosticCode = keyof typeof diagnosticTitles

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning'
  /** Null for a problem of the run as a whole. */
  readonly span: Span | null
  /** `function(parameter)` and further inside, as far as the problem belongs to one. */
  readonly path: string | null
  readonly found: string
  readonly remedy: string
}

/** Returns an error about a place. */
export function toError(
  code: DiagnosticCode,
  span: Span | null,
  path: string | null,
  found: string,
  remedy: string,
): Diagnostic {
  return { code, severity: 'error', span, path, found, remedy }
}

/** Returns a warning about a place: the build goes on. */
export function toWarning(
  code: DiagnosticCode,
  span: Span | null,
  path: string | null,
  found: string,
  remedy: string,
): Diagnostic {
  return { code, severity: 'warning', span, path, found, remedy }
}

/** Returns a refusal of the reader as an error of the parameter it belongs to. */
export function fromRefusal(refusal: Refusal, path: string): Diagnostic {
  return toError(refusal.code, refusal.span, path, refusal.found, refusal.remedy)
}

/** Returns whether the list stops a plugin from being built. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** Orders by file, then place, so that the order of reading never shows. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  const byFile = compareText(a.span?.file ?? '', b.span?.file ?? '')
  return (
    byFile ||
    (a.span?.line ?? 0) - (b.span?.line ?? 0) ||
    (a.span?.column ?? 0) - (b.span?.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.path ?? '', b.path ?? '')
  )
}

/** Compares by UTF-16 code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
