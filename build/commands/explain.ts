/** `specimen explain`: prints the build's reading of a plugin's functions, and their schemas. */
import { relative } from 'node:path'
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import { describeReturned, toReturned } from '../../core/contract/domain/result/returned.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText, toVisibleText } from '../../core/contract/text/visible-text.ts'
import { tagWordNames } from '../../core/contract/text/words.ts'
import { isJsonObject } from '../../core/contract/values/json.ts'
import { describeSchema } from '../derive/describe-schema.ts'
import { listSchemas } from '../list-schemas.ts'
import { compareDiagnostics, hasErrors } from '../model/diagnostics.ts'
import { listNeeds } from '../model/function-tags.ts'
import type { FunctionSignature } from '../model/signature.ts'
import { findSdk } from '../output/program.ts'
import { createPalette, type Palette, writeDiagnostics } from '../report/report.ts'

/** Runs `specimen explain` for a plugin file or a folder of plugins and returns the exit code. */
export async function runExplain(source: string, { stdout, stderr }: OutputStreams): Promise<number> {
  const { functions, readings, diagnostics } = listSchemas(source, findSdk())
  const palette = createPalette(stdout.isTTY === true)
  const byName = new Map(functions.map((declared) => [declared.name, declared]))
  for (const signature of readings.flatMap((reading) => reading.functions)) {
    const declared = byName.get(signature.name)
    if (declared) stdout.write(`${explainFunction(signature, declared, palette)}\n`)
  }
  writeDiagnostics(diagnostics.toSorted(compareDiagnostics), stderr)
  return hasErrors(diagnostics) ? 1 : 0
}

function explainFunction(signature: FunctionSignature, declared: FunctionManifest, palette: Palette): string {
  const { name, description, parameters, progress, schema } = declared
  const returns = describeReturned(toReturned(declared))
  const needs = listNeeds([signature])
  const exported = signature.exportName === name ? '' : `, exported as ${signature.exportName}`
  const rows = parameters.map((parameter): [string, string, string] => {
    if (parameter === progress) return [parameter, 'the progress reporter, filled in by the host', '']
    const property = schema.properties[parameter] ?? {}
    const text = typeof property.description === 'string' ? property.description : ''
    const type = `${describeSchema(property)}; ${describeNeed(declared, parameter)}`
    return [toShownText(parameter), toShownText(type), toShownText(text)]
  })
  const width = Math.max(0, ...rows.map(([parameter]) => parameter.length))
  const lines = rows.flatMap(([parameter, type, text]) => {
    const texts = text.split('\n').filter((line) => line !== '')
    const indented = texts.map((line) => palette.faint(' '.repeat(width + 6) + line))
    return [`  ${parameter.padEnd(width)}    ${type}`, ...indented]
  })
  const place = `${relative(process.cwd(), signature.span.file)}:${signature.span.line}${exported}`
  return [
    `${palette.good(toShownText(name))} → ${returns} ${palette.faint(`(${toShownText(place)})`)}`,
    ...(description === '' ? [] : [`  ${toShownText(description).replaceAll('\n', '\n  ')}`]),
    ...(lines.length > 0 ? ['', ...lines] : ['', '  no parameters']),
    ...explainTags(signature),
    ...(needs.length > 0 ? ['', `  needs ${needs.join(', ')}, which an operator allows its bundle`] : []),
    '',
    toVisibleText(JSON.stringify(schema, null, 2)),
    '',
  ].join('\n')
}

/** Returns what the comment says of the result: its axes, values and parts. */
function explainTags({ tags }: FunctionSignature): readonly string[] {
  const said = tags.filter(({ name }) => name === 'part' || tagWordNames.some((word) => word === name))
  if (said.length === 0) return []
  return ['', ...said.map(({ name, text }) => `  @${name} ${toShownText(text)}`)]
}

function describeNeed({ schema }: FunctionManifest, parameter: string): string {
  const without = schema.required?.includes(parameter) ? 'required' : 'may be left out'
  const property = schema.properties[parameter]
  const { default: value, preview } = isJsonObject(property) ? property : {}
  const need = value === undefined ? without : `${JSON.stringify(value)} when left out`
  return preview === undefined ? need : `${need}, ${JSON.stringify(preview)} while others are dragged`
}
