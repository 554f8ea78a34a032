/**
 * Finds tags in comments that the build does not read: on types that parameters name, on their members that
 * are no properties, and in all but the last of several comments. The checks decide if such a tag matters.
 */
import { ts } from 'ts-morph'
import type { Compiler, FunctionNode } from './compiler.ts'
import type { FoundFunction } from './find-functions.ts'
import { type StrayTag, takesTypeAlone } from './mark-tags.ts'
import { reachTypes } from './reach-types.ts'
import { findComment, parseComment, toDocTag } from './read-comment.ts'

const earlier = 'in an earlier comment than the last'

/** A search for stray tags, which reports each once. */
export type StrayTags = ReturnType<typeof createStrayTags>

/** Returns a search through the functions of a plugin. */
export function createStrayTags(compiler: Compiler) {
  const seen = new Set<ts.Node>()
  let isAlone = false
  const onNode = (part: ts.Node): void => {
    isAlone ||= takesTypeAlone(compiler, part)
  }
  return {
    /** Returns true when a type on the way was taken from a value without its comment. */
    hasTypeAlone: () => isAlone,
    /** Returns the tags before a function, in its signature or its types, that belong to no value. */
    list: (found: FoundFunction, { compilerNode: node }: FunctionNode): readonly StrayTag[] => {
      if (seen.has(node)) return []
      seen.add(node)
      const annotations = found.annotations.map(({ compilerNode }) => compilerNode)
      const declarations = reachTypes(compiler, [...node.parameters, ...annotations], { seen, onNode })
      return [
        ...listBefore(found.owner.compilerNode),
        ...listHeader(node).flatMap(listInside),
        ...[...annotations, ...declarations].flatMap(listInside),
      ]
    },
  }
}

function listBefore(owner: ts.Node): StrayTag[] {
  const statement = ts.findAncestor(owner, ts.isStatement)
  const read = findComment(owner)?.pos
  const ranges = statement ? listRanges(owner.getSourceFile(), statement) : []
  return ranges
    .filter(({ pos }) => pos !== read)
    .flatMap((range) => readRange(owner.getSourceFile(), range, earlier))
}

function listHeader(node: ts.SignatureDeclaration): ts.Node[] {
  const { pos, end } = node.parameters
  if (!node.getSourceFile().text.slice(pos, node.end).includes('/**')) return []
  return node.getChildren().filter((part) => part.pos >= pos && part.pos <= end)
}

/** Lists the tags of comments around and inside a node that belong to no parameter or property. */
function listInside(root: ts.Node): StrayTag[] {
  const file = root.getSourceFile()
  const comments = [...file.text.slice(root.pos, root.end).matchAll(/\/\*\*[\s\S]*?\*\//g)]
  const tagged = comments.filter(([text]) => text.includes('@')).map(({ index }) => root.pos + index)
  if (tagged.length === 0) return []
  const read = listRead(root)
  if (tagged.every((pos) => read.has(pos))) return [] // the usual case, without looking at tokens
  const found = new Map<number, StrayTag[]>()
  const visit = (node: ts.Node): void => {
    const parts = node.getChildren(file).filter((part) => !ts.isJSDoc(part))
    for (const part of parts) visit(part)
    for (const range of parts.length > 0 ? [] : listRanges(file, node)) {
      if (read.has(range.pos)) continue
      found.set(range.pos, readRange(file, range, toPlace(node)))
    }
  }
  visit(root)
  return [...found.values()].flat()
}

function listRead(root: ts.Node): ReadonlySet<number> {
  const read = new Set<number>()
  const visit = (node: ts.Node): void => {
    // The members of a default are those of the type where no other type is written.
    const isMember = ts.isObjectLiteralElement(node) && !ts.findAncestor(node, ts.isParameter)?.type
    const isValue = isMember || ts.isParameter(node) || ts.isBindingElement(node) || ts.isTypeElement(node)
    const comment = isValue && !ts.isIndexSignatureDeclaration(node) && findComment(node)
    if (comment) read.add(comment.pos)
    ts.forEachChild(node, visit)
  }
  const isList = root.kind === ts.SyntaxKind.SyntaxList // forEachChild does not enter it
  for (const node of isList ? root.getChildren() : [root]) visit(node)
  return read
}

function listRanges({ text }: ts.SourceFile, { pos }: ts.Node): ts.CommentRange[] {
  const before = ts.getTrailingCommentRanges(text, pos) ?? []
  return [...before, ...(ts.getLeadingCommentRanges(text, pos) ?? [])].filter((range) =>
    text.startsWith('/**', range.pos),
  )
}

function readRange(file: ts.SourceFile, range: ts.TextRange, on: string): StrayTag[] {
  const hasTags = file.text.slice(range.pos, range.end).includes('@') // parsing costs more
  const tags = hasTags ? parseComment(file, range)?.tags : undefined
  return tags?.map((tag) => ({ ...toDocTag(tag), on })) ?? []
}

function toPlace(token: ts.Node): string {
  const owner = ts.findAncestor(token, (node) => node.pos < token.pos || isNamed(node))
  if (!owner || owner.pos < token.pos) return 'in this place'
  if (ts.isTypeAliasDeclaration(owner)) return `on the type ${owner.name.text}`
  if (ts.isInterfaceDeclaration(owner)) return `on the interface ${owner.name.text}`
  if (ts.isEnumDeclaration(owner)) return `on the enum ${owner.name.text}`
  if (ts.isEnumMember(owner)) return `on the enum member ${owner.name.getText()}`
  if (ts.isNamedTupleMember(owner)) return `on the place ${owner.name.text} of a tuple`
  if (ts.isIndexSignatureDeclaration(owner)) return 'on an index signature'
  return earlier

  function isNamed(node: ts.Node): boolean {
    return (
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isEnumDeclaration(node) ||
      ts.isEnumMember(node) ||
      ts.isNamedTupleMember(node) ||
      ts.isTypeElement(node) ||
      ts.isParameter(node)
    )
  }
}
