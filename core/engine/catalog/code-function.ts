/**
 * The functions and specimens that a program gives a host or worker in code. These types are part of the
 * package's API, so they stand apart from their registration: declared there, they would make the catalog and
 * the pools part of the API's types.
 */
import type { Manifest } from '../../contract/domain/manifest.ts'
import type { Preset } from '../../contract/domain/preset.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { SceneShape } from '../../contract/domain/result/returned.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import type { Words } from '../../contract/text/words.ts'

/**
 * A function in code: it receives the schema's properties by position, in their order, and then a progress
 * reporter, and returns a result object or a promise of one. One with more parameters than its schema is
 * refused, as far as its `length` counts them: a parameter with a default value, those behind it and a rest
 * get nothing unless the schema has them. A long synchronous one blocks the host.
 */
export type CodeFunction = (...args: never[]) => unknown

/** The description of a function in code, besides its name. */
export interface CodeFunctionOptions {
  /**
   * Its kind of result, or the parts of its scenes, as in `{ type: 'scene', parts: { brain: 'mesh' } }`;
   * required unless a manifest has it.
   */
  readonly returns?: ResultType | SceneShape
  /**
   * Its parameters; a manifest's entry of the same name when absent, else none. A function that takes nothing
   * but the progress reporter has one without properties.
   */
  readonly schema?: ParameterSchema
  readonly description?: string
  /**
   * Names this version of the function among the hosts of a group, which share its results. By default the
   * text of the function and its description name it, but not the functions it calls.
   */
  readonly revision?: string
}

/** A specimen in code: its texts for people. `id` is also the name of its function. */
export interface CodeSpecimen extends Words {
  readonly id: string
  /** The id when absent. */
  readonly displayName?: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** A `data:` URI of an image. */
  readonly thumbnail?: string
  /** Pages in reading order. */
  readonly storyText?: readonly string[]
  readonly presets?: readonly Preset[]
}

/** Adds functions and specimens in code to a catalog; they run on the process's own event loop. */
export interface CodeRegistration {
  /** Adds a function. @throws `name.taken`, `config.invalid` or `schema.invalid` */
  registerFunction(name: string, fn: CodeFunction, options?: CodeFunctionOptions): void
  /** Adds a function and a specimen that shows it, in one call. @throws as `registerFunction` */
  registerSpecimen(specimen: CodeSpecimen, fn: CodeFunction, options?: CodeFunctionOptions): void
}

/** Functions in code, given when a host or worker is created. */
export interface CodeSources {
  readonly functions?: { readonly [name: string]: CodeFunction }
  /** Manifests of `specimen build` that describe functions in code of the same names. */
  readonly manifests?: readonly Manifest[]
}
