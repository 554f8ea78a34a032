/** `--format sarif`: SARIF 2.1.0, which code scanners and editors read. */
import { pathToFileURL } from 'node:url'
import { diagnosticTitles } from '../model/diagnostic-codes.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'
import { toRelative } from './report-json.ts'
import type { RunReport } from './run-report.ts'

/** Returns a report as a SARIF log with one run, and all codes as its rules. */
export function toSarifReport({ diagnostics }: RunReport, folder: string): string {
  const codes = Object.entries(diagnosticTitles)
  const rules = codes.map(([id, title]) => ({ id, shortDescription: { text: `${title}.` } }))
  const run = {
    tool: { driver: { name: 'specimen', rules } },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { SOURCE: { uri: `${pathToFileURL(folder).href}/` } },
    results: diagnostics.map((diagnostic) => {
      const index = codes.findIndex(([code]) => code === diagnostic.code)
      return toResult(diagnostic, index, folder)
    }),
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(log, null, 2)}\n`
}

function toResult(
  { code, severity, span, path, found, remedy, origin }: Diagnostic,
  ruleIndex: number,
  folder: string,
): object {
  const location = {
    ...(span && { physicalLocation: toLocation(span, folder) }),
    ...(path !== null && { logicalLocations: [{ fullyQualifiedName: path }] }),
  }
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: `${found} ${remedy}` },
    ...((span || path !== null) && { locations: [location] }),
    ...(origin && { relatedLocations: [{ physicalLocation: toLocation(origin, folder) }] }),
  }
}

function toLocation({ file, line, column, endLine, endColumn }: Span, folder: string): object {
  return {
    artifactLocation: { uri: encodeURI(toRelative(folder, file)), uriBaseId: 'SOURCE' },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  }
}
