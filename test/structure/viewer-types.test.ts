/** The types of `specimen-host/viewer`, as a page with a bundler sees them: without Node's and without Preact's. */
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../build/temporary-plugins.ts'

const root = resolve(import.meta.dirname, '../..')

const page = `
import { mount, SpecimenViewElement, type ViewFailure, type ViewResult, type ViewState } from 'specimen-host/viewer'

const view = mount(document.body, {
  source: 'https://host.example',
  specimen: 'gyroid',
  state: { params: { cells: 3 } },
  onState: ({ params }: ViewState) => console.log(params),
  onResult: ({ result }: ViewResult) => result.type === 'mesh' && console.log(result.vertices.length),
  onError: ({ message, code }: ViewFailure) => console.log(message, code ?? ''),
})
view.state = { ...view.state, params: {} }
view.close()
const element: SpecimenViewElement | null = document.querySelector('specimen-view')
if (element) element.params = { cells: 4 }
`

/** Returns what the compiler says of a page. */
function compile(text: string): string {
  const folder = createFolder({
    'page.ts': text,
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2023', 'dom'] },
        ...{ strict: true, noEmit: true, types: [], skipLibCheck: false, exactOptionalPropertyTypes: true },
      },
      files: ['page.ts'],
    }),
    'node_modules/.keep': '',
  })
  symlinkSync(root, join(folder, 'node_modules/specimen-host'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout
}

it('the types of specimen-host/viewer compile for a page, and refuse what it has not', () => {
  expect(compile(page)).toBe('')
  expect(compile(page.replace("specimen: 'gyroid',", ''))).toContain("'specimen' is missing")
})
