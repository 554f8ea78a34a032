/**
 * Applies a function's comment about a destructured parameter to its members: TypeScript documents `({ size,
 * closed }: Options)` as `@param options` and `@param options.size`, with a name of the author's choice.
 */

import { suggestName } from '../../core/contract/text/suggest.ts'
import type { DocTag } from '../model/signature.ts'
import type { Node, ParameterDeclaration } from './port.ts'
import { type Comment, readComment } from './read-comment.ts'
import { findPattern, toMemberName } from './read-destructured.ts'

/**
 * Returns the comment of a function, `owner` with these parameters, in which `@param options.size` is `@param
 * size`. The text about `options` itself belongs to no parameter; constraints there become the function's,
 * where they are refused.
 */
export function openComment(owner: Node, nodes: readonly ParameterDeclaration[]): Comment {
  const comment = readComment(owner.compilerNode)
  const opened = nodes.filter(findPattern)
  if (opened.length === 0) return comment
  const roots = listRoots(comment, nodes)
  const parameters = new Map<string, { description: string; tags: readonly DocTag[] }>()
  const misplaced = opened.flatMap(({ compilerNode }) => readComment(compilerNode).tags)
  for (const [written, { description, tags }] of comment.parameters) {
    const name = toOpened(written, roots)
    const earlier = parameters.get(name)
    if (roots.includes(name)) misplaced.push(...tags)
    else
      parameters.set(name, {
        description: earlier?.description || description,
        tags: [...(earlier?.tags ?? []), ...tags],
      })
  }
  const documented = comment.documented
    .filter(({ name }) => !roots.includes(name))
    .map((tag) => ({ ...tag, name: toOpened(tag.name, roots) }))
  return { ...comment, parameters, documented, tags: [...comment.tags, ...misplaced] }
}

function toOpened(name: string, roots: readonly string[]): string {
  const root = roots.find((each) => name.startsWith(`${each}.`))
  return root === undefined ? name : name.slice(root.length + 1)
}

function listRoots({ documented }: Comment, nodes: readonly ParameterDeclaration[]): string[] {
  const taken = new Set(nodes.flatMap((node) => listNames(node)))
  const names = documented.map(({ name }) => name)
  const whole = names.filter((name) => !name.includes('.'))
  return nodes.flatMap((node, place) => {
    if (!findPattern(node)) return []
    const members = new Set(listNames(node))
    const paths = names.map((name) => name.split(/\[\]|\./))
    const inside = paths.find(([root = '', member = '']) => !taken.has(root) && members.has(member))
    if (inside) return inside.slice(0, 1)
    const root = whole[place]
    return root === undefined || taken.has(root) || suggestName(root, [...taken]) ? [] : [root]
  })
}

function listNames(node: ParameterDeclaration): string[] {
  const elements = findPattern(node)?.getElements()
  return elements?.flatMap((element) => toMemberName(element) ?? []) ?? [node.getName()]
}
