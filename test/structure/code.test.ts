/** The shape of the code: sizes of files and functions, doc comments, casts, width of lines. */
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import { findNodes, isExported, lineOf, readSources, type SourceFile, toFile } from './sources.ts'

const fileLines = 300
const functionLines = 60
const lineWidth = 110
/** One more, and they are members of one named object. Plugins have a parameter for each slider. */
const parameterCount = 4
const importCount = 15
/** Files that assemble the program: they import what they assemble, and name each part on its line. */
const assembly = [
  'core/engine/engine.ts',
  'core/data/formats/formats.ts',
  'core/group/open-group.ts',
  'core/host.ts',
  'core/service/http/routes/add-routes.ts',
  'core/service/http/routes/routes.ts',
  'core/service/http/server.ts',
  'core/worker-host.ts',
  'core/cli/build-commands.ts',
  'core/cli/run-command.ts',
  'build/commands/check.ts',
  'build/commands/dev.ts',
  'build/read/read-type.ts',
]
const castsPerThousandLines = 3

const core = readSources('core')
const ofProgram = [...core, ...readSources('build')]
const sources = [...ofProgram, ...readSources('plugins')]

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
const isType = (
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)
const nameOf = (node: ts.FunctionLikeDeclaration): string => node.name?.getText() ?? 'a function'
const endOf = (node: ts.Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getEnd()).line + 1

/** Returns the lines of JSX in a function, which say what a page looks like, and not what is done. */
function countJsx(node: ts.Node): number {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node) || ts.isJsxSelfClosingElement(node))
    return endOf(node) - lineOf(node) + 1
  let count = 0
  ts.forEachChild(node, (child) => {
    count += countJsx(child)
  })
  return count
}

/** Returns `path:line what` for each of these nodes of these files. */
function list<T extends ts.Node>(
  files: readonly SourceFile[],
  is: (node: ts.Node) => node is T,
  judge: (node: T, source: SourceFile) => string | undefined,
): string[] {
  return files.flatMap((source) =>
    findNodes(source.tree, is).flatMap((node) => {
      const fault = judge(node, source)
      return fault === undefined ? [] : [`${source.path}:${lineOf(node)} ${fault}`]
    }),
  )
}

describe('the code', () => {
  it(`has files of at most ${fileLines} lines that are at most ${lineWidth} wide`, () => {
    const long = sources.filter(({ lines }) => lines.length - 1 > fileLines).map(({ path }) => path)
    const wide = sources.flatMap(({ path, lines }) =>
      lines.flatMap((line, i) => (line.length > lineWidth ? [`${path}:${i + 1}`] : [])),
    )
    expect({ long, wide }).toEqual({ long: [], wide: [] })
  })

  it(`has functions of at most ${functionLines} lines and ${parameterCount} parameters`, () => {
    const faults = list(sources, isFunction, (node, { path }) => {
      const lines = assembly.includes(path) ? 0 : endOf(node) - lineOf(node) + 1 - countJsx(node)
      if (lines > functionLines) return `${nameOf(node)} has ${lines} lines`
      const count = path.startsWith('plugins/') ? 0 : node.parameters.length
      return count > parameterCount ? `${nameOf(node)} has ${count} parameters` : undefined
    })
    expect(faults).toEqual([])
  })

  it(`has files that import at most ${importCount} others`, () => {
    const many = sources.filter(({ path, files, packages }) => {
      return files.length + packages.length > importCount && !assembly.includes(path)
    })
    expect(many.map(({ path, files, packages }) => `${path}: ${files.length + packages.length}`)).toEqual([])
  })

  it('has a doc comment on whatever is used outside its file', () => {
    const used = new Set(sources.flatMap((source) => listImportedNames(source)))
    const undocumented = sources.flatMap(({ path, tree }) =>
      tree.statements.filter(isExported).flatMap((statement) => {
        const isDocumented = ts.getJSDocCommentsAndTags(statement).length > 0
        return isDocumented
          ? []
          : namesOf(statement).flatMap((name) => (used.has(`${path} ${name}`) ? [`${path} ${name}`] : []))
      }),
    )
    expect(undocumented).toEqual([])
  })

  it('casts seldom, and says why', () => {
    const isCast = (node: ts.Node): node is ts.AsExpression =>
      ts.isAsExpression(node) && node.type.getText() !== 'const'
    const count = list(core, isCast, () => 'a cast').length
    const lines = core.reduce((total, file) => total + file.lines.length - 1, 0)
    expect((1000 * count) / lines).toBeLessThan(castsPerThousandLines)
    const bare = list(sources, isCast, (node, { lines: all }) => {
      const isExplained = [lineOf(node) - 1, lineOf(node), endOf(node)].some((n) =>
        /\/\/|\*\//.test(all[n - 1] ?? ''),
      )
      return isExplained ? undefined : 'a cast without a reason'
    })
    expect(bare).toEqual([])
  })

  it('is free of any and of non-null assertions', () => {
    const isLoose = (node: ts.Node): node is ts.Node =>
      node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node)
    expect(list(sources, isLoose, (node) => node.getText())).toEqual([])
  })

  it('points to no document that is not here', () => {
    const pointers = sources.flatMap(({ path, lines }) =>
      lines.flatMap((line, i) =>
        /\bDESIGN\b|shared\/(notes|interface|STYLE)/.test(line) ? [`${path}:${i + 1}`] : [],
      ),
    )
    expect(pointers).toEqual([])
  })

  it('has one meaning for each exported name of a type', () => {
    const places = new Map<string, string[]>()
    for (const { path, tree } of ofProgram)
      for (const node of findNodes(tree, isType)) {
        const name = node.name?.text
        if (isExported(node) && name) places.set(name, [...(places.get(name) ?? []), path])
      }
    expect(places.size).toBeGreaterThan(500)
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
  })
})

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

/** Returns `path name` for what a file imports or exports from others by name. */
function listImportedNames({ path, tree }: SourceFile): string[] {
  return tree.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement)
    if (!isImport && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier } = statement
    const names = isImport ? statement.importClause?.namedBindings : statement.exportClause
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return []
    if (!names || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return []
    const from = toFile(path, moduleSpecifier.text)
    return [...names.elements].map(({ propertyName, name }) => `${from} ${(propertyName ?? name).text}`)
  })
}
