/**
 * Reads JSDoc: the text of a function, its tags, and the text and constraint tags of its parameters. Lines that were
 * wrapped by hand are joined again, `{@link}` becomes its label, and the dash of `@param name - text` is left out.
 */
import { type Compiler, toRangeSpan, toSpan, type ts } from './compiler.ts'
import { constraintTags, type DocTag, type Span } from './signature.ts'

/** A comment in parts. */
export interface Comment {
  readonly description: string
  readonly tags: readonly DocTag[]
  /** Text and constraints that a function's comment gives to its parameters, by name. */
  readonly parameters: ReadonlyMap<string, { readonly description: string; readonly tags: readonly DocTag[] }>
  readonly documented: readonly DocTag[]
}

/** Returns the comment that belongs to a function or parameter; the last one where several stand before it. */
export function readComment(compiler: Compiler, node: ts.Node): Comment {
  const { ts } = compiler
  const comment = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .filter(({ parent }) => !ts.isParameter(node) || parent === node)
    .at(-1)
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
      const constrains = constraintTags.some((name) => name === entry.name)
      if (!constrains) current = null
      ;(current ?? tags).push(entry)
    }
  }
  return { description: cleanText(compiler, comment?.comment), tags, parameters, documented }
}

/** The tag's name with its `@`. */
function toTagSpan({ tagName }: ts.JSDocTag): Span {
  return toRangeSpan(tagName.getSourceFile(), tagName.getStart() - 1, tagName.getEnd())
}

function cleanText({ ts }: Compiler, comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  const text = ts.getTextOfJSDocComment(comment) ?? ''
  return joinLines(text.replace(/\{@link(?:code|plain)?\s+([^}\s|]+)\s*\|?\s*([^}]*)\}/g, (_, to, label) => label.trim() || to))
}

/** Joins the lines of each paragraph; list items, indented lines and blank lines stay as they are. */
function joinLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/([^\n])\n(?![\n\s]|[-*•] |\d+[.)] )/g, '$1 ')
    .trim()
}
