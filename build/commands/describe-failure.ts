import { join } from 'node:path'
import type { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Need } from '../../core/contract/domain/needs.ts'
import { mapName } from '../../core/contract/domain/source-map.ts'
import { cutText } from '../../core/contract/text/cut-text.ts'
import { dropAdvice } from '../../core/contract/text/failure-advice.ts'
import { findRoot } from '../files/discover.ts'
import { isFile } from '../files/paths.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { BuiltBundle } from '../model/outcome.ts'
import type { FunctionSignature, PluginSource, Span } from '../model/signature.ts'
import { adviseFailure } from './advise-failure.ts'

const longestReason = 500

/** The bundle of a function, with the permissions that it has. */
export interface FunctionPlace {
  readonly bundle: BuiltBundle
  readonly granted: readonly Need[]
}

/** The place of a failure, as far as its stack tells. */
interface ThrownPlace {
  /** The innermost line of the author's own sources; undefined where none is in the stack. */
  readonly span: Span | undefined
  /** The kind of code that failed; undefined where no line of any source is in the stack. */
  readonly code: 'own' | 'package' | undefined
}

/** Returns the problem of a function that has failed with some values, at the line that threw. */
export function describeFailure(
  { name, span }: Pick<FunctionSignature, 'name' | 'span'>,
  values: string,
  error: SpecimenError,
  { bundle, granted }: FunctionPlace,
): Omit<Diagnostic, 'code' | 'severity'> {
  const { message } = error
  const thrown = findThrown(error, bundle.plugin)
  const isOfPackage = thrown.code === undefined ? holdsPackages(bundle) : thrown.code === 'package'
  const remedy = adviseFailure(message, { isOfPackage, granted })
  const found = `${name} fails with ${values}: ${cutText(dropAdvice(message), longestReason)}`
  return { span: thrown.span ?? span, path: name, found, remedy }
}

/** Returns whether code of a package is in a bundle. */
export function holdsPackages({ files }: BuiltBundle): boolean {
  const map = files.get(mapName)
  return map !== undefined && Buffer.from(map).includes('"node_modules/')
}

/** Returns the place in the sources where a function has failed. */
function findThrown({ cause }: SpecimenError, { entry }: PluginSource): ThrownPlace {
  const stack = cause instanceof Error ? (cause.stack ?? '') : ''
  const root = findRoot(entry)
  const frames = [...stack.matchAll(/^ +at (?:.*\(|async )?(.+?):(\d+):(\d+)\)?$/gm)].flatMap(
    ([, path = '', line, column]) => {
      if (path.startsWith('node_modules/')) return { isOwn: false } as const
      const [file, from] = [join(root, path), Number(column)]
      if (!isFile(file)) return []
      const span = { file, line: Number(line), column: from, endLine: Number(line), endColumn: from + 1 }
      return { isOwn: true, span } as const
    },
  )
  const [inner] = frames
  return {
    span: frames.flatMap((frame) => (frame.isOwn ? frame.span : []))[0],
    code: inner && (inner.isOwn ? 'own' : 'package'),
  }
}
