/** The worked examples of the package's exports (`@example`): each value has one, and all compile. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolders } from '../support/temporary-folders.ts'

const root = resolve(import.meta.dirname, '../..')

/** The files that declare exported values, and the vocabulary of plugins, with the names that need an example. */
const declared: readonly (readonly [file: string, names: readonly string[]])[] = [
  ['core/host.ts', ['createHost']],
  ['core/worker-host.ts', ['createWorker']],
  ['core/client/client.ts', ['createClient']],
  ['core/client/problem-error.ts', ['ProblemError']],
  ['core/contract/domain/errors.ts', ['SpecimenError']],
  ['core/contract/wire/envelope.ts', ['decodeEnvelope']],
  ['core/contract/wire/parse-result-json.ts', ['decodeResultJson']],
  ['core/viewer/module/module.ts', ['mount', 'SpecimenViewElement']],
  [
    'core/plugin.ts',
    ['ProgressReporter', 'Mesh', 'ResultTexts', 'VolumeData', 'Volume', 'VolumeLabel', 'PointCloud', 'Image'],
  ],
  ['core/plugin-file.ts', ['File']],
  ['core/plugin-numbers.ts', ['Integer', 'Range', 'Time']],
  ['core/plugin-places.ts', ['Point', 'Direction', 'Plane', 'Box', 'Polyline', 'Closed', 'Pose', 'Color']],
  ['core/plugin-scene.ts', ['Look', 'Part', 'Lines', 'Arrows', 'Labels']],
  ['core/plugin-table.ts', ['Column', 'Table']],
]

/** Returns the example before the declaration of a name, without its stars. */
function readExample(source: string, name: string): string {
  const declaration = new RegExp(`^export (?:async )?(?:function|class|interface|type) ${name}\\b`, 'm')
  const before = source.slice(0, declaration.exec(source)?.index ?? 0)
  const comment = before.slice(before.lastIndexOf('/**'))
  const [, example = ''] = /@example\n(.*) \*\/\n$/s.exec(comment) ?? []
  return example.replaceAll(/^ \* ?/gm, '')
}

const examples = declared.flatMap(([file, names]) => {
  const source = readFileSync(join(root, file), 'utf8')
  return names.map((name) => ({ name, text: readExample(source, name) }))
})

describe('the examples in comments', () => {
  it.each(examples)('of $name imports it from the package', ({ name, text }) => {
    expect(text).toMatch(new RegExp(`^import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from 'specimen-host`))
  })

  it('compile against the types that are published', () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-examples-'))
    temporaryFolders.push(folder)
    for (const { name, text } of examples) writeFileSync(join(folder, `${name}.ts`), text)
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(root, join(folder, 'node_modules/specimen-host'))
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
