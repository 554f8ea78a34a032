/** Reads the comments of properties, with what they inherit from those that they redeclare. */

import type { DocTag } from '../model/signature.ts'
import type { Compiler } from './compiler.ts'
import { ts } from './port.ts'
import { readComment } from './read-comment.ts'

/** The comment of a property. */
export interface MemberComment {
  readonly description: string
  readonly tags: readonly DocTag[]
  /** Tags of the properties that it redeclares, without those that its own tags replace. */
  readonly inherited: readonly DocTag[]
}

/** Returns the comment of a property. Its declarations stand in the type, in bases, or elsewhere. */
export function readMember(
  compiler: Compiler,
  owner: ts.Type,
  name: string,
  declarations: readonly ts.Declaration[],
): MemberComment {
  const { checker } = compiler
  const holders: readonly ts.Node[] = owner.symbol?.declarations?.filter(isHolder) ?? []
  if (holders.length === 0) return join(declarations.map((declared) => readDeclared(compiler, declared)))
  const declaredType = checker.getDeclaredTypeOfSymbol(owner.symbol)
  const bases = declaredType.isClassOrInterface() ? checker.getBaseTypes(declaredType) : []
  const above = join(
    bases.map((base) => readMember(compiler, base, name, listDeclarations(compiler, base, name))),
  )
  const own = declarations.filter(({ parent }) => holders.includes(parent))
  if (own.length === 0) return above
  const { description, tags } = join(own.map(readOwn))
  const isReplaced = (tag: DocTag): boolean => tags.some((other) => other.name === tag.name)
  const inherited = [...above.tags, ...above.inherited].filter((tag) => !isReplaced(tag))
  return { description: description || above.description, tags, inherited }
}

/** Returns the comment of one declaration of a property. */
export function readDeclared(compiler: Compiler, declared: ts.Declaration): MemberComment {
  const { checker } = compiler
  const { parent } = declared
  const nameNode = ts.getNameOfDeclaration(declared)
  const name = nameNode && checker.getSymbolAtLocation(nameNode)?.name
  if (name === undefined || !isHolder(parent)) return readOwn(declared)
  const owner = checker.getTypeAtLocation(parent)
  const declarations = listDeclarations(compiler, owner, name)
  return declarations.includes(declared) ? readMember(compiler, owner, name, declarations) : readOwn(declared)
}

function listDeclarations({ checker }: Compiler, owner: ts.Type, name: string): readonly ts.Declaration[] {
  return checker.getPropertyOfType(owner, name)?.declarations ?? []
}

function isHolder(node: ts.Node): node is ts.InterfaceDeclaration | ts.ClassDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
}

function readOwn(declared: ts.Declaration): MemberComment {
  const { description, tags } = readComment(declared)
  return { description, tags, inherited: [] }
}

/** All of several comments holds; a tag that two of them have alike counts once. */
function join(comments: readonly MemberComment[]): MemberComment {
  const tags = joinTags(comments.map((comment) => comment.tags))
  const all = joinTags([tags, ...comments.map(({ inherited }) => inherited)])
  return {
    description: comments.find(({ description }) => description)?.description ?? '',
    tags,
    inherited: all.slice(tags.length),
  }
}

function joinTags(lists: readonly (readonly DocTag[])[]): readonly DocTag[] {
  const joined: DocTag[] = []
  for (const tags of lists) {
    const isKnown = ({ name, text }: DocTag): boolean =>
      joined.some((known) => known.name === name && known.text === text)
    joined.push(...tags.filter((tag) => !isKnown(tag)))
  }
  return joined
}
