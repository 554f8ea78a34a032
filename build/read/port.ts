/**
 * What the build asks of a TypeScript compiler. Only this file names the package that has one, so that the
 * next compiler, which has no interface for programs yet, is brought in here:
 *
 * - a project over files in memory and on disk, whose files, exports, functions and parameters are nodes
 *   (`Project`, `Node` and the types of nodes below);
 * - the answers of a program and its checker that are listed below: any other does not compile;
 * - `ts`: the syntax tree (kinds, flags, tests of nodes, comments and their places), the resolution of
 *   modules, and the reading of tsconfig.json. None of it asks for a type.
 */
import type { ts } from 'ts-morph'

export type {
  ArrayBindingPattern,
  ArrowFunction,
  AsExpression,
  BindingElement,
  CompilerOptions,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  ObjectBindingPattern,
  ParameterDeclaration,
  SatisfiesExpression,
  Signature,
  SourceFile,
  Statement,
  Symbol,
  Type,
  TypeAssertion,
  TypeNode,
} from 'ts-morph'
export { Node, Project, SyntaxKind, ts } from 'ts-morph'

/** What is asked of a program: its files, where they came from, and its errors. */
export type AskedProgram = Pick<
  ts.Program,
  | 'getCompilerOptions'
  | 'getModeForUsageLocation'
  | 'getSemanticDiagnostics'
  | 'getSourceFile'
  | 'getSourceFiles'
  | 'getSyntacticDiagnostics'
  | 'getTypeChecker'
  | 'isSourceFileDefaultLibrary'
  | 'isSourceFileFromExternalLibrary'
>

/** What is asked of a checker: symbols behind names, types of places, and parts of types. */
export type AskedChecker = Pick<
  ts.TypeChecker,
  | 'getAliasedSymbol'
  | 'getApparentType'
  | 'getAwaitedType'
  | 'getBaseTypes'
  | 'getBooleanType'
  | 'getConstantValue'
  | 'getDeclaredTypeOfSymbol'
  | 'getExportsOfModule'
  | 'getFalseType'
  | 'getImmediateAliasedSymbol'
  | 'getIndexInfosOfType'
  | 'getNonNullableType'
  | 'getPropertiesOfType'
  | 'getPropertyOfType'
  | 'getShorthandAssignmentValueSymbol'
  | 'getSignatureFromDeclaration'
  | 'getSymbolAtLocation'
  | 'getTrueType'
  | 'getTypeArguments'
  | 'getTypeAtLocation'
  | 'getTypeFromTypeNode'
  | 'getTypeOfSymbol'
  | 'getTypeOfSymbolAtLocation'
  | 'isArrayType'
  | 'isTupleType'
  | 'isTypeAssignableTo'
  | 'typeToString'
>
