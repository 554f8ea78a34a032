/** What `specimen types` writes for Python, beside the type checkers that people use: mypy, pyright. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeStubs } from '../../core/contract/schema/typing/write-stubs.ts'

const packages = resolve('core/python')
const hasMypy = spawnSync('mypy', ['--version']).status === 0
if (!hasMypy) console.warn('NOT TESTED: stubs of Python by mypy, which is not installed here.')

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'typed-python-'))
  execFileSync(process.execPath, ['dist/cli.js', 'types', 'dist/plugins', '--out', join(folder, 'lab.pyi')])
  // The package as a user has it: its public types are read, and errors inside it are not the user's.
  const mypy = ['[mypy]', 'strict = true', '[mypy-specimen_host.*]', 'follow_imports = silent', '']
  writeFileSync(join(folder, 'mypy.ini'), mypy.join('\n'))
  const pyright = { typeCheckingMode: 'strict', extraPaths: [packages], reportMissingModuleSource: false }
  writeFileSync(join(folder, 'pyrightconfig.json'), JSON.stringify(pyright))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The lines of README, and after them those of a case. */
const head = `from typing import TYPE_CHECKING, cast

from specimen_host import connect

if TYPE_CHECKING:
    from lab import Functions

host = cast('Functions', connect('http://127.0.0.1:8000'))
`

const right = `
import pathlib
gear = host.gearWheel(teeth=12)
print(gear.vertices.max(axis=0), gear.notes, gear.save('gear.stl'))
for message in host.gearWheel.start(teeth=14):
    print(message['text'], message.get('fraction'))
print(host.gearWheel.facts(teeth=12)['volume'], host.gearWheel.provenance(teeth=12)['entity'], host.gearWheel.save('gear.glb', teeth=12), host.gearWheel.id)
near = host.smooth(mesh={'specimen': 'bunny', 'part': 'ear'}, steps=3)
host.smooth(mesh={'process': 'isosurface', 'inputs': {'level': 0.4, 'volume': {'specimen': 'brain-mri'}}})
host.smooth(mesh=pathlib.Path('scan.stl'), steps=3)
host.smooth(mesh={'file': 'a' * 64, 'name': 'scan.stl'})
host.smooth(mesh=near)
host.smooth(mesh=host.headLayers().parts['skull'])
print(near.facts()['area'], host['brain-mri']().shape, host['brain-mri'].start(), list(host))
`

/** Calls that a host would refuse, one a line. */
const wrong = [
  'host.gearWheel(tooth=12)',
  "host.gearWheel(teeth='a')",
  "host.gearWheel.start(teeth='a')",
  "host.gearWheel.facts(teeth='a')",
  "host.gearWheel.save('gear.stl', teeth='a')",
  'host.gearWheel.save(12)',
  'host.gearWheel(12)',
  "host.smooth(mesh='bunny')",
  "host.smooth(mesh={'specimen': 3})",
  "host.smooth(mesh={'process': 'isosurface', 'level': 0.4})",
  'host.smooth(mesh={})',
  'host.smooth(mesh=3)',
  "host.smooth(mesh={'file': 3})",
]

/** Returns the numbers of the lines, counted behind `head`, in which a checker finds an error. */
function check(checker: string, program: string, stub = 'lab'): readonly number[] {
  writeFileSync(join(folder, 'use.py'), head.replace('from lab', `from ${stub}`) + program)
  const [command, ...args] =
    checker === 'mypy'
      ? ['mypy', '--config-file', 'mypy.ini', 'use.py']
      : [process.execPath, resolve('node_modules/pyright/index.js'), 'use.py']
  const env = { ...process.env, MYPYPATH: packages }
  const { stdout, stderr, status } = spawnSync(command as string, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const first = head.split('\n').length
  const lines = [...stdout.matchAll(/use\.py:(\d+)(?::\d+)?(?: -|:) error/g)].map(
    ([, line]) => Number(line) - first,
  )
  if (status !== (lines.length > 0 ? 1 : 0)) throw new Error(`${checker} has failed: ${stdout}${stderr}`)
  return [...new Set(lines)]
}

describe.each([
  ...(hasMypy ? [['mypy', 'mypy --strict'] as const] : []),
  ['pyright', 'pyright, strict'] as const,
])('the stub of the functions of a host, by %s', (checker) => {
  it('has no error where calls are right', () => {
    expect(check(checker, right)).toEqual([])
  })

  it('has one in each line that a host would refuse', () => {
    expect(check(checker, `${wrong.join('\n')}\n`)).toEqual(wrong.map((_, index) => index))
  })

  it('knows the values of a tuple by their places and number, and of other arrays their kinds', () => {
    const pair = [{ type: 'number' }, { enum: ['mm', 'cm'] }]
    const properties = {
      at: { type: 'array', prefixItems: pair, items: false, minItems: 2, maxItems: 2 },
      few: { type: 'array', prefixItems: pair, items: false, minItems: 1, maxItems: 2 },
      all: { type: 'array', items: { type: 'number' } },
    }
    const schema = { type: 'object', properties, additionalProperties: false } as const
    const place = { id: 'place', description: 'A place.', type: 'mesh', schema } as const
    const stub = writeStubs([place], 'out')
    expect(stub).toContain('at: tuple[float, Literal["mm"] | Literal["cm"]] = ...')
    writeFileSync(join(folder, 'places.pyi'), stub)
    const refused = ["at=(1.5, 'km')", "at=(1.5, 'mm', 2)", "at=('mm', 1)", 'all=(1, "a")']
    const taken = ["at=(1.5, 'mm')", 'few=[1]', 'all=[1, 2.5]']
    const lines = [...taken, ...refused].map((given) => `host.place(${given})`)
    expect(check(checker, `${lines.join('\n')}\n`, 'places')).toEqual(refused.map((_, i) => taken.length + i))
  })

  it('knows the parts of a scene by name and by item, which of them may be absent, and no others', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false } as const
    const parts = {
      scan: 'volume',
      brain: 'mesh',
      'left-side': 'mesh',
      names: 'labels',
      items: 'lines',
    } as const
    const stub = writeStubs(
      [
        {
          id: 'head',
          description: 'A head.',
          type: 'scene',
          schema,
          returns: { type: 'scene', parts, optional: ['names'] },
        },
        {
          id: 'teeth',
          description: 'All teeth.',
          type: 'scene',
          schema,
          returns: { type: 'scene', each: 'mesh' },
        },
        { id: 'headParts', description: 'A name that is near.', type: 'mesh', schema },
      ],
      'out',
    )
    writeFileSync(join(folder, 'scenes.pyi'), stub)
    const taken = [
      'head = host.head()',
      'print(head.parts.brain.vertices, head.parts["left-side"].vertices, head.parts["items"].points, head.unit)',
      'print([name for name in head.parts], head.parts.keys(), "names" in head.parts)',
      'print(head.parts.names.texts if head.parts.names else "", head.save("head.glb"))',
      'print({name: part.notes for name, part in head.parts.items()}, len(head.parts))',
      'print(head.parts.get("names"), host.teeth().parts["1"].vertices, host.teeth().parts.left)',
      'run = host.head.start()',
      'print([message["text"] for message in run], run.result.parts.scan.shape, host.headParts().vertices)',
    ]
    const refused = [
      'print(head.parts.skull)',
      'print(head.parts["skull"])',
      'print(head.parts.names.texts)', // it may be absent
      'print(run.result.parts.skull)',
      'print(head.parts.get("skull"))',
      'print(host.teeth().parts[1])',
    ]
    expect(check(checker, `${[...taken, ...refused].join('\n')}\n`, 'scenes')).toEqual(
      refused.map((_, i) => taken.length + i),
    )
  })
})
