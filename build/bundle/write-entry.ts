/** Writes the module that a bundle is made from, which exports each function as a host calls it. */
import type { FunctionSignature } from '../model/signature.ts'

/** The name of the generated module, which is no file. */
export const entrySource = 'specimen-entry.js'

/**
 * Returns the text of the module, which imports the functions from `path`, one a line. Hosts call by
 * position. A destructured parameter gets a wrapper that puts its object together; an omitted member is
 * undefined there, so that the pattern's defaults apply. Other functions are exported unchanged.
 */
export function toEntry(path: string, exports: readonly FunctionSignature[]): string {
  const from = `from ${JSON.stringify(path)}`
  const lines = exports.map((each, i) => {
    const [written, registered] = [toExportName(each.exportName), toExportName(each.name)]
    if (each.call.every((argument) => typeof argument === 'string'))
      return `export { ${written} as ${registered} } ${from}`
    const packed = `const packed${i} = ${toArrow(`target${i}`, each.call)}`
    return `import { ${written} as target${i} } ${from}; ${packed}; export { packed${i} as ${registered} }`
  })
  return lines.join('\n')
}

/** A name may be no identifier: that of a plugin, or one written as a text. */
function toExportName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** Turns `['size', ['closed', 'axis']]` into `(a, b, c) => target(a, { closed: b, axis: c })`. */
function toArrow(target: string, call: FunctionSignature['call']): string {
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
