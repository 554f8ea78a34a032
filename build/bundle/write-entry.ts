/** The module that a bundle is made from: it exports each function as a host calls it. */

import type { CallArgument } from '../model/signature.ts'
import type { Span } from '../model/span.ts'

/** The name of the module, which is no file. */
export const entrySource = 'specimen-entry.js'

/** What a bundle exports: the registered name of each function, and its name in the plugin's module. */
export interface BundleExport {
  readonly name: string
  readonly exportName: string
  readonly call: readonly CallArgument[]
  /** Where the author wrote it. */
  readonly span: Span
}

/**
 * Returns the text of the module, which takes the functions from `path`, one a line. Hosts call by
 * position. A function that destructures a parameter is behind one that puts the object together; a member
 * that was left out is undefined there, which is what a pattern's defaults stand for. The others are
 * exported as they are.
 */
export function toEntry(path: string, exports: readonly BundleExport[]): string {
  const from = `from ${JSON.stringify(path)}`
  const lines = exports.map((each, i) => {
    const [written, registered] = [toExportName(each.exportName), toExportName(each.name)]
    if (!isPacked(each)) return `export { ${written} as ${registered} } ${from}`
    const packed = `const packed${i} = ${toArrow(`target${i}`, each.call)}`
    return `import { ${written} as target${i} } ${from}; ${packed}; export { packed${i} as ${registered} }`
  })
  return lines.join('\n')
}

function isPacked({ call }: BundleExport): boolean {
  return call.some((argument) => typeof argument !== 'string')
}

/** A name may be no identifier: that of a plugin, or one that an author has written as a text. */
function toExportName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** `['size', ['closed', 'axis']]` gives `(a, b, c) => target(a, { closed: b, axis: c })`. */
function toArrow(target: string, call: readonly CallArgument[]): string {
  const taken: string[] = []
  const take = (): string => {
    taken.push(`value${taken.length}`)
    return taken.at(-1) ?? ''
  }
  const args = call.map((argument) => {
    if (typeof argument === 'string') return take()
    return `{ ${argument.map((name) => `${JSON.stringify(name)}: ${take()}`).join(', ')} }`
  })
  return `(${taken.join(', ')}) => ${target}(${args.join(', ')})`
}
