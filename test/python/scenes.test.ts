/** Scenes in the client for Python, by the goldens of the wire, with and without NumPy. */
import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SceneResult, toSmallPart } from '../../core/contract/domain/result/result.ts'
import { readGoldenScenes } from '../contract/wire/samples.ts'

const has = (program: string): boolean => spawnSync('python3', ['-c', program]).status === 0
const isThere = has('import sys; sys.exit(sys.version_info < (3, 10))')
const hasNumpy = isThere && has('import numpy')
if (!hasNumpy) console.warn('NOT TESTED: scenes in core/python: there is no Python 3.10 with numpy here.')
const goldens = resolve('test/contract/wire/goldens')

function run(program: string, prelude: string): unknown {
  const head = `import json, pathlib, sys\n${prelude}\nfrom specimen_host import Result, Specimen, decode_json, decode_scene\n`
  const text = execFileSync(
    'python3',
    ['-c', `${head}folder = pathlib.Path(sys.argv[1])\n${program}`, goldens],
    {
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: resolve('core/python') },
    },
  )
  return JSON.parse(text)
}

/** The small members of each part, and the sums of its arrays. */
function outline({ parts }: SceneResult): object {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const arrays = Object.entries(part).filter(([, value]) => ArrayBuffer.isView(value))
      const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0)
      const sums = arrays.map(([of, values]) => [of, sum(values as Float32Array)])
      const small = { ...toSmallPart(part), ...Object.fromEntries(sums) }
      if (part.type !== 'table') return [name, small]
      const columns = part.columns.map(({ name: of, values }) => {
        const total = ArrayBuffer.isView(values) ? values.reduce((all, value) => all + value, 0) : [...values]
        return [of, Number.isNaN(total) ? null : total]
      })
      return [name, { type: 'table', columns: Object.fromEntries(columns) }]
    }),
  )
}

describe.each([
  ['with NumPy', hasNumpy, ''],
  ['without NumPy', isThere, "sys.modules['numpy'] = None"],
])('%s', (_, isPossible, prelude) => {
  it.skipIf(!isPossible)('reads scenes as bytes and as JSON, whose parts are results', () => {
    const read = run(
      `
def plain(value):
    if isinstance(value, dict): return {name: plain(inner) for name, inner in value.items()}
    if hasattr(value, 'tolist'):
        flat = value.tolist()
        while flat and isinstance(flat[0], list): flat = [item for row in flat for item in row]
        total = sum(flat)
        return None if total != total else total
    return value
found = {}
for path in folder.glob('*.scene'):
    result = Result(decode_scene(path.read_bytes()))
    found[path.name] = {name: {of: plain(value) for of, value in vars(part).items() if of != '_save'}
                        for name, part in result.parts.items()}
result = Result(decode_scene((folder / 'findings.scene').read_bytes()))
same = result.parts.brain is result.parts['brain']
try: result.parts.skull
except AttributeError as error: missing = str(error)
as_json = json.loads((folder / 'findings.scene.json').read_text())
as_json['parts'] = {'names': as_json['parts']['names'], 'vessels': as_json['parts']['vessels']}
other = Result(decode_json(as_json)).parts
print(json.dumps([found, [same, len(result.parts), result.unit, missing, 'names' in result.parts, repr(other),
                          other.vessels.look, list(other.names.texts)]]))`,
      prelude,
    )
    const [found, more] = read as [{ readonly [name: string]: object }, unknown]
    for (const { name, result } of readGoldenScenes()) {
      expect(found[name], name).toMatchObject(outline(result))
      expect(Object.keys(found[name] ?? {})).toEqual(Object.keys(result.parts))
    }
    expect(more).toEqual([
      true,
      5,
      'mm',
      "The scene has no part 'skull'; it has scan, brain, names, vessels, sizes.",
      true,
      '<parts: names, vessels>',
      { width: 1.5 },
      ['aorta', 'größte, "Länge"'],
    ])
  })

  it.skipIf(!isPossible)(
    'has None for a part that this result lacks and may, and no item of that name',
    () => {
      const found = run(
        `
fields = decode_scene((folder / 'findings.scene').read_bytes())
parts = Result(fields, optional=['aneurysm', 'brain']).parts
try: parts.skull
except AttributeError as error: missing = str(error)
class Host:
    def json(self, path): return {'returns': {'type': 'scene', 'parts': {}, 'optional': ['aneurysm']}}
data = (folder / 'findings.scene').read_bytes()
told = Specimen(Host(), 'head')._to_result(data, 'application/x-service-scene-v1', {}).parts.aneurysm
print(json.dumps([parts.aneurysm, 'aneurysm' in parts, parts.get('aneurysm'), parts.brain.type, len(parts), missing,
                  told]))`,
        prelude,
      )
      const missing = "The scene has no part 'skull'; it has scan, brain, names, vessels, sizes."
      expect(found).toEqual([null, false, null, 'mesh', 5, missing, null])
    },
  )

  it.skipIf(!isPossible)('refuses scenes that are cut anywhere, longer, or lie', () => {
    const refused = run(
      `
def is_refused(data):
    try: decode_scene(data)
    except ValueError: return True
    return False
def changed(data, old, new):
    length = int.from_bytes(data[:4], 'little')
    text = data[4:4 + length].replace(old, new, 1)
    return len(text).to_bytes(4, 'little') + text + data[4 + length:]
data = (folder / 'findings.scene').read_bytes()
lies = [(b'"bytes":', b'"bytes":-'), (b'"bytes":', b'"bytes":9'), (b'"name":"names"', b'"name":"scan"'),
        (b'"order":0', b'"order":1'), (b'"kind":"mesh"', b'"kind":"lines"'), (b'"dtype":"uint8"', b'"dtype":"int8"'),
        (b'"type":"scene"', b'"type":"mesh"'), (b'"members":{', b'"members":[],"x":{'), (b'"parts":[', b'"parts":{},"x":[')]
print(json.dumps([[end for end in range(len(data)) if not is_refused(data[:end])], is_refused(data + b'0'),
                  [is_refused(changed(data, *lie)) for lie in lies], is_refused(changed(data, b'mm', b'cm'))]))`,
      prelude,
    )
    expect(refused).toEqual([[], true, Array(9).fill(true), false])
  })
})
