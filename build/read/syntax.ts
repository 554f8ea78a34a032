/** Puts together what answers about the syntax of one parameter, and bounds what it costs. */
import type { Compiler } from './compiler.ts'
import { listChoices } from './list-choices.ts'
import { listProperties } from './list-properties.ts'
import { findElement, openOnce } from './open-written.ts'
import type { Listed, Syntax } from './written.ts'

/** Places that are looked at for one parameter: behind them the author's order is given up. */
const budget = 20_000
const longestChain = 100

/** Returns answers about the syntax of one parameter. */
export function createSyntax(compiler: Compiler): Syntax {
  let left = budget
  const syntax: Syntax = {
    compiler,
    open: (written) => {
      let at = written
      for (let i = 0; i < longestChain && left-- > 0; i++) {
        const next = openOnce(syntax, at)
        if (!next) return at
        at = next
      }
      return at
    },
    listChoices: (written) => (left-- > 0 ? listChoices(syntax, written) : []),
    listProperties: (written) => {
      if (left-- <= 0) return []
      const listed = new Map<string, Listed>() // who comes later says what is written, and takes the place
      for (const property of listProperties(syntax, syntax.open(written))) listed.set(property.name, property)
      return [...listed.values()]
    },
    findElement: (written, index) => (left-- > 0 ? findElement(syntax, syntax.open(written), index) : null),
  }
  return syntax
}
