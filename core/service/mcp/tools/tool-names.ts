import { createHash } from 'node:crypto'

/** Characters of a name that every client takes. */
const longestName = 64
const digestLength = 8

/**
 * Returns the name of the tool of each function, in letters that every client takes (`A-Za-z0-9_-`):
 * `lab7:gyroid` is `lab7__gyroid`, and a dot is `_`. A name that is too long, or that another function or one
 * of the `taken` has already, ends with a digest of the function's name. The order of functions decides, so
 * it must be that of their names.
 */
export function nameTools(
  functionNames: Iterable<string>,
  taken: Iterable<string>,
): ReadonlyMap<string, string> {
  const names = new Set(taken)
  const tools = new Map<string, string>()
  for (const functionName of functionNames) {
    const plain = functionName.replaceAll(':', '__').replaceAll('.', '_')
    const name = plain.length <= longestName && !names.has(plain) ? plain : addDigest(plain, functionName)
    names.add(name)
    tools.set(name, functionName)
  }
  return tools
}

function addDigest(plain: string, functionName: string): string {
  const digest = createHash('sha256').update(functionName).digest('hex').slice(0, digestLength)
  return `${plain.slice(0, longestName - digestLength - 1)}_${digest}`
}
