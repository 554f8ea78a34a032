/**
 * Names of classes and functions in a bundle, whose modules share one scope: the bundler gives the second
 * `Shape` another name there, and `Shape.name`, by which registries find classes, is to be as in the source.
 *
 * The bundler can keep all names by itself (`keepNames`), by a call at each function that is made: code that
 * takes the text of a function to another thread, as fflate and three do, then asks there for what that call
 * is of. So only those that were renamed are told their names, without any help from outside.
 */
import type { RenamedPlace } from '../../core/contract/domain/source-map.ts'

/** Declared with a body right behind, which may begin with a block. */
const classBody = /^\s*(?:extends\s+[\w$.]+\s*)?\{/
const constant = /^(?:export\s+)?(?:const|let|var)\s+$/
/** A class without a name that takes that of a constant. */
const namelessClass = /^\s*(?::[^={]+)?=\s*class\s*(?:extends\s+[\w$.]+\s*)?\{/
/** A function without a name that takes that of a constant. */
const namelessFunction =
  /^\s*(?::[^=]+)?=\s*(?:(?:async\s+)?(?:function\s*\*?\s*\(|\([^()]*\)\s*=>|[\w$]+\s*=>))/

/**
 * Returns the text of a module after which its renamed classes and functions say the names of the source. A
 * function that is the value of a constant says its name when its module has run; one inside of another keeps
 * the bundler's name, since each call makes it.
 */
export function keepNames(text: string, places: readonly RenamedPlace[]): string {
  const starts = listLineStarts(text)
  const [blocks, first, last] = [new Map<number, string>(), new Set<string>(), new Set<string>()]
  for (const { line, column, name } of places) {
    const start = (starts[line - 1] ?? 0) + column - 1
    const end = start + name.length
    const before = text.slice(starts[line - 1] ?? 0, start)
    if (text.slice(start, end) !== name) continue
    const behind = text.slice(end, end + 200)
    const pattern = /\bclass\s+$/.test(before) ? classBody : constant.test(before) ? namelessClass : null
    const [body] = pattern?.exec(behind) ?? []
    if (body !== undefined) blocks.set(end + body.length, toBlock(name))
    else if (/^(?:export\s+(?:default\s+)?)?class\s+$/.test(before)) last.add(name)
    else if (/^(?:export\s+(?:default\s+)?)?(?:async\s+)?function\s*\*?\s*$/.test(before)) first.add(name)
    else if (constant.test(before) && namelessFunction.test(behind)) last.add(name)
  }
  const kept = [...blocks].toSorted(([a], [b]) => b - a)
  const inside = kept.reduce((rest, [at, block]) => rest.slice(0, at) + block + rest.slice(at), text)
  // Functions have their names before the first statement; a line that starts a program stays the first.
  const head = /^#!.*\n?/.exec(inside)?.[0] ?? ''
  const begin = [...first].map(toStatement).join('')
  return head + begin + inside.slice(head.length) + [...last].map((name) => `\n${toStatement(name)}`).join('')
}

function listLineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|[\n\r\u2028\u2029]/g), (end) => end.index + end[0].length)]
}

/** A class may have a static member of this name, which stays. */
function toBlock(name: string): string {
  const isOwn = 'Object.getOwnPropertyDescriptor(this,"name")?.writable===false'
  return `static{${isOwn}&&Object.defineProperty(this,"name",{value:${JSON.stringify(name)}})}`
}

function toStatement(name: string): string {
  const property = `{value:${JSON.stringify(name)},configurable:true}`
  return `typeof ${name}==="function"&&Object.defineProperty(${name},"name",${property});`
}
