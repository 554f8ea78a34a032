/**
 * Finds, in the syntax of a module, each place that reaches a file when it runs: what a bundler resolves only
 * where it is written as an import. No type is asked: packages have none for their code.
 */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Span } from '../model/signature.ts'
import { toRangeSpan } from './compiler.ts'
import {
  isCallOf,
  isForeign,
  isMeta,
  isName,
  isOwnPlace,
  isResolve,
  isSum,
  isWrapper,
  listParts,
  toParent,
} from './file-syntax.ts'
import { ts } from './port.ts'

/** An expression that reaches a file at run time. */
export interface FileReference {
  /**
   * `url` and `path` are an address and a path beside the module; `module` is one that is required by a
   * function of Node's own; `folder` is the beginning of a path that a bundler completes with each file
   * there; `worker` is the text of a thread's module; `resolved-url` and `resolved-path` are what
   * `import.meta.resolve` and `require.resolve` return; `require` is another name of it, at a call.
   */
  readonly form:
    | 'url'
    | 'path'
    | 'module'
    | 'folder'
    | 'worker'
    | 'resolved-url'
    | 'resolved-path'
    | 'require'
  /** Relative to the module's folder, an address still encoded; null where only a run knows it. */
  readonly target: string | null
  /** The source of the expression on one line, shortened. */
  readonly excerpt: string
  readonly span: Span
  /** The place in the text, in characters. */
  readonly start: number
  readonly end: number
}

/** Spares parsing the many modules that reach no file. */
const sign = new RegExp(
  [
    /import\.meta|__dirname|__filename|\bWorker\s*\(/,
    /\b(?:import|require)\s*\(\s*[^\s'")]|\brequire\s*\.|=\s*require\b(?!\s*\()/,
  ]
    .map(({ source }) => source)
    .join('|'),
)
const longestExcerpt = 60

/** Returns the references of a module to files, in the order written, none inside another. */
export function listFileReferences(path: string, text: string): FileReference[] {
  if (!sign.test(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  return new ReferenceFinder(file).list()
}

type Found = Pick<FileReference, 'form' | 'target'>

class ReferenceFinder {
  readonly #file: ts.SourceFile
  /** The initializers of constants; null for names with other declarations too. */
  readonly #constants = new Map<string, ts.Expression | null>()
  /** Functions that `createRequire` made. */
  readonly #requires = new Set<string>()
  /** Other names of `require`. */
  readonly #aliases = new Set<string>()
  readonly #found: FileReference[] = []

  constructor(file: ts.SourceFile) {
    this.#file = file
    this.#visitAll(file, (node) => this.#declare(node))
  }

  list(): FileReference[] {
    this.#search(this.#file)
    return this.#found
  }

  #visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
    visit(node)
    ts.forEachChild(node, (inner) => this.#visitAll(inner, visit))
  }

  #declare(node: ts.Node): void {
    const isNamed =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node)
    if (!isNamed || !ts.isIdentifier(node.name)) return
    const { text } = node.name
    const isFirst = !this.#constants.has(text)
    const value = ts.isVariableDeclaration(node) && isFirst ? (node.initializer ?? null) : null
    this.#constants.set(text, value)
    if (value && isCallOf(value, 'createRequire')) this.#requires.add(text)
    if (value && isName(value, 'require')) this.#aliases.add(text)
    else this.#aliases.delete(text)
  }

  #search(node: ts.Node): void {
    const found = this.#classify(node)
    if (found) this.#add(node, found)
    if (found?.form === 'folder' && ts.isCallExpression(node)) this.#search(node.expression)
    if (!found) ts.forEachChild(node, (inner) => this.#search(inner))
  }

  #add(node: ts.Node, found: Found): void {
    const [start, end] = [node.getStart(this.#file), node.getEnd()]
    const text = this.#file.text.slice(start, Math.min(end, start + 4 * longestExcerpt)).replace(/\s+/g, ' ')
    const excerpt = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt - 1)}…` : text
    this.#found.push({ ...found, excerpt, span: toRangeSpan(this.#file, start, end), start, end })
  }

  #classify(node: ts.Node): Found | null {
    if (ts.isNewExpression(node)) return this.#classifyNew(node)
    if (!ts.isExpression(node)) return null
    if (ts.isIdentifier(node) && this.#isAlias(node)) return { form: 'require', target: null }
    const joined = this.#classifyPath(node)
    if (joined) return joined
    return ts.isCallExpression(node) ? this.#classifyCall(node) : null
  }

  #classifyNew(node: ts.NewExpression): Found | null {
    const [first, base] = node.arguments ?? []
    const name = node.expression.getText(this.#file)
    if (name === 'URL' && first && base && this.#isOwnAddress(base)) {
      const target = this.#toText(first)
      return target !== null && isForeign(target) ? null : { form: 'url', target }
    }
    if (!/(?:^|\.)Worker$/.test(name) || !first) return null
    const text = this.#toText(first)
    return text?.startsWith('.') ? { form: 'worker', target: text } : null
  }

  /** A path that is put together from the folder or the name of the module. */
  #classifyPath(node: ts.Expression): Found | null {
    if (isWrapper(node)) return null // what is inside comes next
    if (isName(node, '__dirname') || ts.isIdentifier(node) || isMeta(node, 'dirname')) return null
    const target = this.#toPath(node)
    if (target !== null) return isOwnPlace(target) ? null : { form: 'path', target }
    const [first, ...rest] = listParts(node)
    const isJoined = first && rest.length > 0 && this.#toPath(first) !== null
    return isJoined && rest.some((part) => this.#toText(part) === null)
      ? { form: 'path', target: null }
      : null
  }

  #classifyCall(node: ts.CallExpression): Found | null {
    const [first] = node.arguments
    if (!first) return null
    const { expression } = node
    const callee = ts.isPropertyAccessExpression(expression) ? expression.expression : expression
    if (isCallOf(callee, 'createRequire') || (ts.isIdentifier(callee) && this.#requires.has(callee.text))) {
      const target = this.#toText(first)
      return target !== null && isBuiltin(target) ? null : { form: 'module', target }
    }
    if (isResolve(expression)) return this.#classifyResolve(node, first)
    const isImport = expression.kind === ts.SyntaxKind.ImportKeyword
    const isRequire = this.#isRequire(expression) || this.#isAlias(expression)
    if ((!isImport && !isRequire) || this.#toText(first) !== null) return null
    const head = this.#toHead(first)
    const isListed = head !== null && /^\.{1,2}\//.test(head)
    return { form: 'folder', target: isListed ? head.slice(0, head.lastIndexOf('/')) : null }
  }

  #isRequire(node: ts.Node): boolean {
    return isName(node, 'require') && !this.#constants.has('require')
  }

  /** Returns true for another name of `require`, where it is called or is asked for a path. */
  #isAlias(node: ts.Node): boolean {
    const isUsed =
      (ts.isCallExpression(node.parent) || ts.isPropertyAccessExpression(node.parent)) &&
      node.parent.expression === node
    return isUsed && ts.isIdentifier(node) && this.#aliases.has(node.text) && !this.#constants.has('require')
  }

  /** A path of a package is often the beginning of another one, and then of a folder that no bundle has. */
  #classifyResolve(node: ts.CallExpression, first: ts.Expression): Found | null {
    const { expression, parent } = node
    const owner = ts.isPropertyAccessExpression(expression) ? expression.expression : expression
    const isAddress = ts.isMetaProperty(owner)
    if (!isAddress && !this.#isRequire(owner) && !this.#isAlias(owner)) return null
    const target = this.#toText(first)
    if (target !== null && isBuiltin(target)) return null
    const isBeginning =
      (ts.isCallExpression(parent) &&
        ['dirname', 'join', 'resolve'].some((name) => isCallOf(parent, name))) ||
      (ts.isNewExpression(parent) && parent.arguments?.[0] !== node) ||
      (ts.isPropertyAccessExpression(parent) && parent.expression === node) ||
      /(?:^|[/])package[.]json$/.test(target ?? '')
    return { form: isAddress ? 'resolved-url' : 'resolved-path', target: isBeginning ? null : target }
  }

  /** Returns the constant beginning of a text that is put together; null without one. */
  #toHead(node: ts.Expression): string | null {
    if (ts.isTemplateExpression(node)) return node.head.text
    if (ts.isBinaryExpression(node)) return this.#toHead(node.left) ?? this.#toText(node.left)
    return isWrapper(node) ? this.#toHead(node.expression) : null
  }

  #toText(node: ts.Expression): string | null {
    if (ts.isStringLiteralLike(node)) return node.text
    if (isWrapper(node)) return this.#toText(node.expression)
    if (ts.isIdentifier(node)) {
      const value = this.#constants.get(node.text)
      return value && ts.isStringLiteralLike(value) && this.#isConstant(value) ? value.text : null
    }
    if (!isSum(node)) return null
    const [left, right] = [this.#toText(node.left), this.#toText(node.right)]
    return left === null || right === null ? null : left + right
  }

  #isConstant({ parent }: ts.Node): boolean {
    return ts.isVariableDeclaration(parent) && (parent.parent.flags & ts.NodeFlags.Const) !== 0
  }

  /** Returns a path from the module's folder: `.` is the folder, and `./name` the module. */
  #toPath(node: ts.Expression): string | null {
    if (isWrapper(node)) return this.#toPath(node.expression)
    if (isMeta(node, 'dirname')) return '.'
    if (isMeta(node, 'filename')) return this.#own
    if (ts.isIdentifier(node)) return this.#toNamedPath(node)
    if (isSum(node) || ts.isTemplateExpression(node)) return this.#addTexts(listParts(node))
    if (!ts.isCallExpression(node)) return null
    const [first, ...rest] = node.arguments
    if (!first) return null
    if (isCallOf(node, 'fileURLToPath')) return this.#toAddressed(first)
    if (isCallOf(node, 'dirname')) return toParent(this.#toPath(first))
    if (!isCallOf(node, 'join') && !isCallOf(node, 'resolve')) return null
    const texts = rest.map((part) => this.#toText(part))
    const start = this.#toPath(first)
    if (start === null || texts.some((text) => text === null)) return null
    return posix.join(start, ...texts.map(String))
  }

  get #own(): string {
    return `./${posix.basename(this.#file.fileName)}`
  }

  #toNamedPath(node: ts.Identifier): string | null {
    const value = this.#constants.get(node.text)
    if (value)
      return this.#isConstant(value) || ts.isVariableDeclaration(value.parent) ? this.#follow(value) : null
    if (this.#constants.has(node.text)) return null
    return isName(node, '__dirname') ? '.' : isName(node, '__filename') ? this.#own : null
  }

  readonly #following = new Set<ts.Expression>()

  /** Follows a name once: `const a = a + 'x'` has no value. */
  #follow(value: ts.Expression): string | null {
    if (this.#following.has(value)) return null
    this.#following.add(value)
    const path = this.#toPath(value)
    this.#following.delete(value)
    return path
  }

  #addTexts([first, ...rest]: readonly ts.Expression[]): string | null {
    const start = first ? this.#toPath(first) : null
    const texts = rest.map((part) => this.#toText(part))
    if (start === null || texts.some((text) => text === null)) return null
    return posix.normalize(start + texts.map(String).join(''))
  }

  /** Returns the path of `import.meta.url`, or of an address beside it. */
  #toAddressed(node: ts.Expression): string | null {
    if (this.#isOwnAddress(node)) return this.#own
    if (!ts.isNewExpression(node) || node.expression.getText(this.#file) !== 'URL') return null
    const [first, base] = node.arguments ?? []
    const text = first && base && this.#isOwnAddress(base) ? this.#toText(first) : null
    return text !== null && /^[./]+$/.test(text) ? posix.join('.', text) : null
  }

  #isOwnAddress(node: ts.Expression): boolean {
    if (isMeta(node, 'url')) return true
    const value = ts.isIdentifier(node) ? this.#constants.get(node.text) : undefined
    return value !== undefined && value !== null && this.#isConstant(value) && isMeta(value, 'url')
  }
}
