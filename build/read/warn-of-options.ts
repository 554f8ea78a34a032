/**
 * Warns of classes that a tsconfig.json gives another meaning than a bundle does: compiler options are
 * ours, so that bytes do not depend on the machine, and an editor shows what that file says.
 */
import { dirname, join } from 'node:path'
import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import { type Compiler, toSpan } from './compiler.ts'
import { ts } from './port.ts'

/** A place whose meaning depends on one option. */
interface OptionPlace {
  readonly option: 'experimentalDecorators' | 'useDefineForClassFields'
  readonly node: ts.Node
}

/** Returns a warning for each option and file, and the paths of the tsconfig.json that were looked for. */
export function warnOfOptions(
  compiler: Compiler,
  folder: string,
  paths: Iterable<string>,
): { readonly problems: readonly Diagnostic[]; readonly paths: readonly string[] } {
  const places = [...paths].flatMap((path) => {
    const file = compiler.program.getSourceFile(path)
    const isAuthors =
      file && !file.isDeclarationFile && !compiler.program.isSourceFileFromExternalLibrary(file)
    return isAuthors ? listPlaces(compiler, file) : []
  })
  if (places.length === 0) return { problems: [], paths: [] }
  const asked: string[] = []
  const path = ts.findConfigFile(folder, (name) => {
    asked.push(name)
    return ts.sys.fileExists(name)
  })
  if (path === undefined) return { problems: [], paths: asked }
  const { options, read } = readOptions(path)
  const problems = places.filter(({ option }) => differs(option, options)).map((place) => warn(place, path))
  return { problems, paths: [...asked, ...read] }
}

function readOptions(path: string) {
  const read: string[] = []
  const host: ts.ParseConfigHost = {
    ...ts.sys,
    readDirectory: () => [], // its files are of no interest
    readFile: (name) => {
      read.push(name)
      return ts.sys.readFile(name)
    },
  }
  const { config } = ts.readConfigFile(path, host.readFile)
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, host, dirname(path), undefined, path)
  return { options, read: read.map((name) => join(name)) }
}

function differs(option: OptionPlace['option'], options: ts.CompilerOptions): boolean {
  if (option === 'experimentalDecorators') return options.experimentalDecorators === true
  const { target, useDefineForClassFields } = options
  return useDefineForClassFields === false || (useDefineForClassFields === undefined && isOld(target))
}

/** Fields of targets before ES2022 are assigned. Without a target, the version of the compiler decides. */
function isOld(target: ts.ScriptTarget | undefined): boolean {
  return target !== undefined && target < ts.ScriptTarget.ES2022
}

function warn({ option, node }: OptionPlace, config: string): Diagnostic {
  const isDecorator = option === 'experimentalDecorators'
  const found = isDecorator
    ? `${config} sets experimentalDecorators, and a bundle has those of JavaScript, which are others.`
    : `${config} makes fields of classes assignments (useDefineForClassFields: false, or a target before ` +
      'ES2022), and in a bundle they are definitions: this field gets another value there.'
  const remedy = isDecorator
    ? 'Write decorators of JavaScript, (value, context) => …, and remove that option; or call a function.'
    : 'Write declare before a field without a value, set it in the constructor, and remove that option.'
  return toWarning('bundle.warning', { span: toSpan(node), path: null, found, remedy })
}

function listPlaces(compiler: Compiler, file: ts.SourceFile): OptionPlace[] {
  const found = new Map<OptionPlace['option'], ts.Node>()
  const visit = (node: ts.Node): void => {
    if (ts.isDecorator(node) && !found.has('experimentalDecorators'))
      found.set('experimentalDecorators', node)
    if (ts.isClassLike(node) && !found.has('useDefineForClassFields')) {
      const field = node.members.find((member) => dependsOnAssignment(compiler, node, member))
      if (field) found.set('useDefineForClassFields', field)
    }
    ts.forEachChild(node, visit)
  }
  if (/@\w|\bclass\b/.test(file.text)) visit(file)
  return [...found].map(([option, node]) => ({ option, node }))
}

function dependsOnAssignment(
  compiler: Compiler,
  owner: ts.ClassLikeDeclaration,
  member: ts.ClassElement,
): boolean {
  if (!ts.isPropertyDeclaration(member) || ts.isPrivateIdentifier(member.name)) return false
  const flags = ts.getCombinedModifierFlags(member)
  if (flags & (ts.ModifierFlags.Ambient | ts.ModifierFlags.Static | ts.ModifierFlags.Abstract)) return false
  const base = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
  if (base && !member.initializer) return true
  const inherited = base && compiler.checker.getTypeAtLocation(base).getProperty(member.name.getText())
  if (inherited && inherited.flags & ts.SymbolFlags.Accessor) return true
  return member.initializer !== undefined && readsParameterProperty(owner, member.initializer)
}

/** True for `y = this.x` in a class whose constructor has `private x: number`. */
function readsParameterProperty(owner: ts.ClassLikeDeclaration, value: ts.Expression): boolean {
  const names = owner.members
    .filter(ts.isConstructorDeclaration)
    .flatMap(({ parameters }) =>
      parameters.filter((each) => ts.isParameterPropertyDeclaration(each, each.parent)),
    )
    .map(({ name }) => name.getText())
  const visit = (node: ts.Node): boolean => {
    const isOwn = ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword
    if (isOwn && names.includes(node.name.text)) return true
    if (ts.isFunctionLike(node)) return false // runs later
    return ts.forEachChild(node, visit) ?? false
  }
  return names.length > 0 && visit(value)
}
