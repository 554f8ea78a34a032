/**
 * Finds tags in comments that the build does not read: on types that parameters name, on their members that
 * are no properties, and in all but the last of several comments. The checks decide if such a tag matters.
 */

import { valueTags } from '../model/value-tags.ts'
import { type Compiler, type FunctionNode, toRangeSpan } from './compiler.ts'
import type { FoundFunction } from './find-functions.ts'
import { type StrayTag, takesTypeAlone } from './mark-tags.ts'
import { parseComment } from './parse-comment.ts'
import { ts } from './port.ts'
import { reachTypes } from './reach-types.ts'
import { findComment, toDocTag } from './read-comment.ts'

const earlier = 'in an earlier comment than the last'
const plainComment = 'in a comment that does not begin with /**'
/** Characters behind a declaration in which a comment of its last line begins. */
const longestRemark = 200

/** The tags of functions that nothing has read. */
export interface StrayTags {
  /** Returns true when a type on the way was taken from a value without its comment. */
  hasTypeAlone(): boolean
  /** Returns the tags before a function, in its signature or its types, that belong to no value. */
  list(found: FoundFunction, node: FunctionNode): readonly StrayTag[]
}

/** Returns a search through the functions of a plugin. */
export function createStrayTags(compiler: Compiler): StrayTags {
  const seen = new Set<ts.Node>()
  let isAlone = false
  const onNode = (part: ts.Node): void => {
    isAlone ||= takesTypeAlone(compiler, part)
  }
  return {
    hasTypeAlone: () => isAlone,
    list: (found, { compilerNode: node }) => {
      if (seen.has(node)) return []
      seen.add(node)
      const annotations = found.annotations.map(({ compilerNode }) => compilerNode)
      const declarations = reachTypes(compiler, [...node.parameters, ...annotations], { seen, onNode })
      return [
        ...listPlain(found.owner.compilerNode, [node, ...annotations, ...declarations]),
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

/** A comment with one star is read by no program: a slip, where it holds a tag that restricts values. */
function listPlain(owner: ts.Node, roots: readonly ts.Node[]): StrayTag[] {
  const found = new Map<number, StrayTag[]>()
  const look = (node: ts.Node): void => {
    const file = node.getSourceFile()
    const ranges = [
      ...(ts.getLeadingCommentRanges(file.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, node.end) ?? []),
    ]
    for (const range of ranges) if (!found.has(range.pos)) found.set(range.pos, readPlain(file, range))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return
    look(node)
    ts.forEachChild(node, visit)
  }
  const statement = ts.findAncestor(owner, ts.isStatement)
  if (statement) look(statement)
  for (const root of roots) {
    const { text } = root.getSourceFile()
    if (/(?:\/\*(?!\*)|\/\/)[^\n]*@|\*[ \t]*@/.test(text.slice(root.pos, root.end + longestRemark)))
      visit(root)
  }
  return [...found.values()].flat()
}

function readPlain(file: ts.SourceFile, { pos, end }: ts.TextRange): StrayTag[] {
  const text = file.text.slice(pos, end)
  if (text.startsWith('/**') || !text.includes('@')) return []
  return [...text.matchAll(/^(?:\/\/|\/?\*|[ \t])*@([A-Za-z]+)[ \t]*([^\n]*)/gm)]
    .filter(([, name = '']) => valueTags.get(name)?.isCommon !== true && valueTags.has(name))
    .map(({ index, 0: whole, 1: name = '', 2: rest = '' }) => {
      const from = pos + index + whole.indexOf('@')
      const span = toRangeSpan(file, from, from + name.length + 1)
      return { name, text: rest.replace(/\s*\*\/\s*$/, ''), span, on: plainComment }
    })
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
