/** The source files of this repository, as the structure tests read them: paths, syntax trees, imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ts } from 'ts-morph'

export const root = resolve(import.meta.dirname, '../..')

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly lines: readonly string[]
  readonly tree: ts.SourceFile
  /** Files of this repository that it imports, for their types too; relative to the repository. */
  readonly files: readonly string[]
  /** Packages that it imports, as `name` or `@scope/name`; those of Node begin with `node:`. */
  readonly packages: readonly string[]
}

/** Returns the TypeScript files below these folders, declarations aside. */
export function readSources(...folders: readonly string[]): SourceFile[] {
  return listPaths(...folders).map(keepSource)
}

/** Returns those of the files whose text has a match: a parse of all would take seconds. */
export function findSources(pattern: RegExp, ...folders: readonly string[]): SourceFile[] {
  return listPaths(...folders)
    .filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    .map(keepSource)
}

function listPaths(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => join(folder, name)),
  )
}

/** Parsed once in a process: several files of tests read all sources. */
const parsed = new Map<string, SourceFile>()

function keepSource(path: string): SourceFile {
  const known = parsed.get(path) ?? readSource(path)
  parsed.set(path, known)
  return known
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
  const isOwn = (name: string): boolean => name.startsWith('.')
  return {
    path,
    lines: text.split('\n'),
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
    files: names.filter(isOwn).map((name) => toFile(path, name)),
    packages: names.filter((name) => !isOwn(name)).map(toPackageName),
  }
}

/** Returns the file, relative to the repository, that a relative import of `path` names. */
export function toFile(path: string, name: string): string {
  return relative(root, resolve(root, dirname(path), name))
}

function toPackageName(name: string): string {
  const [first = '', second] = name.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** Returns every node of a tree that `is` picks, in the order of the text. */
export function findNodes<T extends ts.Node>(tree: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = []
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Returns true for a declaration with `export` before it. */
export function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

/** Returns the line on which a node begins, counted from 1. */
export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
}
