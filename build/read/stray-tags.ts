/**
 * Finds tags in comments that nobody reads: on types that parameters name, on their members that are no
 * properties, and in all but the last of several comments. Whether such a tag matters is for the checks to
 * say.
 */
import type { FunctionSignature } from '../model/signature.ts'
import { type Compiler, toExcerpt, toSpan, type ts } from './compiler.ts'
import { reachTypes } from './reach-types.ts'
import { type Comment, findComment, parseComment, readComment, toDocTag } from './read-comment.ts'
import { isAuthors } from './type-scope.ts'

const earlier = 'in an earlier comment than the last'

type StrayTag = FunctionSignature['strayTags'][number]

/** Returns the tags that stand before a function, in its signature or its types, and belong to no value. */
export type ListStrayTags = (node: ts.SignatureDeclaration, owner: ts.Node) => readonly StrayTag[]

/** Returns a search for stray tags which tells each once. */
export function createStrayTags(compiler: Compiler): ListStrayTags {
  const seen = new Set<ts.Node>()
  return (node, owner) => {
    if (seen.has(node)) return []
    seen.add(node)
    const accesses: ts.IndexedAccessTypeNode[] = []
    const onNode = (part: ts.Node): void => {
      if (compiler.ts.isIndexedAccessTypeNode(part)) accesses.push(part)
    }
    const declarations = reachTypes(compiler, node.parameters, { seen, onNode })
    const comment = accesses.length > 0 ? readComment(compiler, owner) : null
    return [
      ...listBefore(compiler, owner),
      ...listHeader(node).flatMap((part) => listInside(compiler, part)),
      ...declarations.flatMap((found) => listInside(compiler, found)),
      ...accesses.flatMap((access) => listLost(compiler, access, comment)),
    ]
  }
}

/** The tags of comments before a function that are not the last one. */
function listBefore(compiler: Compiler, owner: ts.Node): StrayTag[] {
  const { ts } = compiler
  const statement = ts.findAncestor(owner, ts.isStatement)
  const read = findComment(compiler, owner)?.pos
  const ranges = statement ? listRanges(ts, owner.getSourceFile(), statement) : []
  return ranges
    .filter(({ pos }) => pos !== read)
    .flatMap((range) => readRange(compiler, owner.getSourceFile(), range, earlier))
}

/** The parameters with their brackets, behind which a comment may stand as well. */
function listHeader(node: ts.SignatureDeclaration): ts.Node[] {
  const { pos, end } = node.parameters
  if (!node.getSourceFile().text.slice(pos, node.end).includes('/**')) return []
  return node.getChildren().filter((part) => part.pos >= pos && part.pos <= end)
}

/** The tags of a property whose type alone is taken by a value that does not repeat them. */
function listLost(compiler: Compiler, access: ts.IndexedAccessTypeNode, comment: Comment | null): StrayTag[] {
  const { ts } = compiler
  const property = findProperty(compiler, access)
  const tags = property ? readComment(compiler, property).tags : []
  if (tags.length === 0) return []
  const value = ts.findAncestor(access, (node) => ts.isParameter(node) || ts.isPropertySignature(node))
  const named = value && ts.isParameter(value) ? comment?.parameters.get(value.name.getText()) : undefined
  const own = [...(named?.tags ?? []), ...(value ? readComment(compiler, value).tags : [])]
  const on = `through ${toExcerpt(access)}, which is the type alone`
  const lost = tags.filter((tag) => !own.some(({ name }) => name === tag.name))
  return lost.map((tag) => ({ ...tag, span: toSpan(access), on }))
}

/** The author's property that `Options['size']` names. */
function findProperty(compiler: Compiler, node: ts.IndexedAccessTypeNode): ts.Node | undefined {
  const { ts, checker } = compiler
  const { objectType, indexType } = node
  if (!ts.isLiteralTypeNode(indexType) || !ts.isStringLiteral(indexType.literal)) return undefined
  const owner = checker.getTypeFromTypeNode(objectType)
  const property = owner.getProperty(indexType.literal.text)?.declarations?.[0]
  return property && isAuthors(compiler, property) ? property : undefined
}

/** The tags of all comments around and inside a node that are read with no parameter and no property. */
function listInside(compiler: Compiler, root: ts.Node): StrayTag[] {
  const { ts } = compiler
  const file = root.getSourceFile()
  const comments = [...file.text.slice(root.pos, root.end).matchAll(/\/\*\*[\s\S]*?\*\//g)]
  const tagged = comments.filter(([text]) => text.includes('@')).map(({ index }) => root.pos + index)
  if (tagged.length === 0) return []
  const read = listRead(compiler, root)
  if (tagged.every((pos) => read.has(pos))) return [] // the usual case, without looking at tokens
  const found = new Map<number, StrayTag[]>()
  const visit = (node: ts.Node): void => {
    const parts = node.getChildren(file).filter((part) => !ts.isJSDoc(part))
    for (const part of parts) visit(part)
    for (const range of parts.length > 0 ? [] : listRanges(ts, file, node)) {
      if (read.has(range.pos)) continue
      found.set(range.pos, readRange(compiler, file, range, toPlace(ts, node)))
    }
  }
  visit(root)
  return [...found.values()].flat()
}

/** The places of the comments that are read with a parameter or property. */
function listRead(compiler: Compiler, root: ts.Node): ReadonlySet<number> {
  const { ts } = compiler
  const read = new Set<number>()
  const visit = (node: ts.Node): void => {
    // The members of a default are those of the type where no other type is written.
    const isMember = ts.isObjectLiteralElement(node) && !ts.findAncestor(node, ts.isParameter)?.type
    const isValue = isMember || ts.isParameter(node) || ts.isBindingElement(node) || ts.isTypeElement(node)
    const comment = isValue && !ts.isIndexSignatureDeclaration(node) && findComment(compiler, node)
    if (comment) read.add(comment.pos)
    ts.forEachChild(node, visit)
  }
  const isList = root.kind === ts.SyntaxKind.SyntaxList // which forEachChild does not enter
  for (const node of isList ? root.getChildren() : [root]) visit(node)
  return read
}

/** The comments in JSDoc form before a token. */
function listRanges(typescript: typeof ts, { text }: ts.SourceFile, { pos }: ts.Node): ts.CommentRange[] {
  const before = typescript.getTrailingCommentRanges(text, pos) ?? []
  return [...before, ...(typescript.getLeadingCommentRanges(text, pos) ?? [])].filter((range) =>
    text.startsWith('/**', range.pos),
  )
}

function readRange(compiler: Compiler, file: ts.SourceFile, range: ts.TextRange, on: string): StrayTag[] {
  const hasTags = file.text.slice(range.pos, range.end).includes('@') // parsing costs more
  const tags = hasTags ? parseComment(compiler.ts, file, range)?.tags : undefined
  return tags?.map((tag) => ({ ...toDocTag(compiler, tag), on })) ?? []
}

/** What begins with a token, in words. */
function toPlace(typescript: typeof ts, token: ts.Node): string {
  const owner = typescript.findAncestor(token, (node) => node.pos < token.pos || isNamed(node))
  if (!owner || owner.pos < token.pos) return 'in this place'
  if (typescript.isTypeAliasDeclaration(owner)) return `on the type ${owner.name.text}`
  if (typescript.isInterfaceDeclaration(owner)) return `on the interface ${owner.name.text}`
  if (typescript.isEnumDeclaration(owner)) return `on the enum ${owner.name.text}`
  if (typescript.isEnumMember(owner)) return `on the enum member ${owner.name.getText()}`
  if (typescript.isNamedTupleMember(owner)) return `on the place ${owner.name.text} of a tuple`
  if (typescript.isIndexSignatureDeclaration(owner)) return 'on an index signature'
  return earlier

  function isNamed(node: ts.Node): boolean {
    return (
      typescript.isTypeAliasDeclaration(node) ||
      typescript.isInterfaceDeclaration(node) ||
      typescript.isEnumDeclaration(node) ||
      typescript.isEnumMember(node) ||
      typescript.isNamedTupleMember(node) ||
      typescript.isTypeElement(node) ||
      typescript.isParameter(node)
    )
  }
}
