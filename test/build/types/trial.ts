/** Schemas against the judge, and the judge against the compiler. */
import { basename } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Project, ts } from 'ts-morph'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import type { Judge } from './judge.ts'
import { toProgram } from './program.ts'
import { thin } from './samples.ts'
import type { Fault, Subject } from './subjects.ts'
import { listTraits, maySkip } from './traits.ts'

/** A type that has a schema, and values to try. */
export interface Trial {
  readonly subject: Subject
  readonly file: string
  readonly schema: ParameterSchema
  readonly type: ts.Type
  readonly values: readonly Json[]
}

/** As many values of each type are assigned in a program of their own, to judge the judge. */
const assigned = 8

const ajv = new Ajv2020({ strict: true, strictTuples: false, strictTypes: false, multipleOfPrecision: 9 })
ajv.removeKeyword('format') // which asks nothing of a value
for (const keyword of ['format', 'closed']) ajv.addKeyword(keyword)

/** Returns the first difference between a schema and the judge. */
export function judgeSchema({ subject, schema, type, values }: Trial, judge: Judge): Fault[] {
  const validate = compile(schema)
  if (typeof validate === 'string') return [{ subject, what: validate, schema }]
  const skips = validate({})
  if (skips !== maySkip(type)) return [{ subject, what: `may ${skips ? '' : 'not '}be left out`, schema }]
  const value = values.find((tried) => {
    const isTaken = validate({ value: tried })
    return isTaken !== judge(type, tried, 'exact') && (isTaken || !hasOddNumeral(tried))
  })
  if (value === undefined) return []
  return [{ subject, what: `is too ${validate({ value }) ? 'wide' : 'narrow'}`, value, schema }]
}

/** Returns the schema as a check, or why it is none. */
function compile(schema: ParameterSchema): ValidateFunction | string {
  try {
    return ajv.compile(schema)
  } catch (cause) {
    return `has a schema that is none: ${String(cause)}`
  } finally {
    ajv.removeSchema(schema)
  }
}

/**
 * `${number}` takes decimal forms only, where TypeScript takes whatever `Number` reads, such as 0x1F and +1.
 */
function hasOddNumeral(value: Json): boolean {
  return /(^|[^\d.])(01|1\.0|\.5|-0(?!\.)|\+1|1e3|1e21|0x1F)|\d\\n/.test(JSON.stringify(value))
}

/**
 * Returns where the judge and the compiler's check of assignments differ, at most once a type, without the
 * types of which they differ on purpose. Adds files to the project.
 */
export function judgeJudge(project: Project, trials: readonly Trial[], judge: Judge): Fault[] {
  const { compilerObject: checker } = project.getTypeChecker()
  const plain = trials
    .filter(({ type }) => listTraits(checker, type).size === 0)
    .map((trial) => ({ ...trial, values: thin(trial.values, assigned), path: `${trial.file}.values.ts` }))
  for (const { file, values, path } of plain) {
    const lines = values.map((value, i) => `export const v${i}: Subject = ${JSON.stringify(value)}`)
    project.createSourceFile(
      path,
      [`import type { Subject } from './${basename(file)}'`, ...lines].join('\n'),
    )
  }
  const program = toProgram(project)
  return plain.flatMap(({ subject, type, values, path }) => {
    const lines = listWrongLines(program, path)
    const differ = values.flatMap((value, i): Fault[] => {
      const isAssignable = !lines.has(i + 1)
      if (!isAssignable && judge(type, value, 'exact'))
        return [{ subject, value, what: 'is taken by the judge and not by the compiler' }]
      if (isAssignable && !judge(type, value, 'loose'))
        return [{ subject, value, what: 'is taken by the compiler and not by the judge' }]
      return []
    })
    return differ.slice(0, 1)
  })
}

/** The lines of a file with a compile error, from 0. */
function listWrongLines(program: ts.Program, path: string): Set<number> {
  const source = program.getSourceFile(path)
  if (!source) throw new Error(`${path} is not in the program`)
  return new Set(
    program
      .getSemanticDiagnostics(source)
      .map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line),
  )
}
