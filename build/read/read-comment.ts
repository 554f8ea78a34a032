/**
 * Reads JSDoc: the text of a function, its tags, and the text and constraint tags of its parameters. Lines
 * that were wrapped by hand are joined again, `{@link}` becomes its label, and the dash of `@param name -
 * text` is left out.
 */

import { constraintTags, type DocTag } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { type Compiler, toRangeSpan, toSpan, type ts } from './compiler.ts'

/** A comment in parts. */
export interface Comment {
  readonly description: string
  readonly tags: readonly DocTag[]
  /** Text and constraints that a function's comment gives to its parameters, by name. */
  readonly parameters: ReadonlyMap<string, { readonly description: string; readonly tags: readonly DocTag[] }>
  readonly documented: readonly DocTag[]
}

/**
 * Returns the comment that belongs to a function, parameter or member; the last one where several stand
 * before it.
 */
export function readComment(compiler: Compiler, node: ts.Node): Comment {
  const { ts } = compiler
  const comment =
    ts
      .getJSDocCommentsAndTags(node)
      .filter(ts.isJSDoc)
      .filter(({ parent }) => !ts.isParameter(node) || parent === node)
      .at(-1) ?? parseBeside(compiler, node)
  const tags: DocTag[] = []
  const documented: DocTag[] = []
  const parameters = new Map<string, { description: string; tags: DocTag[] }>()
  let current: DocTag[] | null = null
  for (const tag of comment?.tags ?? []) {
    if (ts.isJSDocParameterTag(tag)) {
      const name = tag.name.getText()
      const entry = { description: cleanText(compiler, tag.comment).replace(/^[-–—]\s+/, ''), tags: [] }
      parameters.set(name, entry)
      documented.push({ name, text: entry.description, span: toSpan(tag.name) })
      current = entry.tags
    } else {
      const entry = { name: tag.tagName.text, text: cleanText(compiler, tag.comment), span: toTagSpan(tag) }
      if (!constrains(entry, current !== null && followsBlank(tag))) current = null
      ;(current ?? tags).push(entry)
    }
  }
  return { description: cleanText(compiler, comment?.comment), tags, parameters, documented }
}

/**
 * Whether a tag behind a `@param` belongs to that parameter. `@deprecated` and `@example` are a function's as
 * well: they are the parameter's only without a blank line before them, and an example only when it is a
 * value.
 */
function constrains({ name, text }: DocTag, isApart: boolean): boolean {
  if (name === 'deprecated') return !isApart
  if (name === 'example') return !isApart && isJson(text)
  return constraintTags.some((known) => known === name)
}

function followsBlank(tag: ts.JSDocTag): boolean {
  const before = tag.getSourceFile().text.slice(0, tag.getStart())
  return /\n[ \t]*\*?[ \t]*\r?\n[ \t]*\*?[ \t]*$/.test(before)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // that is the answer
  }
}

/**
 * The comment of a property on the line of the bracket or property before it, which the compiler gives to
 * neither, and any before a member of a destructured parameter, which it does not read.
 */
function parseBeside({ ts }: Compiler, node: ts.Node): ts.JSDoc | undefined {
  if (!ts.isPropertySignature(node) && !ts.isBindingElement(node)) return undefined
  const { text, fileName } = node.getSourceFile()
  const own = ts.isBindingElement(node) ? ts.getLeadingCommentRanges(text, node.pos) : undefined
  const range = [...(ts.getTrailingCommentRanges(text, node.pos) ?? []), ...(own ?? [])].at(-1)
  if (!range || !text.startsWith('/**', range.pos)) return undefined
  const blank = text.slice(0, range.pos).replace(/[^\r\n]/g, ' ') // keeps lines and columns
  const source = ts.createSourceFile(
    fileName,
    `${blank}${text.slice(range.pos, range.end)}\nlet x`,
    ts.ScriptTarget.ES2023,
    true,
  )
  const [statement] = source.statements
  return statement ? ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1) : undefined
}

/** The tag's name with its `@`. */
function toTagSpan({ tagName }: ts.JSDocTag): Span {
  return toRangeSpan(tagName.getSourceFile(), tagName.getStart() - 1, tagName.getEnd())
}

function cleanText({ ts }: Compiler, comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  const text = ts.getTextOfJSDocComment(comment) ?? ''
  return joinLines(
    text.replace(
      /\{@link(?:code|plain)?\s+([^}\s|]+)\s*\|?\s*([^}]*)\}/g,
      (_, to, label) => label.trim() || to,
    ),
  )
}

/** Joins the lines of each paragraph; list items, indented lines and blank lines stay as they are. */
function joinLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/([^\n])\n(?![\n\s]|[-*•] |\d+[.)] )/g, '$1 ')
    .trim()
}
