/** `specimen explain`: how the functions of a plugin are understood, and their schemas, for a person. */
import { relative } from 'node:path'
import { isJsonObject } from '../../core/domain/json.ts'
import type { FunctionManifest } from '../../core/domain/manifest.ts'
import { describeSchema } from '../describe-schema.ts'
import { compareDiagnostics, hasErrors } from '../diagnostics.ts'
import { findSdk } from '../generator.ts'
import { listSchemas } from '../list-schemas.ts'
import { parseArguments } from '../parse-arguments.ts'
import { createPalette, formatDiagnostic, type Palette } from '../report.ts'
import type { FunctionSignature } from '../signature.ts'
import type { Streams } from '../terminal.ts'

const usage = `specimen explain <file>

Shows how each function of a plugin file, or of all plugins of a folder, is understood: its
parameters in the order of the call, what values each takes, its default, its text; then its
JSON Schema. Writes nothing.

Exit code: 0, or 1 when something is refused, 2 when the command was not understood.
`

/** Runs `specimen explain` with the arguments behind the command's name and returns the exit code. */
export async function runExplain(argv: readonly string[], streams: Streams = process): Promise<number> {
  const parsed = parseArguments('explain', argv, {}, usage, streams)
  if (typeof parsed === 'number') return parsed
  const { stdout, stderr } = streams
  if (parsed.path === null) {
    stderr.write('A plugin file is missing.\nTry: specimen explain --help\n')
    return 2
  }
  const { functions, readings, diagnostics } = listSchemas(parsed.path, findSdk())
  const palette = createPalette(stdout.isTTY === true)
  const shades = createPalette(stderr.isTTY === true)
  for (const { plugin, functions: signatures } of readings) {
    for (const signature of signatures) {
      const declared = functions.find(({ name }) => name === signature.name)
      if (declared) stdout.write(`${explainFunction(signature, declared, relative(process.cwd(), plugin.entry), palette)}\n`)
    }
  }
  for (const diagnostic of diagnostics.toSorted(compareDiagnostics)) {
    stderr.write(`${formatDiagnostic(diagnostic, process.cwd(), shades)}\n`)
  }
  return hasErrors(diagnostics) ? 1 : 0
}

function explainFunction(signature: FunctionSignature, declared: FunctionManifest, file: string, palette: Palette): string {
  const { name, return_type: returns, description, parameters, progress, schema } = declared
  const exported = signature.exportName === name ? '' : `, exported as ${signature.exportName}`
  const rows = parameters.map((parameter): [string, string, string] => {
    if (parameter === progress) return [parameter, 'the progress reporter, filled in by the host', '']
    const property = schema.properties[parameter] ?? {}
    const text = typeof property.description === 'string' ? property.description : ''
    return [parameter, `${describeSchema(property)}; ${describeNeed(declared, parameter)}`, text]
  })
  const width = Math.max(0, ...rows.map(([parameter]) => parameter.length))
  const lines = rows.flatMap(([parameter, type, text]) => {
    const indent = ' '.repeat(width + 6)
    const texts = text.split('\n').filter((line) => line !== '')
    return [`  ${parameter.padEnd(width)}    ${type}`, ...texts.map((line) => palette.faint(`${indent}${line}`))]
  })
  return [
    `${palette.good(name)} → ${returns} ${palette.faint(`(${file}:${signature.span.line}${exported})`)}`,
    ...(description === '' ? [] : [`  ${description.replaceAll('\n', '\n  ')}`]),
    ...(lines.length > 0 ? ['', ...lines] : ['', '  no parameters']),
    '',
    JSON.stringify(schema, null, 2),
    '',
  ].join('\n')
}

function describeNeed({ schema }: FunctionManifest, parameter: string): string {
  if (schema.required?.includes(parameter)) return 'required'
  const property = schema.properties[parameter]
  const value = isJsonObject(property) ? property.default : undefined
  return value === undefined ? 'may be left out' : `${JSON.stringify(value)} when left out`
}
