/**
 * Reads JSDoc: the text of a function, its tags, and the text and constraint tags of its parameters. Lines
 * wrapped by hand are joined again, `{@link}` becomes its label, and the dash of `@param name - text` is left
 * out.
 */

import type { CommentTexts } from '../model/describe-properties.ts'
import type { DocTag, Documented, Span } from '../model/signature.ts'
import { looksLikeConstraint } from '../model/tag-vocabulary.ts'
import { toRangeSpan, toSpan } from './compiler.ts'
import { maskedAt, maskWords, parseComment } from './parse-comment.ts'
import { ts } from './port.ts'

/** Most characters of a default in a comment. */
const longestInitial = 200

/** A comment in parts. */
export interface Comment {
  readonly description: string
  readonly tags: readonly DocTag[]
  /** Text and constraints that a function's comment gives to its parameters, by name. */
  readonly parameters: CommentTexts
  readonly documented: readonly Documented[]
}

/** Returns the comment of a function, parameter or member; the last one of several. */
export function readComment(node: ts.Node): Comment {
  const comment = findComment(node)
  const tags: DocTag[] = []
  const documented: (Documented & { tags: DocTag[] })[] = []
  const parameters = new Map<string, { description: string; tags: DocTag[] }>()
  let current: DocTag[] | null = null
  for (const tag of listTags(comment)) {
    if (ts.isJSDocParameterTag(tag)) {
      const name = tag.name.getText()
      const text = cleanText(tag.comment).replace(/^[-–—:]\s+/, '')
      const earlier = parameters.get(name)
      current = earlier?.tags ?? []
      parameters.set(name, { description: earlier?.description || text, tags: current })
      documented.push({ name, text, span: toSpan(tag.name), tags: current, initial: readInitial(tag) })
    } else {
      const entry = toDocTag(tag)
      if (current && !constrains(entry, tag, current)) current = null
      ;(current ?? tags).push(entry)
    }
  }
  const described = tags.find(({ name }) => /^(?:desc|description|summary)$/.test(name))?.text
  const description = cleanText(comment?.comment) || (described ?? '')
  return { description, tags, parameters, documented }
}

/** Behind `@param {Object} options`, the compiler puts `@param options.size` into the type of that tag. */
function listTags(comment: ts.JSDoc | undefined): readonly ts.JSDocTag[] {
  const open = (tag: ts.JSDocTag): readonly ts.JSDocTag[] => {
    const type = ts.isJSDocParameterTag(tag) ? tag.typeExpression?.type : undefined
    if (!type || !ts.isJSDocTypeLiteral(type)) return [tag]
    return [tag, ...(type.jsDocPropertyTags ?? []).flatMap(open)]
  }
  return (comment?.tags ?? []).flatMap(open)
}

/** Returns `5` of `[radius=5]`, which the compiler leaves out. */
function readInitial({ name, isBracketed }: ts.JSDocParameterTag): string | null {
  if (!isBracketed) return null
  const behind = name.getSourceFile().text.slice(name.getEnd(), name.getEnd() + longestInitial)
  return /^\s*=\s*((?:\[[^\]\n]*\]|[^[\]\n])*?)\s*\]/.exec(behind)?.[1] ?? null
}

/** Returns the one comment of a function, parameter or property that is read: the last before it. */
export function findComment(node: ts.Node): ts.JSDoc | undefined {
  const attached = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .filter(({ parent }) => !ts.isParameter(node) || parent === node)
  const found = attached.at(-1) ?? parseBeside(node)
  const comment =
    found && maskWords(found.getText()) !== found.getText()
      ? parseComment(found.getSourceFile(), found)
      : found
  return comment && isBehindAnother(node, comment) ? undefined : comment
}

/** `a: number, /** @minimum 0 *\/` at the end of a line is meant for `a`, and given to what comes next. */
function isBehindAnother(node: ts.Node, comment: ts.JSDoc): boolean {
  const { text } = node.getSourceFile()
  const before = text.slice(0, comment.pos)
  const code = before.trimEnd()
  // The last character alone: a pattern would look at the whole file before each comment.
  const isFirst = code === '' || before.slice(code.length).includes('\n') || '({['.includes(code.slice(-1))
  return !isFirst && text.slice(comment.end, node.getStart()).includes('\n')
}

/** Returns a tag as the model has it. */
export function toDocTag(tag: ts.JSDocTag): DocTag {
  const { text: name } = tag.tagName
  const text = cleanText(tag.comment)
  const span = toTagSpan(tag)
  // To the compiler `@items.minLength 2` is a tag with the text `.minLength 2`.
  const isDotted = tag.getSourceFile().text[tag.tagName.end] === '.'
  const [all, inner] = (isDotted && /^[.]([A-Za-z]+)\s*/.exec(text)) || []
  if (all === undefined || !looksLikeConstraint(`${name}.${inner}`)) return { name, text, span }
  return { name: `${name}.${inner}`, text: text.slice(all.length), span }
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
  const { text } = tag.getSourceFile()
  const start = tag.getStart()
  const ownLine = text.lastIndexOf('\n', start - 1)
  if (ownLine < 0) return false
  const lineAbove = text.lastIndexOf('\n', ownLine - 1)
  const own = text.slice(ownLine + 1, start).replace(/[ \t]+/g, '')
  const above = text.slice(lineAbove + 1, ownLine).replace(/[ \t]+/g, '')
  return (own === '' || own === '*') && lineAbove >= 0 && /^\*?\r?$/.test(above)
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
  return joinLines(named + text.slice(end)).replaceAll(maskedAt, '@')
}

/** Lines that stay by themselves in Markdown: of lists, tables, headings, quotations, and indented ones. */
const ownLine = /^(?:\s|[-*•] |\d+[.)] |\||#{1,6} |> )/
const fence = /^\s*(```|~~~)/

/** Joins the lines of each paragraph; blank lines, those of code in fences and of {@link ownLine} stay. */
function joinLines(text: string): string {
  let joined = ''
  let above = ''
  let open: string | undefined
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((each) => each.trimEnd())) {
    const mark = fence.exec(line)?.[1]
    const isApart =
      open !== undefined || mark !== undefined || ownLine.test(line) || /^#{1,6} |^\|/.test(above)
    joined += (line === '' || above === '' || isApart ? '\n' : ' ') + line
    if (mark !== undefined) open = open === undefined ? mark : open === mark ? undefined : open
    above = mark === undefined ? line : ''
  }
  return joined.trim().replace(/\n{3,}/g, '\n\n')
}
