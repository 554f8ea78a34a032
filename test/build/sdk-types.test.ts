/** What authors may do with the SDK's numbers in their own code, asked of the compiler. */
import { Project, ScriptTarget } from 'ts-morph'
import { expect, test } from 'vitest'
import { sdkFile } from './temporary-plugins.ts'

function listErrors(source: string): string[] {
  const project = new Project({
    compilerOptions: { strict: true, target: ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], types: [] },
  })
  const sdk = sdkFile.replace(/\.ts$/, '')
  const imports = `import type { Integer, ProgressReporter, Range } from '${sdk}'`
  const file = project.createSourceFile(
    '/a.ts',
    `${imports}\ndeclare const progress: ProgressReporter\n${source}`,
  )
  return file.getPreEmitDiagnostics().map((found) => `${found.getCode()} in line ${found.getLineNumber()}`)
}

test('a range may be passed where another is wanted, and any number too', () => {
  const source = `
    declare const narrow: Range<2, 5>
    declare const stepped: Integer & Range<0, 10, 2>
    const wide: Range<0, 10> = narrow
    const apart: Range<7, 9> = narrow
    const whole: Integer = stepped
    const some: Integer & Range<1, 8> = narrow
    const plain: number = wide + apart + whole + some
    const half: Range<0, 1> = plain / 2
    const list: Range<0, 1>[] = [narrow, half, 3]
    progress.report('half', half)
    progress.report('done')
  `
  expect(listErrors(source)).toEqual([])
})

test('what is no number may not', () => {
  expect(listErrors(`const text: Integer = '1'\nconst bound: Range<'a', 2> = 1`)).toEqual([
    '2322 in line 3',
    '2344 in line 4',
  ])
})
