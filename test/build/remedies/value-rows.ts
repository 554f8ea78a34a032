/** Refusals of defaults, tags and thumbnails. */
import type { RemedyRow } from './remedy-row.ts'

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const largePicture = `${picture}<!--${'x'.repeat(5 * 2 ** 20)}-->`

/** A row for each of their codes. */
export const valueRows: readonly RemedyRow[] = [
  {
    code: 'default.dynamic',
    broken: 'export function part(x = Math.sqrt(16)): Mesh { return at(x) }',
    said: 'Write the value itself, or a const of literals',
    mended: 'export function part(x = 4): Mesh { return at(x) }',
    value: 4,
  },
  {
    code: 'default.changed',
    broken:
      'const sizes = [1, 2]\nsizes.push(3)\nexport function part(x: number[] = sizes): Mesh { return at(x.length) }',
    said: 'Write `as const` behind its value, or the value itself here.',
    mended:
      'const sizes = [1, 2]\nsizes.push(3)\nexport function part(x: number[] = [1, 2, 3]): Mesh { return at(x.length) }',
    value: 3,
  },
  {
    code: 'default.changed',
    broken:
      'const sizes = [1, 2]\nsizes.push(3)\nexport function part(x: readonly number[] = sizes): Mesh { return at(x.length) }',
    said: 'Write `as const` behind its value',
    mended:
      'const sizes = [1, 2] as const\nexport function part(x: readonly number[] = sizes): Mesh { return at(x.length) }',
    value: 2,
  },
  {
    code: 'default.misfit',
    broken: 'export function part(x: Range<0, 5> = 6): Mesh { return at(x) }',
    said: 'x must be at most 5 (got 6). Change it, or widen the type.',
    mended: 'export function part(x: Range<0, 5> = 5): Mesh { return at(x) }',
    value: 5,
  },
  {
    code: 'preview.misfit',
    broken:
      '/** @param x size @preview 4 */\nexport function part(x: Range<8, 64> = 9): Mesh { return at(x) }',
    said: 'x must be at least 8 (got 4). Change it.',
    mended:
      '/** @param x size @preview 8 */\nexport function part(x: Range<8, 64> = 9): Mesh { return at(x) }',
    value: 9,
  },
  {
    code: 'preset.misfit',
    broken:
      '/** @preset Large {"size":64} */\nexport function part(x: Range<8, 64> = 9): Mesh { return at(x) }',
    said: '"size" is no parameter',
    mended: '/** @preset Large {"x":64} */\nexport function part(x: Range<8, 64> = 9): Mesh { return at(x) }',
    value: 9,
  },
  {
    code: 'tag.misplaced',
    broken: 'export function part(/** @minItems 2 */ x: number): Mesh { return at(x) }',
    said: 'Remove it, or make x an array.',
    mended: 'export function part(/** @minItems 2 */ x: number[]): Mesh { return at(x.length) }',
    params: { x: [1, 2] },
    value: 2,
  },
  {
    code: 'tag.misplaced',
    broken:
      'export function part(/** @minimum 0 @maximum 10 */ x: number[] = [4]): Mesh { return at(x[0] ?? 0) }',
    said: 'Instead of the tag, write the range as the type of its numbers: Range<0, 10>[].',
    mended: 'export function part(x: Range<0, 10>[] = [4]): Mesh { return at(x[0] ?? 0) }',
    value: 4,
  },
  {
    code: 'tag.misplaced',
    broken:
      "export function part(/** @multipleOf 2 */ x: Record<string, Integer | 'auto'>): Mesh { return at(Number(x.a)) }",
    said: 'with a minimum and a maximum that you choose: Record<string, Integer & Range<0, 100, 2> | "auto">.',
    mended:
      'export function part(x: Record<string, Integer & Range<0, 100, 2> | "auto">): Mesh { return at(Number(x.a)) }',
    params: { x: { a: 6 } },
    value: 6,
  },
  {
    code: 'tag.misplaced',
    broken:
      'export function part(/** @maximum -1 */ x: [a: number, ...b: (Integer | null)[]]): Mesh { return at(x[0]) }',
    said: '[a: Range<-101, -1>, ...(Integer & Range<-101, -1> | null)[]]',
    mended:
      'export function part(x: [a: Range<-101, -1>, ...b: (Integer & Range<-101, -1> | null)[]]): Mesh { return at(x[0]) }',
    params: { x: [-2, null] },
    value: -2,
  },
  {
    code: 'tag.misplaced',
    broken: 'export function part(/** @minLength 2 */ x: string[]): Mesh { return at(x[0]?.length ?? 0) }',
    said: 'make it a property: { /** @minLength 2 */ text: string }[]. For the number of items, write @minItems 2.',
    mended:
      'export function part(x: { /** @minLength 2 */ text: string }[]): Mesh { return at(x[0]?.text.length ?? 0) }',
    params: { x: [{ text: 'abc' }] },
    value: 3,
  },
  {
    code: 'tag.misplaced',
    broken: '/** A part. @minimum 2 */\nexport function part(x: number): Mesh { return at(x) }',
    said: "Put it behind a parameter's @param, or in a comment on the parameter itself.",
    mended:
      '/**\n * A part.\n * @param x size\n * @minimum 2\n */\nexport function part(x: number): Mesh { return at(x) }',
    params: { x: 2 },
    value: 2,
  },
  {
    code: 'tag.value',
    broken: 'export function part(/** @minimum low */ x: number): Mesh { return at(x) }',
    said: 'Write a number.',
    mended: 'export function part(/** @minimum 2 */ x: number): Mesh { return at(x) }',
    params: { x: 2 },
    value: 2,
  },
  {
    code: 'tag.twice',
    broken: 'export function part(/** @minimum 0\n * @minimum 1 */ x: number): Mesh { return at(x) }',
    said: 'Keep one.',
    mended: 'export function part(/** @minimum 1 */ x: number): Mesh { return at(x) }',
    params: { x: 1 },
    value: 1,
  },
  {
    code: 'tag.unknown',
    broken: 'export function part(/** @items.minLength 2 */ x: string[]): Mesh { return at(x.length) }',
    said: 'an object whose member has the tag: { /** @minLength … */ value: … }[].',
    mended:
      'export function part(x: { /** @minLength 2 */ value: string }[]): Mesh { return at(x[0]?.value.length ?? 0) }',
    params: { x: [{ value: 'ab' }] },
    value: 2,
  },
  {
    code: 'tag.value',
    broken: 'export function part(/** @minItems 0 */ x: [number, ...number[]]): Mesh { return at(x[0]) }',
    said: 'Write a number from 1, or remove it.',
    mended: 'export function part(x: [number, ...number[]]): Mesh { return at(x[0]) }',
    params: { x: [2] },
    value: 2,
  },
  {
    code: 'tag.unknown',
    broken: 'export function part(/** @max 5 */ x: number): Mesh { return at(x) }',
    said: 'Write @maximum 5.',
    mended: 'export function part(/** @maximum 5 */ x: number): Mesh { return at(x) }',
    params: { x: 5 },
    value: 5,
  },
  {
    code: 'tag.unknown',
    broken: 'export function part(/** @integer */ x: number): Mesh { return at(x) }',
    said: 'Write the type Integer, and remove the tag.',
    mended: 'export function part(x: Integer): Mesh { return at(x) }',
    params: { x: 5 },
    value: 5,
  },
  {
    code: 'param.unknown',
    broken: '/** @param raduis in mm */\nexport function part(radius: number): Mesh { return at(radius) }',
    said: 'Did you mean radius?',
    mended: '/** @param radius in mm */\nexport function part(radius: number): Mesh { return at(radius) }',
    params: { radius: 5 },
    value: 5,
  },
  {
    code: 'thumbnail.missing',
    broken: '/** @thumbnail part.svg */\nexport function part(): Mesh { return at(1) }',
    said: 'Put the file beside the plugin, under that name',
    mended: {
      'index.ts': '/** @thumbnail part.svg */\nexport function part(): Mesh { return at(1) }',
      'part.svg': picture,
    },
    value: 1,
  },
  {
    code: 'thumbnail.outside',
    broken: '/** @thumbnail ../part.svg */\nexport function part(): Mesh { return at(1) }',
    said: "Put the file into the plugin's folder and name it from there.",
    mended: {
      'index.ts': '/** @thumbnail part.svg */\nexport function part(): Mesh { return at(1) }',
      'part.svg': picture,
    },
    value: 1,
  },
  {
    code: 'thumbnail.format',
    broken: {
      'index.ts': '/** @thumbnail part.png */\nexport function part(): Mesh { return at(1) }',
      'part.png': picture,
    },
    said: 'give the file the ending of the format that it has',
    mended: {
      'index.ts': '/** @thumbnail part.svg */\nexport function part(): Mesh { return at(1) }',
      'part.svg': picture,
    },
    value: 1,
  },
  {
    code: 'thumbnail.size',
    broken: {
      'index.ts': '/** @thumbnail part.svg */\nexport function part(): Mesh { return at(1) }',
      'part.svg': largePicture,
    },
    said: 'Make it smaller',
    mended: {
      'index.ts': '/** @thumbnail part.svg */\nexport function part(): Mesh { return at(1) }',
      'part.svg': picture,
    },
    value: 1,
  },
  {
    code: 'bundle.failed',
    broken: {
      'index.ts': "import { k } from './kk.ts'\nexport function part(): Mesh { return at(k) }",
      'k.ts': 'export const k = 3',
    },
    said: 'Correct the path',
    mended: {
      'index.ts': "import { k } from './k.ts'\nexport function part(): Mesh { return at(k) }",
      'k.ts': 'export const k = 3',
    },
    value: 3,
  },
  {
    code: 'bundle.failed',
    broken: {
      'index.ts': "import k from './table.rows'\nexport function part(): Mesh { return at(k.length) }",
      'table.rows': '1,2\n',
    },
    said: "{ type: 'text' }",
    mended: {
      'index.ts':
        "import k from './table.rows' with { type: 'text' }\nexport function part(): Mesh { return at(k.length) }",
      'table.rows': '1,2\n',
    },
    value: 4,
  },
  {
    code: 'bundle.warning',
    broken: {
      'index.ts': `import { readFileSync } from 'node:fs'
export function part(name: 'k' | 'n'): Mesh {
  return at(readFileSync(\`\${import.meta.dirname}/\${name}.bin\`).length)
}`,
      'k.bin': 'abc',
      'n.bin': 'abcde',
    },
    said: "Name each file: { a: new URL('./a.bin', import.meta.url), … }, and choose among these.",
    mended: {
      'index.ts': `import { readFileSync } from 'node:fs'
const files = { k: new URL('./k.bin', import.meta.url), n: new URL('./n.bin', import.meta.url) }
export function part(name: 'k' | 'n'): Mesh { return at(readFileSync(files[name]).length) }`,
      'k.bin': 'abc',
      'n.bin': 'abcde',
    },
    params: { name: 'n' },
    value: 5,
  },
]
