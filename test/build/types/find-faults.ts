/** What the build makes of types, against what the compiler says of them. */
import { ts } from 'ts-morph'
import type { Diagnostic } from '../../../build/model/diagnostics.ts'
import { hasErrors } from '../../../build/model/diagnostics.ts'
import { createJudge } from './judge.ts'
import { openProject, toProgram } from './program.ts'
import { listSamples } from './samples.ts'
import { type Built, buildSubjects, type Fault, type Subject } from './subjects.ts'
import { listTraits } from './traits.ts'
import { judgeJudge, judgeSchema, type Trial } from './trial.ts'

/** What came of some types. */
export interface Findings {
  readonly faults: readonly Fault[]
  /** Types that have a schema. */
  readonly read: readonly Subject[]
  /** Types with a schema that nobody here can judge. */
  readonly unjudged: readonly Subject[]
  /** Types that were refused, with why. */
  readonly refused: readonly Refused[]
  /** Types with a compile error, whatever became of them. */
  readonly erroneous: readonly Subject[]
}

/** A type that has no schema. */
export interface Refused {
  readonly subject: Subject
  readonly problems: readonly Diagnostic[]
}

/**
 * Builds a function for each type in a folder and compares the schemas with the compiler's answers. Values
 * come from the types. A type is at fault when its schema takes a value that the type does not, or refuses one
 * that it takes, or when it has a schema in spite of a compile error in its file, or of being open. Blocks for
 * about 15 ms a type.
 */
export function findFaults(folder: string, subjects: readonly Subject[]): Findings {
  const built = buildSubjects(folder, subjects)
  const project = openProject(built.map(({ file }) => file))
  const program = toProgram(project)
  const checker = program.getTypeChecker()
  const errors = new Map(built.map(({ file }) => [file, findError(program, file)]))
  const faults: Fault[] = []
  const trials: Trial[] = []
  const unjudged: Subject[] = []
  for (const one of built) {
    const { subject, file, schema } = one
    const type = findType(program, file)
    const what = judgeWhole(one, errors.get(file) ?? null, listTraits(checker, type).has('open'))
    if (what !== null) faults.push({ subject, what, ...(schema && { schema }) })
    else if (schema && listTraits(checker, type).has('unjudged')) unjudged.push(subject)
    else if (schema) trials.push({ subject, file, schema, type, values: listSamples(checker, type) })
  }
  const judge = createJudge(checker)
  for (const trial of trials) faults.push(...judgeSchema(trial, judge))
  faults.push(...judgeJudge(project, trials, judge))
  return {
    faults,
    unjudged,
    read: built.filter(({ schema }) => schema).map(({ subject }) => subject),
    refused: built.filter(({ schema }) => !schema),
    erroneous: built.filter(({ file }) => errors.get(file)).map(({ subject }) => subject),
  }
}

/** Why the build's answer is none, whatever the type means, or null. */
function judgeWhole(built: Built, error: string | null, isOpen: boolean): string | null {
  const { schema, problems, crash } = built
  if (crash !== null) return `ends the reader: ${crash}`
  if (!schema) return hasErrors(problems) ? null : 'has neither a schema nor a refusal'
  if (error !== null) return `has a schema in spite of ${error}`
  return isOpen ? 'has a schema and is open (any, unknown, object)' : null
}

function findError(program: ts.Program, file: string): string | null {
  const [error] = program.getSemanticDiagnostics(program.getSourceFile(file))
  return error ? `TS${error.code}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}` : null
}

function findType(program: ts.Program, file: string): ts.Type {
  const found = program.getSourceFile(file)?.statements.find(ts.isFunctionDeclaration)?.parameters[0]
  if (!found?.type) throw new Error(`${file} has no parameter`)
  return program.getTypeChecker().getTypeFromTypeNode(found.type)
}
