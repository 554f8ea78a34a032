/** Shapes that cross a file have names, and say what they are where they stand. */
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import { findNodes, isExported, lineOf, readSources } from './sources.ts'

/** Members of a literal type that a parameter may have; a shape with more has a name. */
const memberCount = 2
/** The OpenAPI document is its own type: the page at /docs reads it member by member. */
const inferred = /^core\/service\/http\/openapi\//
/** Types that lead a reader to the declaration of a value, and from there to that of another. */
const borrowed = /\b(Parameters|ReturnType|ConstructorParameters)<typeof|\bAwaited<\s*ReturnType/

const sources = readSources('core', 'build', 'plugins')

/** Returns `path:line text` for the nodes that a rule forbids. */
function list<T extends ts.Node>(
  is: (node: ts.Node) => node is T,
  forbids: (node: T) => boolean,
): readonly string[] {
  return sources.flatMap(({ path, tree }) =>
    (inferred.test(path) ? [] : findNodes(tree, is))
      .filter(forbids)
      .map((node) => `${path}:${lineOf(node)} ${node.getText().split('\n')[0]}`),
  )
}

describe('shapes', () => {
  it('of exported signatures and types are borrowed from no function', () => {
    expect(list(isPublic, (node) => borrowed.test(toSignature(node)))).toEqual([])
  })

  it('are stated by exported functions that return them', () => {
    const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
      (ts.isFunctionDeclaration(node) && isExported(node)) ||
      (ts.isArrowFunction(node) &&
        ts.isVariableDeclaration(node.parent) &&
        node.parent.type === undefined &&
        isExported(node.parent.parent.parent))
    expect(list(isFunction, (node) => node.type === undefined && !returnsJsx(node))).toEqual([])
  })

  it(`of parameters have a name from ${memberCount + 1} members on`, () => {
    const hasLiteral = ({ type }: ts.ParameterDeclaration): boolean =>
      type !== undefined &&
      findNodes(type, ts.isTypeLiteralNode).some(({ members }) => members.length > memberCount)
    expect(list(ts.isParameter, hasLiteral)).toEqual([])
  })

  it('are written member by member, without a spread of a literal', () => {
    const isSpread = (node: ts.Node): node is Spread =>
      ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)
    const isLiteral = ({ expression }: Spread): boolean =>
      ts.isObjectLiteralExpression(expression) || ts.isArrayLiteralExpression(expression)
    expect(list(isSpread, isLiteral)).toEqual([])
  })
})

type Spread = ts.SpreadElement | ts.SpreadAssignment | ts.JsxSpreadAttribute

type PublicNode =
  | ts.FunctionDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.VariableStatement

/** What others may import, and the props of components, which their callers see. */
function isPublic(node: ts.Node): node is PublicNode {
  const isDeclared =
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableStatement(node)
  return isDeclared && (isExported(node) || isComponent(node))
}

function isComponent(node: ts.Node): boolean {
  return ts.isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')
}

/** A component returns what JSX is, which says nothing to its callers. */
function returnsJsx(node: ts.Node): boolean {
  return node.getSourceFile().fileName.endsWith('.tsx') && isComponent(node)
}

/** Returns the types of a declaration without the bodies of its functions. */
function toSignature(node: PublicNode): string {
  if (ts.isFunctionDeclaration(node))
    return [...node.parameters.map(({ type }) => type), node.type, ...(node.typeParameters ?? [])]
      .map((type) => type?.getText() ?? '')
      .join(' ')
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.map(({ type }) => type?.getText() ?? '').join(' ')
  if (!ts.isClassDeclaration(node)) return node.getText()
  return node.members
    .filter((member) => !ts.isPrivateIdentifier(member.name ?? node))
    .flatMap((member) =>
      ts.isPropertyDeclaration(member)
        ? [member.type]
        : ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member)
          ? [...member.parameters.map(({ type }) => type), member.type]
          : [],
    )
    .map((type) => type?.getText() ?? '')
    .join(' ')
}
