import { ts } from './port.ts'

/** The specifier of an import that takes a `.wasm` file as a module, with its quotes. */
export interface WasmImport {
  readonly target: string
  /** The place in the text, in characters. */
  readonly start: number
  readonly end: number
}

/** Spares parsing the many modules that import none. */
const sign = /\.wasm['"`]/

/**
 * Returns the imports of a module that take a `.wasm` file as a module, by its exports: by name, as a
 * namespace, by `import()`, and for its effect alone. The default import is bytes, and so is what has an
 * attribute.
 */
export function listWasmImports(path: string, text: string): WasmImport[] {
  if (!sign.test(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const found: WasmImport[] = []
  const visit = (node: ts.Node): void => {
    const specifier = findSpecifier(node)
    if (specifier?.text.endsWith('.wasm'))
      found.push({ target: specifier.text, start: specifier.getStart(file), end: specifier.getEnd() })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function findSpecifier(node: ts.Node): ts.StringLiteralLike | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier, attributes } = node
    const isModule = attributes === undefined && takesExports(node)
    return isModule && moduleSpecifier && ts.isStringLiteralLike(moduleSpecifier) ? moduleSpecifier : null
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return null
  const [first, options] = node.arguments
  return first && !options && ts.isStringLiteralLike(first) ? first : null
}

function takesExports(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const { exportClause, isTypeOnly } = node
    if (isTypeOnly) return false
    return !exportClause || ts.isNamespaceExport(exportClause) || exportClause.elements.some(isOfExports)
  }
  const { importClause } = node
  if (!importClause) return true
  const { namedBindings, phaseModifier } = importClause
  if (phaseModifier !== undefined || !namedBindings) return false // `import type`
  return ts.isNamespaceImport(namedBindings) || namedBindings.elements.some(isOfExports)
}

function isOfExports(element: ts.ImportSpecifier | ts.ExportSpecifier): boolean {
  return !element.isTypeOnly && (element.propertyName ?? element.name).text !== 'default'
}
