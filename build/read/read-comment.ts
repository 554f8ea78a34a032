/**
 * Reads JSDoc: the text of a function, its tags, and the text and constraint tags of its parameters. Lines
 * wrapped by hand are joined again, `{@link}` becomes its label, and the dash of `@param name - text` is left
 * out.
 */
import { ts } from 'ts-morph'
import type { CommentTexts } from '../model/describe-properties.ts'
import type { DocTag, Span } from '../model/signature.ts'
import { looksLikeConstraint } from '../model/tag-vocabulary.ts'
import { toRangeSpan, toSpan } from './compiler.ts'

/** A comment in parts. */
export interface Comment {
  readonly description: string
  readonly tags: readonly DocTag[]
  /** Text and constraints that a function's comment gives to its parameters, by name. */
  readonly parameters: CommentTexts
  readonly documented: readonly (DocTag & { readonly tags: readonly DocTag[] })[]
}

/** Returns the comment of a function, parameter or member; the last one of several. */
export function readComment(node: ts.Node): Comment {
  const comment = findComment(node)
  const tags: DocTag[] = []
  const documented: (DocTag & { tags: DocTag[] })[] = []
  const parameters = new Map<string, { description: string; tags: DocTag[] }>()
  let current: DocTag[] | null = null
  for (const tag of comment?.tags ?? []) {
    if (ts.isJSDocParameterTag(tag)) {
      const name = tag.name.getText()
      const text = cleanText(tag.comment).replace(/^[-–—]\s+/, '')
      const earlier = parameters.get(name)
      current = earlier?.tags ?? []
      parameters.set(name, { description: earlier?.description || text, tags: current })
      documented.push({ name, text, span: toSpan(tag.name), tags: current })
    } else {
      const entry = toDocTag(tag)
      if (current && !constrains(entry, tag, current)) current = null
      ;(current ?? tags).push(entry)
    }
  }
  return { description: cleanText(comment?.comment), tags, parameters, documented }
}

/** Returns the one comment of a function, parameter or property that is read: the last before it. */
export function findComment(node: ts.Node): ts.JSDoc | undefined {
  const attached = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .filter(({ parent }) => !ts.isParameter(node) || parent === node)
  const comment = attached.at(-1) ?? parseBeside(node)
  return comment && isBehindAnother(node, comment) ? undefined : comment
}

/** `a: number, /** @minimum 0 *\/` at the end of a line is meant for `a`, and given to what comes next. */
function isBehindAnother(node: ts.Node, comment: ts.JSDoc): boolean {
  const { text } = node.getSourceFile()
  const before = text.slice(0, comment.pos)
  const code = before.trimEnd()
  const isFirst = code === '' || before.slice(code.length).includes('\n') || /[({[]$/.test(code)
  return !isFirst && text.slice(comment.end, node.getStart()).includes('\n')
}

/** Returns a tag as the model has it. */
export function toDocTag(tag: ts.JSDocTag): DocTag {
  return { name: tag.tagName.text, text: cleanText(tag.comment), span: toTagSpan(tag) }
}

/**
 * True when a tag behind a `@param` belongs to that parameter, whose tags so far are given: tags that look
 * like constraints do, others are the function's. A parameter has an `@example` only as a value, and
 * `@deprecated` only where another `@param` or its own constraints show the intent, each without a blank line
 * before it.
 */
function constrains({ name, text }: DocTag, tag: ts.JSDocTag, earlier: readonly DocTag[]): boolean {
  if (name === 'example') return !followsBlank(tag) && isJson(text)
  if (name === 'deprecated') return !followsBlank(tag) && (earlier.length > 0 || precedesParameter(tag))
  return looksLikeConstraint(name)
}

function precedesParameter({ parent, end }: ts.JSDocTag): boolean {
  const tags = 'tags' in parent ? parent.tags : undefined
  return (
    tags?.some(({ pos, tagName }) => pos >= end && /^(?:param|arg|argument)$/.test(tagName.text)) ?? false
  )
}

function followsBlank(tag: ts.JSDocTag): boolean {
  const lines = tag.getSourceFile().text.slice(0, tag.getStart()).split('\n')
  const [above, own] = lines.slice(-2).map((line) => line.replace(/[ \t]+/g, ''))
  const isBlank = own === '' || own === '*'
  return isBlank && lines.length > 2 && /^\*?\r?$/.test(above ?? '')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // the answer is no
  }
}

/** Reads the comments that the compiler attaches to no property or member of a destructured parameter. */
function parseBeside(node: ts.Node): ts.JSDoc | undefined {
  const isMember = ts.isTypeElement(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)
  if (!isMember && !ts.isBindingElement(node)) return undefined
  const { text } = node.getSourceFile()
  const own = ts.isBindingElement(node) ? ts.getLeadingCommentRanges(text, node.pos) : undefined
  const range = [...(ts.getTrailingCommentRanges(text, node.pos) ?? []), ...(own ?? [])].at(-1)
  return range && text.startsWith('/**', range.pos) ? parseComment(node.getSourceFile(), range) : undefined
}

/** Returns a comment that the compiler gives to no node, with its places in the file. */
export function parseComment(
  { text, fileName }: ts.SourceFile,
  { pos, end }: ts.TextRange,
): ts.JSDoc | undefined {
  const blank = text.slice(0, pos).replace(/[^\r\n]/g, ' ') // keeps lines and columns
  const source = ts.createSourceFile(
    fileName,
    `${blank}${text.slice(pos, end)}\nlet x`,
    ts.ScriptTarget.ES2023,
    true,
  )
  const [statement] = source.statements
  return statement && ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).at(-1)
}

function toTagSpan({ tagName }: ts.JSDocTag): Span {
  return toRangeSpan(tagName.getSourceFile(), tagName.getStart() - 1, tagName.getEnd())
}

function cleanText(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  const text = ts.getTextOfJSDocComment(comment) ?? ''
  // Behind the last bracket that closes, each one that opens would be followed to the end of the text.
  const end = text.lastIndexOf('}') + 1
  const named = text
    .slice(0, end)
    .replace(/\{@link(?:code|plain)?\s+([^}\s|]+)\s*\|?\s*([^}]*)\}/g, (_, to, label) => label.trim() || to)
  return joinLines(named + text.slice(end))
}

/** Joins the lines of each paragraph; list items, indented lines and blank lines stay. */
function joinLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/([^\n])\n(?![\n\s]|[-*•] |\d+[.)] )/g, '$1 ')
    .trim()
}
