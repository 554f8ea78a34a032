/** Follows the names in types to the author's own declarations. */

import { type Compiler, resolveSymbol } from './compiler.ts'
import { ts } from './port.ts'
import { isAuthors } from './type-scope.ts'
import { isNamed, toName } from './written.ts'

/**
 * Returns the aliases, interfaces and enums of the author that are named in some nodes, and in each other,
 * without those in `seen`, which then holds them. `onNode` is called for every node on the way.
 */
export function reachTypes(
  compiler: Compiler,
  from: readonly ts.Node[],
  { seen, onNode }: { readonly seen: Set<ts.Node>; readonly onNode?: (node: ts.Node) => void },
): ts.Declaration[] {
  const found: ts.Declaration[] = []
  const queue = [...from]
  const visit = (node: ts.Node): void => {
    onNode?.(node)
    for (const declaration of isNamed(node) ? listOwn(compiler, toName(node)) : []) {
      if (seen.has(declaration)) continue
      seen.add(declaration)
      found.push(declaration)
      queue.push(declaration) // no recursion: aliases of aliases may go deeper than the stack
    }
    ts.forEachChild(node, visit)
  }
  for (const node of queue) visit(node)
  return found
}

function listOwn(compiler: Compiler, name: ts.Node): ts.Declaration[] {
  return (resolveSymbol(compiler, name)?.declarations ?? []).flatMap((declared) => {
    const node = ts.isEnumMember(declared) ? declared.parent : declared
    const isType =
      ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node)
    return isType && isAuthors(compiler, node) ? [node] : []
  })
}
