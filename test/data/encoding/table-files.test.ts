/** Tables as files, read by others: the `csv` of Python, NumPy, and Arrow's own reader. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromIPC } from '@uwdata/flechette'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataForm } from '../../../core/contract/domain/result/forms.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { encodeTableCsv } from '../../../core/data/encoding/table/encode-table-csv.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'

const texts = ['Cα', '=SUM(A1:A9)', '@"a",\nb']
const table = parseResult(
  {
    columns: [
      { name: 'time', unit: 's', values: Float64Array.of(0, 0.1, 1e300) },
      { name: '-height', values: Float64Array.of(-1.5, Number.NaN, 2) },
      { name: '../__proto__', unit: 'µm', values: texts },
      { name: 'place x', values: ['', '+1', '-1'] },
    ],
    points: Float32Array.of(0.1, 1, 2, 3, 4.5, 5, 6, 7, 8),
    offset: [100, 0, 0],
    unit: 'mm',
    notes: ['größte'],
  },
  'table',
)
const bytesOf = async (form: DataForm, result: Result = table) =>
  new Uint8Array(await (await encodeForm(result, { form, name: 'part', axes: undefined })).arrayBuffer())

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'table-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0
if (!hasNumpy) console.warn('NOT TESTED: CSV and NPZ of tables, because there is no Python with numpy here.')
const python = (program: string): unknown =>
  JSON.parse(execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' }))

describe('a table as CSV', () => {
  it('has names with units, empty cells for missing numbers, and no formulas', async () => {
    const text = new TextDecoder().decode(await bytesOf('csv'))
    expect(text).toBe(
      '"time [s]","\'-height","../__proto__ [µm]","place x","place x_ [mm]","place y [mm]","place z [mm]"\n' +
        '0,-1.5,"Cα","",100.1,1,2\n' +
        '0.1,,"\'=SUM(A1:A9)","\'+1",103,4.5,5\n' +
        '1e+300,2,"\'@""a"",\nb","\'-1",106,7,8\n',
    )
  })

  it.skipIf(!hasNumpy)('is read by Python with the same cells', async () => {
    writeFileSync(join(folder, 'table.csv'), await bytesOf('csv'))
    const rows = python(
      "import csv, json; print(json.dumps(list(csv.reader(open('table.csv', encoding='utf8', newline='')))))",
    )
    expect(rows).toHaveProperty('[3]', ['1e+300', '2', '\'@"a",\nb', "'-1", '106', '7', '8'])
  })

  it('is the same in pieces that are smaller than a row', async () => {
    const long = { name: 'n', values: ['"'.repeat(300), '語'.repeat(300)] }
    const columns = Array.from({ length: 64 }, (_, i) => ({ ...long, name: `n${i}` }))
    const wide = parseResult({ columns }, 'table')
    if (wide.type !== 'table') throw new Error('it is a table')
    const parts: string[] = []
    let cursor = { segment: 0, element: 0 }
    for (let pieces = 0; pieces < 1000; pieces++) {
      const target = new Uint8Array(4096)
      const { length, next } = encodeTableCsv(wide, { cursor, target })
      parts.push(new TextDecoder().decode(target.subarray(0, length)))
      if (!next) break
      cursor = next
    }
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.join('')).toBe(new TextDecoder().decode(await bytesOf('csv', wide)))
    expect(
      parts
        .join('')
        .split('\n')
        .map((line) => line.split('","').length),
    ).toEqual([64, 64, 64, 1])
  })
})

describe('a table as Arrow', () => {
  it('has numbers, nulls, texts, units and notes', async () => {
    const read = tableFromIPC(await bytesOf('arrow'))
    expect(read.schema.fields.map(({ name, metadata }) => [name, metadata?.get('unit')])).toEqual([
      ['time', 's'],
      ['-height', undefined],
      ['../__proto__', 'µm'],
      ['place x', undefined],
      ['place x_', 'mm'],
      ['place y', 'mm'],
      ['place z', 'mm'],
    ])
    expect(read.schema.metadata?.get('notes')).toBe('["größte"]')
    const values = read.schema.fields.map((_, i) => [...read.getChildAt(i)])
    expect(values).toEqual([
      [0, 0.1, 1e300],
      [-1.5, null, 2],
      texts,
      ['', '+1', '-1'],
      [100.1, 103, 106],
      [1, 4.5, 7],
      [2, 5, 8],
    ])
  })

  it('may have no rows', async () => {
    const none = parseResult({ columns: [{ name: 'n', values: new Float64Array() }] }, 'table')
    expect(tableFromIPC(await bytesOf('arrow', none)).numRows).toBe(0)
  })
})

describe('a table as NPZ', () => {
  it.skipIf(!hasNumpy)('is what numpy.load reads, by names that are those of files', async () => {
    writeFileSync(join(folder, 'table.npz'), await bytesOf('npz'))
    const [read, index] = python(`
import json, numpy
found = numpy.load('table.npz')
print(json.dumps([{name: found[name].tolist() for name in found.files if name != 'columns.json'},
                  json.loads(found['columns.json'])]).replace('NaN', 'null'))`) as [object, object]
    expect(read).toEqual({
      time: [0, 0.1, 1e300],
      '-height': [-1.5, null, 2],
      ____proto__: texts,
      'place x': ['', '+1', '-1'],
      'place x_': [100.1, 103, 106],
      'place y': [1, 4.5, 7],
      'place z': [2, 5, 8],
    })
    expect(index).toHaveProperty('[2]', { name: '../__proto__', unit: 'µm', file: '____proto__.npy' })
  })

  it('refuses texts that would take too many bytes, with the way to others', async () => {
    const values = ['x'.repeat(300), ...Array(60_000).fill('')]
    const wide = parseResult({ columns: [{ name: 'n', values }] }, 'table')
    await expect(bytesOf('npz', wide)).rejects.toThrow(/NPZ would take 72001200 bytes for the texts of "n"/)
  })
})

it('is a part of a zip with its CSV beside it, which comes back whole', async () => {
  const scene = parseResult({ parts: { sizes: table } }, 'scene')
  const bytes = await bytesOf('zip', scene)
  expect(new TextDecoder('latin1').decode(bytes)).toContain('sizes.csv')
  expect(await decodeFile(bytes, 'part.zip')).toMatchObject({ parts: { sizes: table } })
})
