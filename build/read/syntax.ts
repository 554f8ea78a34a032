/** Puts together what answers about the syntax of one parameter, and bounds what it costs. */
import type { Compiler } from './compiler.ts'
import { listChoices } from './list-choices.ts'
import { listProperties } from './list-properties.ts'
import { findElement, openOnce } from './open-written.ts'
import type { Listed, Syntax, Written } from './written.ts'

/** Places that are looked at for one parameter: behind them the author's order is given up. */
const budget = 20_000
const longestChain = 100

/** Types inside types, and conditional types that call themselves. */
const deepest = 50

/** Returns answers about the syntax of one parameter. */
export function createSyntax(compiler: Compiler): Syntax {
  let left = budget
  let depth = 0
  /** Asks further, unless enough has been asked. */
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
        const listed = new Map<string, Listed>() // who comes later says what is written, and takes the place
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
