/** Tables in Python: arrays by the names of columns, and data frames where a library is there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const isThere = spawnSync('python3', ['-c', 'import numpy']).status === 0
if (!isThere) console.warn('NOT TESTED: tables in core/python, because there is no Python with numpy here.')
const goldens = resolve('test/contract/wire/goldens')

/** Returns the JSON that a program prints, with NaN as null. */
function run(program: string): unknown {
  const head = `
import json, pathlib, sys, types
sys.path.insert(0, ${JSON.stringify(resolve('core/python'))})
from specimen_host import Result, decode_envelope, decode_json, decode_scene
golden = lambda name: (pathlib.Path(${JSON.stringify(goldens)}) / name).read_bytes()
plain = lambda columns: {name: [*map(lambda x: x if isinstance(x, str) else float(x), values)] for name, values in columns.items()}
`
  return JSON.parse(
    execFileSync('python3', ['-c', head + program], { encoding: 'utf8' }).replaceAll('NaN', 'null'),
  )
}

const columns = { t: [0, 0.1, 1e300], größte: [-1.5, null, 2.5], ['__proto__']: ['a', '', '="ß"'] }

describe.skipIf(!isThere)('a table in Python', () => {
  it('is a dict of arrays by name, with units, from an envelope and from a scene', () => {
    const read = run(`
table = decode_envelope(golden('table.bin'))
part = Result(decode_scene(golden('findings.scene'))).parts.sizes
print(json.dumps([plain(table['columns']), table['units'], table['points'].shape, plain(part.columns), repr(part)]))`)
    expect(read).toEqual([
      columns,
      { t: 's', ['__proto__']: 'µm' },
      [3, 3],
      columns,
      '<table: t (3), größte (3), __proto__ (3)>',
    ])
  })

  it('is the same from JSON, whose null is a missing number, and refused where it is none', () => {
    const read = run(`
value = {'type': 'table', 'columns': [{'name': 'a', 'dtype': 'float64', 'values': [1, None]}]}
wrong = [[], [{'name': 'a', 'dtype': 'text', 'values': [1]}], [{'name': 'a', 'dtype': 'float64', 'values': ['1']}],
         [*value['columns'], *value['columns']], [{'name': 'a', 'dtype': 'text', 'values': None}]]
refused = 0
for given in wrong:
    try: decode_json({'type': 'table', 'columns': given})
    except ValueError: refused += 1
print(json.dumps([plain(decode_json(value)['columns']), refused]))`)
    expect(read).toEqual([{ a: [1, null] }, 5])
  })

  it('becomes a frame of the library that is there, and says which one it needs', () => {
    const read = run(`
table = Result(decode_envelope(golden('table.bin')))
sys.modules['pandas'] = None
sys.modules['polars'] = types.SimpleNamespace(DataFrame=lambda given: [*given])
names = table.to_frame()
try: table.to_frame('pandas')
except ImportError as error: said = str(error)
try: Result(decode_envelope(golden('mesh.bin'))).to_frame()
except ValueError as error: none = str(error)
print(json.dumps([names, said, none]))`)
    expect(read).toEqual([
      Object.keys(columns),
      'A data frame needs pandas; `columns` has the arrays without.',
      'A mesh has no columns.',
    ])
  })
})
