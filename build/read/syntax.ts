/** Combines the answers about the syntax of one parameter, and bounds their cost. */
import type { Compiler } from './compiler.ts'
import { listChoices } from './list-choices.ts'
import { listProperties } from './list-properties.ts'
import { findElement, openOnce } from './open-written.ts'
import type { Listed, Syntax, Written } from './written.ts'

/** Bounds the visited places of one parameter: beyond, the author's order is given up. */
const budget = 20_000
const longestChain = 100

/** Bounds types inside types, and conditional types that call themselves. */
const deepest = 50

/** Returns the syntax answers for one parameter. */
export function createSyntax(compiler: Compiler): Syntax {
  let left = budget
  let depth = 0
  function within<T>(answer: () => T, otherwise: T): T {
    if (left-- <= 0 || depth >= deepest) return otherwise
    depth++
    const found = answer()
    depth--
    return found
  }
  const syntax: Syntax = {
    compiler,
    open: (written) => within(() => openChain(syntax, written), written),
    listChoices: (written) =>
      within(() => [written, ...(written.others ?? [])].flatMap((at) => listChoices(syntax, at)), []),
    listProperties: (written) =>
      within(() => {
        const listed = new Map<string, Listed>() // later members overwrite, and take the place
        for (const property of listProperties(syntax, syntax.open(written))) {
          listed.set(property.name, property)
        }
        return [...listed.values()]
      }, []),
    findElement: (written, index) => within(() => findElement(syntax, syntax.open(written), index), null),
  }
  return syntax
}

function openChain(syntax: Syntax, written: Written): Written {
  let at = written
  for (let i = 0; i < longestChain; i++) {
    const next = openOnce(syntax, at)
    if (!next) return at
    at = next
  }
  return at
}
