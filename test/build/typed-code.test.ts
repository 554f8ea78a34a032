/** Code whose meaning depends on types or options of the compiler: as tsc writes it, or told at its place. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callBuilt, toPlugin } from './built-calls.ts'
import { createFolder, run } from './temporary-plugins.ts'

const units = {
  'node_modules/units/package.json': '{ "name": "units", "main": "index.js", "types": "index.d.ts" }',
  'node_modules/units/index.js': 'exports.scale = (value) => value',
  'node_modules/units/index.d.ts': `export declare const enum Unit { Mm = 1, Cm = 10, Low = -3, Name = 'cm' }
export declare namespace deep { const enum Unit { Cm = 20 } }
export declare function scale(value: number): number`,
}

/** tsc 6.0 writes these numbers in place of the members. */
test.each([
  ["import { Unit } from 'units'", 'Unit.Cm', 10],
  ["import { Unit, scale } from 'units'", 'scale(Unit.Cm)', 10],
  ["import { Unit as U } from 'units'", 'U.Cm + U.Mm', 11],
  ["import * as units from 'units'", 'units.Unit.Cm', 10],
  ["import * as units from 'units'", 'units.deep.Unit.Cm', 20],
  ["import { Unit } from 'units'", "Unit['Cm']", 10],
  ["import { Unit } from 'units'", '1-Unit.Low', 4],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a plugin
  ["import { Unit } from 'units'", '`${Unit.Name}`.length', 2],
  ["import { Unit } from './again.ts'", 'Unit.Cm', 10],
  ['declare const enum Own { A = 7 }', 'Own.A', 7],
  ['declare namespace own { const enum Own { A = 7 } }', 'own.Own.A', 7],
  ['const enum Own { A = 7 }', 'Own.A', 7],
])('has values of enums that exist as types alone: %s, %s', async (head, expression, expected) => {
  const { x } = await callBuilt({
    'plugins/part/index.ts': `\uFEFF${toPlugin(head, expression)}`,
    'plugins/part/again.ts': "export { Unit } from 'units'",
    ...units,
  })
  expect(x).toBe(expected)
})

describe('a tsconfig.json that gives code another meaning', () => {
  const build = async (options: object, code: string, extended?: object) => {
    const config = { compilerOptions: options, ...(extended && { extends: './base.json' }) }
    const folder = createFolder({
      'tsconfig.json': JSON.stringify(config),
      'base.json': JSON.stringify({ compilerOptions: extended ?? {} }),
      'plugins/part/index.ts': toPlugin("import './code.ts'", '1'),
      'plugins/part/code.ts': code,
    })
    return await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  }
  const fields = `class Base { constructor() { this.init() } init(): void {} }
class Child extends Base { size!: number; override init(): void { this.size = 7 } }
console.log(new Child().size)`
  const decorated = 'const mark = (..._: unknown[]): void => {}\nclass Model { @mark size = 1 }\nnew Model()'
  const property = 'class Model { twice = this.size * 2; constructor(private size: number) {} }\nnew Model(1)'
  const accessor = `class Base { set size(value: number) { console.log(value) } get size(): number { return 1 } }
class Child extends Base { override size = 2 }
new Child()`

  test.each([
    ['experimentalDecorators', { experimentalDecorators: true }, decorated, '2:15'],
    ['useDefineForClassFields', { useDefineForClassFields: false }, fields, '2:28'],
    ['useDefineForClassFields', { useDefineForClassFields: false }, property, '1:15'],
    ['useDefineForClassFields', { useDefineForClassFields: false }, accessor, '2:28'],
    ['a target before ES2022', { target: 'es2020' }, fields, '2:28'],
  ])('is told at the place: %s', async (option, options, code, place) => {
    const { code: exit, stderr } = await build(options, code)
    expect(exit).toBe(0)
    expect(stderr.match(/bundle\.warning/g)).toHaveLength(1)
    expect(stderr).toContain(`code.ts:${place} warning`)
    expect(stderr).toContain(option)
  })

  test('is told when it extends another that does', async () => {
    const { stderr } = await build({}, fields, { useDefineForClassFields: false })
    expect(stderr).toContain('code.ts:2:28 warning')
  })

  test.each([
    [{ target: 'es2023' }, fields],
    [{ experimentalDecorators: true }, fields],
    [{ useDefineForClassFields: false }, decorated],
    [{ useDefineForClassFields: false }, 'class A { size = 1; static s: number; #p = 2 }\nnew A()'],
    [{ useDefineForClassFields: false }, fields.replace('size!', 'declare size')],
  ])('is not told where it gives the same: %j', async (options, code) => {
    expect(await build(options, code)).toMatchObject({ code: 0, stderr: '' })
  })
})
