/**
 * Finds constraints that are lost because a value takes the type of another without its comment. A second
 * program puts a brand on the type of each value with such tags: the checker keeps a brand through all its
 * computations, as `T[K]`, `infer`, `typeof`. Brands that come out elsewhere reveal the losses.
 */

import type { CommentTexts } from '../model/describe-properties.ts'
import type { DocTag, FunctionSignature, ParameterSignature } from '../model/signature.ts'
import { looksLikeConstraint } from '../model/tag-vocabulary.ts'
import {
  type Compiler,
  isStandard,
  resolveSymbol,
  type SpanMarks,
  toRangeSpan,
  toSdkName,
  type ValuePlace,
} from './compiler.ts'
import { ts } from './port.ts'
import { readComment } from './read-comment.ts'
import { readDeclared } from './read-member.ts'
import { toNumberBrands } from './read-number.ts'
import { isAuthors } from './type-scope.ts'
import { isNamed, toName } from './written.ts'

/** A tag that belongs to no value, with its place in words. */
export type StrayTag = FunctionSignature['strayTags'][number]

/** Aliases of the language that take properties whole, or leave them out. */
const keeping = [
  'Partial',
  'Required',
  'Readonly',
  'Pick',
  'Omit',
  'Record',
  'Exclude',
  'Extract',
  'NonNullable',
]

/** Returns true for nodes that can take the type of a value without its comment. */
export function takesTypeAlone(compiler: Compiler, node: ts.Node): boolean {
  if (ts.isIndexedAccessTypeNode(node) || ts.isInferTypeNode(node) || ts.isTypeQueryNode(node)) return true
  if (ts.isImportTypeNode(node) && node.isTypeOf) return true
  if (!isNamed(node) || !node.typeArguments) return false
  const symbol = resolveSymbol(compiler, toName(node))
  const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration)
  if (!symbol || !alias || isAuthors(compiler, alias) || toSdkName(compiler, symbol)) return false
  return !isStandard(compiler, symbol) || !keeping.includes(symbol.name)
}

/** Returns the compiler over the texts with brands, null where no value of the author has constraints. */
export function markTags(compiler: Compiler): Compiler | null {
  const marks = new TagMarks(compiler)
  return marks.texts.size === 0 ? null : { ...compiler.reopen(marks.texts), marks }
}

interface Insertion {
  readonly at: number
  readonly text: string
}

class TagMarks implements SpanMarks {
  readonly #tags: (readonly (DocTag & { readonly from: string })[])[] = []
  readonly #files = new Map<
    string,
    { readonly file: ts.SourceFile; readonly insertions: readonly Insertion[] }
  >()
  /** The tags that came out at a value; `owner` is the property, null for any other value. */
  #lost: (Pick<ValuePlace, 'owner' | 'path'> & { readonly tag: StrayTag })[] = []

  constructor(compiler: Compiler) {
    for (const file of compiler.program.getSourceFiles()) {
      const isWritten = isAuthors(compiler, file) && !file.fileName.endsWith('.json')
      const insertions =
        isWritten && /@|\binterface\b[^{]*\bextends\b/.test(file.text) ? this.#mark(compiler, file) : []
      if (insertions.length > 0) this.#files.set(file.fileName, { file, insertions })
    }
  }

  /** The texts of the files that have brands. */
  get texts(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#files].map(([path, { file, insertions }]) => [path, insert(file.text, insertions)]),
    )
  }

  note(type: ts.Type, { node, owner, path }: ValuePlace): void {
    const names = type.isUnion() ? [] : type.getProperties().map(({ name }) => name)
    const numbers = names.flatMap((name) => /^__@specimenTag(\d+)@/.exec(name)?.[1] ?? [])
    for (const { from, ...tag } of numbers.flatMap((number) => this.#tags[Number(number)] ?? [])) {
      const { excerpt, span } = this.#find(node)
      const on = `through \`${excerpt}\`, which is the type of ${from} alone`
      this.#lost.push({ tag: { ...tag, span, on }, owner, path })
    }
  }

  settle(owner: ts.Symbol, tags: readonly DocTag[]): void {
    this.#lost = this.#lost.filter((lost) => lost.owner !== owner || !hasName(tags, lost.tag.name))
  }

  take(parameters: readonly ParameterSignature[], named: CommentTexts): StrayTag[] {
    const lost = this.#lost.splice(0).filter(({ tag, path }) => {
      const own = parameters.find(({ name }) => name === path)?.tags ?? []
      return !hasName([...own, ...(named.get(path)?.tags ?? [])], tag.name)
    })
    return lost.map(({ tag }) => tag)
  }

  /** Maps a place of the program with brands to the author's file. */
  #find(node: ts.Node) {
    const marked = node.getSourceFile()
    const { file, insertions } = this.#files.get(marked.fileName) ?? { file: marked, insertions: [] }
    const [start, end] = [node.getStart(), node.getEnd()].map((position) => toOriginal(position, insertions))
    const text = file.text.slice(start, end).replace(/\s+/g, ' ')
    const excerpt = text.length > 60 ? `${text.slice(0, 57)}…` : text
    return { excerpt, span: toRangeSpan(file, start ?? 0, end ?? 0) }
  }

  #mark(compiler: Compiler, file: ts.SourceFile): Insertion[] {
    const first = this.#tags.length
    const insertions: Insertion[] = []
    const visit = (node: ts.Node): void => {
      const tags = isValue(node) ? listConstraints(compiler, node) : []
      // Last, as it has the compiler find the type, which may take all memory.
      const target = tags.length > 0 ? findTarget(compiler, node) : undefined
      if (target) {
        const brand = `{ readonly [specimenTag${this.#tags.push(tags) - 1}]?: never }`
        const [before, after] = ts.isTypeNode(target)
          ? ['(', `) & ${brand}`]
          : [`(null! as { <T>(value: T): T & ${brand} })(`, ')']
        insertions.push({ at: target.getStart(), text: before }, { at: target.getEnd(), text: after })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    for (let i = first; i < this.#tags.length; i++) {
      insertions.push({ at: file.text.length, text: `\ndeclare const specimenTag${i}: unique symbol` })
    }
    return insertions.sort((a, b) => a.at - b.at)
  }
}

/** Returns whether tags may stand on a node. */
function isValue(node: ts.Node): boolean {
  const isMember = ts.isPropertySignature(node) || ts.isGetAccessor(node) || ts.isPropertyAssignment(node)
  return isMember || isVariable(node)
}

function isVariable(
  node: ts.Node,
): node is ts.ParameterDeclaration | ts.PropertyDeclaration | ts.VariableDeclaration {
  return ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)
}

function findTarget(compiler: Compiler, node: ts.Node): ts.TypeNode | ts.Expression | undefined {
  if (ts.isPropertySignature(node) || ts.isGetAccessor(node)) return node.type
  if (ts.isPropertyAssignment(node)) return node.initializer
  if (!isVariable(node)) return undefined
  const isCallable = compiler.checker.getTypeAtLocation(node).getCallSignatures().length > 0
  return isCallable ? undefined : (node.type ?? node.initializer)
}

function listConstraints(compiler: Compiler, node: ts.Node): (DocTag & { readonly from: string })[] {
  const own = ts.isPropertySignature(node) ? listKept(compiler, node) : readComment(node).tags
  const named = ts.isParameter(node)
    ? readComment(node.parent).parameters.get(node.name.getText())?.tags
    : undefined
  const name = ts.getNameOfDeclaration(node as ts.Declaration) // a value is one
  const from = name?.getText() ?? 'another value'
  const tags = [...own, ...(named ?? [])].filter((tag) => looksLikeConstraint(tag.name))
  return tags.map((tag) => ({ ...tag, from }))
}

/** An heir's type that says the same replaces an inherited tag: a `Range`, or no plain value or list. */
function listKept(compiler: Compiler, node: ts.PropertySignature): readonly DocTag[] {
  const { checker } = compiler
  const { tags, inherited } = readDeclared(compiler, node)
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node))
  const brands = toNumberBrands(compiler, type)
  const isPlain = type.flags & (ts.TypeFlags.Number | ts.TypeFlags.String) || checker.isArrayType(type)
  if (!isPlain && brands.length === 0) return tags
  const said = brands.flatMap((brand) => Object.entries(brand))
  const isSaid = (tag: DocTag): boolean =>
    said.some(([name, value]) => name === tag.name && value !== undefined)
  return [...inherited.filter((tag) => !isSaid(tag)), ...tags]
}

function hasName(tags: readonly DocTag[], name: string): boolean {
  return tags.some((tag) => tag.name === name)
}

function insert(text: string, insertions: readonly Insertion[]): string {
  let end = 0
  const pieces = insertions.map(({ at, text: piece }) => {
    const before = text.slice(end, at)
    end = at
    return before + piece
  })
  return pieces.join('') + text.slice(end)
}

function toOriginal(position: number, insertions: readonly Insertion[]): number {
  let shift = 0
  for (const { at, text } of insertions) {
    if (position <= at + shift) break
    if (position < at + shift + text.length) return at
    shift += text.length
  }
  return position - shift
}
