/** The formats of `specimen build` and `specimen check`, and what only terminals get. */
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { diagnosticTitles } from '../../build/model/diagnostic-codes.ts'
import { toGithubReport } from '../../build/report/report-github.ts'
import type { OutputStream } from '../../core/contract/text/output-streams.ts'
import { ball, createFolder, run, runBuild, runCheck } from './temporary-plugins.ts'

const bad =
  "import type { Mesh } from 'specimen-host/plugin'\nexport function bad(x: Date): Mesh {\n  throw x\n}\n"

async function runMixed(format: string): Promise<{ stdout: string; file: string }> {
  const folder = createFolder({ 'plugins/bad.ts': bad, 'plugins/good.ts': ball('good') })
  const { code, stdout, stderr } = await run(
    join(folder, 'plugins'),
    '--out',
    join(folder, 'out'),
    '--format',
    format,
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  return { stdout, file: relative(process.cwd(), join(folder, 'plugins/bad.ts')) }
}

test('gives one JSON document when it is asked for', async () => {
  const { stdout, file } = await runMixed('json')
  const document = JSON.parse(stdout)
  expect(document).toMatchObject({
    version: 1,
    command: 'build',
    plugins: [
      { name: 'bad', entry: file, state: 'refused', functions: [], earlier_bundle: null },
      { name: 'good', state: 'built', functions: [{ name: 'good', returns: 'mesh' }], files: 3 },
    ],
    removed: [],
    untried: ['good'],
    compatible_changes: [],
  })
  expect(document.diagnostics).toMatchObject([
    {
      code: 'type.class',
      severity: 'error',
      file,
      line: 2,
      column: 24,
      end_line: 2,
      end_column: 28,
      path: 'bad(x)',
    },
  ])
})

test('gives annotations when the format of GitHub is asked for', async () => {
  const { stdout, file } = await runMixed('github')
  const place = `file=${file},line=2,endLine=2,col=24,endColumn=28`
  expect(stdout).toMatch(/^::error .*\n$/)
  expect(stdout).toContain(`::error ${place},title=type.class in bad(x)::`)
})

test('escapes what would end an annotation', () => {
  const span = { file: '/a,b:c%.ts', line: 1, column: 1, endLine: 2, endColumn: 1 }
  const diagnostics = [
    { code: 'plugin.name', severity: 'warning', span, path: null, found: '100%\nof', remedy: 'it' },
  ] as const
  const report = {
    command: 'build',
    source: '',
    out: '',
    against: null,
    plugins: [],
    removed: [],
    untried: [],
    calls: null,
    diagnostics,
    compatible: [],
    seconds: 0,
  } as const
  expect(toGithubReport(report, '/')).toBe(
    '::warning file=a%2Cb%3Ac%25.ts,line=1,endLine=2,title=plugin.name::100%25%0Aof it\n',
  )
})

test('gives a SARIF log with all codes as rules when it is asked for', async () => {
  const { stdout, file } = await runMixed('sarif')
  const log = JSON.parse(stdout)
  expect(log).toMatchObject({ version: '2.1.0', runs: [{ columnKind: 'utf16CodeUnits' }] })
  const [{ tool, results }] = log.runs
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(Object.keys(diagnosticTitles))
  expect(results).toMatchObject([{ ruleId: 'type.class', level: 'error' }])
  expect(tool.driver.rules[results[0].ruleIndex].id).toBe('type.class')
  expect(results[0].locations[0]).toEqual({
    physicalLocation: {
      artifactLocation: { uri: file, uriBaseId: 'SOURCE' },
      region: { startLine: 2, startColumn: 24, endLine: 2, endColumn: 28 },
    },
    logicalLocations: [{ fullyQualifiedName: 'bad(x)' }],
  })
})

test('refuses a format that there is none of', async () => {
  for (const command of [runBuild, runCheck]) {
    let said = ''
    const silent: OutputStream = { write: () => undefined }
    expect(
      await command(['--format', 'xml'], { stdout: silent, stderr: { write: (text) => (said += text) } }),
    ).toBe(2)
    expect(said).toContain('--format must be one of text, json, github, sarif (got "xml")')
  }
})

test.each([
  ['has colours and a progress line on a terminal that waits', true],
  ['has neither where there is no terminal', false],
])('%s', async (_what, isTTY) => {
  const folder = createFolder({ 'plugins/bad.ts': bad, 'plugins/good.ts': ball('good') })
  const texts = { stdout: '', stderr: '' }
  let time = 0
  const streams = {
    stdout: { isTTY, write: (text: string) => (texts.stdout += text) },
    stderr: { isTTY, write: (text: string) => (texts.stderr += text) },
  }
  await runBuild([join(folder, 'plugins'), '--out', join(folder, 'out')], streams, () => (time += 1000))
  expect(texts.stdout.includes('\u001b[32mbuilt\u001b[0m')).toBe(isTTY)
  expect(texts.stderr.includes('\u001b[31merror\u001b[0m')).toBe(isTTY)
  expect(texts.stderr.includes('\r\u001b[Kreading 2 of 2 plugins …')).toBe(isTTY)
  expect(`${texts.stdout}${texts.stderr}`.includes('\u001b')).toBe(isTTY)
})
