/** The module that a bundle is made from: it exports each function as a host calls it. */

import type { CallArgument } from '../model/signature.ts'

/** What a bundle exports: the registered name of each function, and its name in the plugin's module. */
export interface BundleExport {
  readonly name: string
  readonly exportName: string
  readonly call: readonly CallArgument[]
}

/**
 * Returns the text of the module, which takes the functions from `path`. Hosts call by position. A function
 * that destructures a parameter is behind one that puts the object together; a member that was left out is
 * undefined there, which is what a pattern's defaults stand for. The others are exported as they are.
 */
export function toEntry(path: string, exports: readonly BundleExport[]): string {
  const from = `from ${JSON.stringify(path)}`
  const direct = exports.filter((each) => !isPacked(each))
  const lines = exports
    .filter(isPacked)
    .flatMap(({ name, exportName, call }, i) => [
      `import { ${exportName} as target${i} } ${from}`,
      `const packed${i} = ${toArrow(`target${i}`, call)}`,
      `export { packed${i} as ${toExportName(name)} }`,
    ])
  const names = direct.map(({ name, exportName }) =>
    name === exportName ? name : `${exportName} as ${toExportName(name)}`,
  )
  return [...(direct.length > 0 ? [`export { ${names.join(', ')} } ${from}`] : []), ...lines].join('\n')
}

function isPacked({ call }: BundleExport): boolean {
  return call.some((argument) => typeof argument !== 'string')
}

/** A default export has the name of its plugin, which may be no identifier. */
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
